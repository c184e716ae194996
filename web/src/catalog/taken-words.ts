const en = {
  taken: (when: string) => `${when} has just been booked by someone else.`,
  begun: (when: string) => `${when} has already started.`,
  closed: (when: string) => `We do not spray on ${when}.`,
  gone: (when: string) => `${when} is no longer available.`,
  isFree: (when: string) => `${when} is free.`,
  take: (when: string) => `Choose ${when}`,
  chooseAnother: 'Please choose another time.',
};

const vi: typeof en = {
  taken: (when) => `${when} vừa có người khác đặt.`,
  begun: (when) => `${when} đã bắt đầu rồi.`,
  closed: (when) => `${when} nghỉ, không phun.`,
  gone: (when) => `${when} không còn nhận đặt.`,
  isFree: (when) => `${when} còn trống.`,
  take: (when) => `Chọn ${when}`,
  chooseAnother: 'Xin chọn giờ khác.',
};

export const takenWords = { en, vi };
