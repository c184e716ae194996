import { afterAll, beforeAll, expect, test } from 'vitest';
import { booking, type Caller, callerOn, placed, signedIn } from './factories.ts';
import { type Service, startService } from './harness.ts';

let service: Service;
let other: Service;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

test('when one key is sent a hundred times at once to two instances, then there is one order and one byte-identical response', async () => {
  const callers = [farmer, callerOn(other, farmer)];
  const body = booking({ date: '2026-12-24' });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => (callers[n % 2] as Caller).post('/api/farmer/order', body, { 'idempotency-key': 'hundred' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const [made] = await service.sql<{ orders: string; taken: number }>(
    "select (select count(*) from spray_order where date = '2026-12-24') as orders, (select taken from session_day where date = '2026-12-24')",
  );
  expect(made).toEqual({ orders: '1', taken: 1 });
});

test('when a key is reused with another body or for another operation, then it is a 422', async () => {
  const key = { 'idempotency-key': 'reused' };
  const first = await farmer.post('/api/farmer/order', booking({ date: '2026-12-25', session: { id: 1 } }), key);
  expect(first.status).toBe(200);
  const otherBody = await farmer.post('/api/farmer/order', booking({ date: '2026-12-26', session: { id: 1 } }), key);
  expect([otherBody.status, otherBody.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect((await farmer.post(`/api/farmer/order/${first.body.id}/confirm`, undefined, key)).status).toBe(422);
});

test('when two users send the same key, then each gets their own order', async () => {
  const second = await signedIn(service, 'farmer');
  const key = { 'idempotency-key': 'shared' };
  const mine = await farmer.post('/api/farmer/order', booking({ date: '2026-12-27' }), key);
  const theirs = await second.post('/api/farmer/order', booking({ date: '2026-12-27' }), key);
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(mine.body.id).not.toBe(theirs.body.id);
});

test('when a request with a key was refused, then the key can be used again', async () => {
  await placed(farmer, { date: '2026-12-28' });
  const last = await placed(farmer, { date: '2026-12-28' });
  const key = { 'idempotency-key': 'refused' };
  const body = booking({ date: '2026-12-28' });
  expect((await farmer.post('/api/farmer/order', body, key)).body.code).toBe('SESSION_FULL');
  expect((await farmer.post(`/api/farmer/order/${last.id}/cancel`)).status).toBe(200);
  expect((await farmer.post('/api/farmer/order', body, key)).status).toBe(200);
});

test('when the repeat has a trailing slash and the first request had none, then it is the same request', async () => {
  const key = { 'idempotency-key': 'slash' };
  const body = booking({ date: '2026-12-30' });
  const first = await farmer.post('/api/farmer/order', body, key);
  const repeat = await farmer.post('/api/farmer/order/', body, key);
  expect([first.status, repeat.status, repeat.text]).toEqual([200, 200, first.text]);
  const cancel = { 'idempotency-key': 'slash-2' };
  const cancelled = await farmer.post(`/api/farmer/order/${first.body.id}/cancel/`, undefined, cancel);
  expect((await farmer.post(`/api/farmer/order/${first.body.id}/cancel`, undefined, cancel)).text).toBe(cancelled.text);
});

test('when a response is repeated, then it has the status and the ETag of the first', async () => {
  const { id } = await placed(farmer, { date: '2026-12-31' });
  const key = { 'idempotency-key': 'etag' };
  const first = await farmer.post(`/api/farmer/order/${id}/confirm`, undefined, key);
  expect(first.headers.get('etag')).toBe('"2"');
  await farmer.post(`/api/farmer/order/${id}/cancel`);
  const repeat = await callerOn(other, farmer).post(`/api/farmer/order/${id}/confirm`, undefined, key);
  expect([repeat.status, repeat.headers.get('etag'), repeat.text]).toEqual([200, '"2"', first.text]);
});

test('when a day has passed, then a key can be used again; an invalid key is refused', async () => {
  const key = { 'idempotency-key': 'old' };
  const before = await farmer.post('/api/farmer/order', booking({ date: '2026-12-29' }), key);
  await service.sql("update idempotency_key set created_at = created_at - interval '25 hours' where key = 'old'");
  const after = await farmer.post('/api/farmer/order', booking({ date: '2026-12-29' }), key);
  expect(after.body.id).not.toBe(before.body.id);
  expect((await farmer.post('/api/farmer/order', booking(), { 'idempotency-key': 'x'.repeat(300) })).status).toBe(400);
});
