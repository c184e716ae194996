import { Type } from 'typebox';
import { paymentMethods } from '../orders/order.ts';
import { answerFarmerOrder, answerOrder, commandContext, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { FarmerOrderSchema, farmerOrderExample, OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { type Route, route } from '../platform/http/route.ts';
import { named, OneOf } from '../platform/http/schemas.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { changePaymentMethod, withdrawIntents } from './change-payment-method.ts';
import type { PaymentProvider } from './provider.ts';
import type { PaymentDeps } from './settle-intent.ts';

const MethodBody = named('NewPaymentMethod', Type.Object({ paymentMethod: OneOf(paymentMethods) }));
const bodyExample = { paymentMethod: 'cash' };
const description =
  'While the order is unpaid. Card payments that are open are ended at the payment provider first: one that has succeeded meanwhile counts, and the change is refused. Choosing the same way again changes nothing.';
const problems = [
  'NOT_FOUND',
  'ALREADY_PAID',
  'NOTHING_TO_PAY',
  'CARD_PAYMENTS_OFF',
  'PAYMENT_IN_PROGRESS',
  'PAYMENT_PROVIDER_UNAVAILABLE',
] as const;

/** Changing how an order is paid. */
export function paymentMethodRoutes(deps: OrderDeps, provider: PaymentProvider | undefined, log: Log): Route[] {
  const paymentDeps: PaymentDeps = { database: deps.database, provider, log };
  return [
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/payment-method',
      operationId: 'changeMyPaymentMethod',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Change the payment method of my order',
      description,
      params: OrderId,
      body: MethodBody,
      bodyExample,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems,
      idempotent: true,
      versioned: true,
      prepare: ({ params, body, user, expectedVersion }) =>
        withdrawIntents(paymentDeps, user, { orderId: params.id, ...body }, expectedVersion, deps.clock()),
      async handle(call) {
        const change = { orderId: call.params.id, paymentMethod: call.body.paymentMethod };
        return answerFarmerOrder(deps, await changePaymentMethod(commandContext(deps, call), change, provider !== undefined), call.reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/payment-method',
      operationId: 'changePaymentMethod',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Change the payment method of an order',
      description,
      params: OrderId,
      body: MethodBody,
      bodyExample,
      response: OrderSchema,
      example: orderExample,
      problems,
      idempotent: true,
      versioned: true,
      prepare: ({ params, body, user, expectedVersion }) =>
        withdrawIntents(paymentDeps, user, { orderId: params.id, ...body }, expectedVersion, deps.clock()),
      async handle(call) {
        const change = { orderId: call.params.id, paymentMethod: call.body.paymentMethod };
        return answerOrder(deps, await changePaymentMethod(commandContext(deps, call), change, provider !== undefined), call.reply);
      },
    }),
  ];
}
