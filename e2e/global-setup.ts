import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../api/src/app.ts';
import { addDemoData } from '../api/src/demo/demo-data.ts';
import { folderStorage } from '../api/src/feedback/photo-storage.ts';
import { openDatabase } from '../api/src/platform/db.ts';
import { createLog } from '../api/src/platform/log.ts';
import startPostgres, { templateDatabase } from '../api/test/global-setup.ts';
import { testNow } from '../api/test/test-now.ts';

/** Here the database that each file copies has the demo data, with everyone told of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await startPostgres(project);
  const connection = { ...project.getProvidedContext().postgres, database: templateDatabase };
  const database = openDatabase({ connection, readConnections: 1, writeConnections: 2 });
  const app = buildApp({ database, log: createLog('silent'), clock: () => testNow, photos: folderStorage('unused') });
  await addDemoData(database, app.catalog, testNow);
  app.work();
  const look = new pg.Client(connection);
  await look.connect();
  while ((await look.query('select 1 from outbox_event limit 1')).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 25));
  await look.end();
  await app.close();
  await database.close();
  return stop;
}
