import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkServers } from '../../src/doctor/check-servers.ts';
import type { Finding } from '../../src/doctor/doctor-rules.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { PrimaryDiscovery } from '../../src/platform/postgres/primary-discovery.ts';
import { eventually } from '../harness.ts';
import { hasPostgres, type Server, startReplica, startServer, stopServers } from './postgres-server.ts';

describe.runIf(hasPostgres)('two servers after a failover', () => {
  let old: Server;
  let promoted: Server;
  let both: string;

  beforeAll(async () => {
    old = await startServer({ wal_keep_size: '64MB' });
    promoted = await startReplica(old, 'follower');
    both = `postgresql://swath@127.0.0.1:${old.port},127.0.0.1:${promoted.port}/swath`;
  });
  afterAll(stopServers);

  const find = async () => (await new PrimaryDiscovery({ connectionString: both }).find()).connectionString ?? '';
  const doctor = async (env: Record<string, string>) => {
    const findings = new Map<string, Finding>();
    await checkServers(readConfig({ DATABASE_URL: both, ...env }), async (about, check) => {
      const finding = await check();
      findings.set(about, finding);
      return finding;
    });
    return Object.fromEntries([...findings].map(([about, { state, message }]) => [about, `${state}: ${message}`]));
  };

  test('when a replica follows, then the doctor says so, and names a wrong one', async () => {
    const pooler = { DATABASE_POOLER: 'transaction' };
    expect(await doctor({ DATABASE_REPLICA_URL: promoted.url, DATABASE_DIRECT_URL: old.url, ...pooler })).toEqual({
      primary: 'ok: one server takes writes',
      replica: 'ok: follows the primary',
      'direct address': 'ok: is the same server',
    });
    const nowhere = 'postgresql://swath@127.0.0.1:1/swath';
    expect(await doctor({ DATABASE_REPLICA_URL: nowhere, DATABASE_DIRECT_URL: nowhere, ...pooler })).toMatchObject({
      replica: expect.stringMatching(/^wrong: does not answer/),
      'direct address': expect.stringMatching(/^wrong: does not answer/),
    });
    expect(await doctor({ DATABASE_REPLICA_URL: old.url })).toMatchObject({ replica: 'wrong: is no replica: it takes writes itself' });
  });

  test('when the old primary is started again, then the one with the newer timeline is used, and the old one alone is refused', async () => {
    expect(await find()).toContain(String(old.port));
    await old.kill();
    await promoted.query('select pg_promote()');
    await eventually(async () => expect(await find()).toContain(String(promoted.port)));
    await old.start();
    expect((await old.query<{ off: string }>("select current_setting('transaction_read_only') as off"))[0]?.off).toBe('off');
    for (let n = 0; n < 5; n++) expect(await find()).toContain(String(promoted.port));
    expect((await doctor({})).primary).toMatch(/^wrong: 2 servers take writes, on the timelines 1, 2/);
    await promoted.kill();
    await expect(find()).rejects.toMatchObject({ code: '08001', message: expect.stringContaining('old primary') });
  });
});
