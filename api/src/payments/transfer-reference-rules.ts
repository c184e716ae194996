// Without vowels, so that no words arise, and without letters that are read as digits.
const checkLetters = 'BCDFGHJKLMNPQRTVWXYZ';

/** Two letters that follow from the order id: a mistyped digit, or two swapped ones, give others. */
function checkOf(orderId: string): string {
  const base = checkLetters.length;
  let sum = 0;
  for (const digit of orderId) sum = (sum * 7 + Number(digit) + 1) % (base * base);
  return `${checkLetters[Math.floor(sum / base)]}${checkLetters[sum % base]}`;
}

/**
 * The text that a farmer writes into a bank transfer. It has letters before and after the digits, so it is found in a longer text
 * whose spaces and punctuation a bank has removed, in capitals or not.
 */
export const transferReference = (orderId: string): string => `SW${orderId}${checkOf(orderId)}`;

const referencePattern = /SW([1-9]\d{0,18})([A-Z]{2})/g;

/** The orders that the text of a bank line refers to, without repetition. */
export function ordersInMemo(memo: string): string[] {
  const plain = memo.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const found = [...plain.matchAll(referencePattern)].flatMap(([, id = '', check]) => (check === checkOf(id) ? [id] : []));
  return [...new Set(found)];
}
