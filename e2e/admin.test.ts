import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../api/src/demo/demo-people.ts';
import { FakeZalo } from '../api/test/channels/fake-zalo.ts';
import { call, placed } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { startReceiver } from '../api/test/notifications/webhook-receiver.ts';
import { SentMails } from '../api/test/sent-mails.ts';
import { weatherLimitWords } from '../web/src/admin/weather-words.ts';
import { exportAs } from './downloads.ts';
import { createUser, expectSuccess, unusedNumber } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const desk = { size: 'desk' } as const;
const admin = 'admin@swath.example';
const field = 'Vườn xoài cồn Én, Tấn Mỹ';

/** Only the digits: their grouping depends on the browser. */
const digitsOf = (text: string): number => Number(text.replace(/[^\d]/g, ''));

describe.skipIf(chromiumPath === undefined)('company administration', () => {
  let world: World;
  const zalo = new FakeZalo();
  beforeAll(async () => {
    await zalo.start();
    world = await openWorld({ zalo: zalo.config, mailer: new SentMails() });
  });
  afterAll(async () => {
    await world.end();
    await zalo.close();
  });

  const ask = async (page: Page, path: string) => {
    const answer = await page.request.get(world.service.url + path);
    expect(answer.status()).toBe(200);
    return answer.json();
  };

  test('when a sprayer gets an account with a first password, then the sprayer can sign in and see the day', async () => {
    const number = unusedNumber();
    const { page, browserErrors, leave } = await world.visit('/company/users', admin, desk);
    await page.getByRole('link', { name: 'Add user' }).click();
    await page.getByLabel('Full name').fill('Châu Văn Bền');
    await page.getByLabel('Role').selectOption({ label: 'Sprayer' });
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('Choose the skill level of this sprayer.').waitFor();
    await page.getByLabel('Skill level').selectOption({ label: 'Adept' });
    await page.getByLabel('Phone number').fill(number);
    await page.getByLabel('Language of notifications').selectOption({ label: 'Tiếng Việt' });
    await page.getByRole('radio', { name: 'Set a password now' }).check();
    await page.getByLabel('Password', { exact: true }).fill('Phun-Thuoc-1');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User created.').waitFor();
    await page.getByRole('heading', { name: 'Châu Văn Bền', level: 1 }).waitFor();
    await page.getByLabel('Language of notifications').selectOption({ label: 'English' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => page.getByLabel('Language of notifications').inputValue()).toBe('en');
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
    expect(browserErrors).toEqual([]);
    await leave();

    const sprayer = await world.visit('/sign-in');
    await sprayer.page.getByLabel('E-mail or phone number').fill(number);
    await sprayer.page.getByLabel('Password', { exact: true }).fill('Phun-Thuoc-1');
    await sprayer.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await sprayer.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My day', exact: true }).waitFor();
    expect(sprayer.browserErrors).toEqual([]);
    await sprayer.leave();
  });

  test('when a price changes, then a new quote uses it, and an earlier order keeps its cost', async () => {
    const [old] = await world.service.sql<{ id: number; cost: string }>(
      `select o.id::int, o.cost::text from spray_order o join app_user u on u.id = o.farmer_id
        where u.email = 'farmer2@swath.example' and o.location = $1 order by o.id desc limit 1`,
      [field],
    );
    expect(old?.cost).toBe('450000');
    const { page, browserErrors, leave } = await world.visit('/company/crops', admin, desk);
    await page.getByRole('button', { name: 'Edit: Fruit' }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit Fruit' });
    await sheet.getByLabel('Price per decare (VND)').fill('34');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await sheet.getByText('You entered ₫34. So far it was ₫30,000.').waitFor();
    await sheet.getByRole('button', { name: 'Change amount' }).click();
    // Both separators group digits, typed or filled in.
    await sheet.getByLabel('Price per decare (VND)').fill('33.000');
    await expect.poll(() => sheet.getByLabel('Price per decare (VND)').inputValue()).toBe('33,000');
    await sheet.getByLabel('Price per decare (VND)').fill('');
    await sheet.getByLabel('Price per decare (VND)').pressSequentially('34.000');
    await expect.poll(() => sheet.getByLabel('Price per decare (VND)').inputValue()).toBe('34,000');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Fruit' }).getByText('₫34,000 per decare').waitFor();
    expect(browserErrors).toEqual([]);
    await leave();

    const farmer = await world.visit('/book', 'farmer2@swath.example');
    await farmer.page.getByRole('button', { name: new RegExp(`${field}.*15 decares`) }).click();
    await farmer.page.getByText('₫510,000').first().waitFor();
    await farmer.page.goto(`${world.service.url}/orders/${old?.id}`);
    await farmer.page.getByText('₫450,000').first().waitFor();
    expect(farmer.browserErrors).toEqual([]);
    await farmer.leave();
    const [kept] = await world.service.sql<{ cost: string; price: string }>(
      'select o.cost::text, c.price::text from spray_order o join crop c on c.id = o.crop_id where o.id = $1',
      [old?.id],
    );
    expect(kept).toEqual({ cost: '450000', price: '34000' });
  });

  test('when a session is added, then farmers see its places in their week, and one that overlaps is refused', async () => {
    const { page, browserErrors, leave } = await world.visit('/company/sessions', admin, desk);
    await page.getByRole('button', { name: 'Add session' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add session' });
    await sheet.getByLabel('From').fill('17:30');
    await sheet.getByLabel('To').fill('19:00');
    await sheet.getByLabel('Places').fill('3');
    await sheet.getByRole('button', { name: 'Add session' }).click();
    await sheet.getByText(/overlap/i).waitFor();
    await sheet.getByLabel('From').fill('18:00');
    await sheet.getByRole('button', { name: 'Add session' }).click();
    await page.getByText('Session added. It can be booked now.').waitFor();
    await page.getByRole('listitem').filter({ hasText: '18:00–19:00' }).getByText('3 places per day').waitFor();
    const made = await world.service.sql(
      "select start_time::text, end_time::text, capacity, active from spray_session where start_time > '17:00' order by start_time",
    );
    expect(made).toEqual([{ start_time: '18:00:00', end_time: '19:00:00', capacity: 3, active: true }]);
    expect(browserErrors.filter((error) => !error.includes('409'))).toEqual([]);
    await leave();

    const farmer = await world.visit('/book', 'farmer2@swath.example');
    await farmer.page.getByRole('button', { name: new RegExp(field) }).click();
    const week = farmer.page.getByRole('grid', { name: 'Free times', exact: true });
    await week.getByRole('rowheader', { name: '18:00' }).waitFor();
    await expect.poll(() => week.getByRole('button', { name: /18:00–19:00, 3 of 3 places free/ }).count()).toBe(7);
    expect(farmer.browserErrors).toEqual([]);
    await farmer.leave();
  });

  test('when a user is deactivated, then the user is signed out at once, and can sign in again after activation', async () => {
    const theirs = await world.visit('/', 'receptionist2@swath.example', desk);
    await theirs.page.getByRole('grid').waitFor();
    const { page, browserErrors, leave } = await world.visit('/company/users', admin, desk);
    await page.getByLabel('Name, e-mail or phone').fill('receptionist2');
    await page.waitForURL('**/company/users?search=receptionist2');
    await page.getByRole('link', { name: /Đỗ Ngọc Lan/ }).click();
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('dialog', { name: 'Deactivate Đỗ Ngọc Lan?' }).getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByText('This account is deactivated. Sign-in is not possible.').waitFor();
    const isActive = async () =>
      (await world.service.sql<{ active: boolean }>("select active from app_user where email = 'receptionist2@swath.example'"))[0]?.active;
    await expect.poll(() => isActive()).toBe(false);
    await theirs.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Orders', exact: true }).click();
    await theirs.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reactivate', exact: true }).click();
    await page.getByText('This user can sign in.').waitFor();
    await expect.poll(() => isActive()).toBe(true);
    expect(browserErrors).toEqual([]);
    await leave();
    await theirs.leave();
  });

  test('when a webhook is created, then its secret is shown once and never again', async () => {
    const { page, browserErrors, leave } = await world.visit('/company/webhooks', admin, desk);
    await page.getByRole('link', { name: 'Add webhook' }).first().click();
    await page.getByLabel('URL').fill('hooks.swath.example');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Enter a URL that begins with https:// or http://').waitFor();
    await page.getByLabel('URL').fill('https://hooks.swath.example/orders');
    await page.getByLabel('Description').fill('Bookkeeping');
    await page.getByRole('checkbox', { name: 'cancelled', exact: true }).uncheck();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    const [made] = await world.service.sql<{ id: number; url: string; types: string[] }>(
      'select id::int, url, event_types as types from webhook',
    );
    const key = secret.slice('whsec_'.length);
    expect(made?.url).toBe('https://hooks.swath.example/orders');
    expect(made?.types.toSorted()).toEqual(['order.completed', 'order.created', 'order.paid']);
    await page.getByRole('button', { name: 'I have copied the secret' }).click();
    await page.getByRole('heading', { name: 'Bookkeeping', level: 1 }).waitFor();
    await expect.poll(() => page.url()).toBe(`${world.service.url}/company/webhooks/${made?.id}`);
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await page.getByRole('heading', { name: 'Bookkeeping', level: 1 }).waitFor();
    expect(await page.content()).not.toContain(key);
    expect(JSON.stringify(await ask(page, '/api/admin/webhook/'))).not.toContain(key);
    const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
    expect(kept).not.toContain(key);
    await page.goto(`${world.service.url}/company/audit?action=webhook_create`);
    const entry = page.getByRole('listitem').filter({ hasText: 'added a webhook' });
    await entry.getByRole('link', { name: 'Bookkeeping' }).waitFor();
    await expect.poll(() => entry.innerText()).toContain('URL: https://hooks.swath.example/…');
    await expect.poll(() => entry.innerText()).toContain('events: completed, placed, paid');
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an API key is created, then it is shown once, works, and ends when it is revoked', async () => {
    const { page, browserErrors, leave } = await world.visit('/company/api-keys', admin, desk);
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('link', { name: 'Create API key' }).first().click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByText('Choose an account.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Website');
    await page
      .getByRole('main')
      .getByLabel(/^Account/)
      .fill('farmer@swath.example');
    await page
      .getByRole('option', { name: /\(Farmer\)$/ })
      .first()
      .click();
    await page.getByRole('checkbox', { name: 'read orders' }).check();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    const ordersStatus = async () =>
      (await fetch(`${world.service.url}/api/farmer/order/`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await ordersStatus()).toBe(200);
    await page.getByRole('button', { name: 'I have copied the key' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Website' });
    await row.getByText('Active', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    await row.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('dialog', { name: 'Revoke “Website”?' }).getByRole('button', { name: 'Revoke key' }).click();
    await row.getByText('Revoked', { exact: true }).waitFor();
    expect(await ordersStatus()).toBe(401);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when messages are dead letters, then an admin replays one, then all of them, and they are delivered', async () => {
    const orders = await world.service.sql<{ id: string; farmer_id: string }>('select id, farmer_id from spray_order order by id limit 3');
    for (const [at, { id }] of orders.entries()) {
      await world.service.sql(
        `insert into dead_letter (event_id, at, type, order_id, people, attempts, last_error, failed_at)
         values ($1, $2, 'confirmed', $3, '{}', 5, 'Invalid time value', $2)`,
        [900_000 + at, world.service.clock.now, id],
      );
    }
    const left = async () => (await world.service.sql('select event_id::int as id from dead_letter order by 1')).map(({ id }) => id);
    const { page, browserErrors, leave } = await world.visit('/company/failed-messages', admin, desk);
    await page.getByRole('heading', { name: 'Failed notifications', exact: true, level: 1 }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Invalid time value' }).nth(2).waitFor();
    await page.getByRole('button', { name: `Send again: Order ${orders[0]?.id}: confirmed` }).click();
    await eventually(async () => expect(await left()).toEqual([900_001, 900_002]));
    await page.getByRole('button', { name: 'Send all again' }).click();
    await page.getByText('No failed notifications').waitFor();
    await expect.poll(() => left()).toEqual([]);
    for (const { id, farmer_id } of orders) {
      await eventually(async () => {
        const found = await world.service.sql('select 1 from notification where order_id = $1 and recipient_id = $2 and at = $3', [
          id,
          farmer_id,
          world.service.clock.now,
        ]);
        expect(found).toHaveLength(1);
      });
    }
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when messages failed and the budget is used up, then an admin sees the alarm, sends one again, then all, and changes channels, quiet hours and Zalo', async () => {
    const [farmer] = await world.service.sql<{ id: string }>("select id from app_user where email = 'farmer@swath.example'");
    await world.service.sql(
      `insert into message_delivery (key, recipient_id, type, language, subject, text, mail_text, channels, channel, status, attempts, last_error, created_at)
       select 'e2e:' || n, $1, 'confirmed', 'en', 'Test message ' || n, 'Test', 'Test', '{push,mail}', 'push', 'failed', 3, 'answered 429', $2
         from generate_series(1, 3) n`,
      [farmer?.id, world.service.clock.now],
    );
    await world.service.sql(
      `insert into sms_spending (day, kind, spent, refused, alarm_at)
       select ($1::timestamptz at time zone time_zone)::date, 'message', 199800, 4, $1 from company`,
      [world.service.clock.now],
    );
    const { page, browserErrors, leave } = await world.visit('/', admin, desk);
    const alarm = page.getByRole('status').filter({ hasText: 'The budget of today for SMS and Zalo is used up' });
    await alarm.getByText('It did not allow 4 messages.').waitFor();
    await alarm.getByRole('link', { name: 'Open channels', exact: true }).click();
    await page.getByRole('heading', { name: 'Channels', exact: true, level: 1 }).waitFor();
    await world.service.sql('delete from sms_spending');
    await page.getByText('SMS is not set up, so nobody gets any.').waitFor();
    await page.getByRole('button', { name: 'Move up: SMS' }).click();
    await page.getByLabel('Only urgent messages from').fill('20:30');
    await page.getByLabel('Price of one Zalo message').fill('250');
    await page.getByRole('button', { name: 'Save channels' }).click();
    await page.getByText('Saved.').waitFor();
    const stored = "select array_to_string(channels, ',') as channels, quiet_from::text, zalo_price from channel_setting";
    expect(await world.service.sql(stored)).toEqual([{ channels: 'sms,push,mail,zalo', quiet_from: '20:30:00', zalo_price: '250' }]);
    await page.getByLabel('App ID').fill(zalo.appId);
    await page.getByLabel('App secret key').fill(zalo.appSecret);
    await page.getByLabel('Secret key of the official account').fill(zalo.oaSecret);
    await page.getByLabel('Refresh token').fill(zalo.refreshToken);
    await page.getByRole('button', { name: 'Save Zalo account' }).click();
    await page.getByText('Connected with your official account.').waitFor();
    await page.getByRole('button', { name: 'Add template' }).click();
    await page.getByLabel('Message', { exact: true }).selectOption('Order: confirmed');
    await page.getByLabel('Template ID').fill('302259');
    await page.getByRole('button', { name: 'Load fields' }).click();
    await page.getByLabel('customer_name').selectOption('Name of the recipient');
    await page.getByLabel('order_code').selectOption('Order number');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('302259: customer_name = Name of the recipient, order_code = Order number').waitFor();
    await page.getByRole('button', { name: 'Move up: Zalo' }).waitFor();
    await page.getByRole('button', { name: 'Remove template: Order: confirmed, Vietnamese' }).click();
    await page.getByText('No message goes by Zalo yet.').waitFor();
    await page.getByRole('button', { name: 'Remove Zalo account' }).click();
    await page.getByText('Zalo is not set up.').waitFor();
    await page.getByRole('link', { name: 'Open the list of messages' }).click();
    await page.getByRole('heading', { name: 'Message log', exact: true, level: 1 }).waitFor();
    await page.getByLabel('Status').selectOption('Not delivered');
    await page.getByRole('listitem').filter({ hasText: 'Test message 3' }).waitFor();
    const left = async () =>
      (await world.service.sql("select key from message_delivery where status = 'failed' order by 1")).map(({ key }) => key);
    await page.getByRole('button', { name: /^Send again: Test message 1, / }).click();
    await expect.poll(left).toEqual(['e2e:2', 'e2e:3']);
    await page.getByRole('button', { name: 'Send all again' }).click();
    await page.getByText('No messages', { exact: true }).waitFor();
    expect(await left()).toEqual([]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the company changes something, then the audit trail has the actor, the change and the old value', async () => {
    const { page, browserErrors, leave } = await world.visit('/company/crops', admin, desk);
    await page.getByRole('button', { name: 'Edit: Vegetables' }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit Vegetables' });
    await sheet.getByLabel('Price per decare (VND)').fill('31500');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('link', { name: 'Audit trail', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Audit trail', exact: true, level: 1 }).waitFor();
    await page.getByLabel('Action').selectOption({ label: 'changed a crop' });
    await page.waitForURL('**/company/audit?action=crop_update');
    const entry = page.getByRole('listitem').filter({ hasText: 'changed a crop: Vegetables' });
    await entry.waitFor();
    await expect.poll(() => entry.innerText()).toContain('Bùi Thanh Sơn');
    await expect.poll(() => entry.innerText()).toMatch(/price: ₫30,000\s+₫31,500/);
    const [noted] = await world.service.sql(
      `select u.email, a.action, a.subject_type, a.changes from audit_entry a join app_user u on u.id = a.actor_id
        where a.action = 'crop_update' order by a.id desc limit 1`,
    );
    expect(noted).toMatchObject({ email: admin, subject_type: 'crop', changes: [{ field: 'price' }] });
    await page.getByRole('listitem').filter({ hasText: 'signed in' }).first().waitFor({ state: 'detached' });

    const { name, content } = await exportAs(page, 'CSV file');
    const [head, ...entries] = content.toString('utf8').trim().split('\r\n"');
    expect([name, head]).toEqual(['swath-audit.csv', expect.stringContaining('"Action","Subject"')]);
    const { page: listed } = await ask(page, '/api/admin/audit?action=crop_update');
    expect(entries).toHaveLength(listed.totalElements);
    for (const line of entries) expect(line).toContain('"crop_update"');
    expect((await exportAs(page, 'Excel file (XLSX)')).content.subarray(0, 2).toString()).toBe('PK');
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the reports are opened, then the page has the numbers of the service, as figures, table and file', async () => {
    const { page, browserErrors, leave } = await world.visit('/figures', admin, desk);
    const period = 'from=2026-10-19&to=2026-11-15';
    const { totals } = await ask(page, `/api/admin/figure?${period}`);
    const all = page.getByRole('region', { name: 'Total', exact: true });
    await all.waitFor();
    const shown = async (name: string) => {
      const group = all.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
      return (await group.locator('dd').first().innerText()).trim();
    };
    expect(totals.orders).toBeGreaterThan(0);
    await expect.poll(async () => digitsOf(await shown('Orders'))).toBe(totals.orders);
    await expect.poll(async () => digitsOf(await shown('Revenue'))).toBe(totals.income);
    await expect.poll(async () => Number((await shown('Area')).replace(/[^\d.]/g, ''))).toBe(totals.area);
    await expect.poll(() => shown('Capacity used')).toBe(`${Math.round(totals.utilisation * 100)}%`);
    const [counted] = await world.service.sql<{ income: number }>(
      `select sum(case when kind in ('cash', 'charge') then amount when kind in ('refund', 'correction') then -amount else 0 end)::int as income
         from payment p join spray_order o on o.id = p.order_id where o.date between '2026-10-19' and '2026-11-15'`,
    );
    expect(counted?.income).toBe(totals.income);

    const question = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Area by crop' }) });
    await question.getByText('Show table').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const table = question.getByRole('region', { name: 'Area by crop' });
    await expect.poll(() => table.evaluate((region) => region === document.activeElement)).toBe(true);
    const { content } = await ask(page, `/api/admin/figure/crop/?${period}`);
    const names: Record<string, string> = { fruit: 'Fruit', cereal: 'Cereal', vegetable: 'Vegetables' };
    for (const { cropType, orders, income } of content) {
      const cells = await table
        .getByRole('row', { name: names[cropType.name] ?? '' })
        .getByRole('cell')
        .allInnerTexts();
      expect([digitsOf(cells[1] ?? ''), digitsOf(cells[2] ?? '')]).toEqual([orders, income]);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), question.getByRole('link', { name: 'Download CSV' }).click()]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(content.length + 1);
    for (const { cropType, income } of content)
      expect(lines.find((line) => line.includes(cropType.name))?.split(',')).toContain(`"${income}"`);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when settings, a crop and a session are changed, deactivated and activated, then the service has every change', async () => {
    const { page, browserErrors, leave } = await world.visit('/company/settings', admin, { ...desk, plainHttp: true });
    await page.getByLabel('Tax code').fill('0312345678');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => ask(page, '/api/admin/setting')).toMatchObject({ taxCode: '0312345678' });

    await page.getByLabel('Maximum open orders per farmer').fill('40');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => expect(await ask(page, '/api/admin/setting')).toMatchObject({ openBookingLimit: 40 }));

    await page.getByRole('link', { name: 'Crops and prices' }).first().click();
    await page.getByRole('button', { name: 'Add crop' }).click();
    const newCrop = page.getByRole('dialog', { name: 'Add crop' });
    await newCrop.getByLabel('Name').fill('Sầu riêng');
    await newCrop.getByLabel('Price per decare (VND)').fill('45000');
    await newCrop.getByRole('button', { name: 'Add crop' }).click();
    await page.getByText('Crop added. It can be booked now.').waitFor();
    const crop = async () => (await world.service.sql("select price::text, active from crop where name = 'Sầu riêng'"))[0];
    await expect.poll(() => crop()).toEqual({ price: '45000', active: true });
    await page.getByRole('button', { name: 'Deactivate: Sầu riêng' }).click();
    await page.getByRole('dialog', { name: 'Deactivate Sầu riêng?' }).getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('button', { name: 'Activate: Sầu riêng', exact: true }).waitFor();
    await expect.poll(() => crop()).toMatchObject({ active: false });
    await page.getByRole('button', { name: 'Activate: Sầu riêng', exact: true }).click();
    await page.getByRole('button', { name: 'Deactivate: Sầu riêng' }).waitFor();
    await expect.poll(() => crop()).toMatchObject({ active: true });

    const owner = await createUser(world, 'admin', 'Chủ Thứ Ba');
    await expectSuccess(owner.post('/api/admin/session', { startTime: '10:00', endTime: '11:00', capacity: 1 }));
    await page.getByRole('link', { name: 'Sessions', exact: true }).first().click();
    const session = async () => (await world.service.sql("select capacity, active from spray_session where start_time = '10:00'"))[0];
    await page.getByRole('button', { name: 'Edit: 10:00–11:00' }).click();
    const sheet = page.getByRole('dialog', { name: 'Edit 10:00–11:00' });
    await sheet.getByLabel('Places').fill('4');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: '10:00–11:00' }).getByText('4 places per day').waitFor();
    await expect.poll(() => session()).toEqual({ capacity: 4, active: true });
    await page.getByRole('button', { name: 'Deactivate: 10:00–11:00' }).click();
    await page.getByRole('dialog', { name: 'Deactivate 10:00–11:00?' }).getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('button', { name: 'Activate: 10:00–11:00', exact: true }).waitFor();
    await expect.poll(() => session()).toMatchObject({ active: false });
    await page.getByRole('button', { name: 'Activate: 10:00–11:00', exact: true }).click();
    await page.getByRole('button', { name: 'Deactivate: 10:00–11:00' }).waitFor();
    await expect.poll(() => session()).toMatchObject({ active: true });

    // This service has no forecasts: the page says how to get them.
    await page.goto(`${world.service.url}/company/weather`);
    await page.getByRole('alert').getByText(weatherLimitWords.en.off).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test("when the admin changes a farmer's limit of open bookings, then the service has it", async () => {
    const farmer = await createUser(world, 'farmer', 'Lâm Văn Nhiều');
    const { page, browserErrors, leave } = await world.visit(`/company/users/${farmer.id}`, admin, desk);
    const bookings = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Orders', exact: true }) });
    await bookings.getByLabel('Maximum open orders').fill('250');
    await bookings.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => ask(page, `/api/receptionist/farmer/${farmer.id}/booking-limit`)).toMatchObject({ limit: 250 });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the admin sets and resets a password, then only the chosen password works', async () => {
    const colleague = await createUser(world, 'receptionist', 'Hứa Thị Quên');
    const signIn = async (password: string) =>
      (await call(world.service, 'POST', '/api/auth/login', { body: { email: colleague.email, password } })).status;
    const { page, browserErrors, leave } = await world.visit(`/company/users/${colleague.id}`, admin, desk);
    await page.getByRole('button', { name: 'Set new password' }).click();
    const sheet = page.getByRole('dialog', { name: 'Set new password' });
    await sheet.getByLabel('Set new password', { exact: true }).fill('Mat-Khau-Moi-3');
    await sheet.getByRole('button', { name: 'Set new password' }).click();
    await page.getByText('New password set.').waitFor();
    expect([await signIn(demoPassword), await signIn('Mat-Khau-Moi-3')]).toEqual([401, 200]);
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Sign out everywhere?' })
      .getByRole('button', { name: 'Sign out everywhere', exact: true })
      .click();
    await page.getByText('Signed out everywhere.', { exact: true }).waitFor();
    expect(await world.service.sql('select 1 from access_token where user_id = $1', [colleague.id])).toEqual([]);
    await page.getByRole('button', { name: 'Reset password', exact: true }).click();
    // Two clicks before the next render: only one counts.
    await page
      .getByRole('dialog', { name: 'Reset the password?' })
      .getByRole('button', { name: 'Reset password', exact: true })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await page.getByText(`A link was sent to ${colleague.email}.`).waitFor();
    await expect.poll(() => signIn('Mat-Khau-Moi-3')).toBe(401);
    const resets = await world.service.sql(
      "select subject_id::text as id from audit_entry where action = 'user_reset_password' and subject_id = $1",
      [colleague.id],
    );
    expect(resets).toEqual([{ id: colleague.id }]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a webhook is changed, replayed, deactivated, given a new secret and deleted, then the service has each change', async () => {
    const receiver = await startReceiver();
    const owner = await createUser(world, 'admin', 'Chủ Thứ Tư');
    const farmer = await createUser(world, 'farmer', 'Trà Văn Gửi');
    const created = { url: receiver.url, description: 'Kho', eventTypes: ['order.created'], active: true };
    const { id, secret: first } = (await expectSuccess(owner.post('/api/admin/webhook/', created))).body;
    await placed(farmer, { date: '2026-12-08' });
    await eventually(async () => expect(receiver.posted).toHaveLength(1));
    const webhook = async () =>
      (
        await world.service.sql<{ description: string; active: boolean; secret: string }>(
          "select description, active, encode(secret, 'base64') as secret from webhook where id = $1",
          [id],
        )
      )[0];
    const before = await webhook();

    const { page, browserErrors, leave } = await world.visit(`/company/webhooks/${id}`, admin, { ...desk, plainHttp: true });
    await page.getByRole('button', { name: /^Send again: placed/ }).click();
    await page.getByText('The message is being sent again.').waitFor();
    await eventually(async () => expect(receiver.posted).toHaveLength(2));
    await page.getByLabel('Description').fill('Kho “Châu Đốc”');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => webhook()).toEqual({ ...before, description: 'Kho “Châu Đốc”' });
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
    await expect.poll(() => webhook()).toMatchObject({ active: false });
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByRole('button', { name: 'Deactivate', exact: true }).waitFor();
    await expect.poll(() => webhook()).toMatchObject({ active: true });

    await page.getByRole('button', { name: 'Create new secret' }).click();
    await page.getByRole('dialog', { name: 'Create a new secret?' }).getByRole('button', { name: 'Create new secret' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect([first, secret]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
    expect(secret).not.toBe(first);
    await expect.poll(async () => (await webhook())?.secret).not.toBe(before?.secret);
    // A plain http origin has no clipboard API, so there must be no copy button.
    await expect.poll(() => page.getByRole('button', { name: 'Copy', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'I have copied the secret' }).click();

    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete webhook' }).click();
    await page.waitForURL('**/company/webhooks');
    await expect.poll(() => webhook()).toBeUndefined();
    expect(browserErrors).toEqual([]);
    await leave();
    await receiver.close();
  });
});
