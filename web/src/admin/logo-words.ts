const en = {
  title: 'Logo',
  text: 'Shown in the header of all pages. JPEG, PNG or WebP, up to 2 MB.',
  none: 'No logo yet.',
  alt: 'Current logo',
  upload: 'Upload logo',
  replace: 'Replace logo',
  remove: 'Remove logo',
  uploaded: 'Logo saved.',
  removed: 'Logo removed.',
};

const vi: typeof en = {
  title: 'Biểu trưng',
  text: 'Hiện ở đầu mọi trang. Ảnh JPEG, PNG hoặc WebP, tối đa 2 MB.',
  none: 'Chưa có biểu trưng.',
  alt: 'Biểu trưng hiện tại',
  upload: 'Tải biểu trưng lên',
  replace: 'Thay biểu trưng',
  remove: 'Xóa biểu trưng',
  uploaded: 'Đã lưu biểu trưng.',
  removed: 'Đã xóa biểu trưng.',
};

export const logoWords = { en, vi };
