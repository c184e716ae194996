import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { orderKey } from '../api/live.ts';

export type RecordReader = 'farmer' | 'receptionist' | 'sprayer';
export type RecordItem = Shape<'SprayRecordItem'>;
export type SprayRecord = Shape<'SprayRecord'>;
export type RecordState = 'complete' | 'incomplete';

export const recordsKey = ['spray-records'] as const;

/** An admin reads what the office reads. */
export const readerOf = (role: string): RecordReader => (role === 'farmer' || role === 'sprayer' ? role : 'receptionist');

export interface RecordFilter {
  state?: RecordState;
  from?: string;
  to?: string;
}

const size = 20;

export function useRecords(reader: RecordReader, filter: RecordFilter) {
  return useInfiniteQuery({
    queryKey: [...recordsKey, reader, filter],
    queryFn: ({ pageParam: page, signal }) => {
      const query = { ...filter, pageable: { page, size } };
      if (reader === 'sprayer')
        return read(api.GET('/api/sprayer/spray-record', { params: { query: { pageable: { page, size } } }, signal }));
      return reader === 'farmer'
        ? read(api.GET('/api/farmer/spray-record', { params: { query }, signal }))
        : read(api.GET('/api/receptionist/spray-record', { params: { query }, signal }));
    },
    ...pageParams,
  });
}

/** Records that the law wants complete, the most urgent first. */
export function useIncompleteRecords() {
  return useQuery({
    queryKey: [...recordsKey, 'to-do'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/spray-record', {
          params: { query: { state: 'incomplete', pageable: { page: 0, size: 50, sort: ['date,asc'] } } },
          signal,
        }),
      ),
    refetchInterval: 5 * 60_000,
  });
}

export function useRecord(reader: RecordReader, id: number) {
  const path = { path: { id } };
  return useQuery({
    queryKey: [...recordsKey, reader, 'one', id],
    queryFn: ({ signal }) => {
      if (reader === 'farmer') return read(api.GET('/api/farmer/spray-record/{id}', { params: path, signal }));
      return reader === 'sprayer'
        ? read(api.GET('/api/sprayer/spray-record/{id}', { params: path, signal }))
        : read(api.GET('/api/receptionist/spray-record/{id}', { params: path, signal }));
    },
  });
}

export function useVersions(reader: RecordReader, id: number, version: number) {
  const params = { path: { id }, query: { pageable: { page: 0, size: 50 } } };
  return useQuery({
    queryKey: [...recordsKey, reader, 'versions', id, version],
    queryFn: ({ signal }) => {
      if (reader === 'farmer') return read(api.GET('/api/farmer/spray-record/{id}/version', { params, signal }));
      return reader === 'sprayer'
        ? read(api.GET('/api/sprayer/spray-record/{id}/version', { params, signal }))
        : read(api.GET('/api/receptionist/spray-record/{id}/version', { params, signal }));
    },
  });
}

/** Records of an order, for the farmer and the office. */
export function useOrderRecords(reader: 'farmer' | 'receptionist', orderId: number, enabled: boolean) {
  const query = { orderId, pageable: { page: 0, size: 10 } };
  return useQuery({
    queryKey: [...orderKey(orderId), 'spray-records', reader],
    queryFn: ({ signal }) =>
      reader === 'farmer'
        ? read(api.GET('/api/farmer/spray-record', { params: { query }, signal }))
        : read(api.GET('/api/receptionist/spray-record', { params: { query }, signal })),
    enabled,
  });
}

/** What the crew is asked for at the end of a job; read ahead, because there may be no network then. */
export const recordFormQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...orderKey(orderId), 'spray-record-form'],
    queryFn: ({ signal }) => read(api.GET('/api/sprayer/order/{id}/spray-record-form', { params: { path: { id: orderId } }, signal })),
  });
