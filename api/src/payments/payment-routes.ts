import { Type } from 'typebox';
import { answerFarmerOrder, answerOrder, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { FarmerOrderSchema, farmerOrderExample, OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder } from '../orders/order-store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, NullableText, named, OneOf } from '../platform/http/schemas.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Clock } from '../platform/time/clock.ts';
import { CashAmount } from './ledger-schemas.ts';
import { getIntentBySecret, getProvider, openPaymentIntent, verifyPaymentIntent } from './payment-intent.ts';
import { webhookRoute } from './payment-webhook-route.ts';
import { callProvider, type PaymentProvider } from './provider.ts';
import { recordCashAtOffice } from './record-cash.ts';
import { returnCash } from './return-cash.ts';
import { SandboxProvider } from './sandbox.ts';
import type { PaymentDeps } from './settle-intent.ts';

const intentStatuses = ['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled'] as const;

const PaymentIntentSchema = named(
  'PaymentIntent',
  Exact({
    id: Type.String(),
    clientSecret: Type.String({ description: 'For the payment form and for verifying the payment. Do not log it.' }),
    amount: Type.Number(),
    currency: Type.String(),
    status: OneOf(intentStatuses),
    provider: Type.String({ description: 'The payment provider.' }),
    publishableKey: NullableText({ description: "Public key for the provider's payment form; null for the sandbox." }),
  }),
);

const IntentStatusSchema = named('PaymentIntentStatus', Exact({ id: Type.String(), status: OneOf(intentStatuses) }));

const CashPaymentSchema = named(
  'CashTaken',
  Exact({ order: OrderSchema, changeDue: Type.Number({ description: 'Change due to the farmer.' }) }),
);

const intentExample = {
  id: 'pi_6d0a2b9ce4f1480a9b7c3d21',
  clientSecret: 'pi_6d0a2b9ce4f1480a9b7c3d21_secret_0f9e8d7c6b5a49382716',
  amount: 375000,
  currency: 'VND',
  status: 'requires_payment_method',
  provider: 'sandbox',
  publishableKey: null,
};

const removedSecret = '"clientSecret":null';

export function paymentRoutes(orderDeps: OrderDeps, provider: PaymentProvider | undefined, log: Log): Route[] {
  const { database, clock } = orderDeps;
  const deps: PaymentDeps = { database, provider, log };
  return [
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/payment-intent',
      operationId: 'openPaymentIntent',
      access: 'farmer',
      scope: 'payments:write',
      tag: 'farmer',
      summary: 'Open a payment intent',
      description:
        "Creates the order's payment intent, or returns the one that can still be paid. A new one is created only if the previous one has failed or expired and can no longer be paid.",
      params: OrderId,
      response: PaymentIntentSchema,
      example: intentExample,
      problems: [
        'NOT_FOUND',
        'CASH_ORDER',
        'ALREADY_PAID',
        'NOTHING_TO_PAY',
        'ORDER_CHANGED',
        'CARD_PAYMENTS_OFF',
        'CARD_AMOUNT_REFUSED',
        'PAYMENT_PROVIDER_UNAVAILABLE',
      ],
      idempotent: true,
      // Safe to repeat: an order has at most one open intent.
      prepare: ({ params, user }) => openPaymentIntent(deps, user, params.id, clock()),
      async handle(_, { id, clientSecret, amount, currency, status }) {
        const { name, publishableKey } = getProvider(deps);
        return `{"id":${JSON.stringify(id)},"clientSecret":${JSON.stringify(clientSecret)},"amount":${amount},"currency":"${currency}","status":"${status}","provider":"${name}","publishableKey":${JSON.stringify(publishableKey)}}`;
      },
      removeSecret: (body) => body.replace(/"clientSecret":"[^"]*"/, removedSecret),
      async restoreSecret(body) {
        const { id } = JSON.parse(body) as { id: string };
        const { clientSecret } = await callProvider(() => getProvider(deps).retrieveIntent(id));
        return body.replace(removedSecret, () => `"clientSecret":${JSON.stringify(clientSecret)}`);
      },
    }),
    route({
      method: 'GET',
      ignoresUnknown: true,
      path: '/api/farmer/order/{id}/payment-intent/{secret}',
      operationId: 'verifyPaymentIntent',
      access: 'farmer',
      scope: 'payments:write',
      tag: 'farmer',
      summary: 'Verify payment intent to be paid',
      description: 'Looks the intent up at the payment provider and updates paymentStatus. Idempotent.',
      params: Type.Object({
        id: Type.Unsafe<string>({ ...Id('The order.'), example: 42 }),
        secret: Type.String({ description: "The intent's clientSecret.", example: intentExample.clientSecret }),
      }),
      response: FarmerOrderSchema,
      example: { ...farmerOrderExample, paymentMethod: 'visa', paymentStatus: 'paid' },
      problems: ['NOT_FOUND', 'CASH_ORDER', 'TOO_MANY_ATTEMPTS', 'PAYMENT_PROVIDER_UNAVAILABLE'],
      writes: true,
      async handle({ params, user, reply }) {
        await verifyPaymentIntent(deps, user, params.id, params.secret, clock());
        return answerFarmerOrder(orderDeps, await findFarmerOrder(database.write, params.id, user.id), reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/cash',
      operationId: 'takeCash',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Record a cash payment at the office',
      params: OrderId,
      body: named('Cash', Type.Object({ cashReceived: CashAmount })),
      bodyExample: { cashReceived: 400000 },
      response: CashPaymentSchema,
      example: { order: { ...orderExample, paymentStatus: 'paid' }, changeDue: 25000 },
      problems: ['NOT_FOUND', 'CARD_ORDER', 'ALREADY_PAID', 'CASH_TOO_LITTLE', 'NOTHING_TO_PAY'],
      idempotent: true,
      async handle({ params, body, user, database: writer, reply }) {
        const { company } = await orderDeps.catalog.facts();
        const { row, changeDue } = await recordCashAtOffice(writer, user, params.id, String(body.cashReceived), company, clock());
        return `{"order":${await answerOrder(orderDeps, row, reply)},"changeDue":${changeDue}}`;
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/refund',
      operationId: 'returnCash',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Record a refund in cash or by bank transfer',
      description:
        'For an order that was paid and then cancelled, or for which too much was paid: the office has returned the whole amount, in cash or by bank transfer. What a card can take back is refunded automatically.',
      params: OrderId,
      body: named('ReturnedCash', Type.Object({ method: OneOf(['cash', 'transfer'] as const) })),
      bodyExample: { method: 'transfer' },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'cancelled' },
      problems: ['NOT_FOUND', 'CARD_ORDER', 'NOTHING_TO_RETURN'],
      idempotent: true,
      async handle({ params, body, user, database: writer, reply }) {
        const { currency } = (await orderDeps.catalog.facts()).company;
        return answerOrder(
          orderDeps,
          await returnCash(writer, user, { orderId: params.id, method: body.method, currency }, clock()),
          reply,
        );
      },
    }),
    ...(provider instanceof SandboxProvider ? [sandboxCardRoute(deps, provider, clock)] : []),
    ...(provider?.parseWebhook === undefined ? [] : [webhookRoute(deps, provider, clock)]),
  ];
}

function sandboxCardRoute({ database }: PaymentDeps, sandbox: SandboxProvider, clock: Clock): Route {
  return route({
    method: 'POST',
    path: '/api/farmer/order/{id}/payment-intent/sandbox-card',
    operationId: 'payWithTestCard',
    access: 'farmer',
    tag: 'farmer',
    summary: 'Pay with a test card',
    description:
      'Only with the built-in sandbox provider. 4242 4242 4242 4242 and 5555 5555 5555 4444 succeed, 4000 0000 0000 0002 is declined, 4000 0000 0000 0069 is declined as expired, 4000 0025 0000 3155 requires a second step: call again with `approved`.',
    params: OrderId,
    body: named(
      'TestCard',
      Type.Object({
        clientSecret: Type.String({ minLength: 1, maxLength: 300 }),
        cardNumber: Type.Optional(Type.String({ maxLength: 30 })),
        approved: Type.Optional(Type.Boolean({ description: "The farmer's answer to the bank's second step." })),
      }),
    ),
    bodyExample: { clientSecret: intentExample.clientSecret, cardNumber: '4242424242424242' },
    response: IntentStatusSchema,
    example: { id: intentExample.id, status: 'succeeded' },
    problems: ['NOT_FOUND', 'CASH_ORDER', 'INTENT_CLOSED', 'TOO_MANY_ATTEMPTS'],
    async handle({ params, body, user }) {
      const { id } = await getIntentBySecret(database, user, params.id, body.clientSecret, clock());
      return { id, status: await sandbox.pay(id, body.cardNumber, body.approved) };
    },
  });
}
