// Time from process start to the first response, with the embedded PostgreSQL: with an empty folder, and with data.
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mainFile } from './built.mjs';
import { startService } from './children.mjs';
import { median } from './measure.mjs';

async function startOn(folder) {
  const service = startService(mainFile, { DATABASE_URL: '', SWATH_DATA: folder });
  try {
    return (await service.ready).seconds;
  } finally {
    await service.stop();
  }
}

/** `full`: a folder with a data set that no service uses. */
export async function measureStarts(full, orders, times) {
  const empty = [];
  const again = [];
  for (let time = 0; time < times; time++) {
    const folder = mkdtempSync(join(tmpdir(), 'swath-bench-start-'));
    try {
      empty.push(await startOn(folder));
      again.push(await startOn(folder));
    } finally {
      removeCluster(folder);
    }
  }
  const large = [];
  for (let time = 0; time < times; time++) large.push(await startOn(full));
  return [
    row('on an empty folder, demo data included', median(empty), 4),
    row('on a folder with the demo data', median(again), 2),
    row(`on a folder with ${orders} orders`, median(large), 2),
  ];
}

const row = (title, seconds, goal) => ({ title, seconds, goal, met: seconds < goal });

/** As root, the cluster is in a system folder and the data folder has a link to it. */
function removeCluster(folder) {
  try {
    rmSync(readlinkSync(join(folder, 'postgres')), { recursive: true, force: true });
  } catch {
    // the cluster is in the folder itself
  }
  rmSync(folder, { recursive: true, force: true });
}
