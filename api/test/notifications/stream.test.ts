import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueToken } from '../../src/accounts/sign-in.ts';
import { type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { type EventStream, openStream } from './event-stream.ts';

let service: Service;
const open: EventStream[] = [];

beforeAll(async () => {
  service = await startService({ timing: { heartbeat: 50 } });
  await service.sql('update spray_session set capacity = 1000');
});
afterAll(async () => {
  for (const stream of open) stream.leave();
  await service.close();
});

async function listen(person: Caller, headers: Record<string, string> = {}, at = service): Promise<EventStream> {
  const stream = await openStream(at.url, { authorization: `Bearer ${person.token}`, ...headers });
  open.push(stream);
  return stream;
}

const ids = (stream: EventStream) => stream.events.map(({ data }) => data.order.id);
const inboxSize = async (person: Caller) => (await person.get('/api/common/notification/')).body.page.totalElements;

test('when an order is placed, then the stream has the same notification as the inbox, with heartbeats between', async () => {
  const farmer = await signedIn(service, 'farmer');
  const stream = await listen(farmer);
  expect(stream.status).toBe(200);
  expect(stream.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(stream.headers['cache-control']).toBe('no-store');
  await placed(farmer);
  await eventually(async () => expect(stream.events).toHaveLength(1));
  const [inbox] = (await farmer.get('/api/common/notification/')).body.content;
  expect(stream.events[0]).toEqual({ id: String(inbox.id), data: inbox });
  expect(inbox.recipient.password).toBe('[redacted]');
  await eventually(async () => expect(stream.comments.length).toBeGreaterThan(2));
});

test("when other users' orders are dispatched, then they are not in a user's stream", async () => {
  const [one, other] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  const stream = await listen(one);
  await placed(other);
  const mine = await placed(one);
  await eventually(async () => expect(ids(stream)).toEqual([mine.id]));
});

test('when an order changes, then every user who can see it gets the event, in every process, and other users do not', async () => {
  const elsewhere = await service.another();
  const [farmer, stranger] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  const office = [await signedIn(service, 'receptionist'), await signedIn(service, 'receptionist'), await signedIn(service, 'admin')];
  const [mine, theirs] = [await listen(farmer), await listen(stranger)];
  const desks = [await listen(office[0] as Caller), await listen(office[1] as Caller, {}, elsewhere), await listen(office[2] as Caller)];
  const order = await placed(farmer);
  for (const stream of [mine, ...desks]) await eventually(async () => expect(stream.changes).toEqual([order.id]));
  const other = await placed(stranger);
  await eventually(async () => expect(theirs.changes).toEqual([other.id]));
  expect(mine.changes).toEqual([order.id]);
});

test('when a client reconnects with Last-Event-ID, then it gets the events that it missed, in order and once', async () => {
  const farmer = await signedIn(service, 'farmer');
  const first = await listen(farmer);
  const before = await placed(farmer);
  await eventually(async () => expect(ids(first)).toEqual([before.id]));
  first.leave();
  const missed: number[] = [];
  for (let n = 0; n < 50; n++) missed.push((await placed(farmer)).id);
  await eventually(async () => expect(await inboxSize(farmer)).toBe(51));
  const second = await listen(farmer, { 'last-event-id': first.lastId() });
  const after = await placed(farmer);
  await eventually(async () => expect(ids(second)).toEqual([...missed, after.id]));
});

test('when a client disconnects before its first event, then the id from the start of the stream resumes it', async () => {
  const farmer = await signedIn(service, 'farmer');
  await placed(farmer);
  await eventually(async () => expect(await inboxSize(farmer)).toBe(1));
  const first = await listen(farmer);
  await eventually(async () => expect(first.lastId()).not.toBe(''));
  first.leave();
  const { id } = await placed(farmer);
  const second = await listen(farmer, { 'last-event-id': first.lastId() });
  await eventually(async () => expect(ids(second)).toEqual([id]));
  expect(first.events).toEqual([]);
});

test('when Last-Event-ID is invalid, then it is refused; when it is in the future, then the stream starts from now', async () => {
  const farmer = await signedIn(service, 'farmer');
  const refused = await call(service, 'GET', '/api/common/notification/stream', {
    token: farmer.token,
    headers: { 'last-event-id': "1' or 1=1" },
  });
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  const ahead = await listen(farmer, { 'last-event-id': '9999999999999999999' });
  const { id } = await placed(farmer);
  await eventually(async () => expect(ids(ahead)).toEqual([id]));
});

test('when the order was placed through another process, then its farmer gets the event here as well', async () => {
  const other = await service.another();
  const farmer = await signedIn(service, 'farmer');
  const here = await listen(farmer);
  const there = await listen(farmer, {}, other);
  const expected: number[] = [];
  for (let n = 0; n < 10; n++) expected.push((await placed(callerOn(n % 2 === 0 ? service : other, farmer))).id);
  for (const stream of [here, there])
    await eventually(async () => expect([...ids(stream)].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b)));
  expect(ids(here)).toEqual(ids(there));
  const order = here.events.map(({ id }) => Number(id));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('when the LISTEN connection is lost, then no event of that time is missed', async () => {
  const farmer = await signedIn(service, 'farmer');
  const stream = await listen(farmer);
  const expected: number[] = [];
  for (let n = 0; n < 5; n++) {
    await service.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()",
    );
    expected.push((await placed(farmer)).id);
  }
  await eventually(async () => expect(ids(stream)).toEqual(expected));
});

test("when a user signs out, then that user's stream ends at once in every process, and no other", async () => {
  const other = await service.another();
  const [farmer, neighbour] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  const theirs = [await listen(farmer), await listen(farmer, {}, other)];
  const stays = await listen(neighbour);
  await farmer.post('/api/auth/logout');
  await Promise.all(theirs.map(({ ended }) => ended));
  expect((await call(service, 'GET', '/api/common/notification/stream', { token: farmer.token })).status).toBe(401);
  const { id } = await placed(neighbour);
  await eventually(async () => expect(ids(stays)).toEqual([id]));
});

test("when a user is deactivated, then the user's stream ends", async () => {
  const farmer = await signedIn(service, 'farmer');
  const stream = await listen(farmer);
  await service.sql('update app_user set active = false where id = $1', [farmer.id]);
  await service.sql("select pg_notify('swath_revoked', '')");
  await stream.ended;
});

test('when a token expires, then its stream ends', async () => {
  const own = await startService();
  try {
    const farmer = await signedIn(own, 'farmer');
    const stream = await listen(farmer, {}, own);
    own.clock.now = new Date(own.clock.now.getTime() + 31 * 86_400_000);
    await stream.ended;
  } finally {
    await own.close();
  }
});

test('when the browser sends its cookie, then the stream opens', async () => {
  const farmer = await signedIn(service, 'farmer');
  const stream = await openStream(service.url, { cookie: `swath_token=${farmer.token}` });
  open.push(stream);
  const { id } = await placed(farmer);
  await eventually(async () => expect(ids(stream)).toEqual([id]));
});

test('when a user opens too many streams, then the next is refused until one is closed', async () => {
  const farmer = await signedIn(service, 'farmer');
  const streams = [];
  for (let n = 0; n < 10; n++) streams.push(await listen(farmer));
  const refused = await call(service, 'GET', '/api/common/notification/stream', { token: farmer.token });
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_STREAMS']);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  streams[0]?.leave();
  await eventually(async () => expect((await listen(farmer)).status).toBe(200));
});

test('when the method is HEAD, then it is answered and no stream stays open', async () => {
  const farmer = await signedIn(service, 'farmer');
  const answer = await call(service, 'HEAD', '/api/common/notification/stream', { token: farmer.token });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
});

test('when a client stops reading, then it is disconnected, and on reconnect it gets the rest', async () => {
  const farmer = await signedIn(service, 'farmer');
  const { id: orderId } = await placed(farmer);
  await eventually(async () => expect(await inboxSize(farmer)).toBe(1));
  // More than the socket buffers hold.
  await service.sql(
    `insert into notification (recipient_id, order_id, subject, text, at)
     select $1, $2, 'long', repeat('x', 20000), now() from generate_series(1, 1500)`,
    [farmer.id, orderId],
  );
  const slow = await listen(farmer, { 'last-event-id': '0' });
  slow.pause();
  const connections = () => new Promise<number>((resolve) => service.app.http.server.getConnections((_, count) => resolve(count)));
  const before = await connections();
  await eventually(async () => expect(await connections()).toBeLessThan(before));
  const back = await listen(farmer, { 'last-event-id': slow.lastId() === '' ? '0' : slow.lastId() });
  await eventually(async () => expect(slow.events.length + back.events.length).toBe(1501));
  const seen = [...slow.events, ...back.events].map(({ id }) => Number(id));
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});

test('when the service stops, then it ends its streams and does not wait for them', async () => {
  const own = await startService();
  const farmer = await signedIn(own, 'farmer');
  const reading = await listen(farmer, {}, own);
  const notReading = await listen(farmer, {}, own);
  notReading.pause();
  await own.close();
  await reading.ended;
});

test('when an older token is revoked, then only the stream of that token ends', async () => {
  const farmer = await signedIn(service, 'farmer');
  const older = await listen(farmer);
  const { token } = await issueToken(service.database, [farmer.id], service.clock.now);
  const newer = await listen({ ...farmer, token });
  await farmer.post('/api/auth/logout');
  await older.ended;
  const { id } = await placed(callerOn(service, { ...farmer, token }));
  await eventually(async () => expect(ids(newer)).toEqual([id]));
});

test('when a receptionist gets another role, then the streams end at once in every process, without any later order', async () => {
  const elsewhere = await service.another();
  const admin = await signedIn(service, 'admin');
  const office = await signedIn(service, 'receptionist');
  await signedIn(service, 'receptionist');
  const farmer = await signedIn(service, 'farmer');
  const streams = [await listen(office), await listen(callerOn(elsewhere, office), {}, elsewhere)];
  const answer = await admin.patch(`/api/admin/user/${office.id}`, { role: 'sprayer', expertise: 'adept' });
  expect(answer.status).toBe(200);
  const order = await placed(farmer);
  for (const stream of streams) await stream.ended;
  for (const stream of streams) expect(stream.changes).not.toContain(order.id);
  const again = await listen(office);
  expect(again.status).toBe(200);
  const own = await listen(farmer);
  const other = await placed(farmer);
  await eventually(async () => expect(own.changes).toContain(other.id));
  expect(again.changes).toEqual([]);
});
