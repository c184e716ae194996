import { Worker } from 'node:worker_threads';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import { unreadable } from './import-errors.ts';
import type { ImportWorkerData, ImportWorkerMessage, ReadField } from './import-worker.ts';

const maxHeapMb = 512;
const timeoutMs = 30_000;

/** Threads run built code, also when the caller runs from the sources. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? '../../dist/fields/import-worker.js' : './import-worker.js', import.meta.url);

// One at a time, which bounds memory and processor time of this process.
const importing = new Semaphore(1).lane(16);

/** Reads and measures fields in a thread of its own with limits, so that requests do not wait for a large or malicious file. */
export const readInWorker = (data: ImportWorkerData): Promise<ReadField[]> => importing(() => run(data));

function run(workerData: ImportWorkerData): Promise<ReadField[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    const tooMuch = () => reject(unreadable('The file takes too much memory or time to read. Please split it.'));
    const timer = setTimeout(() => {
      tooMuch();
      void worker.terminate();
    }, timeoutMs);
    worker.once('message', (message: ImportWorkerMessage) => {
      if ('problem' in message) reject(unreadable(message.problem));
      else resolve(message.fields);
    });
    worker.once('error', tooMuch);
    worker.once('exit', () => {
      clearTimeout(timer);
      tooMuch();
    });
  });
}
