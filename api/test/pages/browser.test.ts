import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureFirstAdmin } from '../../src/accounts/set-up-admin.ts';
import { chromiumPath, lowContrastTexts, openBrowser } from '../browser.ts';
import { call } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    service = await startService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  interface Visit {
    page: Page;
    /** What the browser reported: errors, blocked loads, CSP violations. */
    browserErrors: string[];
    /** Hosts of the requests. */
    asked: string[];
  }

  async function visit(on: Service, path: string, width: number, colorScheme: 'light' | 'dark'): Promise<Visit> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    // The default of 30 seconds is too short for the docs on a loaded machine.
    page.setDefaultTimeout(300_000);
    const browserErrors: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => browserErrors.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => browserErrors.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(on.url + path);
    return { page, browserErrors, asked };
  }

  const colorSchemes = ['light', 'dark'] as const;

  test('when the setup page is opened in any colour scheme, then it fits, is legible and has no errors', async () => {
    const { page, browserErrors, asked } = await visit(service, '/setup#some-token', 360, 'light');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(lowContrastTexts)).toEqual([]);
    }
    expect(browserErrors).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(service.url))).toEqual([]);
    await page.close();
  });

  // The docs are a large page, so they are loaded once.
  describe('the docs', () => {
    let docs: Visit;
    beforeAll(async () => {
      docs = await visit(service, '/api/docs', 360, 'light');
    });
    afterAll(() => docs.page.close());

    test('when only the keyboard is used, then the content can be skipped to and code boxes can be scrolled', async () => {
      const { page } = docs;
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      expect((await page.locator('.skip').boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('main-content');
      await page.locator('#createOrder pre').first().focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => page.evaluate('document.activeElement.scrollLeft')).toBeGreaterThan(0);
      expect(await page.locator('pre:not([tabindex="0"][aria-label])').count()).toBe(0);
    });

    test('when the type of a problem is opened, then its row is visible below the header and highlighted', async () => {
      const { page } = docs;
      await page.goto(`${service.url}/api/docs#SESSION_FULL`);
      const row = page.locator('tr:target');
      expect(await row.getAttribute('id')).toBe('SESSION_FULL');
      const header = await page.locator('.top').boundingBox();
      // The browser scrolls after the navigation has ended.
      await expect.poll(async () => (await row.boundingBox())?.y, { timeout: 300_000 }).toBeLessThan(800);
      expect((await row.boundingBox())?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    });

    test.each([320, 360, 1440])('when they are %d pixels wide, then they fit', async (width) => {
      await docs.page.setViewportSize({ width, height: 800 });
      expect(await docs.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });

    test.each(colorSchemes)('when the colour scheme is %s, then they are legible', async (colorScheme) => {
      await docs.page.emulateMedia({ colorScheme });
      expect(await docs.page.evaluate(lowContrastTexts)).toEqual([]);
    });

    test('when they are opened, then there are no errors, and all requests are to the service', () => {
      expect(docs.browserErrors).toEqual([]);
      expect(docs.asked.length).toBeGreaterThan(0);
      expect(docs.asked.filter((url) => !url.startsWith(service.url))).toEqual([]);
    });
  });

  describe('setting up', () => {
    async function withoutAdmin(): Promise<{ fresh: Service; token: string }> {
      const fresh = await startService();
      const token = await ensureFirstAdmin(fresh.database, undefined, fresh.clock.now);
      if (token === undefined) throw new Error('there is an admin already');
      return { fresh, token };
    }

    test('when the link is opened and the form is submitted by keyboard, then the admin is created and signed in, and the link is invalid', async () => {
      const { fresh, token } = await withoutAdmin();
      const { page, browserErrors, asked } = await visit(fresh, `/setup#${token}`, 360, 'light');
      await page.getByLabel('Full name').focus();
      await page.keyboard.type('Phạm Thị Hoa');
      await page.keyboard.press('Tab');
      await page.keyboard.type('owner@example.com');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Green-Field-7');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Swath is set up' }).waitFor();
      expect(await page.getByText('You are signed in').textContent()).toBe('You are signed in as the admin: Phạm Thị Hoa.');
      expect(await page.getByLabel('Password', { exact: true }).isVisible()).toBe(false);
      expect(page.url()).toBe(`${fresh.url}/setup`);
      expect(asked.filter((url) => url.includes(token) && new URL(url).hash === '')).toEqual([]);
      expect(browserErrors).toEqual([]);

      const cookie = (await page.context().cookies()).find(({ name }) => name === 'swath_token');
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
      const me = await call(fresh, 'GET', '/api/auth/me', { token: cookie?.value ?? '' });
      expect([me.body.email, me.body.fullName, me.body.role]).toEqual(['owner@example.com', 'Phạm Thị Hoa', 'admin']);
      expect(await page.getByRole('link', { name: 'Open Swath' }).getAttribute('href')).toBe('/');
      expect(await page.evaluate("localStorage.getItem('swath-signed-in')")).toBe('admin');
      await page.close();

      const second = await visit(fresh, `/setup#${token}`, 360, 'light');
      await fill(second.page, 'Other', 'other@example.com', 'Green-Field-8');
      expect(await second.page.getByRole('alert').textContent()).toContain('was used or replaced');
      expect(await second.page.locator('form').isVisible()).toBe(false);
      expect(await second.page.getByRole('link', { name: 'home page' }).isVisible()).toBe(true);
      await second.page.close();
      await fresh.close();
    });

    test('when fields are invalid, then each error is beside its field, the first is focused, and a second attempt works', async () => {
      const { fresh, token } = await withoutAdmin();
      const { page } = await visit(fresh, `/setup#${token}`, 360, 'light');
      await fill(page, ' ', 'not-an-address', '');
      const errors = () => page.locator('.error:visible').allTextContents();
      expect(await errors()).toEqual([
        'Enter your full name.',
        'Enter an e-mail address.',
        'The password needs at least 8 characters, a capital letter and a special character.',
      ]);
      expect(await page.evaluate('document.activeElement.id')).toBe('fullName');
      expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
      expect(await page.evaluate(lowContrastTexts)).toEqual([]);

      await fill(page, 'Hoa', 'owner@example.com', 'green');
      expect(await errors()).toEqual(['The password needs at least 8 characters, a capital letter and a special character.']);
      expect(await page.evaluate('document.activeElement.id')).toBe('password');
      await page.getByLabel('Show password').check();
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');

      await fill(page, 'Hoa', 'owner@example.com', 'Green-Field-7');
      await page.getByText('You are signed in as the admin: Hoa.').waitFor();
      await page.close();
      await fresh.close();
    });

    test('when the link has no token, then the page says so and has no form, until the complete link is opened', async () => {
      const { page } = await visit(service, '/setup', 360, 'dark');
      expect(await page.getByRole('alert').textContent()).toContain('This link is not complete');
      expect(await page.locator('form').isVisible()).toBe(false);
      await page.goto(`${service.url}/setup#a-token`);
      await page.locator('form').waitFor();
      expect(await page.getByRole('alert').isVisible()).toBe(false);
      await page.close();
    });

    test('when the service does not respond, then the page says so and keeps the input', async () => {
      const { page } = await visit(service, '/setup#a-token', 360, 'light');
      await page.context().setOffline(true);
      await fill(page, 'Hoa', 'owner@example.com', 'Green-Field-7');
      expect(await page.getByRole('alert').textContent()).toContain('The service did not respond');
      expect(await page.getByLabel('E-mail').inputValue()).toBe('owner@example.com');
      await page.close();
    });

    test('when the browser language is Vietnamese, then the page and its errors are Vietnamese', async () => {
      const page = await browser.newPage({ viewport: { width: 360, height: 800 }, locale: 'vi-VN' });
      await page.goto(`${service.url}/setup#a-token`);
      await page.getByRole('button', { name: 'Tạo người quản trị' }).click();
      await page.getByText('Xin điền họ và tên.').waitFor();
      expect(await page.locator('.error:visible').count()).toBe(3);
      expect(await page.locator('html').getAttribute('lang')).toBe('vi');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      await page.close();
    });

    test('when JavaScript is off, then the form cannot submit a password', async () => {
      const page = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(`${service.url}/setup#a-token`);
      expect(await page.getByRole('button').isDisabled()).toBe(true);
      expect(await page.locator('noscript').textContent()).toContain('This page needs JavaScript');
      await page.close();
    });

    async function fill(page: Page, fullName: string, email: string, password: string): Promise<void> {
      await page.getByLabel('Full name').fill(fullName);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create admin' }).click();
      await page.locator('.error:visible, .message:visible, #done:visible').first().waitFor();
    }
  });
});
