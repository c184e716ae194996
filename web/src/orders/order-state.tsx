import type { Shape } from '../api/client.ts';
import { OrderBadge } from '../ui/state-badge.tsx';
import { useShownState } from './shown-state.ts';

/** The badge of an order, which tells waiting for the sign-off apart from work in progress. */
export function OrderState({ order }: { order: Pick<Shape<'Order'>, 'id' | 'orderStatus'> }) {
  return <OrderBadge status={useShownState(order)} />;
}
