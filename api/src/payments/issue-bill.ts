import type { Catalog } from '../catalog/catalog.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import type { Database, Db, Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { Bill, BillKind } from './bill.ts';
import { billStateOf, checkInvoiceable, type DatedLedgerEntry, getLastPayment, paymentsIn } from './bill-rules.ts';
import {
  type BilledOrder,
  findBill,
  findBilledOrder,
  findInvoice,
  findReceipt,
  type IssuedBill,
  insertBill,
  lockBillNumbers,
  readDatedLedger,
} from './bill-store.ts';

export interface Billing {
  database: Database;
  catalog: Catalog;
  now: Date;
}

/** The order's receipt or invoice, issued on the first request and unchanged afterwards. After a change of the price, another invoice is issued. */
export async function getBill(billing: Billing, kind: BillKind, actor: Actor, orderId: string): Promise<Bill> {
  const { database } = billing;
  const order = await findBilledOrder(database.read, orderId);
  if (order === undefined || (actor.role === 'farmer' && order.farmerId !== actor.id)) throw orderNotFound();
  const ledger = await readDatedLedger(database.read, orderId);
  const payment = kind === 'receipt' ? getLastPayment(ledger) : undefined;
  const find = (db: Db) => (payment === undefined ? findInvoice(db, orderId, order.adjustment) : findReceipt(db, payment.id));
  const issued = await find(database.read);
  if (issued !== undefined) return withState(issued, ledger, order);
  if (payment === undefined) checkInvoiceable(order);
  const { timeZone } = (await billing.catalog.facts()).company;
  const bill = await database.transaction(async (tx) => {
    await lockBillNumbers(tx);
    return (
      (await find(tx)) ??
      insertBill(tx, { kind, orderId, paymentId: payment?.id ?? null, ...yearAndZone(billing.now, timeZone) }, billing.now)
    );
  });
  return withState(bill, ledger, order);
}

export interface IssuedReceipt {
  id: string;
  number: string;
  paidAt: Date;
}

/** The receipts of all payments of each order, oldest first. Missing ones are issued. */
export async function issueReceipts(
  tx: Tx,
  orderIds: readonly string[],
  timeZone: string,
  now: Date,
): Promise<Map<string, IssuedReceipt[]>> {
  const receipts = new Map<string, IssuedReceipt[]>();
  if (orderIds.length === 0) return receipts;
  await lockBillNumbers(tx);
  for (const orderId of orderIds) {
    const issued: IssuedReceipt[] = [];
    for (const payment of paymentsIn(await readDatedLedger(tx, orderId))) {
      const { id, number } =
        (await findReceipt(tx, payment.id)) ??
        (await insertBill(tx, { kind: 'receipt', orderId, paymentId: payment.id, ...yearAndZone(now, timeZone) }, now));
      issued.push({ id, number, paidAt: payment.at });
    }
    receipts.set(orderId, issued);
  }
  return receipts;
}

/** An existing bill with its current state. */
export async function readBill(db: Db, id: string): Promise<Bill> {
  const issued = await findBill(db, id);
  const order = issued === undefined ? undefined : await findBilledOrder(db, issued.orderId);
  if (issued === undefined || order === undefined) throw new Error(`there is no bill ${id}`);
  return withState(issued, await readDatedLedger(db, issued.orderId), order);
}

const yearAndZone = (now: Date, timeZone: string) => ({ year: wallTime(now, timeZone).date.slice(0, 4), timeZone });

function withState({ paymentId, ...bill }: IssuedBill, ledger: readonly DatedLedgerEntry[], order: BilledOrder): Bill {
  const state = billStateOf(paymentId, ledger, order.status);
  return { ...bill, ...state, due: state.status === 'due' ? order.due : null };
}
