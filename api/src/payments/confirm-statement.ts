import { lockOrder } from '../orders/order-change-store.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import { type BankLine, insertBankLine } from './bank-line-store.ts';
import { recordTransfer } from './decide-transfer.ts';
import { paymentStatusOf, sameAmount } from './payment-rules.ts';
import { readBalance, readLedger } from './payment-store.ts';

export const lineResults = ['paid', 'already_used', 'already_paid', 'not_payable', 'amount_differs'] as const;
export type LineResult = (typeof lineResults)[number];

export interface ConfirmedLine extends BankLine {
  row: number;
  orderId: string;
}

/**
 * Pays orders with lines of a bank statement, in one transaction. A line that pays nothing does not stop the others. Orders are locked
 * in the order of their ids, so that two such requests never deadlock.
 */
export function confirmStatement(
  database: Database,
  actorId: string,
  currency: string,
  lines: readonly ConfirmedLine[],
  now: Date,
): Promise<Map<number, LineResult>> {
  const sorted = lines.toSorted((one, other) => (BigInt(one.orderId) < BigInt(other.orderId) ? -1 : 1) || one.row - other.row);
  return database.transaction(async (tx) => {
    const results = new Map<number, LineResult>();
    for (const line of sorted) results.set(line.row, await payWith(tx, line, actorId, currency, now));
    return results;
  });
}

async function payWith(tx: Tx, line: ConfirmedLine, actorId: string, currency: string, now: Date): Promise<LineResult> {
  const { orderId, amount } = line;
  const order = await lockOrder(tx, orderId);
  if (order === undefined || order.paymentMethod !== 'cash' || order.status === 'cancelled') return 'not_payable';
  if (paymentStatusOf(await readLedger(tx, orderId)) === 'paid') return 'already_paid';
  const { due } = await readBalance(tx, orderId);
  if (!sameAmount(due, amount)) return 'amount_differs';
  if (!(await insertBankLine(tx, orderId, line, actorId, now))) return 'already_used';
  await recordTransfer(tx, { orderId, amount: due, currency, actorId }, now);
  return 'paid';
}
