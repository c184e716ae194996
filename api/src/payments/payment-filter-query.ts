import { type Static, Type } from 'typebox';
import { invalid } from '../errors.ts';
import { paymentMethods } from '../orders/order.ts';
import { choices } from '../orders/order-http.ts';
import { CalendarDate } from '../platform/http/schemas.ts';
import { paymentStages } from './ledger-schemas.ts';
import type { PaymentListFilter } from './ledger-store.ts';

/** The filters of the list of payments, as query parameters. */
export const PaymentFilterQuery = Type.Object({
  status: Type.Optional(
    choices(
      paymentStages,
      'Only orders that stand so with their money. `unpaid`: not cancelled, costs something, and nothing was paid or tried; `failed`: not cancelled, and the last attempt failed; `refunded`: cancelled, and the money went back; `paid`. All four if left out.',
    ),
  ),
  method: Type.Optional(choices(paymentMethods, 'Only orders paid in one of these ways.')),
  from: Type.Optional(CalendarDate({ description: 'Only orders on this date or later.', example: '2026-11-01' })),
  to: Type.Optional(CalendarDate({ description: 'Only orders on this date or earlier.', example: '2026-11-30' })),
});

export function readPaymentFilter(query: Static<typeof PaymentFilterQuery>): PaymentListFilter {
  const { status = [], method = [], from, to } = query;
  if (from !== undefined && to !== undefined && to < from) throw invalid({ path: 'to', message: 'must not be before from' });
  // Without duplicates: a repeated stage or method would list its orders twice.
  const stages = status.length === 0 ? paymentStages : [...new Set(status)];
  const methods = method.length === 0 ? paymentMethods : [...new Set(method)];
  return { stages, methods, from, to };
}
