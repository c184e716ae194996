import { queryOptions } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type FieldHarvest = Shape<'FieldHarvest'>;

/** Intervals and planned harvest of a field; `date`: of a spray that is to be booked. They change with the orders of the field. */
export const harvestQuery = (isFarmer: boolean, fieldId: number, date?: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'harvest', fieldId, date],
    queryFn: ({ signal }) => {
      const params = { path: { id: fieldId }, query: date === undefined ? {} : { date } };
      return isFarmer
        ? read(api.GET('/api/farmer/field/{id}/harvest', { params, signal }))
        : read(api.GET('/api/receptionist/field/{id}/harvest', { params, signal }));
    },
  });

export const planHarvest = (isFarmer: boolean, id: number, harvestDate: string | undefined): Promise<FieldHarvest> => {
  const request = { params: { path: { id } }, body: { harvestDate: harvestDate ?? null } };
  return isFarmer
    ? read(api.PUT('/api/farmer/field/{id}/harvest', request))
    : read(api.PUT('/api/receptionist/field/{id}/harvest', request));
};
