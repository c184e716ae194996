const en = {
  title: 'Move to another time',
  now: (when: string) => `Current time: ${when}.`,
  choose: 'Choose a new time.',
  moveTo: (when: string) => `Move to ${when}`,
  moved: (when: string) => `Moved to ${when}.`,
  crewNote: 'The crew stays assigned if it is free then. If not, assign a new crew.',
};

const vi: typeof en = {
  title: 'Dời sang giờ khác',
  now: (when) => `Giờ hiện tại: ${when}.`,
  choose: 'Chọn giờ mới.',
  moveTo: (when) => `Dời sang ${when}`,
  moved: (when) => `Đã dời sang ${when}.`,
  crewNote: 'Đội phun được giữ nếu rảnh giờ đó. Nếu không, hãy xếp đội mới.',
};

export const rescheduleWords = { en, vi };
