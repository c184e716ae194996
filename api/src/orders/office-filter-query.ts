import { type Static, Type } from 'typebox';
import { looksLikePhone, phonePrefixes } from '../accounts/account-rules.ts';
import { invalid } from '../errors.ts';
import { CalendarDate, Id } from '../platform/http/schemas.ts';
import { readId } from '../platform/http/validation.ts';
import type { OfficeListFilter } from './office-filter.ts';
import { orderStatuses, paymentMethods, paymentStatuses } from './order.ts';
import { choices } from './order-http.ts';

const OptionalId = (description: string, example: number) => Type.Optional(Type.Unsafe<string>({ ...Id(description), example }));

/** The filters of the office's list of orders, as query parameters. */
export const OfficeFilterQuery = Type.Object({
  orderStatus: Type.Optional(choices(orderStatuses, 'Only orders in one of these states.')),
  paymentStatus: Type.Optional(choices(paymentStatuses, 'Only orders whose payment is in one of these states.')),
  paymentMethod: Type.Optional(choices(paymentMethods, 'Only orders paid in one of these ways.')),
  reported: Type.Optional(
    Type.Boolean({
      description:
        'Of the orders in progress, only those whose crew has reported the work and that wait for the sign-off, or only the others.',
      example: true,
    }),
  ),
  from: Type.Optional(CalendarDate({ description: 'Only orders on this date or later.', example: '2026-11-16' })),
  to: Type.Optional(CalendarDate({ description: 'Only orders on this date or earlier.', example: '2026-11-22' })),
  sessionId: OptionalId('Only orders in this session.', 3),
  cropId: OptionalId('Only orders of this crop.', 1),
  sprayerId: OptionalId('Only orders with this sprayer in the crew.', 5),
  farmerId: OptionalId('Only orders of this farmer.', 1),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Prefixes of words in the farmer's name and the place, with or without accents; or a phone number or its beginning, in any format; or the number of an order.",
      example: 'long dien',
    }),
  ),
});

export function readOfficeFilter(query: Static<typeof OfficeFilterQuery>): OfficeListFilter {
  const { orderStatus = [], paymentStatus = [], paymentMethod = [], search, ...others } = query;
  const { from, to } = others;
  if (from !== undefined && to !== undefined && to < from) throw invalid({ path: 'to', message: 'must not be before from' });
  const { words, number } = parseSearch(search);
  const { reported, sessionId, cropId, sprayerId, farmerId } = others;
  return {
    orderStatus,
    paymentStatus,
    paymentMethod,
    reported,
    from,
    to,
    sessionId,
    cropId,
    sprayerId,
    farmerId,
    words,
    number,
  };
}

/** `#42` is an order id; other digits may be an order id, a phone number or part of a place; other text is words. */
function parseSearch(search = ''): Pick<OfficeListFilter, 'words' | 'number'> {
  const text = search.trim();
  if (text === '') return { words: undefined, number: undefined };
  const orderId = readId(text.replace(/^#\s*/, '').replace(/^0+/, '')) ?? null;
  if (/^#\s*\d+$/.test(text)) return { words: undefined, number: { orderId, phonePrefixes: [], words: null } };
  if (!(looksLikePhone(text) && /\d/.test(text))) return { words: text, number: undefined };
  return { words: undefined, number: { orderId, phonePrefixes: phonePrefixes(text), words: text } };
}
