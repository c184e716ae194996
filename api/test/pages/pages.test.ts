import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReferenceDocument } from '../../src/pages/reference-document.ts';
import { referencePage } from '../../src/pages/reference-page.ts';
import { escapeHtml, html, inline } from '../../src/platform/http/html.ts';
import { problemKinds } from '../../src/platform/http/problem.ts';
import { call } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let document: ReferenceDocument;
let reference: string;

beforeAll(async () => {
  service = await startService();
  document = (await call(service, 'GET', '/api/openapi.json')).body;
  reference = (await call(service, 'GET', '/api/docs')).text;
});
afterAll(() => service.close());

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

function idsIn(markup: string): string[] {
  return [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '');
}

describe('every page', () => {
  test.each(['/setup', '/api/docs'])(
    'when %s is requested, then it is a page with a strict Content-Security-Policy of its own',
    async (path) => {
      const { status, headers, text } = await call(service, 'GET', path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split('; ').map((part) => part.split(/ (.*)/) as [string, string]),
      );
      expect(policy.get('default-src')).toBe("'none'");
      expect(policy.get('frame-ancestors')).toBe("'none'");
      expect(policy.get('base-uri')).toBe("'none'");
      expect(policy.get('form-action')).toBe("'self'");
      expect(policy.get('style-src')).toBe("'self'");
      expect(policy.get('script-src')).toBe(path === '/setup' ? "'self'" : undefined);
      expect(policy.get('connect-src')).toBe(path === '/setup' ? "'self'" : undefined);
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(text).not.toMatch(/<style|<script>| style="| on\w+="|javascript:/);
    },
  );

  test.each(['/setup', '/pay/pi_1', '/api/docs'])(
    'when %s is requested, then all files that it loads are same-origin and exist',
    async (path) => {
      const { text } = await call(service, 'GET', path);
      const files = [...text.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]*)"/g)].map(([, file]) => file ?? '');
      expect(files.length).toBeGreaterThan(1);
      const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };
      for (const file of new Set(files)) {
        expect(file).toMatch(/^\/pages\//);
        const { status, headers } = await call(service, 'GET', file);
        expect([file, status, headers.get('content-type')]).toEqual([file, 200, types[file.split('.').at(-1) ?? '']]);
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      }
    },
  );

  test('when a browser has the page in its cache, then the response is a 304 without a body', async () => {
    const first = await call(service, 'GET', '/api/docs');
    const tag = first.headers.get('etag') ?? '';
    const again = await call(service, 'GET', '/api/docs', { headers: { 'if-none-match': tag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    const other = await call(service, 'GET', '/api/docs', { headers: { 'if-none-match': '"another"' } });
    expect([other.status, other.text]).toEqual([200, first.text]);
    expect(other.headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/api/docs', '/api/openapi.json'])(
    'when %s is requested by a client that accepts gzip, then it is compressed',
    async (path) => {
      const sent = async (encoding: string) => {
        const { statusCode: status, headers, body } = await request(`${service.url}${path}`, { headers: { 'accept-encoding': encoding } });
        return { status, headers, bytes: Buffer.from(await body.arrayBuffer()) };
      };
      const [plain, first, again] = [await sent('identity'), await sent('br, gzip'), await sent('gzip')];
      expect([plain.status, first.status, again.status]).toEqual([200, 200, 200]);
      expect([plain.headers['content-encoding'], first.headers['content-encoding']]).toEqual([undefined, 'gzip']);
      expect([plain.headers.vary, first.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
      expect(gunzipSync(first.bytes).equals(plain.bytes)).toBe(true);
      expect(again.bytes.equals(first.bytes)).toBe(true);
      expect(first.headers['content-type']).toBe(plain.headers['content-type']);
      expect(first.bytes.length).toBeLessThan(plain.bytes.length / 8);
    },
  );

  test('when a POST is sent to a page, then it is refused like on any route', async () => {
    const { status, body } = await call(service, 'POST', '/setup', { body: {} });
    expect([status, body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

describe('the reference', () => {
  test('when it is read, then every operation is there, under its operationId, with a curl call', () => {
    const ids = idsIn(reference);
    expect(operations().length).toBeGreaterThanOrEqual(9);
    for (const { operationId, summary, responses } of operations()) {
      expect(ids).toContain(operationId);
      expect(reference).toContain(escapeHtml(summary));
      expect(reference).toContain(`aria-label="Call ${operationId}"`);
      const json = responses['200']?.content?.['application/json'] !== undefined;
      expect(reference.includes(`aria-label="Answer of ${operationId}"`)).toBe(json);
    }
  });

  test('when a problem has a type URL, then a row with that code, status and title exists', () => {
    for (const [code, { status, title }] of Object.entries(problemKinds)) {
      const row = new RegExp(`<tr id="${code}">.*</tr>`).exec(reference)?.[0] ?? '';
      expect(row.replaceAll('<wbr>', '')).toContain(`<code>${code}</code></th><td>${status}</td><td>${escapeHtml(title)}.`);
    }
  });

  test('when it is read, then every named schema has its fields', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const [section = ''] = new RegExp(`<section class="shape" id="schema-${name}".*?</section>`, 's').exec(reference) ?? [];
      for (const field of Object.keys(schema.properties ?? {})) expect(section).toContain(`<th scope="row"><code>${field}</code>`);
    }
  });

  test('when a link inside the page is followed, then its target exists, and ids are unique', () => {
    const ids = idsIn(reference);
    expect(ids.length).toBe(new Set(ids).size);
    const targets = [...reference.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id ?? '');
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('when headings are read in order, then none skips a level', () => {
    const levels = [...reference.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  });

  test('when the document has markup in its texts, then the page escapes it', () => {
    const attack = `<img src=x onerror=alert(1)>"'&`;
    const hostile = JSON.parse(JSON.stringify(document), (key, value) =>
      ['summary', 'description', 'example', 'title', 'default', 'const'].includes(key) && typeof value === 'string' ? attack : value,
    ) as ReferenceDocument;
    const page = referencePage(hostile);
    expect(page).toContain(escapeHtml(attack));
    expect(page).not.toContain('<img src=x');
    expect(page.match(/onerror=/g)?.length).toBe(page.match(/&lt;img src=x onerror=/g)?.length);
  });
});

test('when text becomes markup, then it is escaped, and only paired backticks are code', () => {
  expect(html`<p title="${'"><b>'}">${['<i>', html`<b>${"'&"}</b>`, undefined, 3]}</p>`.markup).toBe(
    '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;<b>&#39;&amp;</b>3</p>',
  );
  expect(inline('a `b<` c `d` e').markup).toBe('a <code>b&lt;</code> c <code>d</code> e');
  expect(inline('it is `open').markup).toBe('it is `open');
});
