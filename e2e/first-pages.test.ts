import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const firstPages = [
  ['farmer', '/'],
  ['farmer', '/book'],
  ['sprayer', '/'],
  ['receptionist', '/'],
  ['admin', '/figures'],
] as const;

/** Every GET request of a page when it is opened. */
async function questionsOf(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  const listening = page.waitForRequest((request) => request.url().endsWith('/api/common/notification/stream'));
  await page.goto(address);
  await listening;
  await settled(page);
  for (let known = 0; known < asked.length; ) {
    known = asked.length;
    await page.waitForTimeout(1000);
  }
  page.removeAllListeners('request');
  return asked.sort();
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
      const { page, context, leave } = await world.visit('/icon.svg', `${role}@swath.example`);
      const late = await questionsOf(page, world.service.url + path);
      await context.addInitScript(`localStorage.setItem('swath-signed-in', '${role}'); indexedDB.deleteDatabase('swath');`);
      const early = await questionsOf(page, world.service.url + path);
      expect(early).toEqual(late);
      expect(new Set(early).size).toBe(early.length);
      await leave();
    },
  );
});
