import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';

export type SheetImport = Shape<'SpreadsheetImport'>;
export type SheetRow = Shape<'SpreadsheetRow'>;
export type Outcome = SheetRow['outcome'];

export const importsKey = ['spreadsheet-import'] as const;

const pollMs = 500;
export const isWorking = ({ state }: SheetImport): boolean => state === 'checking' || state === 'applying' || state === 'undoing';

export function useImports() {
  return useInfiniteQuery({
    queryKey: [...importsKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/receptionist/spreadsheet-import', { params: { query: { pageable: { page: pageParam, size: 10 } } }, signal })),
    ...pageParams,
  });
}

/** Read again and again while it is being worked on. */
export function useImport(id: number) {
  return useQuery({
    queryKey: [...importsKey, 'one', id],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/spreadsheet-import/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && isWorking(state.data) ? pollMs : false),
  });
}

/** The rows of one check: a new check makes new ones. */
export function useRows({ id, counts }: SheetImport, outcome: Outcome | undefined) {
  return useInfiniteQuery({
    queryKey: [...importsKey, 'rows', id, counts, outcome],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/spreadsheet-import/{id}/row', {
          params: { path: { id }, query: { ...(outcome === undefined ? {} : { outcome }), pageable: { page: pageParam, size: 50 } } },
          signal,
        }),
      ),
    ...pageParams,
  });
}
