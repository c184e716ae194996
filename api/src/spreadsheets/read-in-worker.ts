import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import type { SheetRow } from './read-xlsx.ts';
import { unreadable } from './sheet-errors.ts';
import type { FileColumn } from './sheet-import.ts';
import type { SheetWorkerData, SheetWorkerMessage } from './sheet-worker.ts';

const maxHeapMb = 160;
const timeoutMs = 60_000;

/** Threads run built code, also when the caller runs from the sources. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/spreadsheets/sheet-worker.js' : './sheet-worker.js',
  import.meta.url,
);

// One at a time, which bounds memory and processor time of this process.
const reading = new Semaphore(1).lane(8);

export interface ReadSheet {
  columns: FileColumn[];
  rowCount: number;
  isCsv: boolean;
}

/** Reads a file in a thread of its own with limits. `store` gets the rows in parts; the next part is read when it is done. */
export const readInWorker = (data: SheetWorkerData, store: (rows: SheetRow[]) => Promise<void>): Promise<ReadSheet> =>
  reading(() => run(data, store));

function run(workerData: SheetWorkerData, store: (rows: SheetRow[]) => Promise<void>): Promise<ReadSheet> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    const end = (error: unknown) => {
      reject(error);
      void worker.terminate();
    };
    const tooMuch = () => end(unreadable('The file takes too much memory or time to read. Please divide it.'));
    const timer = setTimeout(tooMuch, timeoutMs);
    worker.on('message', (message: SheetWorkerMessage) => {
      if ('problem' in message) end(new AppError(message.problem.code, message.problem.text));
      else if ('columns' in message) {
        resolve(message);
        void worker.terminate();
      } else store(message.rows).then(() => worker.postMessage('stored'), end);
    });
    worker.once('error', tooMuch);
    worker.once('exit', () => {
      clearTimeout(timer);
      tooMuch();
    });
  });
}
