import { expect } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Answer, booking, call } from '../factories.ts';
import { adminEmail, adminPassword } from '../faults/built-service.ts';
import { eventually, notifySeconds } from '../harness.ts';
import { openStream } from '../notifications/event-stream.ts';

let made = 0;

export interface ApiCaller {
  token: string;
  at(url: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

const callerWith = (token: string): ApiCaller => ({
  token,
  at: (url, method, path, body, headers = {}) => call({ url }, method, path, { token, body, headers }),
});

export const inDays = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);

export async function newFarmer(url: string): Promise<ApiCaller> {
  made++;
  const body = { password: 'Green-Field-7', fullName: `Farmer ${made}`, phoneNumber: `08${String(made).padStart(8, '0')}` };
  const answer = await call({ url }, 'POST', '/api/auth/register', { body });
  if (answer.status !== 200) throw new Error(`registering answered ${answer.status}: ${answer.text}`);
  return callerWith(answer.body.token);
}

export async function theAdmin(url: string): Promise<ApiCaller> {
  const answer = await call({ url }, 'POST', '/api/auth/login', { body: { email: adminEmail, password: adminPassword } });
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${answer.text}`);
  return callerWith(answer.body.token);
}

/** Fifty bookings at once for the two places of a session, distributed over the services. */
export async function fiftyForTwoPlaces(urls: string[], days: number): Promise<void> {
  const farmer = await newFarmer(urls[0] as string);
  const order = booking({ date: inDays(days), session: { id: 2 } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => farmer.at(urls[n % urls.length] as string, 'POST', '/api/farmer/order', order)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, ...Array(48).fill(409)]);
  const listed = await farmer.at(urls.at(-1) as string, 'GET', '/api/farmer/order/');
  const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
  expect(listed.body.content.map(({ id }: { id: number }) => id).sort()).toEqual(won.sort());
}

/** The same idempotency key many times at once, at every service: one order, one byte-identical response. */
export async function oneKeyOneOrder(urls: string[], days: number): Promise<void> {
  const farmer = await newFarmer(urls[0] as string);
  const order = booking({ date: inDays(days) });
  const headers = { 'idempotency-key': `key ${days}`.replace(' ', '-') };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => farmer.at(urls[n % urls.length] as string, 'POST', '/api/farmer/order', order, headers)),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  for (const url of urls) {
    expect((await farmer.at(url, 'GET', '/api/farmer/order/')).body.page.totalElements).toBe(1);
    const other = await farmer.at(url, 'POST', '/api/farmer/order', { ...order, area: 99 }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  }
}

/** A change at one service is sent to a stream of the other; a client that reconnects to either gets what it missed. */
export async function streamAcross(bookedAt: string, streamAt: string, days: number): Promise<void> {
  const farmer = await newFarmer(bookedAt);
  const headers = { authorization: `Bearer ${farmer.token}` };
  const stream = await openStream(streamAt, headers);
  expect(stream.status).toBe(200);
  const book = async (session: number) => {
    const { status, body } = await farmer.at(
      bookedAt,
      'POST',
      '/api/farmer/order',
      booking({ date: inDays(days), session: { id: session } }),
    );
    expect(status).toBe(200);
    return body.id;
  };
  const first = await book(1);
  await eventually(async () => {
    expect(stream.events.map(({ data }) => data.order.id)).toEqual([first]);
    expect(stream.changes).toContain(first);
  });
  stream.leave();
  const second = await book(2);
  const again = await openStream(bookedAt, { ...headers, 'last-event-id': stream.lastId() });
  await eventually(async () => expect(again.events.map(({ data }) => data.order.id)).toEqual([second]));
  again.leave();
}

/** A token that is revoked at one service is refused at the other. */
export async function revokedEverywhere(here: string, there: string): Promise<void> {
  const farmer = await newFarmer(here);
  const stream = await openStream(there, { authorization: `Bearer ${farmer.token}` });
  // Cached by both.
  for (const url of [here, there]) expect((await farmer.at(url, 'GET', '/api/auth/me')).status).toBe(200);
  expect((await farmer.at(here, 'POST', '/api/auth/logout')).status).toBe(200);
  // The NOTIFY takes a moment; without it the cache would be valid for ten seconds.
  await eventually(async () => expect((await farmer.at(there, 'GET', '/api/auth/me')).status).toBe(401), notifySeconds);
  await stream.ended;
}
