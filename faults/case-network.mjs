// A database server that is unreachable, and one without free connections.
import pg from 'pg';
import { withFault } from './case-postgres.mjs';
import { FaultEnvironment, newFolder, removeFolder } from './fault-environment.mjs';
import { startProxy } from './proxy.mjs';
import { pause } from './wait.mjs';

const built = (path) => new URL(`../api/dist/${path}`, import.meta.url).href;

export async function network({ seed, report }) {
  const { startEmbeddedPostgres } = await import(built('platform/embedded-postgres/embedded-postgres.js'));
  const { createLog } = await import(built('platform/telemetry/log.js'));
  const home = newFolder('server');
  const server = await startEmbeddedPostgres({ folder: home, log: createLog('silent'), settings: { max_connections: '60' } });
  const { host, port, user, database } = server.connection;
  const proxy = await startProxy({ path: `${host}/.s.PGSQL.${port}` });
  const settings = { DATABASE_URL: `postgresql://${user}@127.0.0.1:${proxy.port}/${database}` };
  const end = async () => {
    proxy.close();
    await server.stop();
    await removeFolder(home);
  };
  let environment;
  try {
    environment = await FaultEnvironment.open({ name: 'network', seed, settings, connection: server.connection });
  } catch (error) {
    await end();
    throw error;
  }
  environment.onClose(end);

  const mode = (name, seconds) => async () => {
    proxy.set(name);
    await pause(seconds * 1000);
    proxy.set('open');
  };
  await withFault(environment, { title: 'network to PostgreSQL cut for 3 s', times: 3, fault: mode('cut', 3) }, report);
  await withFault(environment, { title: 'network to PostgreSQL silent for 15 s', fault: mode('blackhole', 15) }, report);
  await withFault(environment, { title: 'connections half-closed by the network', times: 5, fault: mode('half-close', 0.2) }, report);
  await withFault(
    environment,
    { title: 'no connection left at PostgreSQL for 8 s', times: 2, fault: () => outOfConnections(server.connection, 8) },
    report,
  );
  await environment.close();
}

/** Takes all connections, including those of the service. */
async function outOfConnections(connection, seconds) {
  const held = [];
  const until = performance.now() + seconds * 1000;
  try {
    while (performance.now() < until) {
      const client = new pg.Client(connection);
      client.on('error', () => {});
      try {
        await client.connect();
        held.push(client);
        // A terminated session finds its slot taken.
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where backend_type = $1 and not pid = any($2::int[])', [
          'client backend',
          held.map(({ processID }) => processID),
        ]);
      } catch {
        await pause(5);
      }
    }
  } finally {
    await Promise.all(held.map((client) => client.end().catch(() => {})));
  }
}
