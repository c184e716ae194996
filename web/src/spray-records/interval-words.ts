// Apart from the words of spray records, because the farmer's home page shows them.
const en = {
  doNotEnter: (moment: string) => `Do not enter the field before ${moment}.`,
  doNotHarvest: (date: string) => `Do not harvest before ${date}.`,
  unknown: 'The waiting time of a product is not known yet. Ask the office before you enter or harvest.',
  intervals: 'Wait after the spray',
};

const vi: typeof en = {
  doNotEnter: (moment) => `Không vào ruộng trước ${moment}.`,
  doNotHarvest: (date) => `Không thu hoạch trước ${date}.`,
  unknown: 'Chưa rõ thời gian cách ly của thuốc đã phun. Hỏi văn phòng trước khi vào ruộng hoặc thu hoạch.',
  intervals: 'Thời gian cách ly',
};

export const intervalWords = { en, vi };
