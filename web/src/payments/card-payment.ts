import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { Problem } from '../api/problem.ts';
import { withRetries } from '../api/retry.ts';

type FarmerOrder = Shape<'FarmerOrder'>;
/** The key for the payment form of the provider. */
export type Intent = Shape<'PaymentIntent'> & { publishableKey?: string | null };
export type IntentStatus = Intent['status'];

export type Stage =
  | { at: 'opening' }
  | { at: 'broken'; error: unknown }
  | { at: 'card'; intent: Intent; declined: boolean }
  | { at: 'second_step'; intent: Intent }
  | { at: 'asking' }
  | { at: 'processing' }
  | { at: 'paid' };

/**
 * One card payment from creation to result. The client secret is only in the memory of this page, because query results are persisted and
 * addresses are in the history.
 */
export function useCardPayment(orderId: number, isPaid: boolean) {
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'opening' });

  const open = async (after?: 'declined' | 'unsettled'): Promise<void> => {
    setStage({ at: 'opening' });
    const intent = await openIntent(orderId);
    const { status, provider } = intent;
    if (status === 'requires_payment_method' || (status === 'requires_action' && provider !== 'sandbox'))
      setStage({ at: 'card', intent, declined: after === 'declined' });
    else if (status === 'requires_action') setStage({ at: 'second_step', intent });
    // Verified just now without a decision of the bank: another request would not help.
    else if (after !== undefined) setStage({ at: 'processing' });
    else await ask(intent);
  };

  /** Verifies the payment at the provider and returns the order. */
  const ask = async (intent: Intent): Promise<void> => {
    setStage({ at: 'asking' });
    const order = await verifyIntent(orderId, intent.clientSecret);
    queries.setQueryData(orderKey(orderId), order);
    void queries.invalidateQueries({ queryKey: orderKey(orderId) });
    void queries.invalidateQueries({ queryKey: ordersKey });
    if (order.paymentStatus === 'paid') setStage({ at: 'paid' });
    else if (order.paymentStatus === 'failed') await open('declined');
    else setStage({ at: 'processing' });
  };

  const trying = (doing: Promise<void>) =>
    void doing.catch((error: unknown) =>
      setStage(error instanceof Problem && error.code === 'ALREADY_PAID' ? { at: 'paid' } : { at: 'broken', error }),
    );

  const begin = useEffectEvent(() => {
    if (!isPaid) trying(open());
  });
  useEffect(() => begin(), []);

  return {
    stage: isPaid ? ({ at: 'paid' } satisfies Stage) : stage,
    /** Result of a card, or of the second step. */
    answered: (intent: Intent, status: IntentStatus) => {
      if (status === 'requires_action') setStage({ at: 'second_step', intent });
      else trying(ask(intent));
    },
    retry: () => trying(open()),
  };
}

/** The service has one open intent per order, so a repeated request returns the same one. */
const openIntent = (id: number): Promise<Intent> =>
  withRetries(() => read(api.POST('/api/farmer/order/{id}/payment-intent', { params: { path: { id } } })));

const verifyIntent = (id: number, secret: string): Promise<FarmerOrder> =>
  withRetries(() => read(api.GET('/api/farmer/order/{id}/payment-intent/{secret}', { params: { path: { id, secret } } })));
