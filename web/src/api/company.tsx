import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react';
import { api, read, type Shape } from './client.ts';

export type Company = Shape<'Company'>;

const defaultCompany: Company = {
  name: 'Swath',
  phoneNumber: null,
  currency: 'VND',
  currencyDigits: 0,
  areaUnit: 'decare',
  areaUnitM2: 1000,
  formerAreaUnits: [],
  timeZone: 'Asia/Ho_Chi_Minh',
  locale: 'vi-VN',
  // Vietnam is UTC+7 all year. Calculated without Intl, whose first use is slow.
  today: new Date(Date.now() + 7 * 60 * 60_000).toISOString().slice(0, 10),
  tileUrl: null,
  tileAttribution: null,
  objectionDays: 14,
  cardProvider: null,
  sendsMail: true,
};

export const companyKey = ['company'] as const;

export const companyQuery = queryOptions({
  queryKey: companyKey,
  queryFn: ({ signal }) => read(api.GET('/api/auth/company', { signal })),
  staleTime: 10 * 60_000,
});

const Context = createContext(defaultCompany);

/** One query for the whole app: nearly every list row uses the company. */
export function CompanyProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({
    ...companyQuery,
    // Its date changes while the page is open.
    refetchInterval: 10 * 60_000,
  });
  // Data persisted by an earlier version may lack newer fields.
  const company = useMemo(() => ({ ...defaultCompany, ...data }), [data]);
  return <Context value={useDeferredValue(company)}>{children}</Context>;
}

/** The company's currency, unit, time zone and map; default values until they are loaded. */
export const useCompany = (): Company => use(Context);
