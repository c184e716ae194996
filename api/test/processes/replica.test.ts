import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booking } from '../factories.ts';
import { BookingLoad, expectWholeIn, raiseBookingLimit } from '../faults/booking-load.ts';
import { cleanUp } from '../faults/built-service.ts';
import { eventually } from '../harness.ts';
import { type Running, serveOn } from './built-pair.ts';
import { type ApiCaller, inDays, newFarmer } from './main-flows.ts';
import { hasPostgres, type Server, startReplica, startServer, stopServers } from './postgres-server.ts';
import { type SwitchingProxy, startSwitchingProxy } from './switching-proxy.ts';

describe.runIf(hasPostgres)('a primary with a streaming replica', () => {
  let primary: Server;
  let replica: Server;
  let one: Running;
  let two: Running;
  let proxy: SwitchingProxy | undefined;

  beforeAll(async () => {
    primary = await startServer({ wal_keep_size: '256MB' });
    replica = await startReplica(primary, 'follower');
    const env = { DATABASE_REPLICA_URL: replica.url };
    [one, two] = (await Promise.all([serveOn(primary.url, env), serveOn(primary.url, env)])) as [Running, Running];
  });
  afterAll(async () => {
    await cleanUp();
    await proxy?.close();
    await stopServers();
  });

  const listedBy = async (farmer: ApiCaller, url: string): Promise<string[]> => {
    const { status, body, text } = await farmer.at(url, 'GET', '/api/farmer/order/?size=200');
    if (status !== 200) throw new Error(`the list answered ${status}: ${text}`);
    return body.content.map(({ location }: { location: string }) => location);
  };

  /** The last list statements of connections to the replica. */
  const statementsOnReplica = async () =>
    replica.query<{ query: string }>(
      "select query from pg_stat_activity where datname = 'swath' and pid <> pg_backend_pid() and query like '%from spray_order%'",
    );

  /** Books at one service and lists at the other, which must include it, whatever the replication lag. */
  async function bookAndList(farmer: ApiCaller, from: number, count: number): Promise<void> {
    for (let n = from; n < from + count; n++) {
      const location = `field ${n}`;
      const [here, there] = n % 2 === 0 ? [one, two] : [two, one];
      const placed = await farmer.at(here.url, 'POST', '/api/farmer/order', booking({ date: inDays(10 + n), location }));
      expect(placed.status).toBe(200);
      expect(await listedBy(farmer, there.url)).toContain(location);
      expect(await listedBy(farmer, here.url)).toContain(location);
    }
  }

  test('when lists are requested, then the replica answers them', async () => {
    const farmer = await newFarmer(one.url);
    await eventually(async () => {
      await listedBy(farmer, one.url);
      expect((await statementsOnReplica()).length).toBeGreaterThan(0);
    });
  });

  test('when the replica lags repeatedly, then each user reads their own writes, at any service', async () => {
    let pausing = true;
    const pauses = (async () => {
      while (pausing) {
        await replica.query('select pg_wal_replay_pause()');
        await new Promise((resolve) => setTimeout(resolve, 300));
        await replica.query('select pg_wal_replay_resume()');
        await new Promise((resolve) => setTimeout(resolve, 1200));
      }
    })();
    try {
      const farmers = await Promise.all([0, 1, 2, 3].map(() => newFarmer(one.url)));
      await Promise.all(farmers.map((farmer, at) => bookAndList(farmer, at * 20, 12)));
    } finally {
      pausing = false;
      await pauses;
    }
  });

  test('when replay is paused, then lists are still answered, and up to date', async () => {
    await replica.query('select pg_wal_replay_pause()');
    await bookAndList(await newFarmer(one.url), 100, 6);
    await replica.query('select pg_wal_replay_resume()');
  });

  test('when the replica is killed, then requests still succeed, and when it is back, it is used again', async () => {
    const farmer = await newFarmer(one.url);
    await bookAndList(farmer, 120, 2);
    await replica.kill();
    await bookAndList(farmer, 122, 6);
    await replica.start();
    await eventually(async () => {
      await listedBy(farmer, one.url);
      expect((await statementsOnReplica()).length).toBeGreaterThan(0);
    });
    await bookAndList(farmer, 128, 2);
  });

  test('when the replica is promoted under load, then no acknowledged booking is lost or duplicated, and services recover automatically', async () => {
    // Synchronous replication: no booking is acknowledged before the replica has it.
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query('select pg_reload_conf()');
    await eventually(async () => {
      expect(await primary.query('select sync_state from pg_stat_replication')).toEqual([{ sync_state: 'sync' }]);
    });
    proxy = await startSwitchingProxy(primary.port);
    const both = `postgresql://swath@127.0.0.1:${primary.port},127.0.0.1:${replica.port}/swath?target_session_attrs=read-write`;
    const moved = `postgresql://swath@127.0.0.1:${proxy.port}/swath`;
    const [named, behind] = (await Promise.all([
      serveOn(both, { DATABASE_REPLICA_URL: replica.url }),
      serveOn(moved, { DATABASE_REPLICA_URL: replica.url }),
    ])) as [Running, Running];
    const farmers = [await newFarmer(named.url), await newFarmer(behind.url)] as const;
    await raiseBookingLimit(named.url);
    const loads = [
      new BookingLoad(named.url, farmers[0].token, 'named', 150),
      new BookingLoad(behind.url, farmers[1].token, 'behind', 250),
    ];
    await Promise.all(loads.map((load) => load.progress(20)));

    await primary.kill();
    // The address points to the replica before it accepts writes.
    proxy.leadTo(replica.port);
    await eventually(async () => {
      for (const { answers } of loads) expect(answers.at(-1)?.status).toBe(503);
    });
    await replica.query('select pg_promote()');
    await Promise.all(loads.map((load) => load.progress(20)));
    await Promise.all(loads.map((load) => load.stop()));

    for (const load of loads)
      for (const answer of load.answers.filter(({ status }) => status !== 200))
        expect([answer.status, answer.body?.code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    for (const [at, { url }] of [named, behind].entries()) {
      const newest = [...(loads[at]?.acknowledged.keys() ?? [])].at(-1);
      const { body } = await (farmers[at] as ApiCaller).at(url, 'GET', '/api/farmer/order/?size=200&sort=id,desc');
      expect(body.content.map(({ location }: { location: string }) => location)).toContain(newest);
    }
    await expectWholeIn((text) => replica.query(text), ...loads);
    for (const { service } of [named, behind]) expect(service.child.exitCode).toBe(null);
  });
});
