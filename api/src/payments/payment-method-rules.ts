import { AppError } from '../errors.ts';
import type { PaymentMethod } from '../orders/order.ts';

export interface MethodChangeFacts {
  status: string;
  cost: string;
  isPaid: boolean;
  paymentMethod: PaymentMethod;
}

/** Throws unless the payment method of the order can be changed. `takesCards`: the company has a payment provider. */
export function checkMethodChange({ status, cost, isPaid }: MethodChangeFacts, chosen: PaymentMethod, takesCards: boolean): void {
  if (isPaid) throw new AppError('ALREADY_PAID', 'This order is paid already.');
  if (status === 'cancelled' || Number(cost) === 0) throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay for this order.');
  if (chosen !== 'cash' && !takesCards)
    throw new AppError('CARD_PAYMENTS_OFF', 'Cards cannot be paid with here. Please ask the office how to pay.');
}

export const paymentInProgress = (): AppError =>
  new AppError(
    'PAYMENT_IN_PROGRESS',
    'A card payment for this order is being processed just now. Please wait a moment, then look at the order again.',
  );
