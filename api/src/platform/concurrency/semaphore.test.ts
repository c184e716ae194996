import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** A task that ends when the test resolves it. */
function controlled(name: string, log: string[]) {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = () => {
    log.push(name);
    return ended;
  };
  return { end, work };
}

test('when lanes have queues of different length, then they take turns and never exceed the permits', async () => {
  const semaphore = new Semaphore(1);
  const [busy, quiet] = [semaphore.lane(10), semaphore.lane(10)];
  const log: string[] = [];
  const pieces = ['a1', 'a2', 'a3', 'b1'].map((name) => controlled(name, log));
  const done = pieces.map(({ work }, at) => (at < 3 ? busy(work) : quiet(work)));
  for (const [at, expected] of [['a1'], ['a1', 'b1'], ['a1', 'b1', 'a2'], ['a1', 'b1', 'a2', 'a3']].entries()) {
    await new Promise(setImmediate);
    expect(log).toEqual(expected);
    pieces[[0, 3, 1, 2][at] as number]?.end();
  }
  await Promise.all(done);
});

test('when a queue is full, then the next task fails with OVERLOADED, and a failure frees its permit', async () => {
  const lane = new Semaphore(1).lane(1);
  const first = controlled('first', []);
  const running = lane(first.work);
  const failing = lane(() => Promise.reject(new Error('broken')));
  await expect(lane(async () => 1)).rejects.toMatchObject({ code: 'OVERLOADED', facts: { retryAfterSeconds: 5 } });
  first.end();
  await running;
  await expect(failing).rejects.toThrow('broken');
  expect(await lane(async () => 2)).toBe(2);
});
