const en = {
  title: 'With the keyboard',
  everywhere: 'Everywhere',
  showThis: 'Show this list',
  singleKeys: 'Single letters do something',
  singleKeysWhy: 'Turn this off if you dictate to your computer, so that a spoken word presses nothing.',
};

const vi: typeof en = {
  title: 'Dùng bàn phím',
  everywhere: 'Ở mọi trang',
  showThis: 'Hiện bảng này',
  singleKeys: 'Bấm một chữ là làm ngay',
  singleKeysWhy: 'Tắt đi nếu bạn nói cho máy viết, để lời nói không bấm nhầm phím.',
};

export const shortcutWords = { en, vi };
