import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../harness.ts';

test('when several processes serve, then each returns the metrics of all, and shared metrics only once', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'processes.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const ports = await eventually(async () => JSON.parse(output) as number[]);
    const ask = async (port: number | undefined) => (await fetch(`http://127.0.0.1:${port}/`)).text();
    const sampleOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    // The first scrape of each process may come later.
    await eventually(async () => expect(sampleOf(await ask(ports[0]), 'swath_own')).toBe(1110));
    for (const text of await Promise.all([...ports, ...ports].map(ask))) {
      expect([sampleOf(text, 'swath_own'), sampleOf(text, 'swath_here'), sampleOf(text, 'swath_shared')]).toEqual([1110, 3, 7]);
      expect(text.match(/^process_resident_memory_bytes /gm)).toHaveLength(1);
    }
    // For a process that does not respond, its last values count.
    await fetch(`http://127.0.0.1:${ports[2]}/mute`);
    expect(sampleOf(await ask(ports[0]), 'swath_own')).toBe(1110);
    // A process may end before the primary asks it.
    child.kill('SIGSTOP');
    const asked = ask(ports[0]);
    await fetch(`http://127.0.0.1:${ports[0]}/here`);
    await fetch(`http://127.0.0.1:${ports[1]}/end`).catch(() => {});
    child.kill('SIGCONT');
    expect(sampleOf(await asked, 'swath_own')).toBe(1110);
    // For a process that has ended, its counters still count: sums do not decrease.
    await eventually(async () => {
      const text = await ask(ports[0]);
      expect([sampleOf(text, 'swath_own'), sampleOf(text, 'swath_here')]).toEqual([1110, 2]);
    });
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});
