const en = {
  title: 'Sprayers’ week',
  earlier: 'Previous week',
  later: 'Next week',
  thisWeek: 'This week',
  table: 'Jobs by sprayer and day',
  sprayer: 'Sprayer',
  jobs: (count: number) => (count === 1 ? '1 job' : `${count} jobs`),
  absences: 'Absences',
  rules: 'Crew rules',
  free: 'free',
  today: 'today',
  day: 'Day',
  notActive: 'deactivated',
  none: 'There are no sprayers yet.',
  noneText: 'An admin can add them under Company, Users.',
  call: (name: string) => `Call ${name}`,
};

const vi: typeof en = {
  title: 'Lịch thợ phun',
  earlier: 'Tuần trước',
  later: 'Tuần sau',
  thisWeek: 'Tuần này',
  table: 'Việc theo thợ phun và ngày',
  sprayer: 'Thợ phun',
  jobs: (count) => `${count} việc`,
  absences: 'Lịch nghỉ',
  rules: 'Quy định xếp đội',
  free: 'rảnh',
  today: 'hôm nay',
  day: 'Ngày',
  notActive: 'đã khóa',
  none: 'Chưa có thợ phun nào.',
  noneText: 'Quản trị có thể thêm ở mục Công ty, Người dùng.',
  call: (name) => `Gọi ${name}`,
};

export const sprayersWords = { en, vi };
