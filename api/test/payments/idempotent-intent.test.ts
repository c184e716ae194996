import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../src/errors.ts';
import type { PhotoStorage } from '../../src/feedback/photo-storage.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { booking, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { FakeProvider } from './fake-provider.ts';

const provider = new FakeProvider();
const pictures = new Map<string, Buffer>();
let storing: () => Promise<void> = async () => {};
const photos: PhotoStorage = {
  async put(key, picture) {
    await storing();
    pictures.set(key, picture);
  },
  find: async (key) => pictures.get(key),
  async remove(key) {
    pictures.delete(key);
  },
};
let failCommit = false;
let service: Service;
let other: Service;
let farmer: Caller;
let days = 0;

beforeAll(async () => {
  service = await startService({
    provider: () => provider,
    photos,
    between: (database) => ({
      ...database,
      get isListening() {
        return database.isListening;
      },
      transaction: (work) =>
        database.transaction(async (tx) => {
          const result = await work(tx);
          if (failCommit) throw new AppError('DATABASE_UNAVAILABLE', 'lost before the commit', { retryAfterSeconds: 1 });
          return result;
        }),
    }),
  });
  other = await service.another();
  farmer = await signedIn(service, 'farmer');
});
afterEach(() => {
  provider.answer = (intent) => intent;
  storing = async () => {};
  failCommit = false;
});
afterAll(() => service.close());

const cardOrder = () => placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa' });
const open = (caller: Caller, orderId: number, key: string) =>
  caller.post(`/api/farmer/order/${orderId}/payment-intent`, undefined, { 'idempotency-key': key });

/** `reached` resolves once this many calls wait; they continue when `release` is called. */
function gate(calls: number) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  let arrived = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const pass = async () => {
    if (++waiting === calls) arrived();
    await released;
  };
  return { release, reached, pass };
}

test('when the provider hangs for more keyed requests than there are connections, then sign-in and bookings still work', async () => {
  const orders = [];
  for (let n = 0; n < 16; n++) orders.push(await cardOrder());
  const hanging = gate(orders.length);
  provider.answer = async (intent) => {
    await hanging.pass();
    return intent;
  };
  const opening = orders.map(({ id }, n) => open(farmer, id, `hanging-${n}`));
  await hanging.reached;
  const visitor = await signedIn(service, 'farmer');
  const booked = await visitor.post('/api/farmer/order', booking({ date: '2027-02-01' }), { 'idempotency-key': 'beside' });
  expect(booked.status).toBe(200);
  expect((await visitor.post(`/api/farmer/order/${booked.body.id}/cancel`)).status).toBe(200);
  hanging.release();
  expect((await Promise.all(opening)).map(({ status }) => status)).toEqual(orders.map(() => 200));
});

test('when one key is sent a hundred times at once to two instances, then there is one intent and one byte-identical response', async () => {
  const { id } = await cardOrder();
  const callers = [farmer, callerOn(other, farmer)];
  const before = provider.size;
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => open(callers[n % 2] as Caller, id, 'hundred')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(provider.size).toBe(before + 1);
});

test('when the response has a payment secret, then no table has it, and a repeat returns it again', async () => {
  const { id } = await cardOrder();
  const first = await open(farmer, id, 'secret');
  const stored = await service.sql<{ answer: string }>("select answer from idempotency_key where key = 'secret'");
  expect(stored).toHaveLength(1);
  const tables = await service.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const [found] = await service.sql<{ rows: string }>(`select count(*) as rows from "${name}" t where t::text like $1`, [
      `%${first.body.clientSecret}%`,
    ]);
    expect([name, found?.rows]).toEqual([name, '0']);
  }
  const repeat = await open(callerOn(other, farmer), id, 'secret');
  expect([repeat.status, repeat.text]).toEqual([200, first.text]);
});

test('when the service crashes between the work and its record, then a retry finds the same intent', async () => {
  const { id } = await cardOrder();
  const before = provider.size;
  failCommit = true;
  expect((await open(farmer, id, 'lost')).body.code).toBe('DATABASE_UNAVAILABLE');
  failCommit = false;
  expect((await open(farmer, id, 'lost')).status).toBe(200);
  expect(provider.size).toBe(before + 1);
});

test('when the photo storage hangs for more keyed uploads than there are connections, then bookings still work, and each photo is stored once', async () => {
  const { default: sharp } = await import('sharp');
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#3a7d2c' } })
    .jpeg()
    .toBuffer();
  const ids: number[] = [];
  for (let n = 0; n < 12; n++) {
    const { id } = await placed(farmer, { date: addDays('2026-11-20', days++) });
    await service.sql("update spray_order set order_status = 'completed', confirmed = true, completion_date = '2026-11-17' where id = $1", [
      id,
    ]);
    const rating = { overallRating: 5, attentiveRating: 4, friendlyRating: 5, professionalRating: 5, text: 'Tốt' };
    expect((await farmer.post(`/api/farmer/order/${id}/feedback`, rating)).status).toBe(200);
    ids.push(id);
  }
  const upload = async (at: Service, id: number) => {
    const response = await fetch(`${at.url}/api/farmer/order/${id}/feedback/photo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${farmer.token}`, 'content-type': 'image/jpeg', 'idempotency-key': `photo-${id}` },
      body: new Uint8Array(picture),
    });
    return { status: response.status, text: await response.text() };
  };
  const hanging = gate(ids.length);
  storing = hanging.pass;
  const uploading = ids.map((id) => upload(service, id));
  await hanging.reached;
  const booked = await farmer.post('/api/farmer/order', booking({ date: '2027-02-02' }), { 'idempotency-key': 'beside-photos' });
  expect(booked.status).toBe(200);
  const repeated = upload(other, ids[0] as number);
  hanging.release();
  const answers = await Promise.all(uploading);
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect((await repeated).text).toBe(answers[0]?.text);
  expect(pictures.size).toBe(ids.length);
});
