import type { FileCell } from '../platform/tables/read-table-file.ts';
import { runInWorker, workerFile } from '../platform/workers/run-in-worker.ts';
import { tooLarge } from './read-statement-file.ts';

const limits = { maxHeapMb: 256, timeoutMs: 30_000 };

/** The rows of a bank statement of a user, read in a thread. */
export const readStatementInWorker = (userId: string, file: Uint8Array): Promise<FileCell[][]> =>
  runInWorker(userId, { ...limits, file: workerFile('./statement-worker.js', import.meta.url), data: file, tooMuch: tooLarge });
