import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TObject, Type } from 'typebox';
import { EncodedText } from '../platform/http/encoded-text.ts';
import { type Route, route } from '../platform/http/route.ts';
import { type Language, languageOf } from './language.ts';
import { payPage } from './pay-page.ts';
import { postmanCollection } from './postman-collection.ts';
import type { ReferenceDocument } from './reference-document.ts';
import { referencePage } from './reference-page.ts';
import { setupPage } from './setup-page.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'pages');

/** Only own files, no inline styles or scripts. */
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
  content: (language: Language) => string;
  params?: TObject;
  /** Available in several languages. */
  translated?: true;
}

export interface PageOptions {
  document: () => object;
  publicUrl: string;
  /** Also serve the payment form of the sandbox. */
  sandbox: boolean;
}

/** Server-rendered pages and their files. */
export function pageRoutes({ document, publicUrl, sandbox }: PageOptions): Route[] {
  const markup = 'text/html; charset=utf-8';
  return [
    page({
      path: '/api/docs',
      operationId: 'reference',
      summary: 'API reference',
      type: markup,
      policy: pagePolicy,
      content: () => referencePage(document() as ReferenceDocument),
    }),
    page({
      path: '/api/docs/postman.json',
      operationId: 'postmanCollection',
      summary: 'All operations as a Postman collection',
      type: 'application/json; charset=utf-8',
      policy: filePolicy,
      content: () => JSON.stringify(postmanCollection(document() as ReferenceDocument, publicUrl), null, 2),
    }),
    page({
      path: '/setup',
      operationId: 'setUpPage',
      summary: 'Page that creates the first admin',
      type: markup,
      policy: scriptedPolicy,
      content: setupPage,
      translated: true,
    }),
    file('page.css', 'pageStyle', 'text/css; charset=utf-8'),
    file('reference.css', 'referenceStyle', 'text/css; charset=utf-8'),
    file('link.css', 'linkStyle', 'text/css; charset=utf-8'),
    file('bill.css', 'billStyle', 'text/css; charset=utf-8'),
    file('setup.js', 'setUpScript', 'text/javascript; charset=utf-8'),
    file('icon.svg', 'pageIcon', 'image/svg+xml'),
    ...(sandbox ? sandboxPages(markup) : []),
  ];
}

function sandboxPages(type: string): Route[] {
  return [
    page({
      path: '/pay/{intent}',
      operationId: 'payPage',
      summary: 'Payment form of the sandbox',
      type,
      policy: scriptedPolicy,
      content: payPage,
      params: Type.Object({ intent: Type.String({ maxLength: 100, example: 'pi_6d0a2b9ce4f1480a9b7c3d21' }) }),
      translated: true,
    }),
    file('pay.css', 'payStyle', 'text/css; charset=utf-8'),
    file('pay.js', 'payScript', 'text/javascript; charset=utf-8'),
  ];
}

function file(name: string, operationId: string, type: string): Route {
  const text = readFileSync(join(folder, name), 'utf8');
  return page({ path: `/pages/${name}`, operationId, summary: 'Static file', type, policy: filePolicy, content: () => text });
}

function page({ path, operationId, summary, type, policy, content, params, translated }: Page): Route {
  const rendered: Partial<Record<Language, { text: EncodedText; tag: string }>> = {};
  const render = (language: Language) => {
    const text = content(language);
    // Weak: the compressed text has the same tag.
    return { text: new EncodedText(text), tag: `W/"${createHash('sha256').update(text).digest('base64url')}"` };
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
    ...(params === undefined ? {} : { params }),
    async handle({ request, reply }) {
      const language = translated === true ? languageOf(request.headers['accept-language']) : 'en';
      rendered[language] ??= render(language);
      const { text, tag } = rendered[language];
      reply.headers({ 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-cache', etag: tag });
      if (translated === true) reply.header('vary', 'accept-language');
      if (!request.headers['if-none-match']?.includes(tag)) return text;
      reply.code(304);
      return '';
    },
  });
}
