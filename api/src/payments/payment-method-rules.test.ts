import { expect, test } from 'vitest';
import { checkMethodChange } from './payment-method-rules.ts';

const unpaid = { status: 'confirmed', cost: '375000', isPaid: false, paymentMethod: 'visa' as const };
const codeOf = (check: () => void) => {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  ['an unpaid order', unpaid, 'cash', true, undefined],
  ['an unpaid order in progress', { ...unpaid, status: 'in_progress' }, 'mastercard', true, undefined],
  ['a completed order that is unpaid', { ...unpaid, status: 'completed' }, 'cash', false, undefined],
  ['a paid order', { ...unpaid, isPaid: true }, 'cash', true, 'ALREADY_PAID'],
  ['a cancelled order', { ...unpaid, status: 'cancelled' }, 'cash', true, 'NOTHING_TO_PAY'],
  ['an order that costs nothing', { ...unpaid, cost: '0' }, 'cash', true, 'NOTHING_TO_PAY'],
  ['a card where card payments are off', unpaid, 'visa', false, 'CARD_PAYMENTS_OFF'],
] as const)('when the payment method is changed for %s, then the result follows the rule', (_, order, chosen, takesCards, code) => {
  expect(codeOf(() => checkMethodChange(order, chosen, takesCards))).toBe(code);
});
