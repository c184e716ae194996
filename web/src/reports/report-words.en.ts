/** "A, B and C". Intl.ListFormat is too slow to initialise. */
export const inARow = (names: string[], and: string): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;

export const en = {
  title: 'Reports',
  range: 'Period',
  ranges: { week: 'This week', month: 'Last 4 weeks', year: 'This year', own: 'Custom' },
  from: 'From',
  to: 'To',
  badRange: 'Choose a start and an end date, at most 366 days apart. The end cannot be before the start.',
  period: (now: string, before: string) => `${now}, compared with ${before}`,
  inAll: 'Total',

  orders: 'Orders',
  area: 'Area',
  income: 'Revenue',
  rating: 'Rating',
  utilisation: 'Capacity used',
  punctuality: 'On time',
  cancelled: (count: number) => (count === 0 ? 'None cancelled' : `${count} cancelled`),
  unpaid: (amount: string) => `${amount} unpaid`,
  allPaid: 'All completed orders are paid',
  ofFive: 'out of 5',
  noRating: 'No ratings',
  utilisationNote: 'of all places',
  punctualityNote: 'started within 15 minutes',
  more: (by: string, was: string) => `${by} more than before (${was})`,
  less: (by: string, was: string) => `${by} less than before (${was})`,
  higher: (by: string, was: string) => `${by} higher than before (${was})`,
  lower: (by: string, was: string) => `${by} lower than before (${was})`,
  same: (was: string) => `Same as before (${was})`,
  nothingBefore: 'No earlier data to compare',
  points: (by: string) => (by === '1' ? '1 point' : `${by} points`),

  numbers: 'Show table',
  csv: 'Download CSV',
  xlsx: 'Download XLSX',
  none: 'No orders in this period. Choose a longer period.',

  sessions: {
    question: 'Capacity used by session',
    answer: (names: string[], share: string) =>
      names.length === 1
        ? `${names[0]} is used least: ${share} of its places were booked.`
        : `${inARow(names, 'and')} are used least: ${share} of their places were booked.`,
    even: (share: string) => `All sessions are equal: ${share} of the places were booked.`,
    session: 'Session',
  },
  weeks: {
    question: 'Weekly trend',
    answer: (name: string, value: string) => `The best week was ${name}, with ${value}.`,
    week: 'Week',
    measure: 'Measure',
  },
  crops: {
    question: 'Area by crop',
    answer: (name: string, share: string) => `Largest share: ${name}, ${share} of the area.`,
    crop: 'Crop',
  },
  sprayers: {
    question: 'Sprayer ratings',
    answer: (names: string) => `Lower than in the previous period: ${names}.`,
    noneLower: 'No sprayer is rated lower than in the previous period.',
    unknown: 'No sprayer was rated in both periods, so there is no comparison.',
    noRatings: 'No ratings in this period.',
    sprayer: 'Sprayer',
    jobs: 'Jobs',
    change: 'Change',
    ratings: 'Ratings',
    few: (shown: number) => `The ${shown} sprayers with the largest decrease. The table shows all.`,
  },
  unpaidBy: {
    question: 'Unpaid orders',
    answer: (amount: string, orders: number) =>
      `${amount} of ${orders === 1 ? '1 completed order' : `${orders} completed orders`}, as of today.`,
    nothing: 'All completed orders are paid, as of today.',
    age: 'Completed',
    ages: { '0-7': 'in the last 7 days', '8-30': '8 to 30 days ago', '31+': 'over 30 days ago' },
    amount: 'Amount',
    see: 'Open payments',
  },
  cancelledColumn: 'Cancelled',
};

export type FiguresWords = typeof en;
