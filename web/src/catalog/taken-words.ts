const en = {
  taken: (when: string) => `${when} has just been taken.`,
  begun: (when: string) => `${when} has begun already.`,
  closed: (when: string) => `We do not spray on ${when}.`,
  gone: (when: string) => `${when} is not offered any more.`,
  isFree: (when: string) => `${when} is free.`,
  take: (when: string) => `Take ${when}`,
  chooseAnother: 'Please choose another time.',
};

const vi: typeof en = {
  taken: (when) => `${when} vừa có người đặt mất rồi.`,
  begun: (when) => `${when} đã bắt đầu rồi.`,
  closed: (when) => `${when} nghỉ, không phun.`,
  gone: (when) => `${when} không còn nhận đặt nữa.`,
  isFree: (when) => `${when} còn trống.`,
  take: (when) => `Lấy ${when}`,
  chooseAnother: 'Xin chọn giờ khác.',
};

export const takenWords = { en, vi };
