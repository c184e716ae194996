import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { type Route, route } from '../platform/route.ts';
import type { ReferenceDocument } from './reference-document.ts';
import { referencePage } from './reference-page.ts';
import { setupPage } from './setup-page.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'pages');

/** Nothing but our own files, and nothing written into the page itself. */
const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const scriptedPolicy = `${pagePolicy}; script-src 'self'; connect-src 'self'`;
const filePolicy = "default-src 'none'; frame-ancestors 'none'";

interface Page {
  path: string;
  operationId: string;
  summary: string;
  type: string;
  policy: string;
  content: () => string;
}

/** Pages that the service writes itself, and the files that they need. */
export function pageRoutes(document: () => object): Route[] {
  const markup = 'text/html; charset=utf-8';
  return [
    page({
      path: '/api/docs',
      operationId: 'reference',
      summary: 'The reference page',
      type: markup,
      policy: pagePolicy,
      content: () => referencePage(document() as ReferenceDocument),
    }),
    page({
      path: '/setup',
      operationId: 'setUpPage',
      summary: 'Makes the first admin',
      type: markup,
      policy: scriptedPolicy,
      content: setupPage,
    }),
    file('page.css', 'pageStyle', 'text/css; charset=utf-8'),
    file('reference.css', 'referenceStyle', 'text/css; charset=utf-8'),
    file('bill.css', 'billStyle', 'text/css; charset=utf-8'),
    file('setup.js', 'setUpScript', 'text/javascript; charset=utf-8'),
    file('icon.svg', 'pageIcon', 'image/svg+xml'),
  ];
}

function file(name: string, operationId: string, type: string): Route {
  const text = readFileSync(join(folder, name), 'utf8');
  return page({ path: `/pages/${name}`, operationId, summary: 'For our own pages', type, policy: filePolicy, content: () => text });
}

function page({ path, operationId, summary, type, policy, content }: Page): Route {
  let made: { text: string; tag: string } | undefined;
  const make = () => {
    const text = content();
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  };
  return route({
    method: 'GET',
    path,
    operationId,
    access: 'public',
    tag: 'pages',
    summary,
    response: Type.String(),
    example: '',
    async handle({ request, reply }) {
      made ??= make();
      reply.headers({ 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-cache', etag: made.tag });
      if (!request.headers['if-none-match']?.includes(made.tag)) return made.text;
      reply.code(304);
      return '';
    },
  });
}
