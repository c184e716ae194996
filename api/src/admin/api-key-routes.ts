import { Type } from 'typebox';
import { recentSignInMinutes } from '../accounts/account-rules.ts';
import { createApiKey, endApiKey } from '../accounts/api-key.ts';
import { apiKeyStates, defaultRequestsPerMinute, maxExpiryDays, maxRequestsPerMinute } from '../accounts/api-key-rules.ts';
import { apiKeySortColumns, countApiKeys, listApiKeys } from '../accounts/api-key-store.ts';
import { tokenHashOf } from '../accounts/request-origin.ts';
import { apiScopes, roles } from '../platform/http/auth.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Line, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';

const NullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const fields = {
  id: Id(),
  name: Type.String(),
  hint: Type.String({ description: 'The first characters of the key.' }),
  user: Exact({ id: Id(), fullName: Type.String(), role: OneOf(roles) }, { description: 'The account that the key acts as.' }),
  scopes: Type.Array(OneOf(apiScopes)),
  requestsPerMinute: Type.Integer(),
  state: OneOf(apiKeyStates, { description: 'A key is expired, too, when its account is deactivated or has another role.' }),
  createdAt: Timestamp(),
  expiresAt: Timestamp(),
  lastUsedAt: NullableTimestamp('Saved every few seconds.'),
  revokedAt: NullableTimestamp('Null: not revoked.'),
};
const ApiKeySchema = named('ApiKey', Exact(fields));
const NewApiKeySchema = named(
  'ApiKeyWithSecret',
  Exact({ ...fields, key: Type.String({ description: 'Shown only once. Send it as `Authorization: Bearer swath_…`.' }) }),
);
const NewApiKeyBody = named(
  'NewApiKey',
  Type.Object({
    name: Line(100, { description: 'The system that uses the key. Unique among the keys that are not revoked.' }),
    userId: Id('The account that the key acts as. The key has the role of the account, within its scopes.'),
    scopes: Type.Array(OneOf(apiScopes), { minItems: 1, maxItems: apiScopes.length }),
    requestsPerMinute: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxRequestsPerMinute,
        description: `The rate limit of the key; default ${defaultRequestsPerMinute}.`,
      }),
    ),
    expiresInDays: Type.Integer({ minimum: 1, maximum: maxExpiryDays }),
  }),
);

const newKeyExample = { name: 'Website', userId: 1, scopes: ['orders:read', 'orders:write', 'catalog:read'], expiresInDays: 365 };
const keyExample = {
  id: 1,
  name: 'Website',
  hint: 'swath_4Zr8',
  user: { id: 1, fullName: 'Nguyễn Văn Lúa', role: 'farmer' },
  scopes: ['orders:read', 'orders:write', 'catalog:read'],
  requestsPerMinute: 600,
  state: 'active',
  createdAt: '2026-11-15T02:30:00.000Z',
  expiresAt: '2027-11-15T02:30:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

const KeyId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The API key.'), example: 1 }) });

function toJson([id, name, hint, userId, fullName, role, scopes, limit, state, createdAt, expiresAt, lastUsedAt, revokedAt]: Row): object {
  return {
    id: Number(id),
    name,
    hint,
    user: { id: Number(userId), fullName, role },
    scopes: JSON.parse(String(scopes)),
    requestsPerMinute: Number(limit),
    state,
    createdAt,
    expiresAt,
    lastUsedAt: lastUsedAt ?? null,
    revokedAt: revokedAt ?? null,
  };
}

export function apiKeyRoutes({ database, clock, hasSms }: { database: Database; clock: Clock; hasSms: boolean }): Route[] {
  const acting = ({ user }: { user: { id: string } }) => ({ database, actorId: user.id, now: clock() });
  const common = { access: 'admin', tag: 'admin' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/api-key/',
      operationId: 'listApiKeys',
      summary: 'All API keys',
      description: 'Also the expired and revoked ones. Default sort: newest first.',
      paging: { sortable: Object.keys(apiKeySortColumns) },
      response: Paged('ApiKeyPage', ApiKeySchema),
      example: { content: [keyExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countApiKeys(database.read),
          async (limit, offset) =>
            (await listApiKeys(database.read, pageable.sort, limit, offset, clock())).map((row) => JSON.stringify(toJson(row))),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/api-key/',
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description: `For integrations. The key acts as the given account, with the role of that account, and only within its scopes. The response contains the key; it is not stored and cannot be shown again. Needs a sign-in within the last ${recentSignInMinutes} minutes.`,
      body: NewApiKeyBody,
      bodyExample: newKeyExample,
      response: NewApiKeySchema,
      example: { ...keyExample, key: 'swath_…' },
      problems: ['API_KEY_EXISTS', 'SIGN_IN_TOO_OLD'],
      async handle(call) {
        const { row, key } = await createApiKey(
          { ...acting(call), hasSms, token: tokenHashOf(call.request) },
          {
            requestsPerMinute: defaultRequestsPerMinute,
            ...call.body,
            userId: String(call.body.userId),
          },
        );
        return { ...toJson(row), key };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/api-key/{id}/revoke',
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description: 'Takes effect at once: requests with it are answered 401, and a change in progress is not made. Idempotent.',
      params: KeyId,
      response: ApiKeySchema,
      example: { ...keyExample, state: 'revoked', revokedAt: '2026-11-16T02:30:00.000Z' },
      problems: ['NOT_FOUND'],
      handle: async (call) => toJson(await endApiKey(acting(call), call.params.id)),
    }),
  ];
}
