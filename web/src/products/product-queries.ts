import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import type { ExportFormat } from '../ui/save-export.ts';

export type Product = Shape<'Product'>;
export type ProductUse = Shape<'ProductUse'>;

export const productsKey = ['products'] as const;

export const productsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...productsKey, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/product', {
          params: { query: { ...(search === '' ? {} : { search }), pageable: { page: pageParam, size: 30 } } },
          signal,
        }),
      ),
    ...pageParams,
    placeholderData: keepPreviousData,
  });

export const productQuery = (id: number) =>
  queryOptions({
    queryKey: [...productsKey, 'one', id],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/product/{id}', { params: { path: { id } }, signal })),
  });

/** The products that the search finds, as a file for spreadsheet programs. */
export function loadProductExport(search: string, language: 'en' | 'vi', format: ExportFormat): Promise<Blob> {
  const options = { params: { query: { ...(search === '' ? {} : { search }), language } }, parseAs: 'blob' } as const;
  return format === 'csv' ? read(api.GET('/api/admin/product.csv', options)) : read(api.GET('/api/admin/product.xlsx', options));
}
