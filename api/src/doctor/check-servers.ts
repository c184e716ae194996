import type { Config } from '../platform/config/config.ts';
import { askServer } from '../platform/postgres/ask-server.ts';
import { addressesIn, askWhetherPrimary } from '../platform/postgres/primary-discovery.ts';
import type { Report } from './check-database.ts';
import { judgeDirect, judgePrimaries, judgeReplica } from './doctor-rules.ts';

/** The servers besides the one in use: others of DATABASE_URL, the replica, and the one behind the pooler. */
export async function checkServers({ databaseUrl, topology }: Config, report: Report): Promise<void> {
  if (databaseUrl === undefined) return;
  const addresses = addressesIn(databaseUrl);
  if (addresses.length > 1) {
    await report('primary', async () => {
      const found = await Promise.allSettled(addresses.map((connectionString) => askWhetherPrimary({ connectionString })));
      return judgePrimaries(found.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.timeline] : [])));
    });
  }
  const { replicaUrl, directUrl } = topology;
  if (replicaUrl === undefined && directUrl === undefined) return;
  const asked = await Promise.all(addresses.map(askServer));
  const primary = asked.find((server) => typeof server !== 'string' && !server.inRecovery);
  const system = typeof primary === 'object' ? primary.system : '';
  if (replicaUrl !== undefined) await report('replica', async () => judgeReplica(await askServer(replicaUrl), system));
  if (directUrl !== undefined) await report('direct address', async () => judgeDirect(await askServer(directUrl), system));
}
