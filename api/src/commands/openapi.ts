import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildApp } from '../app.ts';
import { folderStorage } from '../feedback/photo-storage.ts';
import { transitionTable } from '../orders/transition-table.ts';
import { problemTable } from '../pages/problem-table.ts';
import { SandboxProvider } from '../payments/sandbox.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { InstallationKeys } from '../platform/secrets/installation-keys.ts';
import { SecretBox } from '../platform/secrets/secret-box.ts';
import { createLog } from '../platform/telemetry/log.ts';

/**
 * Writes the OpenAPI document, and next to it the state diagram of orders and the table of problem codes. It needs no database, because it
 * runs no query.
 */
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('usage: openapi-command FILE');
const database = openDatabase({ connection: { host: '/nonexistent' }, readConnections: 1, writeConnections: 1 });
const secrets = new SecretBox(randomBytes(32));
const app = buildApp({
  database,
  log: createLog('silent'),
  clock: () => new Date(),
  photos: folderStorage('photos'),
  provider: new SandboxProvider(database, new InstallationKeys(database.write, secrets)),
});
const { body } = await app.http.inject('/api/openapi.json');
writeFileSync(target, `${body}\n`);
writeFileSync(join(dirname(target), 'life-of-an-order.md'), transitionTable());
writeFileSync(join(dirname(target), 'problems.md'), problemTable());
await app.close();
await database.close();
