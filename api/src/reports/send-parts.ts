import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { Semaphore } from '../platform/concurrency/semaphore.ts';

/** A slower client is disconnected: until then it holds one of the permits below. */
const maxSendMs = 300_000;
/** Files that are made and sent at the same time in this process. Each is in memory: at most some 3 MB. */
const sending = new Semaphore(16).lane(0);
/** Files are read one at a time, so that exports leave the database and the processor to other requests. */
const reading = new Semaphore(1).lane(64);

/** Runs a whole export, the sending included. Beyond 16 at once it throws OVERLOADED. */
export const runExport = sending;

/** Reads the rows of an export, one at a time. */
export const readExport = reading;

/**
 * Sends a file. When the first part exists the response begins; if a later part fails, or the client goes away, the connection is closed,
 * so that the file is not taken for a whole one.
 */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  const options = { signal: AbortSignal.timeout(maxSendMs) };
  await pipeline(Readable.from(parts, { objectMode: false }), reply.raw, options).catch(() => reply.raw.destroy());
}
