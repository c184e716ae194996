import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

interface WebFile {
  type: string;
  bytes: Buffer;
  /** Compressed at build time. */
  compressed: { br?: Buffer; gzip?: Buffer };
}

export interface WebAppOptions {
  /** Folder of the built web app; if it is missing, no pages are served. */
  folder: string;
  /** The content security policy allows images from this origin. */
  tileUrl?: string | undefined;
  /** The content security policy allows Stripe's payment form. */
  stripe?: boolean;
}

export type WebApp = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** Serves the files of the web app from memory. Every path that could be one of its pages gets index.html. */
export function webApp({ folder, tileUrl, stripe = false }: WebAppOptions): WebApp | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const files = readFiles(folder);
  const page = files.get('/index.html')?.bytes.toString() ?? '';
  const policy = pagePolicy(tileUrl, stripe);
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file !== undefined) return sendFile(request, reply, path, file);
    if (!isPage(request, path)) return undefined;
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({ ...pageHeaders, 'content-type': types['.html'], 'content-security-policy': policy(nonce) })
      .send(page.replaceAll('{{nonce}}', nonce));
  };
}

/** `/` for every client; other paths only for browsers, so that an API client with a wrong path gets 404. */
const isPage = (request: FastifyRequest, path: string): boolean =>
  path === '/' || (!path.startsWith('/api/') && extname(path) === '' && request.headers.accept?.includes('text/html') === true);

// A cached page would be shown with an old nonce, so the browser must revalidate it.
const pageHeaders = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
  'referrer-policy': 'same-origin',
};

function pagePolicy(tileUrl: string | undefined, stripe: boolean): (nonce: string) => string {
  const tiles = tileUrl === undefined ? '' : ` ${new URL(tileUrl).origin}`;
  const form = stripe ? ' https://js.stripe.com' : '';
  return (nonce) =>
    [
      "default-src 'none'",
      `script-src 'self'${form}`,
      `style-src 'self' 'nonce-${nonce}'`,
      `img-src 'self' data: blob:${tiles}`,
      "font-src 'self'",
      `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
      ...(stripe ? ['frame-src https://js.stripe.com https://hooks.stripe.com'] : []),
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, { type, bytes, compressed }: WebFile): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const coding =
    compressed.br !== undefined && /\bbr\b/.test(accepted)
      ? 'br'
      : compressed.gzip !== undefined && /\bgzip\b/.test(accepted)
        ? 'gzip'
        : undefined;
  if (coding !== undefined) reply.header('content-encoding', coding);
  // A service worker has the policy of its own file: without connect-src it could fetch nothing.
  if (path === '/sw.js') reply.header('content-security-policy', "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
  return reply
    .headers({
      'content-type': type,
      vary: 'accept-encoding',
      // The names of these files contain a hash of their content.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    .send((coding === undefined ? undefined : compressed[coding]) ?? bytes);
}

function readFiles(folder: string): Map<string, WebFile> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).map((name) => name.split(sep).join('/'));
  const read = (name: string) => (names.includes(name) ? readFileSync(join(folder, name)) : undefined);
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const [br, gzip] = [read(`${name}.br`), read(`${name}.gz`)];
    files.set(`/${name}`, {
      type,
      bytes: readFileSync(join(folder, name)),
      compressed: { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) },
    });
  }
  return files;
}
