import { expect, test } from 'vitest';
import { AbortableSemaphore } from './abortable-semaphore.ts';

const never = new AbortController().signal;

function openTask(): { done: Promise<void>; finish: () => void } {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish: () => finish() };
}

test('when all permits are taken, then tasks start in order of arrival', async () => {
  const semaphore = new AbortableSemaphore(1, 5);
  const started: number[] = [];
  await Promise.all([1, 2, 3].map((n) => semaphore.run(never, async () => started.push(n))));
  expect(started).toEqual([1, 2, 3]);
});

test('when a waiting task is aborted, then it does not start, and the next one does', async () => {
  const semaphore = new AbortableSemaphore(1, 5);
  const first = openTask();
  const running = semaphore.run(never, () => first.done);
  const gone = new AbortController();
  const aborted = semaphore.run(gone.signal, async () => 'started');
  const next = semaphore.run(never, async () => 'next');
  expect(semaphore.waiting).toBe(2);
  gone.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  expect(semaphore.waiting).toBe(1);
  first.finish();
  await running;
  expect(await next).toBe('next');
});

test('when a task fails or is aborted before it arrives, then its permit is free again', async () => {
  const semaphore = new AbortableSemaphore(1, 0);
  await expect(semaphore.run(never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(semaphore.run(AbortSignal.abort(new Error('gone')), async () => 1)).rejects.toThrow('gone');
  expect(await semaphore.run(never, async () => 1)).toBe(1);
});

test('when too many tasks wait, then further ones are refused', async () => {
  const semaphore = new AbortableSemaphore(1, 1);
  const first = openTask();
  const running = [semaphore.run(never, () => first.done), semaphore.run(never, async () => undefined)];
  await expect(semaphore.run(never, async () => 1)).rejects.toMatchObject({ code: 'OVERLOADED' });
  first.finish();
  await Promise.all(running);
});
