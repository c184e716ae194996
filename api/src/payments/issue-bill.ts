import type { Catalog } from '../catalog/catalog.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import type { Database, Db, Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { Bill, BillKind } from './bill.ts';
import { type BookedEntry, checkInvoiceable, paymentsIn, paymentToReceipt, standingOf } from './bill-rules.ts';
import {
  findBill,
  findBilledOrder,
  findInvoice,
  findReceipt,
  type IssuedBill,
  insertBill,
  lockBillNumbers,
  readBookedEntries,
} from './bill-store.ts';

export interface Billing {
  database: Database;
  catalog: Catalog;
  now: Date;
}

/** The order's receipt or invoice: issued when it is first asked for, the same ever after. */
export async function getBill(billing: Billing, kind: BillKind, actor: Actor, orderId: string): Promise<Bill> {
  const { database } = billing;
  const order = await findBilledOrder(database.read, orderId);
  if (order === undefined || (actor.role === 'farmer' && order.farmerId !== actor.id)) throw orderNotFound();
  const ledger = await readBookedEntries(database.read, orderId);
  const payment = kind === 'receipt' ? paymentToReceipt(ledger) : undefined;
  const find = (db: Db) => (payment === undefined ? findInvoice(db, orderId) : findReceipt(db, payment.id));
  const issued = await find(database.read);
  if (issued !== undefined) return withStanding(issued, ledger, order.status);
  if (payment === undefined) checkInvoiceable(order);
  const { timeZone } = (await billing.catalog.facts()).company;
  const bill = await database.transaction(async (tx) => {
    await lockBillNumbers(tx);
    return (
      (await find(tx)) ?? insertBill(tx, { kind, orderId, paymentId: payment?.id ?? null, ...dated(billing.now, timeZone) }, billing.now)
    );
  });
  return withStanding(bill, ledger, order.status);
}

export interface IssuedReceipt {
  id: string;
  number: string;
  paidAt: Date;
}

/** For each of these orders, the receipts of all its payments, oldest first; what has none yet gets one. */
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
    for (const payment of paymentsIn(await readBookedEntries(tx, orderId))) {
      const { id, number } =
        (await findReceipt(tx, payment.id)) ??
        (await insertBill(tx, { kind: 'receipt', orderId, paymentId: payment.id, ...dated(now, timeZone) }, now));
      issued.push({ id, number, paidAt: payment.at });
    }
    receipts.set(orderId, issued);
  }
  return receipts;
}

/** A bill that is known to be there, as it stands now. */
export async function readBill(db: Db, id: string): Promise<Bill> {
  const issued = await findBill(db, id);
  const order = issued === undefined ? undefined : await findBilledOrder(db, issued.orderId);
  if (issued === undefined || order === undefined) throw new Error(`there is no bill ${id}`);
  return withStanding(issued, await readBookedEntries(db, issued.orderId), order.status);
}

const dated = (now: Date, timeZone: string) => ({ year: wallTime(now, timeZone).date.slice(0, 4), timeZone });

function withStanding({ paymentId, ...bill }: IssuedBill, ledger: readonly BookedEntry[], orderStatus: string): Bill {
  return { ...bill, ...standingOf(paymentId, ledger, orderStatus) };
}
