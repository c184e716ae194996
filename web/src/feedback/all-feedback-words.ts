const en = {
  title: 'What farmers say',
  count: (all: number) => (all === 1 ? '1 rating' : `${all} ratings`),
  none: 'No farmer has rated a spray yet.',
  noneText: 'They are asked when a spray is completed.',
  order: (id: number, when: string) => `Order ${id}, ${when}`,
  outOfFive: (stars: number) => `${stars} of 5 stars`,
  noWords: 'Stars only, without words.',
  crew: (names: string) => `Crew: ${names}`,
  noCrew: 'No crew',
  photos: 'Photos',
  photoOf: (number: number, name: string) => `Photo ${number} by ${name}`,
  call: (name: string) => `Call ${name}`,
};

const vi: typeof en = {
  title: 'Bà con đánh giá',
  count: (all) => `${all} đánh giá`,
  none: 'Chưa có đánh giá nào.',
  noneText: 'Phun xong, bà con được mời đánh giá.',
  order: (id, when) => `Đơn ${id}, ${when}`,
  outOfFive: (stars) => `${stars} trên 5 sao`,
  noWords: 'Chỉ chấm sao, không ghi gì thêm.',
  crew: (names) => `Đội phun: ${names}`,
  noCrew: 'Không có đội',
  photos: 'Hình',
  photoOf: (number, name) => `Hình ${number} của ${name}`,
  call: (name) => `Gọi ${name}`,
};

export const allFeedbackWords = { en, vi };
