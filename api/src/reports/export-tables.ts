import type { Catalog } from '../catalog/catalog.ts';
import { listCrewsOfOrders } from '../dispatch/day-sheet-store.ts';
import { AppError } from '../errors.ts';
import type { OfficeListFilter } from '../orders/office-filter.ts';
import { listOfficeOrders } from '../orders/office-list-store.ts';
import { countPayments, listPayments, type PaymentListFilter } from '../payments/ledger-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import type { ExportWords } from './export-words.ts';
import type { Column, Table, TableRow } from './table.ts';

/** Rows of one file. They are read at once, so that the file shows one moment. */
export const maxExportRows = 10_000;

// Where the columns of an order are in its row: id, 11 of the farmer, 11 of the receptionist, its own.
const at = { farmerName: 3, farmerPhone: 4, own: 23, payment: 37 } as const;

const orderColumns = (words: ExportWords): Column[] => [
  { name: words.id, kind: 'number' },
  { name: words.date, kind: 'date' },
  { name: words.start, kind: 'text' },
  { name: words.end, kind: 'text' },
  { name: words.farmer, kind: 'text' },
  { name: words.phone, kind: 'text' },
  { name: words.location, kind: 'text' },
  { name: words.latitude, kind: 'number' },
  { name: words.longitude, kind: 'number' },
  { name: words.crop, kind: 'text' },
  { name: words.area, kind: 'number' },
  { name: words.cost, kind: 'number' },
  { name: words.orderStatus, kind: 'text' },
  { name: words.paymentStatus, kind: 'text' },
  { name: words.paymentMethod, kind: 'text' },
  { name: words.completed, kind: 'date' },
];

async function orderCells(catalog: Catalog, rows: readonly Row[], words: ExportWords): Promise<TableRow[]> {
  const own = rows.map((row) => row.slice(at.own, at.payment));
  await catalog.ensureLoaded(
    own.map((cells) => String(cells[5])),
    own.map((cells) => String(cells[1])),
  );
  const { crops, sessions } = await catalog.facts();
  return rows.map((row, index) => {
    const [date, sessionId, location, latitude, longitude, cropId, area, cost, orderStatus, paymentStatus, paymentMethod, completed] =
      own[index] ?? [];
    const session = sessions.get(String(sessionId));
    const crop = crops.get(String(cropId))?.name ?? '';
    return [
      row[0] ?? null,
      date ?? null,
      session?.startTime.slice(0, 5) ?? null,
      session?.endTime.slice(0, 5) ?? null,
      row[at.farmerName] ?? null,
      row[at.farmerPhone] ?? null,
      location ?? null,
      latitude ?? null,
      longitude ?? null,
      words.values[crop] ?? crop,
      area ?? null,
      cost ?? null,
      words.values[String(orderStatus)] ?? null,
      words.payment[String(paymentStatus)] ?? null,
      words.values[String(paymentMethod)] ?? null,
      completed ?? null,
    ];
  });
}

function checkSize(rows: number): void {
  if (rows > maxExportRows)
    throw new AppError(
      'EXPORT_TOO_LARGE',
      `More than ${maxExportRows.toLocaleString('en')} rows pass these filters. Please choose a shorter period.`,
    );
}

/** The office's list of orders, with their crews. */
export async function readOrderTable(
  db: Db,
  catalog: Catalog,
  { filter, sorts }: { filter: OfficeListFilter; sorts: Sort[] },
  words: ExportWords,
): Promise<Table> {
  const rows = await listOfficeOrders(db, filter, sorts, maxExportRows + 1, 0);
  checkSize(rows.length);
  const crews: Record<string, string> = {};
  for (const { orderId, user } of await listCrewsOfOrders(
    db,
    rows.map(([id]) => String(id)),
  ))
    crews[orderId] = crews[orderId] === undefined ? String(user[2]) : `${crews[orderId]}, ${user[2]}`;
  const cells = await orderCells(catalog, rows, words);
  return {
    columns: [...orderColumns(words), { name: words.crew, kind: 'text' }],
    rows: cells.map((row) => [...row, crews[String(row[0])] ?? null]),
  };
}

/** The office's list of payments: an order in each row. */
export async function readPaymentTable(
  db: Db,
  catalog: Catalog,
  { filter, sorts }: { filter: PaymentListFilter; sorts: Sort[] },
  words: ExportWords,
): Promise<Table> {
  // The counter is exact, and much faster than the ledgers of so many orders.
  checkSize(await countPayments(db, filter));
  const rows = await listPayments(db, filter, sorts, maxExportRows + 1, 0);
  checkSize(rows.length);
  const cells = await orderCells(catalog, rows, words);
  return {
    columns: [
      ...orderColumns(words),
      { name: words.currency, kind: 'text' },
      { name: words.due, kind: 'number' },
      { name: words.paid, kind: 'number' },
      { name: words.refunded, kind: 'number' },
      { name: words.lastPayment, kind: 'date' },
    ],
    rows: cells.map((row, index) => {
      const [currency, due, paid, refunded, , lastAt] = (rows[index] ?? []).slice(at.payment);
      return [...row, currency ?? null, due ?? null, paid ?? null, refunded ?? null, lastAt?.slice(0, 10) ?? null];
    }),
  };
}
