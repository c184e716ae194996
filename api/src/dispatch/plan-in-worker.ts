import { Worker } from 'node:worker_threads';
import type { DayPlan, OnProgress, PlanDay, PlanOptions } from './planner/model.ts';
import type { PlannerWorkerData, PlannerWorkerMessage } from './planner-worker.ts';

/** Limits of the thread's memory, together below 300 MB. */
export interface PlannerMemory {
  /** Objects of the planner. */
  heapMb: number;
  /** Memory of the solver, which the limits of a thread do not cover. */
  solverMb: number;
}

const defaultMemory: PlannerMemory = { heapMb: 110, solverMb: 140 };
const youngGenerationMb = 16;

/** The day needs more memory than the planner may have. */
export class PlannerOutOfMemory extends Error {}

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
export function planInWorker(day: PlanDay, options: PlanOptions, onProgress: OnProgress = () => {}, memory = defaultMemory): RunningPlan {
  const cancelFlag = new SharedArrayBuffer(4);
  const workerData: PlannerWorkerData = { day, options, cancelFlag, maxSolverBytes: memory.solverMb * 1e6 };
  const worker = new Worker(workerFile, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memory.heapMb, maxYoungGenerationSizeMb: youngGenerationMb },
  });
  const result = new Promise<DayPlan>((resolve, reject) => {
    worker.on('message', (message: PlannerWorkerMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else if (message.kind === 'plan') resolve(message.plan);
      else reject(new PlannerOutOfMemory('The solver needs more memory than it may have.'));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(new (isMemory ? PlannerOutOfMemory : Error)(`The planner failed: ${error.message}`, { cause: error }));
    });
    worker.once('exit', (code) => reject(new Error(`The planner ended with code ${code} before it had a plan.`)));
  });
  return {
    result,
    cancel: () => void Atomics.store(new Int32Array(cancelFlag), 0, 1),
    terminate: async () => void (await worker.terminate()),
  };
}
