import type { PaymentMethod } from '../orders/order.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Bill, BillKind, PriceChange } from './bill.ts';
import { type BillState, billNumber, type DatedLedgerEntry } from './bill-rules.ts';
import type { LedgerEntry } from './payment-rules.ts';

const millis = (column: string) => `extract(epoch from ${column}) * 1000`;

const ledgerStatement = statement(
  'ledger_with_times',
  `select p.id, p.kind, ${millis('p.at')}, p.amount, p.paid >= o.cost + o.adjustment and (p.paid > 0 or o.adjustment <> 0 or p.kind <> 'refund'), p.cause = 'objection'
     from (select id, order_id, kind, at, amount, cause, sum(net_amount(kind, amount)) over (order by id) as paid from payment where order_id = $1) p
     join spray_order o on o.id = p.order_id order by p.id`,
);

export async function readDatedLedger(db: Db, orderId: string): Promise<DatedLedgerEntry[]> {
  const rows = await db.rows(ledgerStatement, [orderId]);
  return rows.map((row) => ({
    id: String(row[0]),
    kind: row[1] as LedgerEntry['kind'],
    at: new Date(Number(row[2])),
    amount: String(row[3]),
    covered: row[4] === 't',
    isOfObjection: row[5] === 't',
  }));
}

const orderStatement = statement(
  'billed_order',
  `select order_status, farmer_id, adjustment, greatest(cost + adjustment - amount_paid(id), 0) from spray_order where id = $1`,
);

export interface BilledOrder {
  status: string;
  farmerId: string;
  adjustment: string;
  due: string;
}

export async function findBilledOrder(db: Db, orderId: string): Promise<BilledOrder | undefined> {
  const [row] = await db.rows(orderStatement, [orderId]);
  return row === undefined
    ? undefined
    : { status: String(row[0]), farmerId: String(row[1]), adjustment: String(row[2]), due: String(row[3]) };
}

/** A bill as issued; its current state follows from the ledger. */
export interface IssuedBill extends Omit<Bill, keyof BillState | 'due'> {
  paymentId: string | null;
}

// Amounts are kept as text, so that JSON does not round them.
const sumOfChanges = `(select coalesce(sum(case e->>'kind' when 'credit' then -(e->>'amount')::numeric else (e->>'amount')::numeric end), 0)
    from jsonb_array_elements(b.price_changes) e)`;

/** SQL: price changes of resolved objections as JSON. `entries`: condition on the ledger entries e. */
const priceChangesWhere = (entries: string) =>
  `(select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'amount', e.amount::text, 'note', e.note) order by e.id), '[]')
      from payment e where ${entries} and e.cause = 'objection' and e.kind in ('credit', 'surcharge'))`;

const billColumns = `b.id, b.kind, b.year, b.serial, b.order_id, b.payment_id, ${millis('b.issued_at')}, b.time_zone,
  b.company_name, b.company_address, b.company_tax_code, b.company_phone, b.company_email,
  b.farmer_name, b.farmer_address, b.farmer_phone,
  b.date, b.start_time, b.end_time, b.place, b.crop, b.area, b.area_unit, b.price, b.amount, b.currency, b.currency_digits,
  b.method, b.reference, b.area_sprayed, coalesce(b.cost, b.amount), b.adjustment - ${sumOfChanges}, b.price_changes,
  b.amount - coalesce(b.cost, b.amount) - b.adjustment`;

function toBill(row: Row): IssuedBill {
  const [id, kind, year, serial, orderId, paymentId, issuedAt, timeZone, ...details] = row;
  const [companyName, companyAddress, companyTaxCode, companyPhone, companyEmail, farmerName, farmerAddress, farmerPhone, ...work] =
    details;
  const [date, startTime, endTime, place, crop, area, areaUnit, price, amount, currency, currencyDigits, method, reference, ...adjusted] =
    work;
  const [areaSprayed, cost, areaAdjustment, priceChanges, rest] = adjusted;
  return {
    id: String(id),
    kind: kind as BillKind,
    number: billNumber(kind as BillKind, Number(year), Number(serial)),
    orderId: String(orderId),
    paymentId: paymentId ?? null,
    issuedAt: new Date(Number(issuedAt)),
    timeZone: String(timeZone),
    company: {
      name: String(companyName),
      address: companyAddress ?? null,
      taxCode: companyTaxCode ?? null,
      phoneNumber: companyPhone ?? null,
      email: companyEmail ?? null,
    },
    farmer: { fullName: String(farmerName), address: farmerAddress ?? null, phoneNumber: farmerPhone ?? null },
    date: String(date),
    startTime: String(startTime),
    endTime: String(endTime),
    place: String(place),
    crop: String(crop),
    area: String(area),
    areaSprayed: areaSprayed ?? null,
    cost: String(cost),
    areaAdjustment: String(areaAdjustment),
    priceChanges: JSON.parse(String(priceChanges)) as PriceChange[],
    rest: String(rest),
    areaUnit: String(areaUnit),
    price: String(price),
    amount: String(amount),
    currency: String(currency),
    currencyDigits: Number(currencyDigits),
    method: method as PaymentMethod,
    reference: reference ?? null,
  };
}

const receiptStatement = statement('receipt_of_payment', `select ${billColumns} from bill b where b.payment_id = $1`);
const invoiceStatement = statement(
  'invoice_of_order',
  `select ${billColumns} from bill b where b.order_id = $1 and b.kind = 'invoice' and b.adjustment = $2
      and b.price_changes = ${priceChangesWhere('e.order_id = $1')}`,
);
const billStatement = statement('get_bill', `select ${billColumns} from bill b where b.id = $1`);

export async function findReceipt(db: Db, paymentId: string): Promise<IssuedBill | undefined> {
  const [row] = await db.rows(receiptStatement, [paymentId]);
  return row === undefined ? undefined : toBill(row);
}

/** An order has an invoice for each price that it had when one was requested, with the changes that led to it. */
export async function findInvoice(db: Db, orderId: string, adjustment: string): Promise<IssuedBill | undefined> {
  const [row] = await db.rows(invoiceStatement, [orderId, adjustment]);
  return row === undefined ? undefined : toBill(row);
}

export async function findBill(db: Db, id: string): Promise<IssuedBill | undefined> {
  const [row] = await db.rows(billStatement, [id]);
  return row === undefined ? undefined : toBill(row);
}

// The key of the advisory lock is arbitrary but fixed.
const lockStatement = statement('lock_bill_numbers', 'select pg_advisory_xact_lock(7736284003)');

/**
 * One lock for all kinds and years: its holder sees all earlier bills, so no payment gets two, and transactions that issue
 * several bills cannot deadlock.
 */
export async function lockBillNumbers(tx: Tx): Promise<void> {
  await tx.rows(lockStatement);
}

/** Price per unit of area. Needs the aliases o (order), c (crop) and k (company). */
// Older orders have no stored price: use the crop's if it gives the order's cost, else cost divided by area.
export const priceAtBooking = `coalesce(o.price, case when spray_cost(o.area, c.price, k.currency_digits) = o.cost then c.price
                                          else trim_scale(round(o.cost / o.area, k.currency_digits + 2)) end)`;

// Number and bill in one statement, so that no number exists without its bill.
const insertStatement = statement(
  'insert_bill',
  `with counted as (
     insert into bill_counter as c (kind, year, last) values ($1, $2, 1)
     on conflict (kind, year) do update set last = c.last + 1
     returning last
   )
   insert into bill as b (kind, year, serial, order_id, payment_id, issued_at, time_zone,
                          company_name, company_address, company_tax_code, company_phone, company_email,
                          farmer_name, farmer_address, farmer_phone,
                          date, start_time, end_time, place, crop, area, area_unit, price, amount, currency, currency_digits,
                          method, paid_at, reference, cost, area_sprayed, adjustment, price_changes)
   select $1, $2, counted.last, o.id, p.id, $5, $6,
          k.name, k.address, k.tax_code, k.phone_number, k.email,
          f.full_name, nullif(concat_ws(', ', nullif(f.street, ''), nullif(f.city, ''),
                                        nullif(concat_ws(' ', nullif(f.province, ''), nullif(f.postal_code, '')), '')), ''), f.phone_number,
          o.date, s.start_time, s.end_time, o.location, c.name, o.area, coalesce(o.area_unit, k.area_unit), ${priceAtBooking},
          coalesce(p.amount, o.cost + o.adjustment), coalesce(p.currency, k.currency), k.currency_digits,
          coalesce(p.method, o.payment_method), p.at, p.provider_reference,
          o.cost, case when a.is_by_area then w.area_sprayed end, a.adjustment, a.price_changes
     from counted, company k, spray_order o
     join app_user f on f.id = o.farmer_id
     join spray_session s on s.id = o.session_id
     join crop c on c.id = o.crop_id
     left join payment p on p.id = $4
     left join work_report w on w.order_id = o.id
    cross join lateral (
      -- A receipt shows the price as it was when the payment was made.
      select case when p.id is null then o.adjustment
                  else coalesce(sum(case e.kind when 'surcharge' then e.amount else -e.amount end), 0) end as adjustment,
             ${priceChangesWhere('e.order_id = o.id and (p.id is null or e.id < p.id)')} as price_changes,
             exists (select from payment e where e.order_id = o.id and e.cause = 'area_sprayed' and (p.id is null or e.id < p.id)) as is_by_area
        from payment e where e.order_id = o.id and e.kind in ('credit', 'surcharge') and e.id < p.id) a
    where o.id = $3
   returning ${billColumns}`,
);

export interface NewBill {
  kind: BillKind;
  orderId: string;
  paymentId: string | null;
  year: string;
  timeZone: string;
}

export async function insertBill(tx: Tx, { kind, orderId, paymentId, year, timeZone }: NewBill, now: Date): Promise<IssuedBill> {
  const [row] = await tx.rows(insertStatement, [kind, year, orderId, paymentId, now.toISOString(), timeZone]);
  return toBill(row as Row);
}
