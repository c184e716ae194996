const en = {
  title: 'Sprayers’ week',
  earlier: 'Week before',
  later: 'Week after',
  thisWeek: 'This week',
  table: 'Who sprays what, by day',
  sprayer: 'Sprayer',
  jobs: (count: number) => (count === 1 ? '1 job' : `${count} jobs`),
  absences: 'Absences',
  free: 'free',
  today: 'today',
  day: 'Day',
  notActive: 'not active any more',
  none: 'There are no sprayers yet.',
  noneText: 'An admin adds them under Company.',
  call: (name: string) => `Call ${name}`,
};

const vi: typeof en = {
  title: 'Lịch thợ phun',
  earlier: 'Tuần trước',
  later: 'Tuần sau',
  thisWeek: 'Tuần này',
  table: 'Ai phun ruộng nào, theo ngày',
  sprayer: 'Thợ phun',
  jobs: (count) => `${count} việc`,
  absences: 'Lịch nghỉ',
  free: 'rảnh',
  today: 'hôm nay',
  day: 'Ngày',
  notActive: 'đã nghỉ làm',
  none: 'Chưa có thợ phun nào.',
  noneText: 'Quản trị thêm thợ ở mục Công ty.',
  call: (name) => `Gọi ${name}`,
};

export const sprayersWords = { en, vi };
