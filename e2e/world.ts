import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Disposable, Page } from 'playwright-core';
import { inject, onTestFailed } from 'vitest';
import { demoPassword } from '../api/src/demo/demo-people.ts';
import { openBrowser } from '../api/test/browser.ts';
import { freePort } from '../api/test/free-port.ts';
import { type Service, type ServiceOptions, startService } from '../api/test/harness.ts';
import { PagePool } from './page-pool.ts';
import { changesAnswered, settled } from './pending-requests.ts';

export { chromiumPath } from '../api/test/browser.ts';

export const sizes = { phone: { width: 360, height: 740 }, tablet: { width: 768, height: 1024 }, desk: { width: 1440, height: 900 } };

export interface VisitOptions {
  size?: keyof typeof sizes;
  language?: 'en' | 'vi';
  colors?: 'light' | 'dark';
  /** Allows the service worker, for offline use. */
  installed?: true;
  /** Without the APIs that browsers offer only on https and localhost. */
  plainHttp?: true;
}

export interface Visitor {
  page: Page;
  /** For what a later visit with the same page would notice, like scripts, exposed functions or offline mode: it is not reused then. */
  context: BrowserContext;
  /** What the browser reported: errors, blocked loads, CSP violations. */
  browserErrors: string[];
  leave(): Promise<void>;
}

export interface World {
  service: Service;
  /** A user whose browser knows nothing of other visits; signed in, if an e-mail address is given. */
  visit(path: string, email?: string, options?: VisitOptions): Promise<Visitor>;
  end(): Promise<void>;
}

/** A browser serves all test files of a worker: to start one takes as long as several pages. Playwright ends it with the process. */
let poolOfWorker: Promise<PagePool> | undefined;
const sharedPool = (): Promise<PagePool> => {
  poolOfWorker ??= openBrowser().then((browser) => new PagePool(browser, prepareContext));
  return poolOfWorker;
};

/** The worlds of a worker have one address after another, so that the browser keeps the compiled code of the web app. */
let portOfWorker: Promise<number> | undefined;

/** The whole product with its demo data (`global-setup.ts`): PostgreSQL, the service, the built web app, a real browser. */
export async function openWorld(options: ServiceOptions = {}): Promise<World> {
  portOfWorker ??= freePort();
  const service = await startService({ web: true, port: await portOfWorker, ...options });
  // The browser keeps photos by address. Those of two worlds must not have the same.
  for (const table of ['order_photo', 'feedback_photo'])
    await service.sql("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, randomInt(1e9)]);
  const pool = await sharedPool();
  const visitors = new Set<BrowserContext>();
  return {
    service,
    async visit(path, email, { size = 'phone', language = 'en', colors = 'light', installed, plainHttp } = {}) {
      const contextOptions = {
        viewport: sizes[size],
        colorScheme: colors,
        locale: language === 'vi' ? 'vi-VN' : 'en-GB',
        serviceWorkers: installed === true ? 'allow' : 'block',
        reducedMotion: 'reduce',
        hasTouch: size === 'phone',
      } as const;
      const pooled = await pool.take(contextOptions);
      const { context, page } = pooled;
      visitors.add(context);
      const scripts = [await context.addInitScript(clockOf(service.clock.now))];
      if (plainHttp === true)
        scripts.push(await context.addInitScript('delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard'));
      if (email !== undefined) scripts.push(await signIn(context, service.url, email, language));
      const browserErrors: string[] = [];
      page.on('console', (message) => {
        const text = message.text();
        if (['error', 'warning'].includes(message.type()) && !ignoredMessages.test(text)) browserErrors.push(text);
      });
      page.on('pageerror', (error) => browserErrors.push(String(error)));
      onTestFailed(async ({ task }) => {
        const error = task.result?.errors?.[0];
        if (visitors.has(context) && error !== undefined) error.message += `\n${await describePage(page, browserErrors)}`;
      });
      await page.goto(service.url + path);
      // Parts that load later move what is below them: a click could miss its target. A file has no such parts.
      if (!path.endsWith('.svg')) await settled(page);
      // A service worker stays, and a test with the context may have changed anything in it.
      let isReusable = installed !== true;
      return {
        page,
        get context() {
          isReusable = false;
          return context;
        },
        browserErrors,
        async leave() {
          await changesAnswered(context);
          if (isReusable) {
            for (const script of scripts) await script.dispose();
            await pool.giveBack(pooled, contextOptions, service.url);
          } else await context.close();
          visitors.delete(context);
        },
      };
    },
    async end() {
      for (const context of visitors) await context.close();
      await service.close();
    },
  };
}

/** Longer contents are cut, so that the summary of a failed run stays readable. */
const maxDescribedChars = 4000;

/** For the error of a failed test: what the page shows after it. */
async function describePage(page: Page, browserErrors: readonly string[]): Promise<string> {
  const content = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  return [page.url(), content.slice(0, maxDescribedChars), ...browserErrors].join('\n');
}

async function prepareContext(context: BrowserContext, { serviceWorkers }: BrowserContextOptions): Promise<void> {
  recordAcceptedRequests(context);
  await context.addInitScript(serviceWorkers === 'block' ? notPainted + withoutWorker : notPainted);
}

/** For the check at the end of a whole run that every action of the web app is used in some journey. */
function recordAcceptedRequests(context: BrowserContext): void {
  context.on('response', (response) => {
    const method = response.request().method();
    if (method !== 'GET' && response.ok()) appendFileSync(inject('acceptedRequests'), `${method} ${new URL(response.url()).pathname}\n`);
  });
}

/** Caused by the tests themselves or by a slow machine; the web app sends again what a loaded service refused with 503. */
const ignoredMessages = /blocked by Playwright|was preloaded using link preload but not used within a few seconds|with a status of 503/;

/** The browser's clock follows the service's: what has begun or is over must not depend on the day of the test. */
const clockOf = (now: Date): string => `{
  const Real = Date;
  const ahead = ${now.getTime()} - Real.now();
  globalThis.Date = class Date extends Real {
    constructor(...parts) {
      if (parts.length === 0) super(Real.now() + ahead);
      else super(...parts);
    }
    static now() {
      return Real.now() + ahead;
    }
  };
}`;

/** The worker loads locale data for a first visit. A process of the tests has it after its first page, and a worker costs an eighth of a visit. */
const withoutWorker = 'globalThis.Worker = class {};';

/**
 * The browser lays pages out and does not paint them below an opacity of 0.0004: nothing in the tests looks at pixels, and painting takes
 * a tenth of their CPU time. Above 0, so that elements count as visible. Backgrounds of the page cover the window at any opacity.
 */
const notPainted = `
  globalThis.notPainted = new CSSStyleSheet();
  notPainted.replaceSync(':root { opacity: 0.0003 !important; } :root, body { background: transparent !important; }');
  document.adoptedStyleSheets.push(notPainted);
`;

/** Sets the cookie of the sign-in page, which has its own tests. */
async function signIn(context: BrowserContext, url: string, email: string, language: 'en' | 'vi'): Promise<Disposable> {
  const headers = { origin: url };
  const answer = await context.request.post(`${url}/api/auth/login`, { data: { email, password: demoPassword }, headers });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  await context.request.patch(`${url}/api/common/profile`, { data: { language }, headers });
  return context.addInitScript("if (location.origin !== 'null') localStorage.setItem('swath-signed-in', 'yes')");
}
