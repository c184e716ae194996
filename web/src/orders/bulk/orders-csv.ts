import type { Shape } from '../../api/client.ts';
import { clockTime } from '../../ui/format.ts';

type Order = Shape<'Order'>;

const columns: Record<string, (order: Order) => string | number> = {
  id: ({ id }) => id,
  date: ({ date }) => date,
  start: ({ session }) => clockTime(session.startTime),
  end: ({ session }) => clockTime(session.endTime),
  farmer: ({ farmer }) => farmer.fullName,
  phone: ({ farmer }) => farmer.phoneNumber ?? '',
  location: ({ location }) => location,
  latitude: ({ latitude }) => latitude,
  longitude: ({ longitude }) => longitude,
  crop: ({ cropType }) => cropType.name,
  area: ({ area }) => area,
  cost: ({ cost }) => cost,
  orderStatus: ({ orderStatus }) => orderStatus,
  paymentStatus: ({ paymentStatus }) => paymentStatus,
  paymentMethod: ({ paymentMethod }) => paymentMethod,
};

/** Prefixes text that looks like a formula with an apostrophe (formula injection). */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Orders as CSV (RFC 4180) with a byte order mark, which spreadsheet programs need to detect UTF-8. */
export function ordersCsv(orders: readonly Order[]): string {
  const rows = orders.map((order) => Object.values(columns).map((read) => cell(read(order))));
  return `\uFEFF${[Object.keys(columns), ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}
