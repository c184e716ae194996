import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { acceptsGzip, EncodedText } from './encoded-text.ts';
import { RawJson, type ResponseJson } from './row-json.ts';

/** Headers of every response of the API. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const jsonMediaType = 'application/json; charset=utf-8';

/** Runs `work` with a signal that is aborted when the client closes the connection. undefined: it did, and there is no one to answer. */
export async function untilClientGone<T>(reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const gone = new AbortController();
  const abort = () => gone.abort();
  reply.raw.once('close', abort);
  try {
    return await work(gone.signal);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    reply.hijack();
    return undefined;
  } finally {
    reply.raw.off('close', abort);
  }
}

/** Sends the result of a handler, unless the handler has sent a response itself. */
export function respond(reply: FastifyReply, body: ResponseJson, contentType = jsonMediaType): FastifyReply | Promise<FastifyReply> {
  if (reply.sent) return reply;
  if (body instanceof EncodedText) return respondEncoded(reply, body);
  if (body instanceof RawJson) return writeRaw(reply, body.bytes);
  if (!reply.hasHeader('content-type')) reply.header('content-type', contentType);
  return reply.send(body);
}

function respondEncoded(reply: FastifyReply, text: EncodedText): FastifyReply | Promise<FastifyReply> {
  const send = (bytes: string, headers: OutgoingHttpHeaders): FastifyReply => writeRaw(reply, bytes, headers);
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', ');
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return send(text.bytes, { vary });
  const headers = { vary, 'content-encoding': 'gzip' };
  return text.compressed === undefined ? text.compress().then((bytes) => send(bytes, headers)) : send(text.compressed, headers);
}

/** Bypasses Fastify, which would encode the text again: headers and body are written at once, byte for byte. */
function writeRaw(reply: FastifyReply, bytes: string, added: OutgoingHttpHeaders = {}): FastifyReply {
  const headers = Object.assign(reply.getHeaders() as OutgoingHttpHeaders, added);
  headers['content-type'] ??= jsonMediaType;
  headers['content-length'] = bytes.length;
  reply.request.sentBytes = bytes.length;
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, headers);
  reply.raw.end(bytes, 'latin1');
  return reply;
}

type HeaderValues = ReturnType<FastifyReply['getHeaders']>;

/** The headers that a handler has added; a stored response is replayed with them. */
export function addedHeaders(before: HeaderValues, after: HeaderValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      value === undefined || before[name as keyof HeaderValues] === value ? [] : [[name, String(value)]],
    ),
  );
}
