import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { booking } from '../factories.ts';
import { eventually } from '../harness.ts';
import type { Running } from './built-pair.ts';
import { type ApiCaller, inDays, newFarmer } from './main-flows.ts';

export interface SuspendedPair {
  /** The service that is suspended. */
  suspended: Running;
  other: Running;
  /** The database without a pooler: for the test's own queries and row locks. */
  databaseUrl: string;
}

const book = (farmer: ApiCaller, url: string, location: string, days: number) =>
  farmer.at(url, 'POST', '/api/farmer/order', booking({ date: inDays(days), location }));

interface Clients {
  /** Locks rows that the services need. */
  holder: pg.Client;
  /** Reads pg_stat_activity, which is a snapshot within a transaction, so the holder cannot. */
  observer: pg.Client;
}

/** Connections of the test, closed at the end; a suspended process always gets SIGCONT. */
async function withClients(pair: SuspendedPair, work: (clients: Clients) => Promise<void>): Promise<void> {
  const [holder, observer] = [0, 1].map(() => new pg.Client({ connectionString: pair.databaseUrl })) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), observer.connect()]);
  try {
    await work({ holder, observer });
  } finally {
    pair.suspended.service.child.kill('SIGCONT');
    await Promise.all([holder.end(), observer.end()]);
  }
}

async function rowsOf(client: pg.Client, text: string): Promise<Record<string, string>[]> {
  return (await client.query<Record<string, string>>(text)).rows;
}

/** Waits until this many backends are in that state. */
const until = (observer: pg.Client, condition: string, count: number) =>
  eventually(async () => {
    const found = await rowsOf(
      observer,
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
    );
    expect(found).toHaveLength(count);
    return found;
  });

async function waitingFor(holder: pg.Client): Promise<string> {
  const [own] = await rowsOf(holder, 'select pg_backend_pid() as pid');
  return `${own?.pid} = any(pg_blocking_pids(pid))`;
}

const orderCount = async (client: pg.Client, location: string): Promise<number> =>
  (await rowsOf(client, `select id from spray_order where location = '${location}'`)).length;

/** A process is suspended inside a transaction in which it has locked a place that fifty other bookings need. */
export function placeHeldBySuspended(pair: SuspendedPair, days: number): Promise<void> {
  const { suspended, other } = pair;
  return withClients(pair, async ({ holder, observer }) => {
    const farmer = await newFarmer(other.url);
    const { body: mine } = await book(farmer, suspended.url, 'First', days);
    // A cancellation needs the farmer's row after it has locked the place.
    await holder.query('begin');
    await holder.query('select 1 from app_user where id = (select farmer_id from spray_order where id = $1) for update', [mine.id]);
    const cancelled = farmer.at(suspended.url, 'POST', `/api/farmer/order/${mine.id}/cancel`, {});
    // Notifications to the farmer wait for that row, too.
    const changing = "query like '%set order_status = i.to_status%'";
    const [backend] = await until(observer, `${await waitingFor(holder)} and ${changing}`, 1);
    suspended.service.child.kill('SIGSTOP');
    await holder.query('rollback');
    await until(observer, `pid = ${backend?.pid} and state = 'idle in transaction'`, 1);

    const neighbour = await newFarmer(other.url);
    const second = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => book(neighbour, other.url, second, days)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));

    suspended.service.child.kill('SIGCONT');
    const { status } = await cancelled;
    const [order] = await rowsOf(observer, `select order_status from spray_order where id = ${mine.id}`);
    expect([status, order?.order_status]).toEqual([503, mine.orderStatus]);
    expect(await orderCount(observer, second)).toBe(50);
    await eventually(async () => expect((await book(farmer, suspended.url, 'Third', days + 1)).status).toBe(200));
  });
}

/** Bookings of a process are committed while it is suspended, for longer than its timeout. */
export function committedWhileSuspended(pair: SuspendedPair, days: number): Promise<void> {
  const { suspended, other } = pair;
  const location = randomUUID();
  // PostgreSQL shows the first 1,024 bytes of a statement only.
  const bookingUnderWay = "state = 'active' and query like '%check_open_bookings%'";
  return withClients(pair, async ({ holder, observer }) => {
    const farmer = await newFarmer(other.url);
    expect((await book(farmer, other.url, 'Warm-up', days)).status).toBe(200);
    await holder.query('begin');
    await holder.query('select 1 from session_day where date = $1 for update', [inDays(days)]);
    const bookings = Promise.all(Array.from({ length: 20 }, () => book(farmer, suspended.url, location, days)));
    await until(observer, `${await waitingFor(holder)} and ${bookingUnderWay}`, 1);
    suspended.service.child.kill('SIGSTOP');
    await holder.query('rollback');
    await until(observer, bookingUnderWay, 0);
    const [{ now } = { now: '' }] = await rowsOf(observer, 'select clock_timestamp()::text as now');
    await eventually(async () =>
      expect(await rowsOf(observer, `select '' where clock_timestamp() > '${now}'::timestamptz + interval '12 seconds'`)).toHaveLength(1),
    );
    suspended.service.child.kill('SIGCONT');
    const statuses = (await bookings).map(({ status }) => status);
    await until(observer, bookingUnderWay, 0);
    const booked = statuses.filter((status) => status === 200).length;
    expect(booked).toBeGreaterThan(0);
    expect(await orderCount(observer, location)).toBe(booked);
  });
}
