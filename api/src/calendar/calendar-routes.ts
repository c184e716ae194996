import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { sendAccessNotice } from '../accounts/access-notice.ts';
import { recentSignInMinutes } from '../accounts/account-rules.ts';
import { noteAddedAgain } from '../accounts/ended-access-store.ts';
import { tokenHashOf } from '../accounts/request-origin.ts';
import { checkRecentSignIn, lockSignedIn } from '../accounts/signed-in-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { hashToken, newToken } from '../platform/http/auth.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { addDays, type Clock, wallTime } from '../platform/time/clock.ts';
import { type EventIds, eventOf } from './calendar-events.ts';
import { cancelledDays, maxEvents, windowOf } from './calendar-rules.ts';
import { calendarWords } from './calendar-words.ts';
import { deleteFeed, type FeedOwner, findFeedCreation, findFeedOwner, listCalendarOrders, saveFeed } from './feed-store.ts';
import { writeCalendar } from './write-calendar.ts';

const FeedSchema = named(
  'CalendarFeed',
  Exact({
    createdAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When my address was created; null: I have none.',
    }),
  }),
);
const NewFeedSchema = named(
  'NewCalendarFeed',
  Exact({
    createdAt: Type.Unsafe<string>({ type: 'string', format: 'date-time' }),
    url: Type.String({ description: 'Shown only once. Whoever has it can read the calendar.' }),
  }),
);

const nameOf = { farmer: 'own', sprayer: 'jobs', receptionist: 'office', admin: 'office' } as const;

export interface CalendarDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  publicUrl: string;
  eventIds: EventIds;
  /** Whether SMS are sent. */
  hasSms: boolean;
}

export function calendarRoutes({ database, catalog, clock, publicUrl, eventIds, hasSms }: CalendarDeps): Route[] {
  const calendarOf = async (owner: FeedOwner): Promise<string> => {
    const facts = await catalog.facts();
    const now = clock();
    const { daysBefore, daysAfter } = windowOf(owner.role);
    const today = wallTime(now, facts.company.timeZone).date;
    const range = { from: addDays(today, -daysBefore), to: addDays(today, daysAfter) };
    const orders = await listCalendarOrders(database.read, owner, range, now);
    const { role, language } = owner;
    const context = { facts, language, role, publicUrl, uidOf: await eventIds.uids() };
    const name = `${facts.company.name}: ${calendarWords[language].name[nameOf[role]]}`;
    return writeCalendar(
      { name },
      orders.flatMap(({ latitude, longitude, ...order }) => eventOf({ ...order, position: { latitude, longitude } }, context) ?? []),
    );
  };

  const common = { access: 'signed-in', tag: 'common' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/common/calendar-feed',
      operationId: 'getCalendarFeed',
      summary: 'Whether I have a calendar address',
      response: FeedSchema,
      example: { createdAt: '2026-11-15T02:30:00.000Z' },
      handle: async ({ user }) => ({ createdAt: (await findFeedCreation(database.read, user.id)) ?? null }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/calendar-feed',
      operationId: 'createCalendarFeed',
      summary: 'Create my calendar address',
      description: `A private address for calendar apps. An earlier address stops working. It ends when the account is deactivated or gets another role. Needs a sign-in within the last ${recentSignInMinutes} minutes.`,
      response: NewFeedSchema,
      example: { createdAt: '2026-11-15T02:30:00.000Z', url: 'https://swath.example/api/calendar/….ics' },
      problems: ['SIGN_IN_TOO_OLD'],
      async handle({ user, request }) {
        const [token, now] = [newToken(), clock()];
        await database.transaction(async (tx) => {
          checkRecentSignIn(await lockSignedIn(tx, user.id, tokenHashOf(request)), now);
          await saveFeed(tx, user.id, hashToken(token), user.role, now);
          await noteAddedAgain(tx, user.id, 'calendar_address');
          await sendAccessNotice(tx, user.id, 'calendar_address', { hasSms, now });
        });
        return { createdAt: now.toISOString(), url: `${publicUrl}/api/calendar/${token}.ics` };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/common/calendar-feed',
      operationId: 'deleteCalendarFeed',
      summary: 'Revoke my calendar address',
      description: 'Idempotent.',
      response: DoneSchema,
      example: { done: true },
      async handle({ user }) {
        await deleteFeed(database.write, user.id);
        return { done: true };
      },
    }),
    route({
      method: 'GET',
      path: '/api/calendar/{file}',
      ignoresUnknown: true,
      operationId: 'readCalendarFeed',
      access: 'public',
      tag: 'common',
      summary: 'A calendar as iCalendar (RFC 5545)',
      description: `For calendar apps. A farmer's calendar has the own orders, a sprayer's the assigned ones (30 days back, a year ahead), the office's all (7 days back, 60 ahead), at most ${maxEvents}. Times are in UTC. Cancelled orders stay for ${cancelledDays} days with the status CANCELLED. Answers 304 if the ETag of If-None-Match is current.`,
      params: Type.Object({ file: Type.String({ description: 'The token of the address, and `.ics`.', example: 'unknown.ics' }) }),
      response: Type.String({ contentMediaType: 'text/calendar' }),
      contentType: 'text/calendar',
      example: 'BEGIN:VCALENDAR',
      problems: ['NOT_FOUND'],
      async handle({ params, request, reply }) {
        const [, token] = /^([\w-]{43})\.ics$/.exec(params.file) ?? [];
        const owner = token === undefined ? undefined : await findFeedOwner(database.read, hashToken(token));
        if (owner === undefined) throw new AppError('NOT_FOUND', 'There is no such calendar.');
        const text = await calendarOf(owner);
        const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
        reply.headers({
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="swath.ics"',
          'cache-control': 'private, no-cache',
          etag,
        });
        if (request.headers['if-none-match']?.includes(etag) !== true) return text;
        reply.removeHeader('content-type');
        reply.code(304).send();
        return '';
      },
    }),
  ];
}
