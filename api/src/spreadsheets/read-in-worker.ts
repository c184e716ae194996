import { runInWorker, workerFile } from '../platform/workers/run-in-worker.ts';
import type { SheetRow } from './read-xlsx.ts';
import { unreadable } from './sheet-errors.ts';
import type { ReadSheet, SheetWorkerData } from './sheet-worker.ts';

const limits = { maxHeapMb: 160, timeoutMs: 120_000 };
const tooMuch = () => unreadable('The file takes too much memory or time to read. Please divide it.');

/** Reads a file of a user in a thread. `store` gets the rows in parts; the next part is read when it is done. */
export const readInWorker = (userId: string, data: SheetWorkerData, store: (rows: SheetRow[]) => Promise<void>): Promise<ReadSheet> =>
  runInWorker(userId, { ...limits, file: workerFile('./sheet-worker.js', import.meta.url), data, tooMuch, answer: store });
