import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    traceId: string | undefined;
  }
}

const traceparentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

export const newTraceId = (): string => randomBytes(16).toString('hex');

/** The trace id of the request's `traceparent` header (W3C Trace Context), or a new one; the same for the whole request. */
export function getTraceId(request: FastifyRequest): string {
  const fromHeader = traceparentPattern.exec(String(request.headers.traceparent))?.[1];
  request.traceId ??= fromHeader ?? newTraceId();
  return request.traceId;
}
