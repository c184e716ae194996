// The disk of the embedded database becomes full, and has free space again later.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { withFault } from './case-postgres.mjs';
import { FaultEnvironment, newFolder } from './fault-environment.mjs';
import { skipped } from './report.mjs';
import { eventually, pause } from './wait.mjs';

const seconds = 12;
const title = `disk full for ${seconds} s`;
const megabytes = 300;

export async function disk({ seed, report }) {
  const folder = newFolder('disk');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'swath-faults', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const why = `a small disk cannot be mounted here (${String(error.stderr ?? error.message).trim()})`;
    console.log(`\n  ***** ${title} is SKIPPED: ${why} *****\n`);
    report(skipped(title, why));
    return;
  }
  chmodSync(folder, 0o755);
  // Cleans up on every exit except SIGKILL.
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['-l', folder]);
  };
  process.on('exit', unmount);
  let environment;
  try {
    environment = await FaultEnvironment.open({ name: 'disk', seed, folder: join(folder, 'data') });
  } catch (error) {
    unmount();
    throw error;
  }
  environment.onClose(() => {
    unmount();
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, 'filler');
  const fault = async ({ load }) => {
    const stop = new AbortController();
    const filling = keepFull(filler, stop.signal);
    try {
      const before = load.refused;
      await eventually(async () => {
        if (load.refused === before) throw new Error('no request was rejected although the disk is full');
      }, 120);
      // PostgreSQL has a spare WAL segment; it stops only when it needs another one.
      for (let second = 0; second < seconds; second++) {
        await writeMuch(environment);
        await pause(1000);
      }
    } finally {
      stop.abort();
      await filling;
      rmSync(filler, { force: true });
    }
  };
  const extra = ({ service }) => {
    const isLogged = /disk is full/i.test(service.output);
    const deaths = service.output.match(/PostgreSQL has died/g)?.length ?? 0;
    return [
      ['PostgreSQL restarts:', `${deaths} times`, true],
      ['the log says what to do:', isLogged ? 'yes' : 'no', isLogged],
    ];
  };
  await withFault(environment, { title, times: 2, fault, extra }, report);
  await environment.close();
}

async function writeMuch(environment) {
  try {
    const client = await environment.connect();
    await client.query("select pg_logical_emit_message(false, 'faults', repeat('x', 8000000))").finally(() => client.end());
  } catch {
    // It is expected to fail.
  }
}

/** Fills the free space, including space that is released meanwhile. */
async function keepFull(file, stop) {
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(1 << 20);
  while (!stop.aborted) {
    for (let size = block.length; size >= 512; ) {
      try {
        if (writeSync(descriptor, block, 0, size) < size) break;
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
        size >>= 1;
      }
    }
    await pause(20);
  }
  closeSync(descriptor);
}
