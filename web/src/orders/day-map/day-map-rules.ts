import type { Shape } from '../../api/client.ts';
import type { ShownState } from '../../ui/state-badge.tsx';

type Order = Shape<'Order'>;
type User = Pick<Shape<'User'>, 'id' | 'fullName'>;

export interface Visit {
  order: Order;
  /** 1, 2, 3 in the order of the crew's day; undefined without a crew. */
  number: number | undefined;
}

/** The jobs of one crew in the order of their sessions. */
export interface CrewDay {
  /** Ids of the sprayers; empty: no crew yet. */
  key: string;
  sprayers: User[];
  visits: Visit[];
}

export interface DayFilter {
  session?: number | undefined;
  crew?: string | undefined;
  state?: ShownState | undefined;
}

/** The state of an order as it is shown. */
export type StateOf = (order: Pick<Order, 'id' | 'orderStatus'>) => ShownState;

const startOf = ({ session: { startTime } }: Order): number => startTime.hour * 3600 + startTime.minute * 60 + startTime.second;

export const crewKey = (sprayers: readonly { id: number }[]): string =>
  sprayers
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join('-');

/** Visits by crew; orders without a crew come last. Cancelled orders are excluded. */
export function crewDays(orders: readonly Order[], crews: ReadonlyMap<number, User[]>): CrewDay[] {
  const days = new Map<string, CrewDay>();
  const inOrder = orders.filter(({ orderStatus }) => orderStatus !== 'cancelled').sort((a, b) => startOf(a) - startOf(b) || a.id - b.id);
  for (const order of inOrder) {
    const sprayers = crews.get(order.id) ?? [];
    const key = crewKey(sprayers);
    const day = days.get(key) ?? { key, sprayers: [...sprayers].sort((a, b) => a.id - b.id), visits: [] };
    day.visits.push({ order, number: key === '' ? undefined : day.visits.length + 1 });
    days.set(key, day);
  }
  return [...days.values()].sort((a, b) => Number(a.key === '') - Number(b.key === ''));
}

/** Filtered visits keep their numbers. */
export function filterDays(
  days: readonly CrewDay[],
  { session, crew, state }: DayFilter,
  stateOf: StateOf = ({ orderStatus }) => orderStatus,
): CrewDay[] {
  return days
    .filter(({ key }) => crew === undefined || key === crew)
    .map((day) => ({
      ...day,
      visits: day.visits.filter(
        ({ order }) => (session === undefined || order.session.id === session) && (state === undefined || stateOf(order) === state),
      ),
    }))
    .filter(({ visits }) => visits.length > 0);
}

/** Distinguishable in light and dark themes and with colour vision deficiency; numbers and names carry the same information. */
const lineColors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9', '#7a4fbf', '#a3195b'];

export const lineColor = (at: number): string => lineColors[at % lineColors.length] as string;
