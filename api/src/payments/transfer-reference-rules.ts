// Without vowels, so that no words arise, and without letters that look like digits.
const checkLetters = 'BCDFGHJKLMNPQRTVWXYZ';

/** Two check letters derived from the order id: a wrong digit or two swapped digits result in other letters. */
function checkOf(orderId: string): string {
  const base = checkLetters.length;
  let sum = 0;
  for (const digit of orderId) sum = (sum * 7 + Number(digit) + 1) % (base * base);
  return `${checkLetters[Math.floor(sum / base)]}${checkLetters[sum % base]}`;
}

/**
 * The reference that a farmer writes into a bank transfer. It has letters before and after the digits, so it is found in a longer text from
 * which a bank has removed spaces and punctuation, in upper or lower case.
 */
export const transferReference = (orderId: string): string => `SW${orderId}${checkOf(orderId)}`;

const referencePattern = /SW([1-9]\d{0,18})([A-Z]{2})/g;

/** The orders that the text of a bank line refers to, without duplicates. */
export function ordersInMemo(memo: string): string[] {
  const plain = memo.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const found = [...plain.matchAll(referencePattern)].flatMap(([, id = '', check]) => (check === checkOf(id) ? [id] : []));
  return [...new Set(found)];
}
