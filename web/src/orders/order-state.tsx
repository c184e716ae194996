import type { Shape } from '../api/client.ts';
import { OrderBadge } from '../ui/state-badge.tsx';
import { useShownState } from './shown-state.ts';

/** The state badge of an order; it distinguishes "waiting for sign-off" from work in progress. */
export function OrderState({ order }: { order: Pick<Shape<'Order'>, 'id' | 'orderStatus'> }) {
  return <OrderBadge status={useShownState(order)} />;
}
