import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { readMigrations } from '../../src/platform/migrations/migration-files.ts';
import { missingSearchWords, wrongSearchRows } from '../orders/wrong-search-rows.ts';
import { describeSchema } from './describe-schema.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';
import { countersStatement, manyOrders, rowsAfter, type Totals, totalsStatement } from './many-orders.ts';
import { PreviousService } from './previous-service.ts';

const lastWithRows = Object.keys(rowsAfter).at(-1);
const lastOfPreviousVersion = '0028-numbers.sql';

let upgraded: EmptyDatabase;
let fresh: EmptyDatabase;

beforeAll(async () => {
  upgraded = await createEmptyDatabase();
  fresh = await createEmptyDatabase();
});

afterAll(async () => {
  await upgraded.drop();
  await fresh.drop();
});

async function first<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T> {
  return (await client.query<T>(text)).rows[0] as T;
}

test('when 200,000 orders of the first version are upgraded file by file while the previous version serves, then nothing fails or is lost', async () => {
  const db = await upgraded.open();
  const services = await Promise.all(['a', 'b'].map(async (name) => new PreviousService(await upgraded.open(), name)));
  const migrations = readMigrations();
  let before: Totals | undefined;
  for (const [at, { name }] of migrations.entries()) {
    expect(await migrate(upgraded.connection, { migrations: migrations.slice(0, at + 1) })).toEqual([name]);
    if (name in rowsAfter)
      await db.query(`set session_replication_role = replica; ${rowsAfter[name]}; set session_replication_role = origin`);
    if (name === lastWithRows) before = await first<Totals>(db, totalsStatement);
    if (name === lastOfPreviousVersion) await Promise.all(services.map((service) => service.start()));
    if (name >= lastOfPreviousVersion) await Promise.all(services.map((service) => service.wholeRound()));
  }
  await Promise.all(services.map((service) => service.stop()));
  expect(services.flatMap(({ errors }) => errors)).toEqual([]);

  const rounds = services.reduce((sum, service) => sum + service.rounds, 0);
  const totals = await first<Totals>(db, totalsStatement);
  expect(before?.orders).toBe(manyOrders);
  expect(totals).toEqual({
    orders: Number(before?.orders) + rounds,
    cost: Number(before?.cost) + 600_000 * rounds,
    payments: Number(before?.payments) + rounds,
    history: Number(before?.history) + 2 * rounds,
    notifications: Number(before?.notifications) + rounds,
  });
  expect(await first(db, countersStatement)).toEqual({
    by_state: totals.orders,
    by_day: totals.orders,
    by_farmer: totals.orders,
    notifications: totals.notifications,
  });
  expect(await first(db, `select count(*)::integer as secrets from idempotency_key where answer like '%clientSecret%'`)).toEqual({
    secrets: 0,
  });
  expect(
    await first(
      db,
      `select count(*)::integer as without from spray_order o
        where o.id <= ${manyOrders} and not exists (
              select from order_field x join field f on f.id = x.field_id
               where x.order_id = o.id and (f.farmer_id, f.name) = (o.farmer_id, o.location))`,
    ),
  ).toEqual({ without: 0 });

  expect((await db.query(wrongSearchRows)).rows).toEqual([]);
  expect((await db.query(missingSearchWords)).rows).toEqual([]);

  await db.query('alter table spray_order reset (fillfactor)');
  await migrate(fresh.connection);
  expect(await describeSchema(db)).toEqual(await describeSchema(await fresh.open()));
});
