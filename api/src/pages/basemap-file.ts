import { createReadStream, type Stats, statSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { basemapPath } from '../catalog/map-schemas.ts';
import type { WebApp } from './web-app.ts';

/** Serves ranges of the PMTiles file. The file can have gigabytes, of which a page needs a few kilobytes. */
export function basemapFile(file: string): WebApp {
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.split('?', 1)[0] !== basemapPath) return undefined;
    const stats = statsOf(file);
    if (stats === undefined) return undefined;
    const etag = `"${stats.size.toString(36)}-${Math.trunc(stats.mtimeMs).toString(36)}"`;
    reply.headers({ 'accept-ranges': 'bytes', etag, 'cache-control': 'no-cache', 'content-type': 'application/vnd.pmtiles' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const range = readRange(request.headers.range, stats.size);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${stats.size}`).send();
    const isWhole = range === undefined || (request.headers['if-range'] ?? etag) !== etag;
    const { start, end } = isWhole ? { start: 0, end: stats.size - 1 } : range;
    if (!isWhole) reply.code(206).header('content-range', `bytes ${start}-${end}/${stats.size}`);
    reply.header('content-length', end - start + 1);
    return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(file, { start, end }));
  };
}

/** The file may be replaced while the service runs. */
function statsOf(file: string): Stats | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size > 0 ? stats : undefined;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** Parses one range (RFC 9110); undefined: the whole file, also for several ranges and for units other than bytes. */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
