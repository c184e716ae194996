import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

function asked() {
  const answers: ((n: number | Error) => void)[] = [];
  const question = new SingleFlight(
    () =>
      new Promise<number>((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
  );
  return { answers, question };
}

test('when many ask while a question is under way, then they share the next one, and never the one that was sent before they came', async () => {
  const { answers, question } = asked();
  const first = question.ask();
  const others = [question.ask(), question.ask(), question.ask()];
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(answers).toHaveLength(2);
  const late = question.ask();
  answers[1]?.(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await Promise.resolve();
  expect(answers).toHaveLength(3);
  answers[2]?.(3);
  expect(await late).toBe(3);
});

test('when a question fails, then those who came later get an answer of their own', async () => {
  const { answers, question } = asked();
  const first = question.ask();
  const second = question.ask();
  answers[0]?.(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await Promise.resolve();
  answers[1]?.(2);
  expect(await second).toBe(2);
  const third = question.ask();
  answers[2]?.(3);
  expect(await third).toBe(3);
});
