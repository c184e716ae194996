import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useDeferredValue } from 'react';
import { api, read, type Shape } from './client.ts';

export type Company = Shape<'Company'>;

const defaultCompany: Company = {
  name: 'Swath',
  currency: 'VND',
  currencyDigits: 0,
  areaUnit: 'decare',
  timeZone: 'Asia/Ho_Chi_Minh',
  locale: 'vi-VN',
  // Seven hours ahead all year round: said so, since the first look into a calendar of the browser's takes it long.
  today: new Date(Date.now() + 7 * 60 * 60_000).toISOString().slice(0, 10),
  tileUrl: null,
  tileAttribution: null,
  cardProvider: null,
};

export const companyKey = ['company'] as const;

export const companyQuery = queryOptions({
  queryKey: companyKey,
  queryFn: ({ signal }) => read(api.GET('/api/auth/company', { signal })),
  staleTime: 10 * 60_000,
});

const Context = createContext(defaultCompany);

/** Asks once for all: nearly every line of a list wants to know. */
export function CompanyProvider({ children }: { children: ReactNode }) {
  const { data = defaultCompany } = useQuery({
    ...companyQuery,
    // Its date changes while the page is open.
    refetchInterval: 10 * 60_000,
  });
  return <Context value={useDeferredValue(data)}>{children}</Context>;
}

/** The company's money, unit, clock and map; what most have until we know. */
export const useCompany = (): Company => use(Context);
