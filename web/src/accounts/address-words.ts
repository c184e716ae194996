const en = {
  title: 'Form of address',
  hint: 'Used with the given name in Vietnamese greetings and notifications.',
  forms: { none: 'Full name', anh: 'Anh', chi: 'Chị', co: 'Cô', chu: 'Chú' },
};

const vi: typeof en = {
  title: 'Cách xưng hô',
  hint: 'Dùng cùng tên gọi trong lời chào và thông báo.',
  forms: { none: 'Họ và tên', anh: 'Anh', chi: 'Chị', co: 'Cô', chu: 'Chú' },
};

export const addressWords = { en, vi };
