import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unusedNumber } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const desk = { size: 'desk' } as const;
const admin = 'admin@swath.example';
const field = 'Vườn xoài cồn Én, Tấn Mỹ';

/** The digits alone: how they are grouped is the browser's business. */
const digitsOf = (text: string): number => Number(text.replace(/[^\d]/g, ''));

describe.skipIf(chromiumPath === undefined)('the company', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  const ask = async (page: Page, path: string) => {
    const answer = await page.request.get(world.service.url + path);
    expect(answer.status()).toBe(200);
    return answer.json();
  };

  test('when a sprayer gets an account with a first password, then they can sign in and see their day', async () => {
    const number = unusedNumber();
    const { page, complaints, leave } = await world.visit('/company/users', admin, desk);
    await page.getByRole('link', { name: 'New account' }).click();
    await page.getByLabel('Full name').fill('Châu Văn Bền');
    await page.getByLabel('Role').selectOption({ label: 'Sprayer' });
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.getByText('Choose the expertise of this sprayer.').waitFor();
    await page.getByLabel('Expertise').selectOption({ label: 'Adept' });
    await page.getByLabel('Phone number').fill(number);
    await page.getByLabel('Language of messages').selectOption({ label: 'Tiếng Việt' });
    await page.getByRole('radio', { name: 'Set a first password now' }).check();
    await page.getByLabel('First password', { exact: true }).fill('Phun-Thuoc-1');
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.getByText('The account is there.').waitFor();
    await page.getByRole('heading', { name: 'Châu Văn Bền', level: 1 }).waitFor();
    await page.getByLabel('Language of messages').selectOption({ label: 'English' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await page.getByLabel('Language of messages').inputValue()).toBe('en');
    const [made] = await world.service.sql(
      'select role, expertise, active, language, full_name, password_hash is not null as can_sign_in from app_user where phone_key = $1',
      [number],
    );
    expect(made).toEqual({
      role: 'sprayer',
      expertise: 'adept',
      active: true,
      language: 'en',
      full_name: 'Châu Văn Bền',
      can_sign_in: true,
    });
    expect(complaints).toEqual([]);
    await leave();

    const sprayer = await world.visit('/sign-in');
    await sprayer.page.getByLabel('E-mail or phone number').fill(number);
    await sprayer.page.getByLabel('Password', { exact: true }).fill('Phun-Thuoc-1');
    await sprayer.page.getByRole('button', { name: 'Sign in' }).click();
    await sprayer.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My day' }).waitFor();
    expect(sprayer.complaints).toEqual([]);
    await sprayer.leave();
  });

  test('when a price changes, then a new quote follows it, and an order placed before keeps its cost', async () => {
    const [old] = await world.service.sql<{ id: number; cost: string }>(
      `select o.id::int, o.cost::text from spray_order o join app_user u on u.id = o.farmer_id
        where u.email = 'farmer2@swath.example' and o.location = $1 order by o.id desc limit 1`,
      [field],
    );
    expect(old?.cost).toBe('450000');
    const { page, complaints, leave } = await world.visit('/company/crops', admin, desk);
    await page.getByRole('button', { name: 'Change: Fruit' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change Fruit' });
    await sheet.getByLabel('Price per decare (VND)').fill('34000');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Fruit' }).getByText('₫34,000 per decare').waitFor();
    expect(complaints).toEqual([]);
    await leave();

    const farmer = await world.visit('/book', 'farmer2@swath.example');
    await farmer.page.getByRole('button', { name: new RegExp(`${field}.*15 decares`) }).click();
    await farmer.page.getByText('₫510,000').first().waitFor();
    await farmer.page.goto(`${world.service.url}/orders/${old?.id}`);
    await farmer.page.getByText('₫450,000').first().waitFor();
    expect(farmer.complaints).toEqual([]);
    await farmer.leave();
    const [kept] = await world.service.sql<{ cost: string; price: string }>(
      'select o.cost::text, c.price::text from spray_order o join crop c on c.id = o.crop_id where o.id = $1',
      [old?.id],
    );
    expect(kept).toEqual({ cost: '450000', price: '34000' });
  });

  test('when a session is added, then farmers see its places in their week, and one that overlaps is refused', async () => {
    const { page, complaints, leave } = await world.visit('/company/sessions', admin, desk);
    await page.getByRole('button', { name: 'Add a session' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add a session' });
    await sheet.getByLabel('From').fill('17:30');
    await sheet.getByLabel('To').fill('19:00');
    await sheet.getByLabel('Places').fill('3');
    await sheet.getByRole('button', { name: 'Add a session' }).click();
    await sheet.getByText(/overlap/i).waitFor();
    await sheet.getByLabel('From').fill('18:00');
    await sheet.getByRole('button', { name: 'Add a session' }).click();
    await page.getByText('The session can be booked now.').waitFor();
    await page.getByRole('listitem').filter({ hasText: '18:00–19:00' }).getByText('3 places a day').waitFor();
    const made = await world.service.sql(
      "select start_time::text, end_time::text, capacity, active from spray_session where start_time > '17:00' order by start_time",
    );
    expect(made).toEqual([{ start_time: '18:00:00', end_time: '19:00:00', capacity: 3, active: true }]);
    expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await leave();

    const farmer = await world.visit('/book', 'farmer2@swath.example');
    await farmer.page.getByRole('button', { name: new RegExp(field) }).click();
    const week = farmer.page.getByRole('grid', { name: 'Free times' });
    await week.getByRole('rowheader', { name: '18:00' }).waitFor();
    expect(await week.getByRole('button', { name: /18:00–19:00, 3 of 3 places free/ }).count()).toBe(7);
    expect(farmer.complaints).toEqual([]);
    await farmer.leave();
  });

  test('when someone is deactivated, then they are out at once, and in again when activated', async () => {
    const theirs = await world.visit('/', 'receptionist2@swath.example', desk);
    await theirs.page.getByRole('grid').waitFor();
    const { page, complaints, leave } = await world.visit('/company/users', admin, desk);
    await page.getByLabel('Name, e-mail or phone').fill('receptionist2');
    await page.waitForURL('**/company/users?search=receptionist2');
    await page.getByRole('link', { name: /Đỗ Ngọc Lan/ }).click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog', { name: 'Deactivate Đỗ Ngọc Lan?' }).getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('This account is deactivated: nobody can sign in with it.').waitFor();
    const isActive = async () =>
      (await world.service.sql<{ active: boolean }>("select active from app_user where email = 'receptionist2@swath.example'"))[0]?.active;
    expect(await isActive()).toBe(false);
    await theirs.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Orders' }).click();
    await theirs.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Activate again' }).click();
    await page.getByText('This person can sign in.').waitFor();
    expect(await isActive()).toBe(true);
    expect(complaints).toEqual([]);
    await leave();
    await theirs.leave();
  });

  test('when a webhook is made, then its secret is shown once and never again', async () => {
    const { page, complaints, leave } = await world.visit('/company/webhooks', admin, desk);
    await page.getByRole('link', { name: 'Add a webhook' }).first().click();
    await page.getByLabel('Address').fill('hooks.swath.example');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByText('An address that begins with https:// or http://').waitFor();
    await page.getByLabel('Address').fill('https://hooks.swath.example/orders');
    await page.getByLabel('What it is for').fill('Bookkeeping');
    await page.getByRole('checkbox', { name: 'cancelled', exact: true }).uncheck();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    const [made] = await world.service.sql<{ id: number; url: string; types: string[]; secret: string }>(
      "select id::int, url, event_types as types, encode(secret, 'base64') as secret from webhook",
    );
    expect(secret).toBe(`whsec_${made?.secret}`);
    expect(made?.url).toBe('https://hooks.swath.example/orders');
    expect(made?.types.toSorted()).toEqual(['order.completed', 'order.created', 'order.paid']);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { name: 'Bookkeeping', level: 1 }).waitFor();
    expect(page.url()).toBe(`${world.service.url}/company/webhooks/${made?.id}`);
    expect(await page.content()).not.toContain(made?.secret);
    await page.reload();
    await page.getByRole('heading', { name: 'Bookkeeping', level: 1 }).waitFor();
    expect(await page.content()).not.toContain(made?.secret);
    expect(JSON.stringify(await ask(page, '/api/admin/webhook/'))).not.toContain(made?.secret);
    const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(kept).not.toContain(made?.secret);
    await page.goto(`${world.service.url}/company/audit?action=webhook_create`);
    const entry = page.getByRole('listitem').filter({ hasText: 'added a webhook' });
    await entry.getByRole('link', { name: 'Bookkeeping' }).waitFor();
    expect(await entry.innerText()).toContain('address: https://hooks.swath.example/…');
    expect(await entry.innerText()).toContain('hears when an order is: completed, placed, paid');
    expect(complaints).toEqual([]);
    await leave();
  });

  test('when the company changes something, then the audit trail says who, what, and how it was before', async () => {
    const { page, complaints, leave } = await world.visit('/company/crops', admin, desk);
    await page.getByRole('button', { name: 'Change: Vegetables' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change Vegetables' });
    await sheet.getByLabel('Price per decare (VND)').fill('31500');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Audit trail' }).first().click();
    await page.getByRole('heading', { name: 'Audit trail', level: 1 }).waitFor();
    await page.getByLabel('What').selectOption({ label: 'changed a crop' });
    await page.waitForURL('**/company/audit?action=crop_update');
    const entry = page.getByRole('listitem').filter({ hasText: 'changed a crop: Vegetables' });
    await entry.waitFor();
    const said = await entry.innerText();
    expect(said).toContain('Bùi Thanh Sơn');
    expect(said).toMatch(/price: ₫30,000\s+₫31,500/);
    const [noted] = await world.service.sql(
      `select u.email, a.action, a.subject_type, a.changes from audit_entry a join app_user u on u.id = a.actor_id
        where a.action = 'crop_update' order by a.id desc limit 1`,
    );
    expect(noted).toMatchObject({ email: admin, subject_type: 'crop', changes: [{ field: 'price' }] });
    await page.getByRole('listitem').filter({ hasText: 'signed in' }).first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('when the figures are asked for, then the page says what the service counts, as numbers, table and file', async () => {
    const { page, complaints, leave } = await world.visit('/figures', admin, desk);
    const period = 'from=2026-10-19&to=2026-11-15';
    const { totals } = await ask(page, `/api/admin/figure?${period}`);
    const all = page.getByRole('region', { name: 'In all' });
    await all.waitFor();
    const shown = async (name: string) => {
      const group = all.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
      return (await group.locator('dd').first().innerText()).trim();
    };
    expect(totals.orders).toBeGreaterThan(0);
    expect(digitsOf(await shown('Orders'))).toBe(totals.orders);
    expect(digitsOf(await shown('Income'))).toBe(totals.income);
    expect(Number((await shown('Area')).replace(/[^\d.]/g, ''))).toBe(totals.area);
    expect(await shown('Places taken')).toBe(`${Math.round(totals.utilisation * 100)}%`);
    const [counted] = await world.service.sql<{ income: number }>(
      `select sum(case when kind in ('cash', 'charge') then amount when kind in ('refund', 'correction') then -amount else 0 end)::int as income
         from payment p join spray_order o on o.id = p.order_id where o.date between '2026-10-19' and '2026-11-15'`,
    );
    expect(counted?.income).toBe(totals.income);

    const question = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What do we spray?' }) });
    await question.getByText('Show the numbers').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const table = question.getByRole('region', { name: 'What do we spray?' });
    expect(await table.evaluate((region) => region === document.activeElement)).toBe(true);
    const { content } = await ask(page, `/api/admin/figure/crop/?${period}`);
    const names: Record<string, string> = { fruit: 'Fruit', cereal: 'Cereal', vegetable: 'Vegetables' };
    for (const { cropType, orders, income } of content) {
      const cells = await table
        .getByRole('row', { name: names[cropType.name] ?? '' })
        .getByRole('cell')
        .allInnerTexts();
      expect([digitsOf(cells[1] ?? ''), digitsOf(cells[2] ?? '')]).toEqual([orders, income]);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), question.getByRole('link', { name: 'Download as CSV' }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(content.length + 1);
    for (const { cropType, income } of content)
      expect(lines.find((line) => line.includes(cropType.name))?.split(',')).toContain(String(income));
    expect(complaints).toEqual([]);
    await leave();
  });
});
