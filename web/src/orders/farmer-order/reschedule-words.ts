const en = {
  title: 'Move to another time',
  now: (when: string) => `Now: ${when}.`,
  choose: 'Choose a new time.',
  moveTo: (when: string) => `Move to ${when}`,
  moved: (when: string) => `Moved to ${when}.`,
  crewNote: 'The crew stays if it is free then. If not, the order needs a new crew.',
};

const vi: typeof en = {
  title: 'Dời sang giờ khác',
  now: (when) => `Đang hẹn: ${when}.`,
  choose: 'Chọn giờ mới.',
  moveTo: (when) => `Dời sang ${when}`,
  moved: (when) => `Đã dời sang ${when}.`,
  crewNote: 'Đội phun vẫn giữ nếu rảnh giờ đó. Nếu không, đơn cần xếp đội mới.',
};

export const rescheduleWords = { en, vi };
