import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRecords } from '../../src/spray-records/check-records.ts';
import { linkRecords } from '../../src/spray-records/link-records.ts';
import { hashLink } from '../../src/spray-records/record-hash.ts';
import { verifyChain } from '../../src/spray-records/verify-chain.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, callerOn, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { finish, job } from './record-steps.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let crew: Caller;
const finishes = 50;

beforeAll(async () => {
  service = await startService({ idle: true });
  other = await service.another();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  crew = await signedIn(service, 'sprayer');
});
afterAll(() => service.close());

/** Until nothing is left, as the timers of both processes do. */
async function linkAll(): Promise<void> {
  const waiting = async () => (await service.sql('select from spray_record_unlinked limit 1')).length > 0;
  while (await waiting()) await Promise.all([linkRecords(service.database), linkRecords(other.database)]);
}

test('when 50 jobs end at once on two processes, then all are in one unbroken chain', async () => {
  const jobs = [];
  for (let n = 0; n < finishes; n++) jobs.push(await job(service, farmer, crew));
  const crews = [crew, callerOn(other, crew)];
  const linking = linkAll();
  await Promise.all(jobs.map((id, n) => finish(crews[n % 2] as Caller, id)));
  await linking;
  await linkAll();
  expect(await verifyChain(service.database.read)).toEqual({ links: finishes, waiting: 0 });
  const [chain] = await service.sql<{ orders: number; last: number }>(
    `select count(distinct r.order_id)::int as orders, max(l.sequence)::int as last from spray_record_link l
       join spray_record_version v on v.id = l.version_id join spray_record r on r.id = v.record_id`,
  );
  expect(chain).toEqual({ orders: finishes, last: finishes });
});

test('when someone rewrites evidence, then the database refuses it', async () => {
  for (const text of [
    `update spray_record_version set content = '{}'`,
    'delete from spray_record_version',
    'truncate spray_record_version cascade',
    'update spray_record_link set hash = previous_hash',
    'delete from spray_record_link',
    'truncate spray_record_link',
    'delete from spray_record where id = 1',
    'truncate spray_record cascade',
  ])
    await expect(service.sql(text)).rejects.toThrow('only ever appended to');
});

const middle = `(select version_id from spray_record_link where sequence = 20)`;
const ofMiddle = `(select record_id from spray_record_version where id = ${middle})`;
const tampering: [string, string[], RegExp][] = [
  [
    'the content',
    [`update spray_record_version set content = replace(content, '"treatedArea":8', '"treatedArea":9') where id = ${middle}`],
    /content has another hash/,
  ],
  ['a blank in the content', [`update spray_record_version set content = content || ' ' where id = ${middle}`], /content has another hash/],
  [
    'content and hash',
    [
      `update spray_record_version set content = replace(content, '"treatedArea":8', '"treatedArea":9') where id = ${middle}`,
      `update spray_record_version set content_hash = encode(sha256(convert_to(content, 'UTF8')), 'hex') where id = ${middle}`,
    ],
    /hash of its link is wrong/,
  ],
  [
    'the hash of the content',
    [`update spray_record_version set content_hash = repeat('a', 64) where id = ${middle}`],
    /hash of its link is wrong/,
  ],
  [
    'the record of a version',
    [`update spray_record_version set record_id = record_id + 1, version = 9 where id = ${middle}`],
    /hash of its link is wrong/,
  ],
  ['the number of a version', [`update spray_record_version set version = 2 where id = ${middle}`], /hash of its link is wrong/],
  ['the previous hash', [`update spray_record_link set previous_hash = repeat('b', 64) where sequence = 20`], /does not follow/],
  ['the hash of a link', [`update spray_record_link set hash = repeat('c', 64) where sequence = 20`], /hash of its link is wrong/],
  ['the place of a link', ['update spray_record_link set sequence = 1000 where sequence = 20'], /link 20 is missing/],
  [
    'the versions of two links',
    [
      'update spray_record_link set version_id = -1 where sequence = 20',
      'update spray_record_link set version_id = (select version_id from spray_record_link where sequence = 20) where sequence = 20',
    ],
    /version is missing/,
  ],
  ['a deleted link', ['delete from spray_record_link where sequence = 20'], /link 20 is missing/],
  ['a deleted version', [`delete from spray_record_version where id = ${middle}`], /version is missing/],
  ['the last link', [`delete from spray_record_link where sequence = ${finishes}`], /state is not|end of the chain/],
  [
    'a deleted record',
    [`delete from spray_record_member where record_id = ${ofMiddle}`, `delete from spray_record where id = ${ofMiddle}`],
    /state is not/,
  ],
  ['the state of a record', [`update spray_record set content_hash = repeat('d', 64) where id = ${ofMiddle}`], /state is not/],
  ['the end of the chain', [`update spray_record_chain set hash = repeat('e', 64)`], /end of the chain/],
];

const newest = `(select version_id from spray_record_link where sequence = ${finishes})`;
const ofNewest = `(select record_id from spray_record_version where id = ${newest})`;
/** Hashes of the newest link and of the end of the chain, made anew after a change of the newest content. */
const relinked = [
  `update spray_record_version set content_hash = encode(sha256(convert_to(content, 'UTF8')), 'hex') where id = ${newest}`,
  `update spray_record set content_hash = (select content_hash from spray_record_version where id = ${newest}) where id = ${ofNewest}`,
];
const rewritten = (from: string, to: string) => [
  `update spray_record_version set content = replace(content, '${from}', '${to}') where id = ${newest}`,
  ...relinked,
];
const forged: [string, string[], RegExp][] = [
  [
    'the newest record away with the end of the chain',
    [
      `create temp table gone as select record_id as id, id as version_id from spray_record_version where id = ${newest}`,
      `delete from spray_record_link where sequence = ${finishes}`,
      'delete from spray_record_version where id = (select version_id from gone)',
      'delete from spray_record_member where record_id = (select id from gone)',
      'delete from spray_record where id = (select id from gone)',
      `update spray_record_chain set sequence = ${finishes - 1}, hash = (select hash from spray_record_link where sequence = ${finishes - 1})`,
    ],
    /work is reported, and its record is missing/,
  ],
  ['the area of the newest record', rewritten('"treatedArea":8', '"treatedArea":9'), /report of the work: areaSprayed/],
  ['the end of the work of the newest record', rewritten('"finishedAt":"2026', '"finishedAt":"2025'), /state differs from its content/],
  ['the state of the newest record', [`update spray_record set products = 'Nước lã' where id = ${ofNewest}`], /state differs.*products/],
  [
    'the deadline of a record',
    [`update spray_record set due_at = due_at + interval '1 day' where id = ${ofMiddle}`],
    /state differs.*dueAt/,
  ],
  [
    'the report of the work',
    [`update work_report set area_sprayed = 9 where order_id = (select order_id from spray_record where id = ${ofMiddle})`],
    /areaSprayed/,
  ],
];

/** Makes the hashes of the last link and of the end anew, as someone who knows the code does. */
async function forgeEnd(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select l.previous_hash, v.record_id, v.version, v.content_hash from spray_record_link l join spray_record_version v on v.id = l.version_id
      where l.sequence = ${finishes}`,
  );
  if (rows[0] === undefined) return;
  const { previous_hash: previousHash, record_id: recordId, version, content_hash: contentHash } = rows[0];
  const hash = hashLink({ sequence: finishes, recordId: String(recordId), version, contentHash, previousHash });
  await client.query(`update spray_record_link set hash = $1 where sequence = ${finishes}`, [hash]);
  await client.query('update spray_record_chain set hash = $1', [hash]);
}

test.each(tampering)('when a superuser changes %s, then the chain names where it breaks', (_, statements, fault) =>
  expectFault(statements, fault),
);

test.each(forged)('when a superuser changes %s and all hashes with it, then the comparison finds it', (_, statements, fault) =>
  expectFault(statements, fault, forgeEnd),
);

async function expectFault(statements: string[], fault: RegExp, forge?: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(service.connection);
  await client.connect();
  const db = {
    rows: async ({ text }: { text: string }, values: readonly unknown[] = []) =>
      (
        await client.query({
          text,
          values: values as unknown[],
          rowMode: 'array',
          types: { getTypeParser: () => (value: string) => value },
        })
      ).rows,
  };
  try {
    await client.query("begin; set local session_replication_role = 'replica'");
    for (const text of statements) await client.query(text);
    await forge?.(client);
    const { fault: found } = await verifyChain(db as never);
    expect(found?.what).toMatch(fault);
    if (statements.some((text) => text.includes('sequence = 20') || text.includes(middle)))
      expect(found?.record).toMatch(/^(SR-\d{6}|link \d+)/);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

test('when a day has passed, then one of two processes checks all records, and the admin, metrics and log have the fault', async () => {
  const admin = await signedIn(service, 'admin');
  const errors: object[] = [];
  const log = { error: (facts: object) => void errors.push(facts) };
  const check = async () => (await admin.get('/api/admin/spray-record-setting')).body.check;
  const metric = async () => (await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${admin.token}` } })).text();
  const now = service.clock.now;
  const later = new Date(now.getTime() + 25 * 3_600_000);
  const run = async (at: Date) =>
    (await Promise.all([checkRecords(service.database, at, log as never), checkRecords(other.database, at, log as never)])).sort();
  expect(await run(now)).toEqual([false, true]);
  expect(await run(now)).toEqual([false, false]);
  expect(await check()).toEqual({ checkedAt: now.toISOString(), versions: finishes, fault: null });
  expect(await metric()).toContain('swath_spray_records_faulty 0');
  await service.sql(`update spray_record set products = 'Nước lã' where id = ${ofMiddle}`);
  expect(await run(later)).toEqual([false, true]);
  expect((await check()).fault).toMatchObject({ record: expect.stringMatching(/^SR-/) });
  expect(errors).toHaveLength(1);
  expect(await metric()).toContain('swath_spray_records_faulty 1');
  await service.sql(`update spray_record set products = '' where id = ${ofMiddle}`);
});

test('when nobody tampers, then the chain stays unbroken', async () => {
  expect((await verifyChain(service.database.read)).fault).toBeUndefined();
});
