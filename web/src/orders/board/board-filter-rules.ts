import type { Shape } from '../../api/client.ts';
import { plainText } from '../../ui/plain-text.ts';
import type { ShownState } from '../../ui/state-badge.tsx';

type Order = Shape<'Order'>;

export interface BoardFilter {
  /** A farmer's name or phone number, or a part of it. */
  search: string;
  state: readonly ShownState[];
  crop: number | undefined;
  /** 'none': orders without a crew. */
  sprayer: number | 'none' | undefined;
  /** Cancelled orders are shown; always, if that state is asked for. */
  showCancelled: boolean;
}

export const filterStates = ['pending', 'confirmed', 'assigned', 'in_progress', 'awaiting_sign_off', 'completed', 'cancelled'] as const;

const number = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined);

/** Filters from the address; invalid values are ignored. */
export function readFilter(params: URLSearchParams): BoardFilter {
  const states = params.getAll('state');
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    state: filterStates.filter((state) => states.includes(state)),
    crop: number(params.get('crop')),
    sprayer: params.get('sprayer') === 'none' ? 'none' : number(params.get('sprayer')),
    showCancelled: params.has('cancelled'),
  };
}

/** The names of the parameters that narrow the board. */
export const filterNames = ['search', 'state', 'crop', 'sprayer'] as const;

/** Filters in the panel; the text has a field of its own. */
export const countFilters = ({ state, crop, sprayer }: BoardFilter): number =>
  [state.length > 0, crop !== undefined, sprayer !== undefined].filter(Boolean).length;

export const isNarrowed = (filter: BoardFilter): boolean => filter.search !== '' || countFilters(filter) > 0;

/** Digits from the subscriber number on: numbers are written with 0, 84 or +84. */
const digits = (phone: string): string => phone.replace(/\D/g, '').replace(/^(84|0)/, '');

const looksLikePhone = (text: string): boolean => /^[\s\d+().-]+$/.test(text) && digits(text).length >= 3;

/** Tests the farmer of an order, without regard to accents, case and the spelling of phone numbers. */
export function matchesText(text: string): (order: Order) => boolean {
  if (text === '') return () => true;
  if (looksLikePhone(text)) {
    const wanted = digits(text);
    return ({ farmer }) => digits(farmer.phoneNumber ?? '').includes(wanted);
  }
  const words = plainText(text).split(/\s+/).filter(Boolean);
  return ({ farmer }) => {
    const name = plainText(farmer.fullName);
    return words.every((word) => name.includes(word));
  };
}

/** The orders that the board shows. */
export function filterOrders(
  orders: readonly Order[],
  filter: BoardFilter,
  stateOf: (order: Order) => ShownState,
  crews: Map<number, { id: number }[]>,
): Order[] {
  const hasText = matchesText(filter.search);
  return orders.filter((order) => {
    const { id, orderStatus, cropType } = order;
    if (filter.state.length > 0 ? !filter.state.includes(stateOf(order)) : orderStatus === 'cancelled' && !filter.showCancelled)
      return false;
    if (filter.crop !== undefined && cropType.id !== filter.crop) return false;
    const crew = crews.get(id) ?? [];
    if (filter.sprayer === 'none' && crew.length > 0) return false;
    if (typeof filter.sprayer === 'number' && !crew.some((sprayer) => sprayer.id === filter.sprayer)) return false;
    return hasText(order);
  });
}
