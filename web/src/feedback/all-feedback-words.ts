const en = {
  title: 'Feedback',
  count: (all: number) => (all === 1 ? '1 rating' : `${all} ratings`),
  none: 'No ratings yet.',
  noneText: 'Farmers can rate a spray when it is completed.',
  order: (id: number, when: string) => `Order ${id}, ${when}`,
  outOfFive: (stars: number) => `${stars} of 5 stars`,
  noWords: 'No comment',
  crew: (names: string) => `Crew: ${names}`,
  noCrew: 'No crew',
  photos: 'Photos',
  photoOf: (number: number, name: string) => `Photo ${number} by ${name}`,
  call: (name: string) => `Call ${name}`,
};

const vi: typeof en = {
  title: 'Đánh giá',
  count: (all) => `${all} đánh giá`,
  none: 'Chưa có đánh giá nào.',
  noneText: 'Bà con đánh giá được khi đơn hoàn tất.',
  order: (id, when) => `Đơn ${id}, ${when}`,
  outOfFive: (stars) => `${stars} trên 5 sao`,
  noWords: 'Không có nhận xét',
  crew: (names) => `Đội phun: ${names}`,
  noCrew: 'Không có đội',
  photos: 'Ảnh',
  photoOf: (number, name) => `Ảnh ${number} của ${name}`,
  call: (name) => `Gọi ${name}`,
};

export const allFeedbackWords = { en, vi };
