import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ web: true });
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the web app', () => {
  test('when any of its addresses is opened, then the response is its page, with a strict policy and a new nonce', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/sign-in', '/orders/42', '/company/users']) {
      const answer = await get(path, browser);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
      const text = await answer.text();
      expect(text).toContain(`nonce="${nonce}"`);
      expect(text).not.toContain('{{nonce}}');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  test('when a program requests the start page, then it gets the page, too; for other addresses it gets a 404', async () => {
    expect((await get('/')).headers.get('content-type')).toContain('text/html');
    for (const path of [
      '/nowhere',
      '/api/nowhere',
      '/assets/nowhere.js',
      '/index.html',
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const { status, body } = await call(service, 'GET', path);
      expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    expect((await get('/api/nowhere', browser)).headers.get('content-type')).toContain('application/problem+json');
    expect((await call(service, 'POST', '/sign-in')).status).toBe(404);
  });

  test('when the page loads its files, then they are compressed, immutable in the cache, and have the right content type', async () => {
    const page = await (await get('/', browser)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const plain = await get(file, { 'accept-encoding': 'identity' });
      expect([file, plain.status, plain.headers.get('content-encoding')]).toEqual([file, 200, null]);
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const text = await plain.text();
      for (const coding of ['br', 'gzip']) {
        const packed = await get(file, { 'accept-encoding': coding });
        expect([file, packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([file, coding, 'accept-encoding']);
        expect(await packed.text()).toBe(text);
      }
    }
  });

  test('when the app is installed on a phone, then the files exist: the worker may fetch, the manifest has icons', async () => {
    const worker = await get('/sw.js');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const listed = JSON.parse(
      /JSON\.parse\(("(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)\)/.exec(await worker.text())?.[1]?.replace(/^['`]|['`]$/g, '"') ?? '""',
    );
    const files: string[] = JSON.parse(listed);
    for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200]);
    const manifest = (await (await get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
    for (const { src } of manifest.icons) expect([src, (await get(src)).status]).toEqual([src, 200]);
  });
});
