import type { PaymentMethod } from '../orders/order.ts';
import type { FarmerName, Field } from './demo-fields.ts';

/**
 * done: signed off after the crew's report. early: signed off before it. silent: never signed off, so it completes automatically
 * after 72 hours. short: as done, but the crew sprayed a part of the field only. unreported: started in the latest session that has begun, without a report.
 * undecided: never confirmed. unassigned: confirmed, still without a crew. withdrawn: cancelled by the farmer. called off: cancelled by the office after a crew was assigned.
 */
export type Story = 'done' | 'short' | 'early' | 'silent' | 'unreported' | 'undecided' | 'unassigned' | 'withdrawn' | 'called off';

/**
 * later: paid after the usual time. declined: the card is declined. retried: declined, then paid with another card. transferred: the farmer
 * reports a bank transfer that the office has not confirmed yet. returned: paid at the office before the order was cancelled, and refunded in
 * cash yesterday.
 */
export type Money = 'paid' | 'later' | 'unpaid' | 'declined' | 'retried' | 'transferred' | 'returned';

export interface Booking {
  /** Name of the account. */
  farmer: string;
  /** Days from today. */
  day: number;
  /** Index of the session within the day. */
  session: number;
  method: PaymentMethod;
  /** undefined: the farmer's fields in turn. */
  field?: Field;
  story: Story;
  money: Money;
}

type Line = [day: number, session: number, method: PaymentMethod, story: Story, money: Money];

const lines: Record<FarmerName, Line[]> = {
  farmer: [
    [0, 0, 'cash', 'unreported', 'unpaid'],
    [-41, 1, 'cash', 'done', 'paid'],
    [-37, 2, 'visa', 'done', 'paid'],
    [-33, 0, 'cash', 'early', 'paid'],
    [-30, 4, 'cash', 'withdrawn', 'unpaid'],
    [-26, 1, 'mastercard', 'done', 'retried'],
    [-21, 3, 'cash', 'silent', 'paid'],
    [-17, 5, 'visa', 'done', 'later'],
    [-13, 2, 'cash', 'done', 'later'],
    [-9, 1, 'visa', 'called off', 'paid'],
    [-6, 0, 'cash', 'done', 'paid'],
    [-1, 2, 'cash', 'silent', 'paid'],
    [0, 2, 'visa', 'done', 'paid'],
    [1, 1, 'cash', 'done', 'paid'],
    [4, 2, 'mastercard', 'done', 'paid'],
    [6, 0, 'cash', 'undecided', 'unpaid'],
    [9, 3, 'visa', 'done', 'declined'],
    [12, 1, 'cash', 'undecided', 'unpaid'],
  ],
  farmer2: [
    [-40, 4, 'visa', 'done', 'paid'],
    [-36, 1, 'cash', 'done', 'paid'],
    [-32, 2, 'mastercard', 'done', 'later'],
    [-28, 0, 'visa', 'called off', 'paid'],
    [-24, 5, 'visa', 'silent', 'paid'],
    [-19, 2, 'cash', 'done', 'paid'],
    [-15, 1, 'mastercard', 'withdrawn', 'unpaid'],
    [-11, 3, 'visa', 'done', 'declined'],
    [-8, 0, 'cash', 'done', 'paid'],
    [-4, 4, 'visa', 'done', 'retried'],
    [-2, 1, 'mastercard', 'silent', 'paid'],
    [0, 4, 'cash', 'done', 'paid'],
    [1, 2, 'visa', 'done', 'paid'],
    [3, 5, 'cash', 'done', 'paid'],
    [5, 1, 'mastercard', 'withdrawn', 'unpaid'],
    [7, 2, 'visa', 'undecided', 'unpaid'],
    [11, 4, 'cash', 'done', 'paid'],
  ],
  farmer3: [
    [-39, 0, 'cash', 'done', 'paid'],
    [-29, 3, 'cash', 'done', 'paid'],
    [-18, 1, 'visa', 'done', 'paid'],
    [-7, 4, 'cash', 'early', 'unpaid'],
    [-1, 0, 'cash', 'done', 'paid'],
    [2, 1, 'cash', 'done', 'paid'],
    [8, 0, 'visa', 'done', 'unpaid'],
  ],
  farmer4: [
    [-38, 2, 'cash', 'done', 'paid'],
    [-27, 1, 'mastercard', 'done', 'paid'],
    [-16, 0, 'cash', 'called off', 'returned'],
    [-10, 2, 'cash', 'done', 'paid'],
    [-3, 5, 'cash', 'short', 'later'],
    [0, 5, 'mastercard', 'done', 'later'],
    [13, 2, 'cash', 'done', 'paid'],
  ],
  farmer5: [
    [-35, 1, 'cash', 'done', 'paid'],
    [-23, 0, 'visa', 'done', 'retried'],
    [-14, 1, 'cash', 'done', 'paid'],
    [-5, 2, 'visa', 'withdrawn', 'paid'],
    [0, 1, 'cash', 'done', 'paid'],
    [2, 0, 'cash', 'done', 'paid'],
    [10, 1, 'mastercard', 'undecided', 'unpaid'],
  ],
  farmer6: [
    [-34, 5, 'visa', 'done', 'paid'],
    [-22, 2, 'cash', 'silent', 'later'],
    [-12, 0, 'mastercard', 'done', 'paid'],
    [-6, 4, 'cash', 'done', 'paid'],
    [0, 3, 'visa', 'done', 'later'],
    [3, 1, 'mastercard', 'withdrawn', 'paid'],
    [5, 4, 'visa', 'done', 'paid'],
    [-2, 3, 'cash', 'done', 'transferred'],
  ],
};

export const bookings: readonly Booking[] = Object.entries(lines).flatMap(([farmer, own]) =>
  own.map(([day, session, method, story, money]) => ({ farmer, day, session, method, story, money })),
);
