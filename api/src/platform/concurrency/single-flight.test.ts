import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

function controlled() {
  const answers: ((n: number | Error) => void)[] = [];
  const flight = new SingleFlight(
    () =>
      new Promise<number>((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
  );
  return { answers, flight };
}

test('when callers arrive during a call, then they share the next call, and not the running one', async () => {
  const { answers, flight } = controlled();
  const first = flight.run();
  const others = [flight.run(), flight.run(), flight.run()];
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(answers).toHaveLength(2);
  const late = flight.run();
  answers[1]?.(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await Promise.resolve();
  expect(answers).toHaveLength(3);
  answers[2]?.(3);
  expect(await late).toBe(3);
});

test('when a call fails, then callers that arrived during it share a new call', async () => {
  const { answers, flight } = controlled();
  const first = flight.run();
  const second = flight.run();
  answers[0]?.(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await Promise.resolve();
  answers[1]?.(2);
  expect(await second).toBe(2);
  const third = flight.run();
  answers[2]?.(3);
  expect(await third).toBe(3);
});
