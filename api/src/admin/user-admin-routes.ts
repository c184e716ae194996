import { Type } from 'typebox';
import { looksLikePhone, phonePrefixes, recentSignInMinutes } from '../accounts/account-rules.ts';
import { NewPassword, PhoneNumber } from '../accounts/account-schemas.ts';
import { writeUser } from '../accounts/account-store.ts';
import { createInvitationLink } from '../accounts/invitation-link.ts';
import { languages, personChangeFields } from '../accounts/person.ts';
import { findProfile } from '../accounts/person-store.ts';
import { tokenHashOf } from '../accounts/request-origin.ts';
import { expertises, sprayerExample, UserSchema } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { roles, type TokenCache } from '../platform/http/auth.ts';
import type { OwnOrigin } from '../platform/http/own-origin.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Line, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { notFound } from './admin-context.ts';
import { activateUser, changeUser, deactivateUser, endUserAccess, resetUserPassword } from './change-user.ts';
import { createUser, prepareUser } from './create-user.ts';
import { countUsers, listUsers, userSortColumns } from './user-admin-store.ts';

const UserId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The user.'), example: 5 }) });

const Expertise = OneOf(expertises, { description: 'Required for sprayers; not allowed for other roles.' });

const NewUserBody = named(
  'NewUser',
  Type.Object({
    role: OneOf(roles),
    expertise: Type.Optional(Expertise),
    fullName: Line(200),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    phoneNumber: Type.Optional({ ...PhoneNumber, description: '0 or +84, then 9 or 10 digits; spaces allowed. Farmers need one.' }),
    street: Type.Optional(Line(200)),
    city: Type.Optional(Line(100)),
    province: Type.Optional(Line(100)),
    postalCode: Type.Optional(Line(20)),
    language: Type.Optional(OneOf(languages)),
    password: Type.Optional(NewPassword),
  }),
);

const UserChangeBody = named(
  'UserChange',
  Type.Object({
    ...personChangeFields,
    role: Type.Optional(OneOf(roles)),
    expertise: Type.Optional(Expertise),
    password: Type.Optional(NewPassword),
  }),
);

const UserLanguageSchema = named('UserLanguage', Exact({ language: OneOf(languages) }));
const InvitationLinkSchema = named('InvitationLink', Exact({ link: Type.String(), expiresAt: Timestamp() }));
const writeLanguage = compileRowWriter(UserLanguageSchema);

export interface UserAdminDeps {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
  ownOrigin: OwnOrigin;
  /** False: the admin passes invitation links on. */
  hasMailServer: boolean;
  hasSms: boolean;
}

export function userAdminRoutes({ database, tokens, clock, ownOrigin, hasMailServer, hasSms }: UserAdminDeps): Route[] {
  const acting = (call: { database: Database; user: { id: string } }) => ({ database: call.database, actorId: call.user.id, now: clock() });
  /** Invalidates at once, instead of waiting for the notification of the change. */
  const answer = (row: Row): string => {
    tokens.forget();
    return writeUser(row);
  };
  return [
    route({
      method: 'GET',
      path: '/api/admin/user/',
      operationId: 'listUsers',
      access: 'admin',
      tag: 'admin',
      summary: 'All users',
      description: 'Default sort: newest first.',
      query: Type.Object({
        role: Type.Optional(Type.Array(OneOf(roles), { description: 'Only users with one of these roles.', example: ['sprayer'] })),
        active: Type.Optional(Type.Boolean({ description: 'Only active or only inactive users.', example: true })),
        search: Type.Optional(
          Text(100, {
            description:
              'Prefixes of words in the name or the e-mail address, with or without accents; or a phone number or its beginning, in any format.',
            example: 'Bay',
          }),
        ),
      }),
      paging: { sortable: Object.keys(userSortColumns) },
      response: Paged('UserPage', UserSchema),
      example: { content: [sprayerExample], page: pageExample },
      handle({ query, pageable }) {
        const search = query.search?.trim();
        const isNumber = search !== undefined && looksLikePhone(search);
        const filter = { roles: query.role ?? [], active: query.active, search, phonePrefixes: isNumber ? phonePrefixes(search) : [] };
        return readPage(
          pageable,
          () => countUsers(database.read, filter),
          async (limit, offset) => (await listUsers(database.read, filter, pageable.sort, limit, offset)).map(writeUser),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/user/{id}',
      operationId: 'getUser',
      access: 'admin',
      tag: 'admin',
      summary: 'One user',
      params: UserId,
      response: UserSchema,
      example: sprayerExample,
      problems: ['NOT_FOUND'],
      async handle({ params }) {
        const row = await findProfile(database.read, params.id);
        if (row === undefined) throw notFound('user');
        return writeUser(row);
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/user/{id}/language',
      operationId: 'getUserLanguage',
      access: 'admin',
      tag: 'admin',
      summary: 'Language of messages to a user',
      description: 'It is changed with the operation that changes a user.',
      params: UserId,
      response: UserLanguageSchema,
      example: { language: 'vi' },
      problems: ['NOT_FOUND'],
      async handle({ params }) {
        const row = await findProfile(database.read, params.id);
        if (row === undefined) throw notFound('user');
        return writeLanguage(row.slice(-1));
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/user',
      operationId: 'createUser',
      access: 'admin',
      tag: 'admin',
      summary: 'Create a user',
      description: 'Without a password, an invitation link that is valid for three days is sent to the e-mail address.',
      body: NewUserBody,
      bodyExample: {
        role: 'sprayer',
        expertise: 'expert',
        fullName: 'Lê Văn Bay',
        email: 'sprayer@swath.example',
        phoneNumber: '0901 234 565',
      },
      response: UserSchema,
      example: sprayerExample,
      problems: ['ACCOUNT_EXISTS'],
      idempotent: true,
      prepare: ({ body }) => prepareUser(body, hasMailServer),
      handle: async (call, user) => writeUser(await createUser(acting(call), user)),
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/user/{id}',
      operationId: 'changeUser',
      access: 'admin',
      tag: 'admin',
      summary: 'Change a user',
      description: `Omitted fields stay unchanged. A new role applies from the next request on; a new password ends every other way into the account, as a reset does. A new password, and a new e-mail address or phone number of the own account, need a sign-in within the last ${recentSignInMinutes} minutes. The role of a sprayer with open jobs and of the last admin cannot be changed.`,
      params: UserId,
      body: UserChangeBody,
      bodyExample: { expertise: 'expert', phoneNumber: '0901 234 565' },
      response: UserSchema,
      example: sprayerExample,
      problems: ['NOT_FOUND', 'ACCOUNT_EXISTS', 'STAFF_HAS_JOBS', 'FARMER_HAS_ORDERS', 'LAST_ADMIN', 'SIGN_IN_TOO_OLD'],
      handle: async (call) =>
        answer(await changeUser({ ...acting(call), hasSms, token: tokenHashOf(call.request) }, call.params.id, call.body)),
    }),
    route({
      method: 'POST',
      path: '/api/admin/user/{id}/deactivate',
      operationId: 'deactivateUser',
      access: 'admin',
      tag: 'admin',
      summary: 'Deactivate a user',
      description: 'Revokes all tokens of the user at once. Not possible for a sprayer with open jobs or for the last admin.',
      params: UserId,
      response: UserSchema,
      example: { ...sprayerExample, active: false },
      problems: ['NOT_FOUND', 'STAFF_HAS_JOBS', 'LAST_ADMIN'],
      idempotent: true,
      handle: async (call) => answer(await deactivateUser(acting(call), call.params.id)),
    }),
    route({
      method: 'POST',
      path: '/api/admin/user/{id}/activate',
      operationId: 'activateUser',
      access: 'admin',
      tag: 'admin',
      summary: 'Activate a user again',
      params: UserId,
      response: UserSchema,
      example: sprayerExample,
      problems: ['NOT_FOUND', 'FARMER_MERGED'],
      idempotent: true,
      handle: async (call) => answer(await activateUser(acting(call), call.params.id)),
    }),
    route({
      method: 'POST',
      path: '/api/admin/user/{id}/reset-password',
      operationId: 'resetUserPassword',
      access: 'admin',
      tag: 'admin',
      summary: "Reset a user's password",
      description:
        'Removes the password and ends every other way into the account at once: tokens, passkeys, links with issuers, push devices, the calendar address, and the confirmation of the phone number. A reset link is sent to the e-mail address of the user only.',
      params: UserId,
      response: UserSchema,
      example: sprayerExample,
      problems: ['NOT_FOUND', 'CANNOT_SEND_LINK', 'NO_MAIL_SERVER'],
      idempotent: true,
      handle: async (call) => answer(await resetUserPassword(acting(call), call.params.id, hasMailServer)),
    }),
    route({
      method: 'POST',
      path: '/api/admin/user/{id}/end-access',
      operationId: 'endUserAccess',
      access: 'admin',
      tag: 'admin',
      summary: 'End all access of a user',
      description:
        'Ends every way into the account except the password: tokens, passkeys, links with issuers, push devices, the calendar address, and the confirmation of the phone number by code. The user sees the list after the next sign-in. Idempotent.',
      params: UserId,
      response: UserSchema,
      example: sprayerExample,
      problems: ['NOT_FOUND'],
      handle: async (call) => answer(await endUserAccess(acting(call), call.params.id)),
    }),
    route({
      method: 'POST',
      path: '/api/admin/user/{id}/invitation-link',
      operationId: 'createInvitationLink',
      access: 'admin',
      tag: 'admin',
      summary: 'Create a link with which a user chooses a password',
      description:
        'Only while no mail server is set up. The link is in this response only: the service stores its hash. Earlier links of the user end.',
      params: UserId,
      response: InvitationLinkSchema,
      example: { link: 'http://localhost:8080/reset#the-token-of-the-link', expiresAt: '2026-11-18T02:30:00.000Z' },
      problems: ['NOT_FOUND', 'LINKS_ARE_MAILED'],
      async handle(call) {
        if (hasMailServer)
          throw new AppError('LINKS_ARE_MAILED', 'A mail server is set up. Reset the password: the link is sent by e-mail.');
        return createInvitationLink(acting(call), call.params.id, ownOrigin.addressFor(call.request));
      },
    }),
  ];
}
