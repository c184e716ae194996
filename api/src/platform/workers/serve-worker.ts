import { setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import type { WorkerMessage } from './run-in-worker.ts';

/** On a busy machine, answers to requests come first, but a job still ends within its limit of time. */
const lowPriority = 3;

/** Sends a request to the job that started this thread, and waits for its answer. One at a time. */
export type Ask<Request, Reply> = (request: Request) => Promise<Reply>;

/** The code of a thread that `runInWorker` starts. Errors other than AppError are faults of the service. */
export function serveWorker<Data, Result, Request = never, Reply = void>(
  work: (data: Data, ask: Ask<Request, Reply>) => Promise<Result> | Result,
): void {
  if (isMainThread || parentPort === null) return;
  const port = parentPort;
  const send = (message: WorkerMessage) => port.postMessage(message);
  // On Linux a thread has a priority of its own. Elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(0, lowPriority);
  const ask: Ask<Request, Reply> = (request) =>
    new Promise((resolve) => {
      port.once('message', resolve);
      send({ kind: 'request', request });
    });
  void (async () => {
    try {
      send({ kind: 'result', result: await work(workerData as Data, ask) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      send({ kind: 'refused', code: error.code, text: error.message, errors: error.facts.errors });
    }
    port.close();
  })();
}
