import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';

/** All rows have been read: a failure here is a client that went away. */
export async function sendParts(reply: FastifyReply, parts: AsyncIterable<string | Uint8Array>): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  await pipeline(Readable.from(parts, { objectMode: false }), reply.raw).catch(() => reply.raw.destroy());
}
