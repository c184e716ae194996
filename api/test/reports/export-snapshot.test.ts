import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Db } from '../../src/platform/postgres/database.ts';
import { looseStatement } from '../../src/platform/postgres/sql.ts';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

const farmers = 3500;
let service: Service;
let office: Caller;
/** Runs after every read of rows. */
let afterRead: (() => Promise<void>) | undefined;

function withHook(database: Database): Database {
  const hooked = async <T>(rows: Promise<T>): Promise<T> => {
    const result = await rows;
    await afterRead?.();
    return result;
  };
  const read: Db = {
    rows: (statement, values) => hooked(database.read.rows(statement, values)),
    rawRows: (statement, values) => hooked(database.read.rawRows(statement, values)),
  };
  return Object.create(database, { read: { value: read } });
}

beforeAll(async () => {
  service = await startService({ between: withHook, idle: true });
  office = await signedIn(service, 'receptionist');
  await service.sql(
    `insert into app_user (full_name, phone_number, role, language, created_at)
     select 'Farmer ' || lpad(n::text, 5, '0'), '08' || lpad(n::text, 8, '0'), 'farmer', 'en', now() from generate_series(1, $1::int) n`,
    [farmers],
  );
});
afterAll(() => service.close());

const numbersIn = (csv: string): number[] => [...csv.matchAll(/Farmer (\d{5})/g)].map(([, number]) => Number(number));
const download = async (path: string) => {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${office.token}` } });
  return { status: response.status, text: await response.text() };
};

test('when rows leave the list while it is exported, then the file shows one moment: no row is left out', async () => {
  let left = 0;
  afterRead = async () => {
    // The first seven, so that all later ones move up.
    const names = Array.from({ length: 7 }, () => `Farmer ${String(++left).padStart(5, '0')}`);
    await service.sql('update app_user set active = false where full_name = any($1)', [names]);
  };
  try {
    const { status, text } = await download('/api/receptionist/customer.csv?language=en');
    expect(status).toBe(200);
    // More than one page was read, each with other rows before it.
    expect(left).toBeGreaterThan(3 * 7);
    const [first = 0, ...others] = numbersIn(text);
    expect(first).toBeLessThan(left);
    expect(others).toEqual(Array.from({ length: farmers - first }, (_, n) => first + 1 + n));
  } finally {
    afterRead = undefined;
  }
});

test('when an export runs, then a search is part of its snapshot', async () => {
  const { text } = await download('/api/receptionist/customer.csv?language=en&search=Farmer%2003');
  expect(numbersIn(text).every((n) => String(n).padStart(5, '0').startsWith('03'))).toBe(true);
  expect(numbersIn(text)).toHaveLength(501);
});

test('when a client reads slowly, then no transaction is open meanwhile', async () => {
  const response = await fetch(`${service.url}/api/receptionist/customer.csv`, { headers: { authorization: `Bearer ${office.token}` } });
  const open = await service.sql(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(open).toEqual([]);
  await response.arrayBuffer();
});

test('when the catalogue changes during a snapshot, then what is cached is the new one', async () => {
  const { database, app } = service;
  const name = await database.snapshot(async () => {
    await database.read.rows(looseStatement('select 1'));
    await service.sql("update crop set name = 'rice paddy' where id = 1");
    app.catalog.invalidate();
    return (await app.catalog.facts()).crops.get('1')?.name;
  });
  expect(name).toBe('rice paddy');
});
