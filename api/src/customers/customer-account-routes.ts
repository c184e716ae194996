import { Type } from 'typebox';
import type { TokenCache } from '../platform/http/auth.ts';
import type { OwnOrigin } from '../platform/http/own-origin.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, Id, NullableText, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { resetAccess } from './change-customer.ts';
import { mergeCustomers } from './merge-customers.ts';

const FarmerId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The farmer.'), example: 3 }) });
const MergeBody = named('CustomerMerge', Type.Object({ farmerId: Id('The duplicate, which is closed.') }));
const AccessBody = named(
  'AccessReset',
  Type.Object({
    by: OneOf(['mail', 'link'], { description: 'mail: the link is sent to the farmer. link: the response contains it, once.' }),
  }),
);
const AccessSchema = named(
  'NewAccess',
  Exact({
    link: NullableText({ description: 'Address of a page to choose a password. null: it is sent by mail.' }),
    expiresAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  }),
);

export interface CustomerAccountDeps {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
  ownOrigin: OwnOrigin;
  hasSms: boolean;
  hasMailServer: boolean;
}

/** Merging duplicates, and new access for a farmer who cannot sign in. */
export function customerAccountRoutes({ tokens, clock, ownOrigin, hasSms, hasMailServer }: CustomerAccountDeps): Route[] {
  const context = (call: { database: Database; user: { id: string } }) => ({
    database: call.database,
    actorId: call.user.id,
    now: clock(),
    hasSms,
  });
  const shared = { access: 'receptionist', tag: 'receptionist', params: FarmerId } as const;
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/customer/{id}/merge',
      operationId: 'mergeCustomers',
      summary: 'Merge a duplicate account into this farmer',
      description:
        'Orders with their payments and feedback, fields, messages, notes, booking requests, entries of the waiting list and linked sign-ins of the duplicate are moved to this farmer in one transaction. A linked sign-in of an issuer that this farmer has linked already is removed. The duplicate is deactivated and all access to it ends; its phone number and e-mail address can be used again. Every address and number of both gets a notice. It cannot be undone.',
      body: MergeBody,
      bodyExample: { farmerId: 4 },
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND', 'FARMER_MERGED', 'FARMER_DEACTIVATED'],
      idempotent: true,
      async handle(call) {
        await mergeCustomers(context(call), call.params.id, call.body.farmerId);
        tokens.forget();
        return { done: true };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/customer/{id}/reset-access',
      operationId: 'resetCustomerAccess',
      summary: 'Reset the access of a farmer',
      description:
        'Removes the password and ends every other way into the account at once: tokens, passkeys, links with issuers, push devices, the calendar address, and the confirmation of the phone number. A password link is sent by mail, or returned once. Not for accounts of staff.',
      body: AccessBody,
      bodyExample: { by: 'link' },
      response: AccessSchema,
      example: { link: 'https://spray.example/reset#…', expiresAt: '2026-11-16T02:30:00.000Z' },
      problems: ['NOT_FOUND', 'CANNOT_SEND_LINK', 'NO_MAIL_SERVER'],
      async handle(call) {
        const { token, expiresAt } = await resetAccess({ ...context(call), hasMailServer }, call.params.id, call.body.by);
        tokens.forget();
        return { link: token === null ? null : `${ownOrigin.addressFor(call.request)}/reset#${token}`, expiresAt };
      },
    }),
  ];
}
