import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type ErrorFacts } from '../../errors.ts';
import { fileJobs } from './file-jobs.ts';

export interface WorkerJob<Data, Request = never, Reply = void> {
  /** From `workerFile`; it calls `serveWorker`. */
  file: URL;
  data: Data;
  maxHeapMb: number;
  timeoutMs: number;
  /** The error if the job exceeds a limit of memory or time. */
  tooMuch: () => AppError;
  /** Answers requests of the thread: it waits for each answer, so they are also a way to get or hand over large data in parts. */
  answer?: (request: Request) => Promise<Reply>;
}

/** Sent by the thread. */
export type WorkerMessage =
  | { kind: 'request'; request: unknown }
  | { kind: 'result'; result: unknown }
  | { kind: 'refused'; code: ErrorCode; text: string; errors: ErrorFacts['errors'] };

/** Threads run built code, also when the caller runs from the sources. `name` is relative to the caller, and ends in .js. */
export const workerFile = (name: string, callerUrl: string): URL =>
  new URL(name, callerUrl.replace(/\/src\/((?:[^/]+\/)*[^/]+)\.ts$/, '/dist/$1.js'));

/** Runs a job of a user in a thread of its own with limits, so that requests do not wait for it. */
export const runInWorker = <Result, Data, Request = never, Reply = void>(
  userId: string,
  job: WorkerJob<Data, Request, Reply>,
): Promise<Result> => fileJobs.run(userId, () => run(job));

function run<Result, Data, Request, Reply>({
  file,
  data,
  maxHeapMb,
  timeoutMs,
  tooMuch,
  answer,
}: WorkerJob<Data, Request, Reply>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const worker = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    let isEnded = false;
    // The slot is free when the thread and its memory are gone.
    const end = (settle: () => void) => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      void worker.terminate().then(settle, settle);
    };
    const fail = (error: unknown) => end(() => reject(error));
    const timer = setTimeout(() => fail(tooMuch()), timeoutMs);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'result') end(() => resolve(message.result as Result));
      else if (message.kind === 'refused')
        fail(new AppError(message.code, message.text, message.errors === undefined ? {} : { errors: message.errors }));
      else if (answer === undefined) fail(new Error('The thread asked for something that its job does not answer.'));
      else answer(message.request as Request).then((reply) => isEnded || worker.postMessage(reply), fail);
    });
    worker.on('error', (error: Error & { code?: string }) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error));
    worker.on('exit', (code) => fail(new Error(`The thread ended with code ${code} before it had a result.`)));
  });
}
