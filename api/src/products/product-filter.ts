import { Type } from 'typebox';
import { CalendarDate, Id } from '../platform/http/schemas.ts';

/** Filters of the list of products, and of its export. */
export const ProductFilter = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Beginnings of words in name, authorisation number and active ingredients.',
      example: 'hopper',
    }),
  ),
  cropId: Type.Optional(Type.Unsafe<string>({ ...Id('Only products with a use for this crop.'), example: 2 })),
  usableOn: Type.Optional(CalendarDate({ description: 'Only products that are not withdrawn on this date.', example: '2026-11-17' })),
});
