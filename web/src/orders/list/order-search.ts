import { useSearchParams } from 'react-router';
import type { Shape } from '../../api/client.ts';

type Order = Shape<'Order'>;

export const orderStates = ['pending', 'confirmed', 'assigned', 'in_progress', 'awaiting_sign_off', 'completed', 'cancelled'] as const;
export const paymentStates = ['pending', 'paid', 'failed'] as const;
export const paymentMethods = ['cash', 'visa', 'mastercard'] as const;
export const sortable = ['id', 'date', 'location', 'area', 'cost', 'orderStatus', 'paymentStatus'] as const;
export type SortField = (typeof sortable)[number];

export interface OrderSearch {
  search: string;
  state: (typeof orderStates)[number][];
  payment: Order['paymentStatus'][];
  method: Order['paymentMethod'][];
  from: string;
  to: string;
  crop: number | undefined;
  session: number | undefined;
  sprayer: number | undefined;
  farmer: number | undefined;
  sort: { field: SortField; down: boolean } | undefined;
  page: number;
}

const pick = <T extends string>(known: readonly T[], asked: string[]): T[] => known.filter((each) => asked.includes(each));
const date = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
const number = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined);

/** Filters from the address; invalid values are ignored. */
export function readSearch(params: URLSearchParams): OrderSearch {
  const [field, direction] = (params.get('sort') ?? '').split(',');
  const known = sortable.find((each) => each === field);
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    state: pick(orderStates, params.getAll('state')),
    payment: pick(paymentStates, params.getAll('payment')),
    method: pick(paymentMethods, params.getAll('method')),
    from: date(params.get('from')),
    to: date(params.get('to')),
    crop: number(params.get('crop')),
    session: number(params.get('session')),
    sprayer: number(params.get('sprayer')),
    farmer: number(params.get('farmer')),
    sort: known === undefined ? undefined : { field: known, down: direction === 'desc' },
    page: Math.min((number(params.get('page')) ?? 1) - 1, 1_000_000),
  };
}

/** The states as in the service: "waiting for sign-off" is in progress and reported. */
export function statesAsked(state: OrderSearch['state']): { orderStatus: Order['orderStatus'][]; reported?: boolean } {
  const isReported = state.includes('awaiting_sign_off');
  const isUnreported = state.includes('in_progress');
  const others = state.filter((each) => each !== 'awaiting_sign_off' && each !== 'in_progress');
  if (!isReported && !isUnreported) return { orderStatus: others };
  return { orderStatus: [...others, 'in_progress'], ...(isReported && isUnreported ? {} : { reported: isReported }) };
}

export const countFilters = ({ state, payment, method, from, to, crop, session, sprayer }: OrderSearch): number =>
  [state.length > 0, payment.length > 0, method.length > 0, from !== '', to !== '', crop, session, sprayer].filter(
    (each) => each !== false && each !== undefined,
  ).length;

/** The filters are in the address, so that links and the back button work. */
export function useOrderSearch() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string | string[] | undefined) =>
    setParams(
      (now) => {
        now.delete(name);
        if (name !== 'page') now.delete('page');
        for (const each of typeof value === 'string' ? [value] : (value ?? [])) if (each !== '') now.append(name, each);
        return now;
      },
      { replace: true },
    );
  const clear = () => setParams((now) => new URLSearchParams([...now].filter(([name]) => name === 'order')));
  return { asked: readSearch(params), set, clear };
}
