import { expect, test } from 'vitest';
import { PlannerOutOfMemory, planInWorker } from '../../src/dispatch/plan-in-worker.ts';
import { defaultOptions, type PlanProgress } from '../../src/dispatch/planner/model.ts';
import { plan } from '../../src/dispatch/planner/plan.ts';
import { sampleDay } from '../../src/dispatch/planner/sample-day.ts';

test('when a day is planned in a thread, then the plan is the same and progress arrives', async () => {
  const day = sampleDay(24, 20, 2);
  const seen: PlanProgress[] = [];
  const result = await planInWorker(day, defaultOptions, (progress) => seen.push(progress)).result;
  expect(result).toEqual(await plan(day, defaultOptions));
  expect(seen.at(-1)).toMatchObject({ phase: 'explain', cost: result.cost.total, lowerBound: result.lowerBound });
});

test('when a plan is cancelled, then the thread answers with the best plan so far', async () => {
  const running = planInWorker(sampleDay(120, 60, 2), defaultOptions);
  running.cancel();
  expect(await running.result).toMatchObject({ status: 'limit' });
});

test('when the thread is ended or fails, then the error says so', async () => {
  const ended = planInWorker(sampleDay(120, 60, 2), defaultOptions);
  const failure = expect(ended.result).rejects.toThrow('before it had a plan');
  await ended.terminate();
  await failure;
  const day = sampleDay(2, 2, 1);
  const broken = { ...day, sessions: [] };
  await expect(planInWorker(broken, defaultOptions).result).rejects.toThrow('The planner failed: Order o1 has the unknown session 4.');
});

test('when a plan needs more memory than its thread may have, then the error says so, and the next plan works', async () => {
  const starved = planInWorker(sampleDay(200, 90, 3), defaultOptions, () => {}, { heapMb: 4, solverMb: 140 });
  await expect(starved.result).rejects.toThrow(PlannerOutOfMemory);
  expect(await planInWorker(sampleDay(12, 10, 1), defaultOptions).result).toMatchObject({ status: 'optimal' });
});
