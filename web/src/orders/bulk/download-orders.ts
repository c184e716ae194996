import type { Order } from '../detail/office-order-data.ts';
import { ordersCsv } from './orders-csv.ts';

/** Saves the selected orders as a file; the data is already in the browser. */
export function downloadOrders(orders: readonly Order[]): void {
  const address = URL.createObjectURL(new Blob([ordersCsv(orders)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'orders.csv';
  link.click();
  URL.revokeObjectURL(address);
}
