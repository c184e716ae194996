import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Json, RawJson } from './row-json.ts';

/** Headers of every response of the API. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const jsonMediaType = 'application/json; charset=utf-8';

/** Sends the result of a handler, unless the handler has sent a response itself. */
export function respond(reply: FastifyReply, body: Json, contentType = jsonMediaType): FastifyReply {
  if (reply.sent) return reply;
  if (body instanceof RawJson) return respondRaw(reply, body);
  if (!reply.hasHeader('content-type')) reply.header('content-type', contentType);
  return reply.send(body);
}

/** Bypasses Fastify, which would encode the text again: headers and body are written at once, byte for byte. */
function respondRaw(reply: FastifyReply, { bytes }: RawJson): FastifyReply {
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  headers['content-type'] = jsonMediaType;
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
