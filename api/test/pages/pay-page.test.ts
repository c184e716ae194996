import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, lowContrastTexts, openBrowser } from '../browser.ts';
import { type Caller, call, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { FakeProvider } from '../payments/fake-provider.ts';
import { type Intent, opened, traces } from '../payments/payment-steps.ts';
import { expectProblem } from '../problem-shape.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let service: Service;
let farmer: Caller;
let day = 0;

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

async function cardOrder(): Promise<{ id: number; intent: Intent; path: string }> {
  const date = new Date(Date.UTC(2027, 0, 1 + day++)).toISOString().slice(0, 10);
  const { id } = await placed(farmer, { paymentMethod: 'visa', date });
  const intent = await opened(farmer, id);
  return { id, intent, path: `/pay/${intent.id}#order=${id}&secret=${intent.clientSecret}` };
}

test('when it is requested, then it is a page with a strict policy in the language of the browser', async () => {
  const ask = (language: string) => call(service, 'GET', '/pay/pi_1', { headers: { 'accept-language': language } });
  const [english, vietnamese] = [await ask('en-GB,vi;q=0.5'), await ask('vi-VN,vi;q=0.9,en;q=0.5')];
  expect([english.status, english.headers.get('vary')]).toEqual([200, 'accept-language, accept-encoding']);
  expect(english.text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(english.text).toContain('This is a test.');
  expect(vietnamese.text).toMatch(/^<!doctype html>\n<html lang="vi">/);
  expect(vietnamese.text).toContain('Đây là bản thử.');
  expect(english.headers.get('etag')).not.toBe(vietnamese.headers.get('etag'));
  expect(english.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(english.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(english.text).not.toMatch(/<style|<script>| style="| on\w+="|javascript:/);
});

test('when another provider is configured, then the page does not exist', async () => {
  const real = await startService({ provider: () => new FakeProvider() });
  for (const path of ['/pay/pi_1', '/pages/pay.js', '/pages/pay.css']) expectProblem(await call(real, 'GET', path), 404, 'NOT_FOUND');
  await real.close();
});

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  interface Visit {
    page: Page;
    /** What the browser reported: errors, blocked loads, CSP violations. */
    browserErrors: string[];
    asked: string[];
  }

  interface Visitor {
    width?: number;
    locale?: string;
    colorScheme?: 'light' | 'dark';
    token?: string | undefined;
  }

  async function visit(path: string, { width = 360, locale = 'en-GB', colorScheme = 'light', token }: Visitor = {}): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale, colorScheme });
    if (token !== undefined)
      await context.addCookies([{ name: 'swath_token', value: token, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    const browserErrors: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => browserErrors.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => browserErrors.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(service.url + path);
    await page.locator('[data-screen="looking"]').waitFor({ state: 'hidden' });
    return { page, browserErrors, asked };
  }

  async function expectFit(page: Page, width: number): Promise<void> {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.evaluate(lowContrastTexts)).toEqual([]);
    await page.evaluate(axe);
    const violations = await page.evaluate("axe.run().then((found) => found.violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))");
    expect(violations).toEqual([]);
  }

  const screen = (page: Page) => page.locator('[data-screen]:visible').getAttribute('data-screen');
  const shown = (page: Page, name: string) => page.locator(`[data-screen="${name}"]:visible`).waitFor();

  describe.each([
    ['en-GB', 'light', 360],
    ['vi-VN', 'dark', 360],
    ['vi-VN', 'light', 1440],
    ['en-GB', 'dark', 1440],
  ] as const)('%s, %s, %i pixels wide', (locale, colorScheme, width) => {
    test('when a card needs a second step, then every screen fits, is legible and has no errors', async () => {
      const { id, intent, path } = await cardOrder();
      const { page, browserErrors, asked } = await visit(path, { width, locale, colorScheme, token: farmer.token });
      await shown(page, 'form');
      expect(await page.getAttribute('html', 'lang')).toBe(locale.slice(0, 2));
      expect((await page.locator('.bill-amount').textContent())?.replace(/\D/g, '')).toBe('375000');
      await expectFit(page, width);
      await page.locator('[data-card="4000 0025 0000 3155"]').click();
      expect(await page.locator('#cardNumber').inputValue()).toBe('4000 0025 0000 3155');
      await page.keyboard.press('Enter');
      await shown(page, 'step');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
      await expectFit(page, width);
      await page.locator('[data-approve="true"]').click();
      await shown(page, 'paid');
      await expectFit(page, width);
      expect(await page.locator('[data-screen="paid"] [data-order-link]').getAttribute('href')).toBe(`/orders/${id}`);
      expect(page.url()).toBe(`${service.url}/pay/${intent.id}#order=${id}`);
      expect(browserErrors).toEqual([]);
      // Only the operations of the contract have the secret in their URL; no page has.
      expect(asked.filter((url) => !url.startsWith(service.url))).toEqual([]);
      expect(asked.filter((url) => url.split('#')[0]?.includes(intent.clientSecret)).map((url) => new URL(url).pathname)).toEqual([
        `/api/farmer/order/${id}/payment-intent/${intent.clientSecret}`,
      ]);
      expect((await traces(service, id)).order?.payment_status).toBe('paid');
      await page.reload();
      await shown(page, 'paid');
      await page.context().close();
    });
  });

  test('when a card is declined, then the next attempt is a new payment and can succeed', async () => {
    const { id, intent, path } = await cardOrder();
    const { page, browserErrors } = await visit(path, { token: farmer.token });
    await page.getByRole('button', { name: '4000 0000 0000 0002' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('heading', { name: 'The card was declined', exact: true }).waitFor();
    await expectFit(page, 360);
    expect((await traces(service, id)).order?.payment_status).toBe('failed');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await shown(page, 'form');
    expect(page.url()).not.toContain(intent.id);
    expect(await page.getByLabel('Card number').inputValue()).toBe('');
    await page.getByLabel('Card number').fill('5555-5555-5555-4444');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    expect((await traces(service, id)).ledger.map(({ kind }) => kind)).toEqual(['failure', 'charge']);
    await page.context().close();
  });

  test('when the second step is refused, then the card is declined', async () => {
    const { id, path } = await cardOrder();
    const { page } = await visit(path, { token: farmer.token });
    await page.getByRole('button', { name: '4000 0025 0000 3155' }).click();
    await page.keyboard.press('Enter');
    await shown(page, 'step');
    await page.reload();
    await shown(page, 'step');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await shown(page, 'declined');
    expect((await traces(service, id)).order?.payment_status).toBe('failed');
    await page.context().close();
  });

  test('when the number is missing or not a test card, then the error is beside the field and focused', async () => {
    const { path } = await cardOrder();
    const { page } = await visit(path, { token: farmer.token });
    await page.getByRole('button', { name: /^Pay/ }).click();
    expect(await page.locator('.error:visible').textContent()).toContain('Enter the number of a test card');
    await page.getByLabel('Card number').fill('4111 1111 1111 1111');
    await page.keyboard.press('Enter');
    await page.getByText('is not a test card').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('cardNumber');
    await expectFit(page, 360);
    await page.context().close();
  });

  test('when no user or another user is signed in, or the link is incomplete, then the page says so and offers a link', async () => {
    const { path } = await cardOrder();
    const cases = [
      [path, undefined, 'signed-out'],
      [path, (await signedIn(service, 'receptionist')).token, 'signed-out'],
      [path, (await signedIn(service, 'farmer')).token, 'ended'],
      ['/pay/pi_1', farmer.token, 'incomplete'],
      ['/pay/pi_1#order=x', farmer.token, 'incomplete'],
    ] as const;
    for (const [address, token, name] of cases) {
      const { page } = await visit(address, { token });
      expect([address, await screen(page)]).toEqual([address, name]);
      expect(await page.locator('[data-screen]:visible').getByRole('link').getAttribute('href')).toBe('/');
      await expectFit(page, 360);
      await page.context().close();
    }
    const { page } = await visit(path);
    await page.context().addCookies([{ name: 'swath_token', value: farmer.token, url: service.url }]);
    await page.getByRole('button', { name: 'I have signed in' }).click();
    await shown(page, 'form');
    await page.context().close();
  });

  test('when the service does not respond, then the page says so, and a second attempt works', async () => {
    const { path } = await cardOrder();
    const { page } = await visit(path, { token: farmer.token });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
    await page.keyboard.press('Enter');
    await shown(page, 'unreachable');
    expect(await page.getByRole('alert').textContent()).toContain('The service did not respond');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await shown(page, 'form');
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    await page.context().close();
  });
});
