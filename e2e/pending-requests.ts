import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

const pendingOf = new WeakMap<BrowserContext, Set<Request>>();

/** Records the requests of the context that are not answered yet; the stream of notifications stays open and is left out. */
export function trackRequests(context: BrowserContext): void {
  const pending = new Set<Request>();
  pendingOf.set(context, pending);
  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request);
  });
  context.on('requestfinished', (request) => void pending.delete(request));
  context.on('requestfailed', (request) => void pending.delete(request));
}

const pendingRequests = (context: BrowserContext): Request[] => [...(pendingOf.get(context) ?? [])];

/** Waits until nothing is loading, and what has been loaded is rendered. */
export async function settled(page: Page): Promise<void> {
  const ofPage = () => pendingRequests(page.context()).map((request) => request.url());
  do {
    await expect.poll(ofPage, { timeout: 120_000 }).toEqual([]);
    await page.locator('h1').first().waitFor();
    await page.waitForSelector('[role="status"]:is([aria-label="Loading …"], [aria-label="Đang tải …"])', { state: 'detached' });
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  } while (ofPage().length > 0);
}

/** Waits for the mutating requests: one that the browser aborts at the end of a visit would reach the service in some runs only. */
export async function changesAnswered(context: BrowserContext): Promise<void> {
  const changes = () => pendingRequests(context).filter((request) => request.method() !== 'GET');
  await expect.poll(() => changes().map((request) => `${request.method()} ${request.url()}`)).toEqual([]);
}
