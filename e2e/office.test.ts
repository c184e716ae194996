import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, placed, signedIn } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { SentMails } from '../api/test/sent-mails.ts';
import { findWords } from '../web/src/find/find-words.ts';
import { mapWords } from '../web/src/map/map-words.ts';
import { paymentsWords } from '../web/src/payments/payments-words.ts';
import { formatPhone } from '../web/src/ui/phone-number.ts';
import { uiWords } from '../web/src/ui/words.ts';
import { settled } from './pending-requests.ts';
import { expectSuccess, unusedNumber } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const desk = { size: 'desk' } as const;
const office = 'receptionist@swath.example';
const otherOffice = 'receptionist2@swath.example';

/** Presses a key until the element has the focus. */
async function pressTo(page: Page, key: string, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    if (await wanted.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not move the focus to the element`);
}

/** Waits for the board and for the search, which handles the global keyboard shortcuts. */
async function waitForBoard(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: /^Search/ }).waitFor();
}

/** Counts every pointerdown on the page. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate("globalThis.clicks = 0; addEventListener('pointerdown', () => { globalThis.clicks += 1; }, true)");
  return () => page.evaluate('globalThis.clicks');
}

describe.skipIf(chromiumPath === undefined)('office', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ mailer: new SentMails() });
  });
  afterAll(() => world.end());

  const orderFacts = async (id: number) => {
    const [facts] = await world.service.sql<{ date: string; session: number; status: string; payment: string }>(
      'select date::text, session_id::int as session, order_status as status, payment_status as payment from spray_order where id = $1',
      [id],
    );
    return facts;
  };
  const farmerNamed = (fullName: string, overrides = {}): Promise<Caller> => signedIn(world.service, 'farmer', { fullName, ...overrides });

  test('when a known farmer calls, then the office books with the keyboard alone, at the wanted time', async () => {
    const { page, browserErrors, leave } = await world.visit('/', office, desk);
    await waitForBoard(page);
    const clicks = await countClicks(page);
    await page.keyboard.press('b');
    await page.keyboard.type('0901 234 561');
    await page.getByText('Known farmer', { exact: true }).waitFor();
    await pressTo(page, 'Tab', page.getByRole('group', { name: 'Field', exact: true }).getByRole('radio'));
    await page.keyboard.press('ArrowDown');
    const field = await page.getByRole('group', { name: 'Field', exact: true }).getByRole('radio', { checked: true }).getAttribute('value');
    await pressTo(page, 'Tab', page.getByLabel('Area in decares'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7.5');
    await page.getByRole('grid', { name: 'Free times', exact: true }).getByRole('button', { pressed: true }).waitFor();
    await pressTo(page, 'Tab', page.getByRole('grid', { name: 'Free times', exact: true }).getByRole('button'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const pressedTime = page.getByRole('grid').getByRole('button', { pressed: true });
    await expect.poll(() => pressedTime.getAttribute('aria-label')).toMatch(/^Tuesday,? 17 November 2026/);
    const time = (await pressedTime.getAttribute('aria-label')) ?? '';
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Booked', exact: true }).waitFor();
    const main = page.getByRole('main');
    await expect.poll(() => main.innerText()).toMatch(/Nguyễn Văn Lúa, your spray is booked for Tuesday,? 17 November/);
    await expect.poll(() => main.innerText()).toContain('₫225,000');
    await expect.poll(() => clicks()).toBe(0);
    const [made] = await world.service.sql(
      `select u.email, o.date::text, o.area::text, o.cost::text, o.order_status, o.location = like_before.location as same_field,
              to_char(s.start_time, 'HH24:MI') as starts
         from spray_order o join app_user u on u.id = o.farmer_id join spray_session s on s.id = o.session_id, spray_order like_before
        where o.id = (select max(id) from spray_order) and like_before.id = $1`,
      [field],
    );
    expect(made).toEqual({
      email: 'farmer@swath.example',
      date: '2026-11-17',
      area: '7.5',
      cost: '225000',
      order_status: 'confirmed',
      same_field: true,
      starts: /(\d\d:\d\d)–/.exec(time)?.[1],
    });
    // The next call, still without a mouse.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Who is calling?' }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an unknown number calls, then a name and a place create the farmer and the order on a phone', async () => {
    const number = unusedNumber();
    const { page, browserErrors, leave } = await world.visit('/book', otherOffice, { language: 'vi' });
    await page.getByLabel('Số điện thoại').fill(number);
    await page.getByText('Số mới').waitFor();
    await page.getByLabel('Số điện thoại').blur();
    const shown = formatPhone(number);
    await expect.poll(() => page.getByLabel('Số điện thoại').inputValue()).toBe(shown);
    await page.getByRole('button', { name: /^Đặt phun/ }).click();
    await page.getByText('Còn thiếu: họ tên, tên nơi phun, vị trí trên bản đồ, cây trồng, diện tích.').waitFor();
    await page.getByLabel('Họ và tên').fill('Trần Văn Tư');
    await page.getByLabel('Tên nơi phun').fill('Ruộng đầu cầu, Kiến An');
    await page.getByLabel(mapWords.vi.position).fill('10,5571 105,3792');
    await page.getByLabel(mapWords.vi.position).press('Enter');
    await page.getByRole('radio', { name: 'Lúa, ngũ cốc' }).check();
    await page.getByLabel('Diện tích (công)').fill('8,5');
    await page.getByRole('button', { name: /^Đặt phun, 255\.000/ }).click();
    await page.getByRole('heading', { name: 'Đã đặt xong' }).waitFor();
    await page.getByText('Dạ Trần Văn Tư, đã đặt phun:').waitFor();
    await page.getByText(shown).waitFor();
    const made = await world.service.sql(
      `select u.full_name, u.role, u.password_hash, o.location, o.latitude, o.longitude, o.area::text, o.cost::text, o.payment_method
         from spray_order o join app_user u on u.id = o.farmer_id where u.phone_key = $1`,
      [number],
    );
    expect(made).toEqual([
      {
        full_name: 'Trần Văn Tư',
        role: 'farmer',
        password_hash: null,
        location: 'Ruộng đầu cầu, Kiến An',
        latitude: 10.5571,
        longitude: 105.3792,
        area: '8.5',
        cost: '255000',
        payment_method: 'cash',
      },
    ]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a free place of the board is chosen, then the booking starts with that time', async () => {
    const { page, browserErrors, leave } = await world.visit('/?from=2026-12-21', office, desk);
    const free = page.getByRole('link', { name: /Wed,? 23 Dec.*06:00–07:00, book here/ });
    await free.click();
    await page
      .getByRole('grid', { name: 'Free times', exact: true })
      .getByRole('button', { pressed: true, name: /Wednesday,? 23 December 2026, 06:00–07:00/ })
      .waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order needs a crew, then one key assigns the first suggestion', async () => {
    const { id } = await placed(await farmerNamed('Cao Văn Kỳ'), { date: '2026-12-01', confirmed: true });
    const { page, browserErrors, leave } = await world.visit(`/orders/${id}`, office, desk);
    const first = page.getByRole('button', { name: /^Assign / }).first();
    const offered = (await first.innerText()).trim();
    await page.keyboard.press('a');
    await page.getByText(/ assigned\.$/).waitFor();
    await page.getByRole('button', { name: 'Change crew' }).waitFor();
    const crew = await world.service.sql<{ name: string }>(
      'select u.full_name as name from crew_member m join app_user u on u.id = m.sprayer_id where m.order_id = $1',
      [id],
    );
    expect(crew.length).toBeGreaterThan(0);
    for (const { name } of crew) {
      expect(offered).toContain(name);
      await expect.poll(() => page.getByRole('main').innerText()).toContain(name);
    }
    await expect.poll(() => orderFacts(id)).toMatchObject({ status: 'assigned' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order is cut and pasted by keyboard, then it is rescheduled, and one key undoes it', async () => {
    const { id } = await placed(await farmerNamed('Hồ Thị Bảy'), { date: '2026-12-07', session: { id: 3 }, confirmed: true });
    const { page, browserErrors, leave } = await world.visit('/?from=2026-12-07', office, desk);
    const chip = page.getByRole('grid').getByRole('link', { name: /Hồ Thị Bảy/ });
    await chip.waitFor();
    const clicks = await countClicks(page);
    await pressTo(page, 'Tab', page.getByRole('grid').locator('[data-stop]'));
    await pressTo(page, 'ArrowDown', chip);
    await page.keyboard.press('x');
    await page.getByText('Hồ Thị Bảy is cut.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('v');
    await page.getByText(/Hồ Thị Bảy moved to Tue,? 8 Dec, 06:00–07:00\./).waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-12-08', session: 3 });
    await page
      .getByRole('grid')
      .getByRole('link', { name: /Hồ Thị Bảy.*Tue,? 8 Dec/ })
      .waitFor();
    await page.keyboard.press('z');
    await page.getByText(/Hồ Thị Bảy moved back to Mon,? 7 Dec, 06:00–07:00\./).waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-12-07', session: 3, status: 'confirmed' });
    await page
      .getByRole('grid')
      .getByRole('link', { name: /Hồ Thị Bảy.*Mon,? 7 Dec/ })
      .waitFor();
    await expect.poll(() => clicks()).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order is dragged with the mouse, then it is rescheduled and not opened; Esc cancels the drag', async () => {
    const { id } = await placed(await farmerNamed('Hồ Thị Bảy'), { date: '2026-12-09', session: { id: 3 }, confirmed: true });
    const { page, browserErrors, leave } = await world.visit('/?from=2026-12-07', office, desk);
    const chip = page.locator(`[data-order-id="${id}"]`);
    const cell = page.locator('[data-cell="2026-12-10/3"]');
    await chip.hover();
    await page.mouse.down();
    await cell.hover();
    await page.locator('[data-cell="2026-12-10/3"][data-over]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-over]').waitFor({ state: 'detached' });
    await page.mouse.up();
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-12-09' });
    await chip.hover();
    await page.mouse.down();
    await cell.hover();
    await page.mouse.up();
    await page.getByText(/Hồ Thị Bảy moved to Thu,? 10 Dec, 06:00–07:00\./).waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-12-10', session: 3 });
    await expect.poll(() => new URL(page.url()).searchParams.has('order')).toBe(false);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order is long-pressed, then it can be dragged; a swipe still scrolls', async () => {
    const { id } = await placed(await farmerNamed('Hồ Thị Bảy'), { date: '2026-12-11', session: { id: 1 }, confirmed: true });
    const { page, context, browserErrors, leave } = await world.visit('/?from=2026-12-11', office);
    const chip = page.locator(`[data-order-id="${id}"]`);
    const target = page.locator('[data-cell="2026-12-11/3"]');
    await chip.waitFor();
    const hand = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      hand.send('Input.dispatchTouchEvent', { type, touchPoints });
    const middleOf = async (place: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
      return { x: x + width / 2, y: y + height / 2 };
    };
    const scrolled = () => page.evaluate('scrollY') as Promise<number>;
    /** Waits until momentum scrolling has ended. */
    const still = async () => {
      for (let last = Number.NaN, now = await scrolled(); now !== last; now = await scrolled()) {
        last = now;
        await page.waitForTimeout(200);
      }
    };

    const start = await middleOf(chip);
    await touch('touchStart', start);
    for (let n = 1; n <= 10; n++) await touch('touchMove', { x: start.x, y: start.y - n * 12 });
    await touch('touchEnd');
    await eventually(async () => expect(await scrolled()).toBeGreaterThan(40));
    await still();
    await expect.poll(() => page.locator('[data-moving]').count()).toBe(0);
    await expect.poll(() => orderFacts(id)).toMatchObject({ session: 1 });

    // Away from the edges, where the page would scroll.
    await chip.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 160));
    const [from, to] = [await middleOf(chip), await middleOf(target)];
    const before = await scrolled();
    await touch('touchStart', from);
    await page.locator('[data-moving]').waitFor();
    for (let n = 1; n <= 10; n++)
      await touch('touchMove', { x: from.x + ((to.x - from.x) * n) / 10, y: from.y + ((to.y - from.y) * n) / 10 });
    await page.locator('[data-cell="2026-12-11/3"][data-over]').waitFor();
    await expect.poll(() => scrolled()).toBe(before);
    await touch('touchEnd');
    await page.getByText(/Hồ Thị Bảy moved to Fri,? 11 Dec, 06:00–07:00\./).waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-12-11', session: 3 });
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await page.getByText(/Hồ Thị Bảy moved back to Fri,? 11 Dec/).waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ session: 1 });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when two receptionists work on one order, then the one with the stale view gets a conflict and sees the new data', async () => {
    const { id } = await placed(await farmerNamed('Lý Văn Tám'), { date: '2026-12-02' });
    const first = await world.visit(`/orders/${id}`, office, desk);
    const second = await world.visit('/account', otherOffice, desk);
    // The second browser gets no live events.
    await second.page.route('**/api/common/notification/stream', () => {});
    await second.page.goto(`${world.service.url}/orders/${id}`);
    await second.page.getByRole('button', { name: 'Confirm order', exact: true }).waitFor();
    await first.page.getByRole('button', { name: 'Confirm order', exact: true }).waitFor();
    await first.page.keyboard.press('c');
    await first.page.getByText('Order confirmed. Assign a crew next.').waitFor();
    await second.page.keyboard.press('c');
    await second.page.getByText('Someone else has changed this order.').waitFor();
    await second.page.getByRole('heading', { name: 'Suggested crews' }).waitFor();
    await expect.poll(() => second.page.getByRole('button', { name: 'Confirm order', exact: true }).count()).toBe(0);
    const [confirmations] = await world.service.sql<{ by: string; count: number }>(
      `select count(*)::int as count, min(u.email) as by from order_history e join app_user u on u.id = e.actor_id
        where e.order_id = $1 and e.action = 'confirm'`,
      [id],
    );
    expect(confirmations).toEqual({ count: 1, by: office });
    expect(first.browserErrors).toEqual([]);
    expect(second.browserErrors.filter((error) => !error.includes('409'))).toEqual([]);
    await first.leave();
    await second.leave();
  });

  test('when the to-do list has an order without a crew, then it is assigned from there and the count falls', async () => {
    const farmer = await farmerNamed('Mạc Thị Chín');
    const tomorrow = { date: '2026-11-16', confirmed: true };
    const { id } = await placed(farmer, { ...tomorrow, session: { id: 5 } });
    const other = await placed(farmer, { ...tomorrow, session: { id: 6 } });
    const { page, browserErrors, leave } = await world.visit('/inbox', office, desk);
    const heading = page.getByRole('heading', { name: /Today or tomorrow, no crew assigned \(\d+\)/ });
    const counted = async () => Number(/\((\d+)\)/.exec(await heading.innerText())?.[1]);
    await heading.waitFor();
    const before = await counted();
    const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Order ${id}, Mạc Thị Chín` }) });
    await item.getByRole('link', { name: 'Assign crew' }).click();
    const panel = page.getByRole('complementary', { name: `Details of order ${id}` });
    await panel
      .getByRole('button', { name: /^Assign / })
      .first()
      .click();
    await page.getByText(/ assigned\.$/).waitFor();
    await item.waitFor({ state: 'detached' });
    await expect.poll(() => counted()).toBe(before - 1);
    await expect.poll(() => orderFacts(id)).toMatchObject({ status: 'assigned' });
    await expect.poll(() => orderFacts(other.id)).toMatchObject({ status: 'confirmed' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a phone number is searched with Ctrl K, then its order opens, and the caller can be booked for', async () => {
    const farmer = await farmerNamed('Tô Văn Mười');
    const { id } = await placed(farmer, { date: '2026-12-03', location: 'Rẫy khoai đầu cồn' });
    const { page, browserErrors, leave } = await world.visit('/', office, desk);
    await waitForBoard(page);
    // Typed at once after the shortcut: no key is lost while the field opens.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(farmer.phoneNumber.replace(/(\d{4})(\d{3})/, '$1 $2 '));
    const found = page.getByRole('option', { name: `Order ${id}, Tô Văn Mười` });
    await found.waitFor();
    for (let presses = 0; presses < 10 && (await found.getAttribute('aria-selected')) !== 'true'; presses++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: `Details of order ${id}` });
    await panel.getByText('Rẫy khoai đầu cồn').first().waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe(String(id));
    await page.keyboard.press('Control+k');
    await page.keyboard.type(farmer.phoneNumber);
    await page.getByRole('option', { name: 'Book for Tô Văn Mười' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Known farmer', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('group', { name: 'Field', exact: true }).getByRole('radio', { checked: true }).getAttribute('value'))
      .toBe(String(id));
    // An order number comes first, also if the digits are part of other results.
    await page.getByRole('heading', { name: 'Who is calling?' }).waitFor();
    await page.getByRole('button', { name: /^Search/ }).click();
    const field = page.getByRole('combobox', { name: findWords.en.findAnything });
    await field.fill(String(id));
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain(`Order ${id}, Tô Văn Mười`);
    await field.fill('le van bay');
    await page.getByRole('group', { name: findWords.en.sprayers }).getByRole('option', { name: 'Lê Văn Bay' }).click();
    await page.waitForURL(/\/sprayers#sprayer-\d+$/);
    await page.locator('[data-chosen]').getByText('Lê Văn Bay').waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when results of Ctrl K arrive late, then the selected one stays selected, and Enter waits for those of the typed text', async () => {
    const farmer = await farmerNamed('Tô Thị Út');
    const { id } = await placed(farmer, { date: '2026-12-03', location: 'Rẫy mía cuối cồn' });
    const { page, context, browserErrors, leave } = await world.visit('/', office, desk);
    await waitForBoard(page);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await context.route('**/api/receptionist/customer?**', async (route) => {
      await asked;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(farmer.phoneNumber);
    const order = page.getByRole('option', { name: `Order ${id}, Tô Thị Út` });
    await order.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => order.getAttribute('aria-selected')).toBe('true');
    answer();
    await page.getByRole('option', { name: 'Book for Tô Thị Út' }).waitFor();
    expect(await order.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: `Details of order ${id}` });
    await panel.getByText('Rẫy mía cuối cồn').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(String(id));
    await page.keyboard.press('Enter');
    await panel.getByText('Rẫy mía cuối cồn').first().waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when cash is taken at the office, then the page shows the change, and a wrong entry is corrected and stays in the ledger', async () => {
    const { id } = await placed(await farmerNamed('Đinh Thị Út'), { date: '2026-12-04', confirmed: true });
    const { page, browserErrors, leave } = await world.visit(`/orders/${id}`, office, desk);
    await page.getByRole('button', { name: 'Take cash', exact: true }).waitFor();
    await page.keyboard.press('m');
    const sheet = page.getByRole('dialog', { name: 'Take cash: Đinh Thị Út' });
    await sheet.getByLabel('Cash received').fill('300000');
    await sheet.getByText('₫75,000 missing.').waitFor();
    await expect.poll(() => sheet.getByRole('button', { name: 'Take ₫375,000' }).isDisabled()).toBe(true);
    await sheet.getByLabel('Cash received').fill('400000');
    await sheet.getByText('Change due: ₫25,000').waitFor();
    await sheet.getByRole('button', { name: 'Take ₫375,000' }).click();
    await sheet.getByText('₫375,000 received. The order is paid.').waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ payment: 'paid' });

    await page.goto(`${world.service.url}/payments?show=paid`);
    await settled(page);
    const row = page.getByRole('listitem').filter({ hasText: `Order ${id},` });
    await row.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: `Payments of order ${id}` });
    await history.getByRole('button', { name: 'Correct entry' }).click();
    const asked = page.getByRole('dialog', { name: 'Correct this cash entry?' });
    await asked.getByRole('button', { name: 'Correct entry' }).click();
    await asked.getByText('Please fill this in.').waitFor();
    await asked.getByLabel('Reason').fill('Entered for the wrong field');
    await asked.getByRole('button', { name: 'Correct entry' }).click();
    await page.getByText('Entry corrected.').waitFor();
    const entries = await world.service.sql('select kind, amount::text, note from payment where order_id = $1 order by id', [id]);
    expect(entries).toEqual([
      { kind: 'cash', amount: '375000', note: null },
      { kind: 'correction', amount: '375000', note: 'Entered for the wrong field' },
    ]);
    await expect.poll(() => orderFacts(id)).toMatchObject({ payment: 'pending' });

    await page.goto(`${world.service.url}/payments`);
    await row.getByRole('button', { name: 'Take cash', exact: true }).click();
    await sheet.getByRole('button', { name: '₫375,000', exact: true }).click();
    await sheet.getByRole('button', { name: 'Take ₫375,000' }).click();
    await sheet.getByText('₫375,000 received. The order is paid.').waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ payment: 'paid' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order paid in cash is cancelled, then the office has it to do, refunds it and enters how', async () => {
    const farmer = await farmerNamed('Ngô Thị Chín');
    const { id } = await placed(farmer, { date: '2026-12-05', confirmed: true });
    const cashier = await signedIn(world.service, 'receptionist');
    await expectSuccess(cashier.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 375000 }));
    await expectSuccess(farmer.post(`/api/farmer/order/${id}/cancel`));
    const { page, browserErrors, leave } = await world.visit('/inbox', office, desk);
    const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Order ${id}, Ngô Thị Chín` }) });
    await item.getByRole('link', { name: 'Refund cash' }).click();
    const panel = page.getByRole('complementary', { name: `Details of order ${id}` });
    await panel.getByRole('button', { name: 'Refund cash' }).click();
    const asked = page.getByRole('dialog', { name: 'Refund', exact: true });
    await asked.getByRole('radio', { name: 'Bank transfer', exact: true }).check();
    await asked.getByRole('button', { name: 'Record refund' }).click();
    await page.getByText('Refund of ₫375,000 recorded.').waitFor();
    const entries = await world.service.sql('select kind, method, amount::text from payment where order_id = $1 order by id', [id]);
    expect(entries).toEqual([
      { kind: 'cash', method: 'cash', amount: '375000' },
      { kind: 'refund', method: 'transfer', amount: '375000' },
    ]);
    await item.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a crew hands its cash over, then the office confirms it once, under its own name', async () => {
    const { page, browserErrors, leave } = await world.visit('/cash', office, desk);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Receive cash' }) });
    await row.first().waitFor();
    await page.getByRole('region', { name: 'Total of the day' }).getByText('Net cash').waitFor();
    const name = await row.first().getByRole('heading').innerText();
    await row.first().getByRole('button', { name: 'Receive cash' }).click();
    const asked = page.getByRole('dialog', { name: 'Receive cash' });
    const sum = Number((await asked.getByRole('button', { name: /^Confirm / }).innerText()).replace(/\D/g, ''));
    await asked.getByRole('button', { name: /^Confirm / }).click();
    await page.getByText(new RegExp(`received from ${name}`)).waitFor();
    const [noted] = await world.service.sql(
      `select c.full_name as collector, r.email as office, h.date::text, sum(p.amount)::int as amount
         from cash_hand_over h join app_user c on c.id = h.collector_id join app_user r on r.id = h.received_by
         join cash_handed_over o on o.hand_over_id = h.id join payment p on p.id = o.payment_id
        where h.id = (select max(id) from cash_hand_over) group by 1, 2, 3`,
    );
    expect(noted).toEqual({ collector: name, office, date: '2026-11-15', amount: sum });
    const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await own.getByText('All handed over').waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the list of payments is longer than a page, then its totals include all rows and stay in view', async () => {
    const farmer = await farmerNamed('Lâm Thị Nhiều');
    await world.service.sql(
      `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status,
                                payment_status, payment_method, confirmed, creation_date, created_at, completion_date)
       select $1, date '2025-06-01' + n, 1, 'Thửa ' || n, 10.4, 105.5, 1, 12.5, 30000, 375000, 'completed', 'pending', 'cash', true,
              date '2025-05-01', timestamptz '2025-05-01', date '2025-08-01' from generate_series(0, 59) n`,
      [farmer.id],
    );
    const words = paymentsWords.en;
    const { page, browserErrors, leave } = await world.visit('/payments?from=2025-06-01&to=2025-07-31', otherOffice, desk);
    const totals = page.getByRole('region', { name: words.sums });
    const rows = page.getByRole('listitem').filter({ hasText: 'Lâm Thị Nhiều' });
    await totals.getByText(words.count(50, 60)).waitFor();
    await totals.getByText('₫22,500,000').waitFor();
    await expect.poll(() => rows.count()).toBe(50);
    await page.getByRole('button', { name: uiWords.en.showMore, exact: true }).click();
    await totals.getByText(words.count(60, 60)).waitFor();
    await totals.getByText('₫22,500,000').waitFor();
    await expect.poll(() => rows.count()).toBe(60);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(async () => Math.round((await totals.boundingBox())?.y ?? -1)).toBe(64);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an invoice is mailed, then the farmer gets it', async () => {
    const farmer = await farmerNamed('Kiều Văn Hai');
    const { id } = await placed(farmer, { date: '2026-12-05', confirmed: true });
    const { page, browserErrors, leave } = await world.visit('/payments', otherOffice, desk);
    const row = page.getByRole('listitem').filter({ hasText: `Order ${id},` });
    await row.getByRole('button', { name: 'Send invoice by e-mail' }).click();
    await page.getByText(new RegExp(`^Invoice .+ is sent to ${farmer.email}\\.$`)).waitFor();
    const mails = await world.service.sql<{ subject: string; text: string }>(
      'select subject, text from outgoing_mail where to_address = $1 order by id desc',
      [farmer.email],
    );
    expect(mails.filter(({ subject }) => /invoice/i.test(subject))).toHaveLength(1);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order is confirmed, moved, assigned by hand and cancelled, then the service has every step, and the place is free', async () => {
    const { id } = await placed(await farmerNamed('Mã Văn Hủy'), { date: '2026-11-17', session: { id: 1 } });
    const sprayer = await signedIn(world.service, 'sprayer', { fullName: 'Giang Văn Chọn' });
    const taken = async () => {
      const [row] = await world.service.sql<{ taken: number }>(
        "select taken from session_day where date = '2026-11-18' and session_id = (select id from spray_session where start_time = '16:00')",
      );
      return row?.taken ?? 0;
    };
    const before = await taken();
    const { page, browserErrors, leave } = await world.visit('/inbox', office, desk);
    const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Order ${id}, Mã Văn Hủy` }) });
    await item.getByRole('button', { name: 'Confirm order', exact: true }).click();
    await item.waitFor({ state: 'detached' });
    await expect.poll(() => orderFacts(id)).toMatchObject({ status: 'confirmed' });

    await page.goto(`${world.service.url}/orders/${id}`);
    await page.getByRole('button', { name: 'Move to another time' }).click();
    const move = page.getByRole('dialog', { name: 'Move to another time' });
    await move.getByRole('button', { name: /18 November 2026, 16:00/ }).click();
    await move.getByRole('button', { name: /^Move to .*16:00$/ }).click();
    await page.getByText(/^Moved to .*16:00\.$/).waitFor();
    await move.waitFor({ state: 'detached' });
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-11-18', session: 5 });
    await expect.poll(() => taken()).toBe(before + 1);

    await page.getByRole('button', { name: 'Choose sprayers' }).click();
    await page.getByPlaceholder('Enter a name').fill('Giang Văn Chọn');
    await page.getByRole('option', { name: /^Giang Văn Chọn/ }).click();
    await page.getByRole('button', { name: 'Assign crew' }).click();
    await page.getByText('Giang Văn Chọn assigned.').waitFor();
    const crew = () => world.service.sql<{ id: string }>('select sprayer_id as id from crew_member where order_id = $1', [id]);
    await expect.poll(() => crew()).toEqual([{ id: sprayer.id }]);
    await page.getByRole('button', { name: 'Change crew' }).click();
    await page
      .getByRole('button', { name: /^Assign / })
      .first()
      .click();
    // Not by the second message: the first one may have gone by then.
    await expect.poll(async () => (await crew()).some((member) => member.id !== sprayer.id)).toBe(true);

    await page.getByRole('button', { name: 'Cancel order', exact: true }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel this order?' });
    await cancel.getByRole('button', { name: 'Cancel order', exact: true }).click();
    await cancel.getByText('Please fill this in.').waitFor();
    await cancel.getByRole('button', { name: 'Rain or wind' }).click();
    await cancel.getByRole('button', { name: 'Cancel order', exact: true }).click();
    await page.getByText('Order cancelled. The farmer gets a notification.').waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => taken()).toBe(before);
    const history = await world.service.sql<{ action: string; reason: string | null }>(
      'select action, reason from order_history where order_id = $1 order by id',
      [id],
    );
    expect(history.map(({ action }) => action)).toEqual(['place', 'confirm', 'reschedule', 'assign', 'assign', 'cancel']);
    expect(history.at(-1)?.reason).toBe('Rain or wind');
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a move that released the crew is undone, then the crew is assigned again', async () => {
    const farmer = await farmerNamed('Hồ Thị Tám');
    const receptionist = await signedIn(world.service, 'receptionist');
    const sprayer = await signedIn(world.service, 'sprayer', { fullName: 'Quách Văn Bận' });
    const [{ id }, other] = [
      await placed(farmer, { date: '2026-12-16', session: { id: 2 }, confirmed: true }),
      await placed(farmer, { date: '2026-12-17', session: { id: 2 }, confirmed: true }),
    ];
    for (const order of [id, other.id])
      await expectSuccess(receptionist.put(`/api/receptionist/order/${order}/sprayers`, { sprayerIds: [Number(sprayer.id)] }));
    const { page, browserErrors, leave } = await world.visit('/?from=2026-12-14', office, desk);
    await page.locator(`[data-order-id="${id}"]`).hover();
    await page.mouse.down();
    await page.locator('[data-cell="2026-12-17/2"]').hover();
    await page.mouse.up();
    await page.getByText('Quách Văn Bận: not free then. Assign another crew.').waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-12-17', status: 'confirmed' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText(/Hồ Thị Tám moved back to Wed,? 16 Dec/).waitFor();
    await expect.poll(() => orderFacts(id)).toMatchObject({ date: '2026-12-16', status: 'assigned' });
    const crew = await world.service.sql('select sprayer_id as id from crew_member where order_id = $1', [id]);
    expect(crew).toEqual([{ id: sprayer.id }]);
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
