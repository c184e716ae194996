import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { checked, run } from '../spreadsheets/sheet-calls.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let office: Caller;
let admin: Caller;
let order: { id: number };
let made = 0;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  [farmer, office, admin] = [await signedIn(service, 'farmer'), await signedIn(service, 'receptionist'), await signedIn(service, 'admin')];
  order = await placed(farmer);
});
afterAll(() => service.close());

const newName = () => `Người ${++made}`;
const newPhone = () => `0977${String(++made).padStart(6, '0')}`;
const lockWaiters = async () => {
  const [row] = await service.sql<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return row?.n ?? 0;
};

/** As an edit of the place: it has locked its order, a rename begins, and then it locks the farmer to read the name. */
async function editDuring(rename: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client(service.connection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select id from spray_order where id = $1 for no key update', [order.id]);
    const renamed = rename();
    await eventually(async () => expect(await lockWaiters()).toBe(1));
    await client.query("update spray_order set location = location || '.' where id = $1", [order.id]);
    await client.query('commit');
    await renamed;
  } finally {
    await client.end();
  }
}

const done = async (answer: Promise<Answer>) => expect((await answer).status).toBe(200);
const customer = () => `/api/receptionist/customer/${farmer.id}`;

test.each<[string, () => Promise<unknown>]>([
  ['the farmer', () => done(farmer.patch('/api/common/profile', { fullName: newName() }))],
  ['the farmer, the number,', () => done(farmer.patch('/api/common/profile', { phoneNumber: newPhone() }))],
  ['the office', () => done(office.patch(customer(), { fullName: newName() }))],
  ['an admin', () => done(admin.patch(`/api/admin/user/${farmer.id}`, { phoneNumber: newPhone() }))],
])('when %s renames during an edit of an order, then the edit does not deadlock', async (_, rename) => {
  await editDuring(rename);
});

test('when an import and its undo rename during an edit of an order, then the edit does not deadlock', async () => {
  const phone = newPhone();
  await done(office.patch(customer(), { phoneNumber: phone }));
  const sheet = await checked(service, office, 'farmers', `Phone,Name\n${phone},${newName()}\n`);
  expect(sheet.counts).toMatchObject({ changed: 1 });
  for (const step of ['apply', 'undo'] as const)
    await editDuring(async () => expect(await run(office, sheet.id, step)).toMatchObject({ failure: null }));
});

test('when fifty rename a farmer and edit the orders at two processes at once, then all succeed without a deadlock', async () => {
  const orders = [order, ...(await Promise.all(Array.from({ length: 9 }, () => placed(farmer))))];
  const deadlocks = async () =>
    (await service.sql<{ n: string }>('select deadlocks as n from pg_stat_database where datname = current_database()'))[0]?.n;
  const before = await deadlocks();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const at = n % 2 === 0 ? service : other;
      return n % 5 === 0
        ? callerOn(at, office).patch(customer(), { fullName: newName() })
        : callerOn(at, office).post(`/api/receptionist/order/${orders[n % 10]?.id}/edit`, { location: newName() });
    }),
  );
  expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  expect(await deadlocks()).toBe(before);
});
