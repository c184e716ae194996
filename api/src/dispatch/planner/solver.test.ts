import type { Highs } from 'highs';
import { expect, test } from 'vitest';
import { search } from './branching.ts';
import { createInstance } from './instance.ts';
import { sampleDay } from './sample-day.ts';
import { getSolver, limitSolverMemory, memoryRefusals } from './solver.ts';

const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): number } };
};
const pageBytes = 65_536;
const limitBytes = 400 * pageBytes;

test('when the memory of the solver has a limit, then it grows up to it, and more is refused', () => {
  limitSolverMemory(limitBytes);
  const memory = new WebAssembly.Memory({ initial: 1 });
  memory.grow(399);
  expect(memory.buffer.byteLength).toBe(limitBytes);
  const before = memoryRefusals();
  expect(() => memory.grow(1)).toThrow('more memory');
  expect(memoryRefusals()).toBe(before + 1);
});

test('when the solver is refused memory in branch and bound, then the plan and the bound of the linear program count', async () => {
  const instance = createInstance(sampleDay(30, 6, 5));
  const limits = { isOver: () => false, isCancelled: () => false, remainingMs: () => 30_000, seed: 0, onProgress: () => {} };
  const highs = await getSolver();
  const proven = search(highs, instance, limits);
  limitSolverMemory(limitBytes);
  const starved = new Proxy(highs, {
    get: (target, name) => {
      if (name !== 'createModel') return Reflect.get(target, name);
      return (model: Parameters<Highs['createModel']>[0]) => {
        const isInteger = 'integrality' in (model as object);
        if (isInteger) new WebAssembly.Memory({ initial: 1 }).grow(400);
        return target.createModel(model);
      };
    },
  });
  const found = search(starved, instance, limits);
  expect(found.lowerBound).toBeLessThanOrEqual(proven.lowerBound);
  expect(found.lowerBound).toBeGreaterThan(0);
  expect(found.cost).toBeGreaterThanOrEqual(proven.cost);
  expect(found.lowerBound).toBeLessThan(found.cost);
});
