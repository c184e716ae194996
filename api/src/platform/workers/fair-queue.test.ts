import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** A queue with a clock of its own. Jobs run until the test ends them after a time. */
function queueOf(options: { slots: number; maxWaiting?: number; maxWaitingPerUser?: number }) {
  let nowMs = 0;
  const queue = new FairQueue({ maxWaiting: 100, maxWaitingPerUser: 50, ...options, now: () => nowMs });
  const running = new Map<string, () => void>();
  const results = new Map<string, unknown>();
  const settled = () => new Promise(setImmediate);
  return {
    results,
    running: () => [...running.keys()],
    pass: (ms: number) => {
      nowMs += ms;
    },
    add(job: string) {
      const user = job[0] as string;
      queue
        .run(user, () => new Promise<void>((resolve) => running.set(job, resolve)))
        .then(
          () => results.set(job, 'done'),
          (error: { code: string }) => results.set(job, error.code),
        );
      return settled();
    },
    end(job: string, ms: number) {
      nowMs += ms;
      running.get(job)?.();
      running.delete(job);
      return settled();
    },
  };
}

test('when a user has many jobs, then one runs at a time, and a job of another user is next', async () => {
  const { add, end, running } = queueOf({ slots: 2 });
  for (const job of ['a1', 'a2', 'a3']) await add(job);
  expect(running()).toEqual(['a1']);
  for (const job of ['b1', 'c1']) await add(job);
  expect(running()).toEqual(['a1', 'b1']);
  await end('a1', 100);
  expect(running()).toEqual(['b1', 'c1']);
});

test('when users wait, then the one whose jobs took the least time of late is next', async () => {
  const { add, end, pass, running } = queueOf({ slots: 1 });
  for (const job of ['a1', 'a2', 'b1', 'b2', 'c1']) await add(job);
  await end('a1', 500);
  await end('b1', 10);
  expect(running()).toEqual(['c1']);
  await end('c1', 0);
  expect(running()).toEqual(['b2']);
  await end('b2', 10);
  await add('d1');
  await end('a2', 0);
  await end('d1', 1000);
  await add('x1');
  await add('a3');
  await add('d2');
  // A use of long ago does not count.
  pass(3_600_000);
  await add('b3');
  await end('x1', 0);
  expect(running()).toEqual(['a3']);
});

test('when users of slow jobs wait, then they leave one slot to others', async () => {
  const { add, end, running } = queueOf({ slots: 2 });
  for (const user of ['a', 'b']) {
    await add(`${user}1`);
    await end(`${user}1`, 30_000);
  }
  for (const job of ['a2', 'b2', 'a3']) await add(job);
  expect(running()).toEqual(['a2']);
  await add('c1');
  expect(running()).toEqual(['a2', 'c1']);
  await end('c1', 10);
  await end('a2', 30_000);
  expect(running()).toEqual(['b2']);
});

test('when a user has too many jobs, then the next is refused; when all have, then the last of the longest queue is', async () => {
  const { add, end, results, running } = queueOf({ slots: 1, maxWaiting: 5, maxWaitingPerUser: 4 });
  for (const job of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']) await add(job);
  expect(Object.fromEntries(results)).toEqual({ a6: 'TOO_MANY_REQUESTS' });
  await add('c1');
  expect(Object.fromEntries(results)).toEqual({ a6: 'TOO_MANY_REQUESTS', a5: 'OVERLOADED' });
  for (const job of ['a1', 'b1', 'c1', 'a2', 'a3', 'a4']) {
    expect(running()).toEqual([job]);
    await end(job, 10);
  }
  expect(results.size).toBe(8);
});

test('when a job fails, then its slot is free', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 1, maxWaitingPerUser: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('b', async () => 1)).toBe(1);
});
