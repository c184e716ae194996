import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import type { Principal, TokenCache } from '../platform/http/auth.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { DoneSchema, Exact, Id, NullableText, named, Timestamp } from '../platform/http/schemas.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { insertAudit } from './audit-store.ts';
import { countDevices, deviceSortColumns, listDevices, revokeDevice } from './device-store.ts';
import { revokeTokens } from './person-store.ts';
import { tokenHashOf } from './request-origin.ts';

const DeviceSchema = named(
  'Device',
  Exact({
    id: Id(),
    browser: NullableText({ description: 'For example Chrome; null: unknown.' }),
    system: NullableText({ description: 'For example Android or iPhone; null: unknown.' }),
    signedInAt: Timestamp(),
    lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description: 'To the minute.' }),
    expiresAt: Timestamp(),
    current: Type.Boolean({ description: 'The device of this request.' }),
  }),
);
const deviceExample = {
  id: 7,
  browser: 'Chrome',
  system: 'Android',
  signedInAt: '2026-11-15T02:30:00.000Z',
  lastUsedAt: '2026-11-15T03:10:00.000Z',
  expiresAt: '2026-12-15T02:30:00.000Z',
  current: true,
};
const DeviceId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The device.'), example: 7 }) });
const writeDevice = compileRowWriter(DeviceSchema);

/** Sign-ins of staff are in the audit trail, and so are the sign-outs of their devices. */
async function auditSignOut(tx: Tx, { id, role }: Principal, now: Date): Promise<void> {
  if (role !== 'farmer') await insertAudit(tx, { actorId: id, action: 'device_sign_out', subjectType: 'user', subjectId: id }, now);
}

export interface DeviceDeps {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
}

/** The devices on which the user is signed in. */
export function deviceRoutes({ database, tokens, clock }: DeviceDeps): Route[] {
  const common = { access: 'signed-in', tag: 'common' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/common/device/',
      operationId: 'listDevices',
      summary: 'Devices on which I am signed in',
      description: 'Default sort: this device first, then by last use.',
      paging: { sortable: Object.keys(deviceSortColumns) },
      response: Paged('DevicePage', DeviceSchema),
      example: { content: [deviceExample], page: pageExample },
      handle({ user, request, pageable }) {
        const [now, current] = [clock(), tokenHashOf(request)];
        return readPage(
          pageable,
          () => countDevices(database.read, user.id, now),
          async (limit, offset) =>
            (await listDevices(database.read, { userId: user.id, current, now }, pageable.sort, limit, offset)).map(writeDevice),
        );
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/common/device/{id}',
      operationId: 'signOutDevice',
      summary: 'Sign out a device of mine',
      description: 'Takes effect at once, on live streams as well.',
      params: DeviceId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        await database.transaction(async (tx) => {
          if (!(await revokeDevice(tx, user.id, params.id))) throw new AppError('NOT_FOUND', 'You are not signed in on such a device.');
          await auditSignOut(tx, user, clock());
        });
        tokens.forget();
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/device/sign-out-others',
      operationId: 'signOutOtherDevices',
      summary: 'Sign out all my other devices',
      description: 'Takes effect at once, on live streams as well. This device stays signed in.',
      response: DoneSchema,
      example: { done: true },
      async handle({ user, request }) {
        await database.transaction(async (tx) => {
          await revokeTokens(tx, user.id, tokenHashOf(request));
          await auditSignOut(tx, user, clock());
        });
        tokens.forget();
        return { done: true };
      },
    }),
  ];
}
