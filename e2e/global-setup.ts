import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../api/src/app.ts';
import { addDemoData } from '../api/src/demo/demo-data.ts';
import { demoPassword } from '../api/src/demo/demo-people.ts';
import { folderStorage } from '../api/src/feedback/photo-storage.ts';
import { SandboxProvider } from '../api/src/payments/sandbox.ts';
import { openDatabase } from '../api/src/platform/postgres/database.ts';
import { InstallationKeys } from '../api/src/platform/secrets/installation-keys.ts';
import { SecretBox } from '../api/src/platform/secrets/secret-box.ts';
import { createLog } from '../api/src/platform/telemetry/log.ts';
import { cheapHash } from '../api/test/cheap-hash.ts';
import startPostgres, { copyDatabase } from '../api/test/global-setup.ts';
import { testNow } from '../api/test/test-now.ts';
import { checkActionCoverage } from './action-coverage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with a line for each mutating request that the service accepted from a browser. */
    acceptedRequests: string;
  }
}

const demoDatabase = 'swath_demo_template';

/** The template database for the files has the demo data, with all events dispatched. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await startPostgres(project);
  const { postgres, templateDatabase } = project.getProvidedContext();
  await copyDatabase(postgres, templateDatabase, demoDatabase);
  project.provide('templateDatabase', demoDatabase);
  const connection = { ...postgres, database: demoDatabase };
  const database = openDatabase({ connection, readConnections: 1, writeConnections: 2 });
  const provider = new SandboxProvider(database, new InstallationKeys(database.write, new SecretBox(randomBytes(32))), () => testNow);
  const app = buildApp({ database, log: createLog('silent'), clock: () => testNow, photos: folderStorage('unused'), provider });
  await addDemoData(database, app.catalog, testNow);
  app.work();
  const look = new pg.Client(connection);
  await look.connect();
  // Almost every visit signs in.
  await look.query('update app_user set password_hash = $1 where password_hash is not null', [await cheapHash(demoPassword)]);
  while ((await look.query('select 1 from outbox_event limit 1')).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 25));
  await look.end();
  await app.close();
  await database.close();
  const folder = mkdtempSync(join(tmpdir(), 'swath-journeys-'));
  const acceptedRequests = join(folder, 'accepted-requests');
  writeFileSync(acceptedRequests, '');
  project.provide('acceptedRequests', acceptedRequests);
  return async () => {
    await stop();
    await checkActionCoverage(project, readFileSync(acceptedRequests, 'utf8').split('\n').filter(Boolean));
    rmSync(folder, { recursive: true, force: true });
  };
}
