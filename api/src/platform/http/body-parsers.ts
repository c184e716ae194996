import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { parseJsonBody } from './json-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    hasJsonBody?: boolean;
    hasOptionalBody?: boolean;
    /** The route has no body: it is read only to name the fields that are not expected. */
    refusesBody?: boolean;
    uploadTypes?: readonly string[];
  }
}

type Done<T> = (error: Error | null, body?: T) => void;

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Replaces the parsers of Fastify: JSON without loss of int64 ids, and uploads as raw bytes. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const { hasJsonBody, hasOptionalBody, refusesBody, uploadTypes } = request.routeOptions.config;
    if (hasOptionalBody === true && body.length === 0) done(null, undefined);
    else if (uploadTypes !== undefined) parseUpload(request, uploadTypes, body as Buffer, done);
    else if (hasJsonBody === true) parseJson(request, body as Buffer, done);
    else if (refusesBody === true && body.length > 0 && jsonMediaType.test(request.headers['content-type'] ?? ''))
      parseJson(request, body as Buffer, done);
    else done(null, undefined);
  });
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (request, body, done) => {
    parseUpload(request, request.routeOptions.config.uploadTypes ?? [], body as Buffer, done);
  });
}

function parseJson(request: FastifyRequest, body: Buffer, done: Done<unknown>): void {
  const mediaType = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  try {
    if (!jsonMediaType.test(mediaType) || encoding !== 'identity') throw unsupportedMediaType(['application/json']);
    // A lenient decoder would replace invalid bytes and store text that the client did not send.
    if (!isUtf8(body)) throw new AppError('MALFORMED_REQUEST', 'The body is not UTF-8.');
    done(null, parseJsonBody(body.toString()));
  } catch (error) {
    done(error as Error);
  }
}

/** Raw bytes: an image, or JSON with a signature over its exact bytes. */
function parseUpload(request: FastifyRequest, allowedTypes: readonly string[], body: Buffer, done: Done<Buffer>): void {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (allowedTypes.includes(mediaType)) done(null, body);
  else done(unsupportedMediaType(allowedTypes));
}

const unsupportedMediaType = (allowedTypes: readonly string[]): AppError =>
  new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    allowedTypes.length === 0 ? 'There is no body to send here.' : `Send the body as ${allowedTypes.join(', ')}, without content encoding.`,
  );
