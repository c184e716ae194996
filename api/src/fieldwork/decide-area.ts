import { AppError, invalid } from '../errors.ts';
import { actOnOrder, allowAny, type CommandContext } from '../orders/act-on-order.ts';
import type { OrderState } from '../orders/order.ts';
import { adjust, refusalWithReason } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import { placeOrder } from '../orders/place-order.ts';
import { adjustPrice } from '../payments/adjustment-store.ts';
import { type Row, withinTransaction } from '../platform/postgres/database.ts';
import { minArea, restOf } from './area-rules.ts';
import { findOpenDifference, saveAreaDecision } from './report-store.ts';

export interface AreaDecisionInput {
  decision: 'bill' | 'rebook' | 'keep';
  reason?: string | undefined;
  /** Date of the order for the rest; only with `rebook`. */
  rest?: Place | undefined;
}

/**
 * Decides about a difference between the area ordered and the area sprayed, once. `bill` and `rebook` adjust the price to the area sprayed;
 * `rebook` also places an order for the rest, so that the farmer pays for each part once. An overpayment is refunded afterwards, outside
 * this transaction.
 */
export function decideAboutArea(command: CommandContext, orderId: string, input: AreaDecisionInput): Promise<Row> {
  const { decision, rest: place } = input;
  const reason = input.reason?.trim() || null;
  if (decision === 'keep' && reason === null) throw invalid({ path: 'reason', message: 'is required: why does the price stay as it is?' });
  if (decision === 'rebook' && place === undefined) throw invalid({ path: 'date', message: 'is required: when is the rest sprayed?' });
  return actOnOrder(command, orderId, allowAny, async ({ tx, order, actor, now }) => {
    const difference = await findOpenDifference(tx, order.id);
    const isRepriced = decision !== 'keep' && difference !== undefined && Number(difference.adjustment) !== 0;
    const change = adjust(order, actor.role, isRepriced);
    if (difference === undefined) throw nothingToDecide(order);
    let restOrderId: string | null = null;
    if (decision === 'rebook' && place !== undefined) {
      const area = restOf(difference.restArea);
      if (area === undefined)
        throw invalid({ path: 'decision', message: `must be another one: the rest is less than ${minArea}, which is the smallest order` });
      const { location, latitude, longitude, cropId } = difference;
      const placed = await placeOrder({ ...command, database: withinTransaction(command.database, tx) }, order.farmerId, {
        date: place.date,
        session: { id: place.sessionId },
        location,
        latitude,
        longitude,
        cropType: { id: cropId },
        area,
        confirmed: true,
        paymentMethod: order.paymentMethod,
      });
      restOrderId = String(placed[0]);
    }
    if (isRepriced) await adjustPrice(tx, order, { amount: difference.adjustment, actorId: actor.id, cause: 'area_sprayed', reason }, now);
    await saveAreaDecision(tx, order.id, { decision, reason, restOrderId }, actor.id, now);
    return { change, ...(reason === null ? {} : { reason }) };
  });
}

const nothingToDecide = (order: OrderState) => {
  const reason = 'The area sprayed is the area ordered, or someone has decided about the difference already. Look at the report again.';
  return new AppError('NOTHING_TO_DECIDE', refusalWithReason(order, reason));
};
