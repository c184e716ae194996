import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { fastFolder } from '../fast-folder.ts';

// As root, both clusters are created in one system folder.
test('when two data folders are initialised at the same time, then both starts succeed', async () => {
  const folders = [1, 2].map(() => mkdtempSync(join(fastFolder(), 'swath-first-')));
  const starts = await Promise.allSettled(
    folders.map((folder) => startEmbeddedPostgres({ folder, log: createLog('silent'), settings: { fsync: 'off' } })),
  );
  for (const start of starts) {
    if (start.status === 'rejected') continue;
    await start.value.stop();
    rmSync(start.value.cluster, { recursive: true, force: true });
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
