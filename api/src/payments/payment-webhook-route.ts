import { Type } from 'typebox';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named } from '../platform/http/schemas.ts';
import type { Clock } from '../platform/time/clock.ts';
import { handlePaymentWebhook } from './payment-intent.ts';
import type { PaymentProvider } from './provider.ts';
import type { PaymentDeps } from './settle-intent.ts';

const ReceivedSchema = named('MessageReceived', Exact({ received: Type.Boolean() }));

/** The provider's webhook. Its content only causes a lookup, so messages may be repeated, late or lost. */
export function webhookRoute(deps: PaymentDeps, provider: PaymentProvider, clock: Clock): Route {
  const { log } = deps;
  return route({
    method: 'POST',
    path: `/api/payment/webhook/${provider.name}`,
    operationId: 'hearFromPaymentProvider',
    access: 'public',
    tag: 'payments',
    summary: 'Webhook of the payment provider',
    description:
      'Called by the payment provider. The signature is verified over the raw body. A known intent is looked up at the provider and settled like the verify operation, and refunds at the provider are recorded; other events are ignored. Processed events are answered with 200, so that the provider does not repeat them.',
    ignoresUnknown: true,
    uploads: { types: ['application/json'], limit: 256 * 1024 },
    response: ReceivedSchema,
    example: { received: true },
    problems: ['VALIDATION_FAILED', 'BAD_SIGNATURE', 'PAYMENT_PROVIDER_UNAVAILABLE'],
    async handle({ upload, request }) {
      const signature = request.headers['stripe-signature'];
      const message = provider.parseWebhook?.(upload, typeof signature === 'string' ? signature : undefined);
      const { type, intentId, refund } = message ?? { type: 'none', intentId: undefined, refund: false };
      const known = intentId !== undefined && (await handlePaymentWebhook(deps, intentId, refund, clock()));
      if (!known) log.info({ type, intent: intentId }, 'A webhook of the payment provider refers to no known intent.');
      return { received: true };
    },
  });
}
