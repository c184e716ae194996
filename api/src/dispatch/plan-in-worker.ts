import { Worker } from 'node:worker_threads';
import type { DayPlan, OnProgress, PlanDay, PlanOptions } from './planner/model.ts';
import type { PlannerWorkerData, PlannerWorkerMessage } from './planner-worker.ts';

/** Objects of the planner; the memory of the solver itself is limited in planner/integer.ts. */
const maxHeapMb = 120;

export interface RunningPlan {
  /** Rejects with an error that says what happened if the thread fails or is ended. */
  result: Promise<DayPlan>;
  /** Ends the search soon; the result is the best plan so far. */
  cancel(): void;
  /** Ends the thread at once. */
  terminate(): Promise<void>;
}

/** Threads run built code, also when the caller runs from the sources. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/dispatch/planner-worker.js' : './planner-worker.js',
  import.meta.url,
);

/** Plans a day in a thread of its own, so that requests do not wait for it. */
export function planInWorker(day: PlanDay, options: PlanOptions, onProgress: OnProgress = () => {}): RunningPlan {
  const cancelFlag = new SharedArrayBuffer(4);
  const workerData: PlannerWorkerData = { day, options, cancelFlag };
  const worker = new Worker(workerFile, { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  const result = new Promise<DayPlan>((resolve, reject) => {
    worker.on('message', (message: PlannerWorkerMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else resolve(message.plan);
    });
    worker.once('error', (error) => reject(new Error(`The planner failed: ${error.message}`, { cause: error })));
    worker.once('exit', (code) => reject(new Error(`The planner ended with code ${code} before it had a plan.`)));
  });
  return {
    result,
    cancel: () => void Atomics.store(new Int32Array(cancelFlag), 0, 1),
    terminate: async () => void (await worker.terminate()),
  };
}
