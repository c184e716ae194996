// Apart from the words of spray records, because the farmer's home page shows them.
const en = {
  doNotEnter: (moment: string) => `Do not enter the field before ${moment}.`,
  doNotHarvest: (date: string) => `Do not harvest before ${date}.`,
  intervals: 'Wait after the spray',
};

const vi: typeof en = {
  doNotEnter: (moment) => `Không vào ruộng trước ${moment}.`,
  doNotHarvest: (date) => `Không thu hoạch trước ${date}.`,
  intervals: 'Thời gian cách ly',
};

export const intervalWords = { en, vi };
