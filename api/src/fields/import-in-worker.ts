import { runInWorker, workerFile } from '../platform/workers/run-in-worker.ts';
import { unreadable } from './import-errors.ts';
import type { ImportWorkerData, ReadField } from './import-worker.ts';

const limits = { maxHeapMb: 512, timeoutMs: 30_000 };
const tooMuch = () => unreadable('The file takes too much memory or time to read. Please split it.');

/** Reads and measures fields in a thread, for the user who has sent them. */
export const readInWorker = (userId: string, data: ImportWorkerData): Promise<ReadField[]> =>
  runInWorker(userId, { ...limits, file: workerFile('./import-worker.js', import.meta.url), data, tooMuch });
