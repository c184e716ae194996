import { saveFile } from '../../ui/save-file.ts';
import type { Order } from '../detail/office-order-data.ts';
import { ordersCsv } from './orders-csv.ts';

/** Saves the selected orders as a file; the data is already in the browser. */
export const downloadOrders = (orders: readonly Order[]): void =>
  saveFile(new Blob([ordersCsv(orders)], { type: 'text/csv;charset=utf-8' }), 'orders.csv');
