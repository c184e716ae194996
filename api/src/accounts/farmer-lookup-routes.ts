import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { maxSearchTotal, Paged, pageExample, readPage, searchTotal, searchTotalHeaders, searchTotalNote } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Database } from '../platform/postgres/database.ts';
import { looksLikePhone, minPhoneSearchDigits, phonePrefixes } from './account-rules.ts';
import { writeUser } from './account-store.ts';
import { countFarmersByPhone, farmerSortColumns, listFarmersByPhone } from './farmer-lookup-store.ts';
import { UserSchema, userExample } from './user.ts';

export function farmerLookupRoutes(database: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/farmer',
      operationId: 'findFarmersByPhone',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Find farmers by the beginning of a phone number',
      description: `Default sort: by phone number. The list is empty if there is no match. ${searchTotalNote}`,
      query: Type.Object({
        phone: Type.String({
          maxLength: 30,
          description: `A phone number or its beginning, at least ${minPhoneSearchDigits} digits, in any spelling.`,
          example: '0901 234',
        }),
        confirmed: Type.Optional(
          Type.Boolean({
            description:
              'Default: true. false: farmers who have typed the number themselves and not confirmed it. Bookings for a caller do not go to them.',
            example: true,
          }),
        ),
      }),
      paging: { sortable: Object.keys(farmerSortColumns) },
      response: Paged('UserPage', UserSchema),
      responseHeaders: searchTotalHeaders,
      example: { content: [userExample], page: pageExample },
      async handle({ query, pageable, reply }) {
        if (!looksLikePhone(query.phone)) throw invalid({ path: 'phone', message: 'must be a phone number, or its beginning' });
        const { confirmed = true } = query;
        const prefixes = phonePrefixes(query.phone);
        if (prefixes.length === 0) throw invalid({ path: 'phone', message: `must have at least ${minPhoneSearchDigits} digits` });
        const mostNeeded = Math.max(maxSearchTotal, pageable.page * pageable.size) + 1;
        return readPage(
          pageable,
          () => countFarmersByPhone(database.read, prefixes, confirmed, mostNeeded),
          async (limit, offset) =>
            (await listFarmersByPhone(database.read, prefixes, confirmed, pageable.sort, limit, offset)).map(writeUser),
          (matches) => searchTotal(reply, matches),
        );
      },
    }),
  ];
}
