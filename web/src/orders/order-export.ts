import { api, read } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import type { ExportFormat } from '../ui/save-export.ts';

type ExportQuery = NonNullable<paths['/api/receptionist/order.csv']['get']['parameters']['query']>;

/** Loads the orders that pass the filters as a file for spreadsheet programs. */
export function loadOrderExport(query: ExportQuery, format: ExportFormat): Promise<Blob> {
  const options = { params: { query }, parseAs: 'blob' } as const;
  return format === 'csv' ? read(api.GET('/api/receptionist/order.csv', options)) : read(api.GET('/api/receptionist/order.xlsx', options));
}
