import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled } from './pending-requests.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const dist = join(import.meta.dirname, '..', 'web', 'dist');

/** The scripts and style files that are loaded before a page renders. */
function filesOf(page: string): string[] {
  const shell = readFileSync(join(dist, 'index.html'), 'utf8').match(/\/assets\/[\w-]+\.(?:js|css)/g) ?? [];
  const first = readFileSync(join(dist, shell.find((file) => file.includes('/first-')) ?? ''), 'utf8');
  const manifest: Record<string, string[]> = JSON.parse(JSON.parse(/JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(first)?.[1] ?? 'null'));
  const frame = page === 'SignIn' ? [] : (manifest.SignedIn ?? []);
  return [...new Set([...shell, ...frame, ...(manifest[page] ?? [])])];
}

/** Bytes of the scripts, as compressed by the build. */
const scriptBytesOf = (page: string): number =>
  filesOf(page)
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => {
      const compressed = join(dist, `${file}.br`);
      return sum + statSync(existsSync(compressed) ? compressed : join(dist, file)).size;
    }, 0);

const firstPages = [
  ['farmer', '/'],
  ['farmer', '/book'],
  ['sprayer', '/'],
  ['receptionist', '/'],
  ['admin', '/figures'],
] as const;

/** Every GET request of a page from its opening on. */
async function requestsOf(page: Page, address: string): Promise<string[]> {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) requests.push(pathname + search);
  });
  const stream = page.waitForRequest((request) => request.url().endsWith('/api/common/notification/stream'));
  await page.goto(address);
  await stream;
  await settled(page);
  return requests;
}

describe.skipIf(chromiumPath === undefined)('the first page of a visit', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  // A browser that knows the role prefetches the data of the page before the page's code is loaded.
  test.each(firstPages)(
    'when the browser of a %s opens %s and prefetches, then the requests are the same, and none is sent twice',
    async (role, path) => {
      const plain = await world.visit('/icon.svg', `${role}@swath.example`);
      const prefetching = await world.visit('/icon.svg', `${role}@swath.example`);
      await prefetching.context.addInitScript(`localStorage.setItem('swath-signed-in', '${role}')`);
      const late = await requestsOf(plain.page, world.service.url + path);
      const early = await requestsOf(prefetching.page, world.service.url + path);
      // Parts of a page may be loaded after the rest is shown, on both pages.
      await expect.poll(() => early.toSorted().join() === late.toSorted().join()).toBe(true);
      expect(new Set(early).size).toBe(early.length);
      await plain.leave();
      await prefetching.leave();
    },
  );

  test.each(['sprayer', 'receptionist'])(
    "when the company's date comes after the page of a %s has requested its data, then nothing is prefetched twice",
    async (role) => {
      const { page, context, leave } = await world.visit('/icon.svg', `${role}@swath.example`);
      await context.addInitScript(`localStorage.setItem('swath-signed-in', '${role}')`);
      const requested = page.waitForRequest((request) =>
        request.url().includes(role === 'sprayer' ? '/sprayer/day' : '/receptionist/order?'),
      );
      await page.route('**/api/auth/company', async (route) => {
        await requested;
        await route.continue();
      });
      const requests = await requestsOf(page, world.service.url);
      expect(requests.length).toBeGreaterThan(5);
      expect(new Set(requests).size).toBe(requests.length);
      await leave();
    },
  );
});

test.each(['SignIn', 'FarmerHome', 'BookSpray', 'MyDay', 'Board', 'Figures'])(
  'when %s is the first page, then it loads less than 200 kB of scripts in few files',
  (page) => {
    expect(scriptBytesOf(page)).toBeGreaterThan(100_000);
    expect(scriptBytesOf(page)).toBeLessThan(200_000);
    // Over HTTP/1.1 a browser loads six files at a time, and each costs a round trip.
    expect(filesOf(page).length).toBeLessThanOrEqual(15);
  },
);
