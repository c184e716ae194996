/** "A, B and C". Intl.ListFormat is too slow to initialise. */
export const inARow = (names: string[], and: string): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;

export const en = {
  title: 'Figures',
  range: 'Time',
  ranges: { week: 'This week', month: 'Last 4 weeks', year: 'This year', own: 'Own dates' },
  from: 'From',
  to: 'To',
  badRange: 'Choose a first and a last date, at most 366 days apart, the last not before the first.',
  period: (now: string, before: string) => `${now}, compared with ${before}`,
  inAll: 'In all',

  orders: 'Orders',
  area: 'Area',
  income: 'Income',
  rating: 'Rating',
  utilisation: 'Places taken',
  punctuality: 'On time',
  cancelled: (count: number) => (count === 0 ? 'None cancelled' : `${count} cancelled`),
  unpaid: (amount: string) => `${amount} still unpaid`,
  allPaid: 'All completed work is paid',
  ofFive: 'out of 5',
  noRating: 'Nobody rated',
  utilisationNote: 'of the places offered',
  punctualityNote: 'begun within 15 minutes',
  more: (by: string, was: string) => `${by} more than before (${was})`,
  less: (by: string, was: string) => `${by} less than before (${was})`,
  higher: (by: string, was: string) => `${by} higher than before (${was})`,
  lower: (by: string, was: string) => `${by} lower than before (${was})`,
  same: (was: string) => `As before (${was})`,
  nothingBefore: 'Nothing before to compare with',
  points: (by: string) => (by === '1' ? '1 point' : `${by} points`),

  numbers: 'Show the numbers',
  csv: 'Download as CSV',
  none: 'No orders in this time. Choose a longer one, or book the first.',

  sessions: {
    question: 'Which sessions run empty?',
    answer: (names: string[], share: string) =>
      names.length === 1
        ? `${names[0]} is the emptiest: ${share} of its places were taken.`
        : `${inARow(names, 'and')} are the emptiest: ${share} of their places were taken.`,
    even: (share: string) => `None more than others: ${share} of the places were taken in each.`,
    session: 'Session',
  },
  weeks: {
    question: 'How is it going?',
    answer: (name: string, value: string) => `The best week was ${name}, with ${value}.`,
    week: 'Week',
    measure: 'What to show',
  },
  crops: {
    question: 'What do we spray?',
    answer: (name: string, share: string) => `Mostly ${name}: ${share} of the area.`,
    crop: 'Crop',
  },
  sprayers: {
    question: 'Whose ratings fall?',
    answer: (names: string) => `Lower than before: ${names}.`,
    nobody: 'Nobody’s: all who were rated before and now did at least as well.',
    unknown: 'Nobody was rated in this time and before, so there is nothing to compare.',
    noRatings: 'No ratings in this time.',
    sprayer: 'Sprayer',
    jobs: 'Jobs',
    change: 'Change',
    ratings: 'Times rated',
    few: (shown: number) => `The ${shown} with the largest fall. All are in the table.`,
  },
  unpaidBy: {
    question: 'What is still unpaid?',
    answer: (amount: string, orders: number) =>
      `${amount} of ${orders === 1 ? '1 completed order' : `${orders} completed orders`}, as of today.`,
    nothing: 'Nothing: all completed work is paid, as of today.',
    age: 'Completed',
    ages: { '0-7': 'in the last 7 days', '8-30': '8 to 30 days ago', '31+': 'over 30 days ago' },
    amount: 'Amount',
    see: 'See payments',
  },
  cancelledColumn: 'Cancelled',
};

export type FiguresWords = typeof en;
