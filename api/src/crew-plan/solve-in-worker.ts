import { planInWorker } from '../dispatch/plan-in-worker.ts';
import type { SolveDay } from './plan-runner.ts';

/** Plans in a thread of its own, which ends at once when the signal is aborted. */
export const solveInWorker: SolveDay = async (day, options, onProgress, signal) => {
  const running = planInWorker(day, options, onProgress);
  const stop = (): void => void running.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    return await running.result;
  } finally {
    signal.removeEventListener('abort', stop);
    await running.terminate();
  }
};
