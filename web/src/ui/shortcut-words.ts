const en = {
  title: 'Keyboard shortcuts',
  everywhere: 'All pages',
  showThis: 'Show this list',
  singleKeys: 'Single-key shortcuts',
  singleKeysWhy: 'Turn this off if you use speech input, so that spoken words do not trigger shortcuts.',
};

const vi: typeof en = {
  title: 'Phím tắt',
  everywhere: 'Mọi trang',
  showThis: 'Hiện bảng này',
  singleKeys: 'Phím tắt một phím',
  singleKeysWhy: 'Tắt nếu bạn nhập bằng giọng nói, để lời nói không kích hoạt phím tắt.',
};

export const shortcutWords = { en, vi };
