import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { untilSettled } from '../barriers.ts';
import { booking, type Caller, callerOn, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

const date = '2026-12-01';
const lockedSession = 1;

let service: Service;
let holder: pg.Client;

afterEach(async () => {
  await holder.end();
  await service.close();
});

/** Does not repeat requests: a 503 is a failure here. */
const newFarmer = async (): Promise<Caller> => callerOn(service, await signedIn(service, 'farmer'), 0);
const book = (farmer: Caller, session: number, on = date) =>
  farmer.post('/api/farmer/order', booking({ date: on, session: { id: session } }));

async function countWaiting(): Promise<number> {
  const [row] = await service.sql<{ n: string }>(
    "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Number(row?.n);
}

describe.each(['pipeline', 'pool'] as const)('with the driver %s, when a transaction holds a place for long', (databaseDriver) => {
  beforeEach(async () => {
    service = await startService({ databaseDriver, idle: true });
    await removeBookingLimits(service);
    expect((await book(await newFarmer(), lockedSession)).status).toBe(200);
    const [row] = await service.sql<{ name: string }>('select current_database() as name');
    holder = new pg.Client({ ...inject('postgres'), database: row?.name });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from session_day where date = $1 and session_id = $2 for update', [date, lockedSession]);
  });

  test('then bookings of other sessions are committed meanwhile, and those of this one when it is released', async () => {
    const farmers = await Promise.all(Array.from({ length: 12 }, newFarmer));
    // More than there are connections for batches, and not all in the first batch.
    const waiting = [];
    for (const farmer of farmers.slice(0, 6)) {
      waiting.push(book(farmer, lockedSession));
      await eventually(async () => expect(await countWaiting()).toBeGreaterThan(0));
    }
    const others = Array.from({ length: 2 }, (_, day) => farmers.slice(6).map((farmer) => book(farmer, 2, `2026-12-0${2 + day}`))).flat();
    expect((await Promise.all(others)).filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);

    let answered = 0;
    for (const answer of waiting) void answer.then(() => answered++);
    expect(answered).toBe(0);
    await eventually(async () => expect(await countWaiting()).toBe(1));
    await holder.query('rollback');
    await untilSettled(waiting, waiting.length);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    const [row] = await service.sql<{ taken: number }>(
      `select taken from session_day where date = '${date}' and session_id = ${lockedSession}`,
    );
    expect(row?.taken).toBe(7);
  });
});
