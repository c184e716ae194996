import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { trackRequests } from './pending-requests.ts';

/** A page of the pool with its context. */
export interface PooledPage {
  context: BrowserContext;
  page: Page;
  devTools: CDPSession;
}

type Options = BrowserContextOptions & Required<Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>>;

export type PrepareContext = (context: BrowserContext, options: BrowserContextOptions) => Promise<void>;

const listenedEvents = ['console', 'dialog', 'load', 'pageerror', 'request', 'response'] as const;

/**
 * Pages that visits with the same options use one after another. A new context starts a renderer process, which compiles the web app again:
 * half of the CPU time of most visits. A page goes back without anything of its visit but the HTTP cache.
 */
export class PagePool {
  readonly #browser: Browser;
  readonly #prepareContext: PrepareContext;
  readonly #idle = new Map<string, PooledPage[]>();

  constructor(browser: Browser, prepareContext: PrepareContext) {
    this.#browser = browser;
    this.#prepareContext = prepareContext;
  }

  async take(options: Options): Promise<PooledPage> {
    const idle = this.#idle.get(JSON.stringify(options))?.pop();
    if (idle !== undefined) return idle;
    const context = await this.#browser.newContext(options);
    context.setDefaultTimeout(120_000);
    trackRequests(context);
    await this.#prepareContext(context, options);
    const page = await context.newPage();
    return { context, page, devTools: await context.newCDPSession(page) };
  }

  /** Ends the visit of a page to a service, and keeps the page for the next one. */
  async giveBack(pooled: PooledPage, options: Options, serviceUrl: string): Promise<void> {
    const { context, page, devTools } = pooled;
    for (const event of listenedEvents) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    // A document of the service without scripts: the web app and its connections end. For a document of another origin, the browser would start
    // another renderer process.
    await page.goto(`${serviceUrl}/icon.svg`);
    await page.evaluate('sessionStorage.clear()');
    await devTools.send('Storage.clearDataForOrigin', { origin: serviceUrl, storageTypes: 'all' });
    await context.clearCookies();
    await context.clearPermissions();
    // Outside, as before the first movement: an element of the next page must not be hovered.
    if (options.hasTouch !== true) await page.mouse.move(-1, -1);
    await page.emulateMedia({ media: null, colorScheme: options.colorScheme, reducedMotion: options.reducedMotion });
    if (options.viewport !== null) await page.setViewportSize(options.viewport);
    const key = JSON.stringify(options);
    const idle = this.#idle.get(key);
    if (idle === undefined) this.#idle.set(key, [pooled]);
    else idle.push(pooled);
  }
}
