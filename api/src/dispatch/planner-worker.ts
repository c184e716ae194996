import { constants, setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { DayPlan, PlanDay, PlanOptions, PlanProgress } from './planner/model.ts';
import { plan } from './planner/plan.ts';
import { limitSolverMemory, memoryRefusals } from './planner/solver.ts';

/** The thread that makes one plan and ends. Started by plan-in-worker.ts. */

export interface PlannerWorkerData {
  day: PlanDay;
  options: PlanOptions;
  /** One 32-bit number; 1 cancels the search. The event loop of the thread is blocked while it plans, so a message would arrive too late. */
  cancelFlag: SharedArrayBuffer;
  maxSolverBytes: number;
}

export type PlannerWorkerMessage =
  | { kind: 'progress'; progress: PlanProgress }
  | { kind: 'plan'; plan: DayPlan }
  /** The solver was refused memory, and no plan could be completed. */
  | { kind: 'out-of-memory' };

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const { day, options, cancelFlag, maxSolverBytes } = workerData as PlannerWorkerData;
  const flag = new Int32Array(cancelFlag);
  const send = (message: PlannerWorkerMessage): void => port.postMessage(message);
  limitSolverMemory(maxSolverBytes);
  yieldToRequests();
  try {
    const result = await plan(
      day,
      options,
      (progress) => send({ kind: 'progress', progress }),
      () => Atomics.load(flag, 0) === 1,
    );
    send({ kind: 'plan', plan: result });
  } catch (error) {
    if (memoryRefusals() === 0) throw error;
    send({ kind: 'out-of-memory' });
  }
}

/** Requests go first when all cores are busy. On Linux, 0 means this thread; elsewhere it would mean the whole process. */
function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
}
