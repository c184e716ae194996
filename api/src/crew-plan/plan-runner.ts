import { randomUUID } from 'node:crypto';
import { PlannerOutOfMemory } from '../dispatch/plan-in-worker.ts';
import type { DayPlan, OnProgress, PlanDay, PlanOptions, PlanProgress } from '../dispatch/planner/model.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { OutageLog } from '../platform/postgres/outage-log.ts';
import type { Clock } from '../platform/time/clock.ts';
import { failPlan, renewPlan } from './crew-plan-store.ts';
import { savePlan } from './save-plan.ts';
import type { TravelTimes } from './travel-times.ts';

/** Plans a day without blocking the event loop. Aborting the signal ends it with an error. */
export type SolveDay = (day: PlanDay, options: PlanOptions, onProgress: OnProgress, signal: AbortSignal) => Promise<DayPlan>;

export interface PlanTask {
  id: string;
  day: PlanDay;
  statuses: ReadonlyMap<string, OrderStatus>;
  pins: ReadonlyMap<string, string[]>;
  seed: number;
  timeLimitMs: number;
}

export interface RunnerDeps {
  database: Database;
  clock: Clock;
  outages: OutageLog;
  solve: SolveDay;
  travelTimes: TravelTimes;
}

/** More often than the lease requires, so that the page shows the progress. */
const renewIntervalMs = 500;

interface Running {
  stop: AbortController;
  done: Promise<void>;
}

/**
 * Makes the plans that this process has started. The lease of each is renewed while it runs; when a renewal finds the plan cancelled or its
 * lease lost, the search ends. Nothing here runs in a request or holds a transaction during the search.
 */
export class PlanRunner {
  /** Identifies this run of the process. */
  readonly holder = randomUUID();
  readonly #deps: RunnerDeps;
  readonly #running = new Map<string, Running>();
  #isClosing = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  start(task: PlanTask): void {
    const stop = new AbortController();
    const done = this.#run(task, stop)
      .catch((error: unknown) => this.#deps.outages.warn(error, 'A crew plan could not be completed.'))
      .finally(() => this.#running.delete(task.id));
    this.#running.set(task.id, { stop, done });
  }

  /** Ends the search if this process makes the plan. */
  stop(id: string): void {
    this.#running.get(id)?.stop.abort();
  }

  /** Plans that are still being made become failed, so that another process can plan their dates at once. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #run(task: PlanTask, stop: AbortController): Promise<void> {
    const { database, clock, solve, travelTimes, outages } = this.#deps;
    const { id } = task;
    const began = performance.now();
    let progress: PlanProgress | undefined;
    let renewal: Promise<void> = Promise.resolve();
    let isRenewing = false;
    const renew = async (): Promise<void> => {
      if (!(await renewPlan(database.write, id, this.holder, performance.now() - began, progress))) stop.abort();
    };
    const timer = setInterval(() => {
      if (isRenewing) return;
      isRenewing = true;
      renewal = renew()
        .catch((error: unknown) => outages.warn(error, 'The lease of a crew plan could not be renewed; trying again.'))
        .finally(() => {
          isRenewing = false;
        });
    }, renewIntervalMs);
    try {
      const { travel, source } = await travelTimes.read(task.day, stop.signal);
      const day: PlanDay = travel === undefined ? task.day : { ...task.day, travel };
      const options = { seed: task.seed, timeLimitMs: task.timeLimitMs };
      const found = await solve(day, options, (latest) => (progress = latest), stop.signal);
      clearInterval(timer);
      await renewal;
      const how = { holder: this.holder, elapsedMs: performance.now() - began, travel: source, now: clock() };
      await savePlan(database, { ...task, day }, found, how);
    } catch (error) {
      clearInterval(timer);
      await renewal;
      // Cancelled, or lost to the expiry of the lease: the state is final already, and this changes nothing.
      const isStopped = this.#isClosing || stop.signal.aborted;
      if (!isStopped) outages.warn(error, 'A crew plan failed.');
      const failure = isStopped ? 'interrupted' : error instanceof PlannerOutOfMemory ? 'memory' : 'worker';
      await failPlan(database.write, id, this.holder, failure, clock());
    }
  }
}
