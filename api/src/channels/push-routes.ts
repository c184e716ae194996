import { Type } from 'typebox';
import { sendAccessNotice } from '../accounts/access-notice.ts';
import { recentSignInMinutes } from '../accounts/account-rules.ts';
import { noteAddedAgain } from '../accounts/ended-access-store.ts';
import { tokenHashOf } from '../accounts/request-origin.ts';
import { checkRecentSignIn, lockSignedIn } from '../accounts/signed-in-store.ts';
import { AppError, type FieldError, invalid } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { DoneSchema, Exact, Id, Line, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { PushKeys } from './push-keys.ts';
import type { PushServices } from './push-service-rules.ts';
import { countDevices, deviceSortColumns, listDevices, removeDevice, removeEndpoint, saveSubscription } from './push-store.ts';

const deviceStates = ['ready', 'failing', 'not_supported'] as const;

const DeviceSchema = named(
  'PushDevice',
  Exact({
    id: Id(),
    device: Type.String({ description: 'What the browser says about itself.' }),
    createdAt: Timestamp(),
    lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description: 'The last message to it.' }),
    state: OneOf(deviceStates, {
      description:
        'ready: it gets messages. failing: several messages in a row failed, so it gets none for a while, at most an hour. not_supported: it is at a push service that the company does not use, so it gets none.',
    }),
  }),
);
const writeDevice = compileRowWriter(DeviceSchema);

const Endpoint = Text(1000, { description: 'Address of the device at its push service, from the browser.' });
const SubscriptionBody = named(
  'NewPushDevice',
  Type.Object({
    endpoint: Endpoint,
    p256dh: Text(200, { description: 'Public key of the browser, in base64url.' }),
    auth: Text(100, { description: 'Secret of the browser, in base64url.' }),
    device: Line(100),
  }),
);

const unknownService = 'is at a push service that we do not know: please use Chrome, Edge, Firefox or Safari';

function subscriptionErrors(
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  services: PushServices,
): FieldError[] {
  const isBytes = (value: string, length: number) => /^[\w-]+=*$/.test(value) && Buffer.from(value, 'base64url').length === length;
  return [
    ...(services.of(endpoint) !== undefined ? [] : [{ path: 'endpoint', message: unknownService }]),
    ...(isBytes(p256dh, 65) && Buffer.from(p256dh, 'base64url')[0] === 4
      ? []
      : [{ path: 'p256dh', message: 'must be a public key of 65 bytes' }]),
    ...(isBytes(auth, 16) ? [] : [{ path: 'auth', message: 'must be a secret of 16 bytes' }]),
  ];
}

const keyExample = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U';

export interface PushRouteDeps {
  database: Database;
  clock: Clock;
  keys: PushKeys | undefined;
  services: PushServices;
  /** Whether SMS are sent. */
  hasSms: boolean;
}

/** Push messages to the browsers of the signed-in user. */
export function pushRoutes({ database, clock, keys, services, hasSms }: PushRouteDeps): Route[] {
  const common = { access: 'signed-in', tag: 'common' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/common/push-key',
      operationId: 'getPushKey',
      summary: 'Public key for push messages',
      response: named(
        'PushKey',
        Exact({ publicKey: NullableText({ description: 'VAPID key of the service; null: push is not set up.' }) }),
      ),
      example: { publicKey: keyExample },
      handle: async () => ({ publicKey: keys === undefined ? null : (await keys.get()).publicKey }),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/common/push-device/',
      operationId: 'listPushDevices',
      summary: 'My devices that get push messages',
      paging: { sortable: Object.keys(deviceSortColumns) },
      response: Paged('PushDevicePage', DeviceSchema),
      example: {
        content: [{ id: 3, device: 'Chrome on Android', createdAt: '2026-11-15T02:30:00.000Z', lastUsedAt: null, state: 'ready' }],
        page: pageExample,
      },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countDevices(database.read, user.id),
          async (limit, offset) =>
            (
              await listDevices(database.read, { userId: user.id, patterns: services.patterns, now: clock() }, pageable.sort, limit, offset)
            ).map(writeDevice),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/push-device/',
      operationId: 'addPushDevice',
      summary: 'Get push messages on this device',
      description: `Only devices at a known push service: of Google, Mozilla, Apple, Microsoft, or one of \`SWATH_PUSH_SERVICES\`. At most ten devices; the oldest one is forgotten. A browser belongs to the user who added it last. Needs a sign-in within the last ${recentSignInMinutes} minutes.`,
      body: SubscriptionBody,
      bodyExample: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
        p256dh: keyExample,
        auth: 'aW1hZ2luZS1hLXNlY3I',
        device: 'Chrome on Android',
      },
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND', 'SIGN_IN_TOO_OLD'],
      async handle({ body, user, request }) {
        if (keys === undefined) throw new AppError('NOT_FOUND', 'Push messages are not set up.');
        const errors = subscriptionErrors(body, services);
        if (errors.length > 0) throw invalid(...errors);
        await database.transaction(async (tx) => {
          const now = clock();
          checkRecentSignIn(await lockSignedIn(tx, user.id, tokenHashOf(request)), now);
          await saveSubscription(tx, user.id, body, now);
          await noteAddedAgain(tx, user.id, 'push_device', { name: body.device });
          await sendAccessNotice(tx, user.id, 'push_device', { hasSms, now });
        });
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/push-device/remove',
      operationId: 'removePushDevice',
      summary: 'No more push messages on a device',
      description: 'By the address of its push service, which only the device knows, or by its id.',
      body: named('OldPushDevice', Type.Object({ endpoint: Type.Optional(Endpoint), id: Type.Optional(Id()) })),
      bodyExample: { endpoint: 'https://fcm.googleapis.com/fcm/send/abc' },
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle({ body: { endpoint, id }, user }) {
        const removed =
          endpoint !== undefined
            ? await removeEndpoint(database.write, user.id, endpoint)
            : id !== undefined && (await removeDevice(database.write, user.id, id));
        if (!removed) throw new AppError('NOT_FOUND', 'There is no such device of yours.');
        return { done: true };
      },
    }),
  ];
}
