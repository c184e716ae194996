import { serveWorker } from '../platform/workers/serve-worker.ts';
import { readStatementFile } from './read-statement-file.ts';

/** The thread that reads one bank statement. Started by read-statement-in-worker.ts. */
serveWorker((file: Uint8Array) => readStatementFile(Buffer.from(file.buffer, file.byteOffset, file.byteLength)));
