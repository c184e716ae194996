import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from './client.ts';

export type Company = Shape<'Company'>;

const usual: Company = {
  name: 'Swath',
  currency: 'VND',
  currencyDigits: 0,
  areaUnit: 'decare',
  timeZone: 'Asia/Ho_Chi_Minh',
  locale: 'vi-VN',
  today: new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date()),
  tileUrl: null,
  tileAttribution: null,
  cardProvider: 'sandbox',
};

/** The company's money, unit, clock and map; what most have until we know. */
export function useCompany(): Company {
  const { data } = useQuery({
    queryKey: ['company'],
    queryFn: ({ signal }) => read(api.GET('/api/auth/company', { signal })),
    staleTime: 10 * 60_000,
  });
  return data ?? usual;
}
