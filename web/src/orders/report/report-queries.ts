import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';

export type OrderReport = Shape<'OrderReport'>;
export type Reader = 'farmer' | 'receptionist' | 'sprayer';

export const reportKey = (reader: Reader, id: number) => [...orderKey(id), 'report', reader] as const;

/** The crew's report, the decision of the office about it, and the amounts due and paid. */
export function useOrderReport(reader: Reader, id: number, enabled = true) {
  return useQuery({
    enabled,
    queryKey: reportKey(reader, id),
    queryFn: ({ signal }): Promise<OrderReport> => {
      const order = { params: { path: { id } }, signal };
      if (reader === 'farmer') return read(api.GET('/api/farmer/order/{id}/report', order));
      if (reader === 'sprayer') return read(api.GET('/api/sprayer/order/{id}/report', order));
      return read(api.GET('/api/receptionist/order/{id}/report', order));
    },
  });
}
