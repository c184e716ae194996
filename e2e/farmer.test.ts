import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, placed } from '../api/test/factories.ts';
import { mapWords } from '../web/src/map/map-words.ts';
import { settled } from './pending-requests.ts';
import { assigned, createUser, expectSuccess, readOrderState, withoutOfflineErrors } from './people.ts';
import { runsOver } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const picture = join(import.meta.dirname, '..', 'web', 'public', 'icon-192.png');
/** After the last date of the demo data. */
const farDay = '2026-12-01';

/** Presses Tab until the element has the focus; fails if the keyboard cannot reach it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press('Tab');
  await expect.poll(isThere).toBe(true);
}

describe.skipIf(chromiumPath === undefined)('farmer', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  const newestOrder = async ({ id }: Pick<Caller, 'id'>) => {
    const [row] = await world.service.sql<{ id: string; location: string; latitude: number; longitude: number; area: string }>(
      'select id, location, latitude, longitude, area::text from spray_order where farmer_id = $1 order by id desc limit 1',
      [id],
    );
    return row;
  };

  test('when a farmer with earlier orders books on a phone, then four taps after sign-in are enough', async () => {
    const [lua] = await world.service.sql<{ id: string }>("select id from app_user where email = 'farmer@swath.example'");
    const before = await newestOrder(lua as { id: string });
    const { page, browserErrors, leave } = await world.visit('/', 'farmer@swath.example', { size: 'phone', language: 'vi' });
    await page.evaluate(() => {
      const counted = globalThis as unknown as { taps: number };
      counted.taps = 0;
      const count = ({ isTrusted }: Event) => {
        if (isTrusted) counted.taps++;
      };
      document.addEventListener('click', count, true);
    });
    await page.getByRole('main').getByRole('link', { name: 'Đặt phun', exact: true }).tap();
    await page.getByRole('list', { name: 'Ruộng đã từng đặt' }).getByRole('button', { name: 'Ruộng sau đình, Long Điền A' }).tap();
    await page.getByRole('button', { name: 'Giờ trống sớm nhất: Hôm nay' }).tap();
    await page.getByRole('button', { name: /^Đặt phun, 375\.000/ }).tap();
    await page.getByRole('heading', { level: 1, name: 'Đã đặt phun: Chủ Nhật, 15 tháng 11' }).waitFor();
    await expect.poll(() => page.evaluate('taps')).toBe(4);
    await expect.poll(() => runsOver(page)).toBe(false);
    const made = await newestOrder(lua as { id: string });
    expect(made?.id).not.toBe(before?.id);
    expect(made).toMatchObject({ location: 'Ruộng sau đình, Long Điền A', area: '12.5' });
    await expect.poll(() => readOrderState(world, made?.id ?? '')).toMatchObject({ date: '2026-11-15', order: 'confirmed' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a new farmer books at a desk with the keyboard alone, then every step is possible', async () => {
    const farmer = await createUser(world, 'farmer', 'Lê Thị Phím');
    const { page, browserErrors, leave } = await world.visit('/', farmer.email, { size: 'desk' });
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Book spray' }));
    await page.keyboard.press('Enter');

    await tabTo(page, page.getByLabel('Name of the place'));
    await page.keyboard.type('Behind the temple');
    await tabTo(page, page.getByText(mapWords.en.typePosition));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel(mapWords.en.position));
    await page.keyboard.type('10.5312, 105.4551');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Which crop?' }).waitFor();
    await tabTo(page, page.getByRole('radio', { name: 'Fruit', exact: true }));
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.getByRole('radio', { name: 'Cereal', exact: true }).isChecked()).toBe(true);
    await tabTo(page, page.getByLabel('Area in decares'));
    await page.keyboard.type('7.5');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'When?' }).waitFor();
    const cells = page.getByRole('grid').getByRole('button');
    await tabTo(page, cells.and(page.locator('[tabindex="0"]')));
    // Two weeks ahead, after the demo data, then to the second session of the second day.
    const focused = (name: RegExp) => page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await focused(/29 November 2026/);
    for (let row = 5; row > 0; row--) await page.keyboard.press('ArrowUp');
    await focused(/29 November 2026, 04:00/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await focused(/30 November 2026, 05:00–06:00, 2 of 2 places free/);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Payment method' }).waitFor();
    await tabTo(page, page.getByRole('radio', { name: /^Cash/ }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByRole('button', { name: 'Book for ₫225,000' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Your spray is booked for Monday 30 November, 05:00.' }).waitFor();
    const made = await newestOrder(farmer);
    expect(made).toMatchObject({ location: 'Behind the temple', latitude: 10.5312, longitude: 105.4551, area: '7.5' });
    await expect
      .poll(() => readOrderState(world, made?.id ?? ''))
      .toMatchObject({ date: '2026-11-30', session: 2, order: 'confirmed', method: 'visa' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the last place is taken meanwhile, then the page offers the next free time, and that can be booked', async () => {
    const farmer = await createUser(world, 'farmer', 'Lý Văn Trễ');
    const other = await createUser(world, 'farmer', 'Mai Văn Sớm');
    const earlier = await placed(farmer, { date: '2026-12-20', area: 10 });
    await placed(other, { date: farDay, session: { id: 3 } });
    const { page, browserErrors, leave } = await world.visit('/book', farmer.email);
    await page.getByRole('list', { name: 'Fields you have booked before' }).getByRole('button', { name: 'Ruộng sau đình' }).tap();
    await page.getByRole('button', { name: 'Later days' }).tap();
    await page.getByRole('button', { name: 'Later days' }).tap();
    await page.getByRole('button', { name: /1 December 2026, 06:00–07:00, 1 of 2 places free/ }).tap();
    await page.getByRole('heading', { level: 1, name: 'Payment method' }).waitFor();
    await placed(other, { date: farDay, session: { id: 3 } });
    await page.getByRole('button', { name: 'Book for ₫300,000' }).tap();

    const alert = page.getByRole('alert');
    await alert.getByText('Tuesday 1 December, 06:00 has just been booked by someone else. 07:00 is free.').waitFor();
    expect((await newestOrder(farmer))?.id).toBe(String(earlier.id));
    await page.getByRole('button', { name: /1 December 2026, 06:00–07:00, \d of 2 places free/ }).waitFor({ state: 'detached' });
    await alert.getByRole('button', { name: 'Choose 07:00' }).tap();
    await page.getByRole('button', { name: 'Book for ₫300,000' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Your spray is booked for Tuesday 1 December, 07:00.' }).waitFor();
    const made = await world.service.sql<{ date: string; session: number }>(
      'select date::text, session_id::int as session from spray_order where farmer_id = $1 and id <> $2',
      [farmer.id, earlier.id],
    );
    expect(made).toEqual([{ date: farDay, session: 4 }]);
    expect(browserErrors.filter((text) => !text.includes('409'))).toEqual([]);
    await leave();
  });

  test('when a card is declined and the next one requires a second step, then it is paid once that is approved, with a receipt', async () => {
    const farmer = await createUser(world, 'farmer', 'Hồ Thị Thẻ');
    const order = await placed(farmer, { date: '2026-12-02', paymentMethod: 'visa', confirmed: true, area: 10 });
    const { page, context, browserErrors, leave } = await world.visit('/orders', farmer.email);
    const sheet = page.getByRole('dialog', { name: 'Pay by card', exact: true });
    const openSheet = async () => {
      await page.getByRole('link', { name: 'Wed 2 Dec' }).tap();
      await page.getByRole('heading', { level: 1, name: 'Spray on Wed 2 Dec' }).waitFor();
      await page.getByRole('link', { name: 'Pay by card', exact: true }).waitFor();
      await page.evaluate(() => scrollTo(0, 40));
      await page.getByRole('link', { name: 'Pay by card', exact: true }).tap();
      await sheet.waitFor();
      await expect.poll(() => page.evaluate(() => [history.state.sheets, scrollY])).toEqual([1, 40]);
    };
    await openSheet();
    await page.evaluate(() => history.go(-2));
    await page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor();
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/orders');

    await openSheet();
    await sheet.getByRole('button', { name: 'Visa 0002 declined' }).tap();
    await sheet.getByRole('button', { name: 'Pay ₫300,000' }).tap();
    await sheet.getByRole('alert').getByText('The card was declined. Nothing was charged.').waitFor();
    await expect.poll(() => readOrderState(world, order.id)).toMatchObject({ payment: 'failed' });

    await sheet.getByRole('button', { name: 'Visa 3155 extra confirmation' }).tap();
    await sheet.getByRole('button', { name: 'Pay ₫300,000' }).tap();
    await sheet.getByText('Confirm payment').waitFor();
    await expect.poll(() => readOrderState(world, order.id)).toMatchObject({ payment: 'failed' });
    await sheet.getByRole('button', { name: 'Approve payment' }).tap();
    await sheet.getByText('Payment received').waitFor();
    await expect.poll(() => readOrderState(world, order.id)).toMatchObject({ payment: 'paid' });

    const link = await sheet.getByRole('link', { name: 'Receipt (PDF)' }).getAttribute('href');
    const receipt = await context.request.get(world.service.url + link);
    expect(receipt.headers()['content-type']).toBe('application/pdf');
    expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await sheet.getByRole('button', { name: 'Back to order' }).tap();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => [location.search, scrollY])).toEqual(['', 40]);
    await page.getByRole('link', { name: 'Receipt (PDF)' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Pay by card', exact: true }).count()).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order is rescheduled and then cancelled, then it has its new place, and then none', async () => {
    const farmer = await createUser(world, 'farmer', 'Tô Văn Dời');
    const order = await placed(farmer, { date: '2026-12-03', session: { id: 3 }, confirmed: true });
    const taken = async (session: number) => {
      const [row] = await world.service.sql<{ taken: number }>(
        "select taken from session_day where date = '2026-12-03' and session_id = $1",
        [session],
      );
      return row?.taken ?? 0;
    };
    const { page, browserErrors, leave } = await world.visit(`/orders/${order.id}`, farmer.email, { size: 'desk' });
    await page.getByRole('button', { name: 'Move to another time' }).click();
    const sheet = page.getByRole('dialog', { name: 'Move to another time' });
    await sheet.getByText('Current time: Thursday 3 December, 06:00.').waitFor();
    await sheet.getByRole('button', { name: /3 December 2026, 16:00/ }).click();
    await sheet.getByRole('button', { name: 'Move to Thu 3 Dec, 16:00' }).click();
    await page.getByText('Moved to Thursday 3 December, 16:00.').waitFor();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText('16:00–17:00').first().waitFor();
    await expect.poll(() => readOrderState(world, order.id)).toMatchObject({ session: 5, order: 'confirmed' });
    await expect.poll(async () => [await taken(3), await taken(5)]).toEqual([0, 1]);

    await page.getByRole('button', { name: 'Cancel spray' }).click();
    const asked = page.getByRole('dialog', { name: 'Cancel this spray?' });
    await asked.getByText('Your place on Thu 3 Dec, 16:00–17:00 becomes free for others.').waitFor();
    await asked.getByRole('button', { name: 'Cancel spray' }).click();
    await page.getByText('This spray was cancelled.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Move to another time' }).count()).toBe(0);
    await expect
      .poll(() => readOrderState(world, order.id))
      .toMatchObject({ order: 'cancelled', steps: ['place', 'reschedule', 'cancel'] });
    await expect.poll(() => taken(5)).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when more is due than a page has, then the list has the total, and all of it can be opened', async () => {
    const farmer = await createUser(world, 'farmer', 'Đoàn Thị Nợ');
    const dates = Array.from({ length: 21 }, (_, n) => `2027-03-${String(n + 1).padStart(2, '0')}`);
    for (const date of dates) await placed(farmer, { date, confirmed: true });
    const { id } = await placed(farmer, { date: '2027-03-28' });
    await expectSuccess(farmer.post(`/api/farmer/order/${id}/cancel`));
    const { page, browserErrors, leave } = await world.visit('/orders?show=to_pay', farmer.email, { language: 'vi' });
    await page.getByText('21 đơn cần thanh toán').waitFor();
    const shown = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => shown.count()).toBe(20);
    await page.getByRole('button', { name: 'Xem thêm', exact: true }).click();
    await shown.nth(20).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Xem thêm', exact: true }).count()).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the crew is done, then the farmer signs off and rates it with stars, text and a photo', async () => {
    const farmer = await createUser(world, 'farmer', 'Võ Thị Sao');
    const office = await createUser(world, 'receptionist', 'Kiều Văn Phòng');
    const sprayer = await createUser(world, 'sprayer', 'Cao Văn Phun');
    const order = await assigned(farmer, office, sprayer, { session: { id: 6 } });
    await expectSuccess(sprayer.post(`/api/sprayer/order/${order.id}/start`));
    const { page, browserErrors, leave } = await world.visit(`/orders/${order.id}`, farmer.email);
    await page.getByText('The crew is spraying your field.').waitFor();
    await expectSuccess(sprayer.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed: 12.5, cashReceived: order.cost }));

    await page.getByRole('button', { name: 'Sign off work' }).tap();
    await page.getByRole('dialog', { name: 'Sign off the work?' }).getByRole('button', { name: 'Sign off work' }).tap();
    await page.getByRole('link', { name: 'Rate work' }).tap();
    await expect.poll(() => readOrderState(world, order.id)).toMatchObject({ order: 'completed', payment: 'paid' });

    const sheet = page.getByRole('dialog', { name: 'How was the work?' });
    await sheet.getByRole('button', { name: 'Send rating' }).tap();
    await expect.poll(() => sheet.getByText('Choose a number of stars.').count()).toBe(4);
    const stars: [string, string][] = [
      ['Overall', '5 stars, Very good'],
      ['Attention', '4 stars, Good'],
      ['Friendliness', '5 stars, Very good'],
      ['Skill', '3 stars, Fair'],
    ];
    for (const [group, star] of stars) await sheet.getByRole('group', { name: group }).getByRole('radio', { name: star }).check();
    await sheet.getByLabel('Comment').fill('Came on time, left no strip out.');
    await sheet.locator('input[type="file"]').setInputFiles(picture);
    await sheet.getByRole('img', { name: 'Photo 1' }).waitFor();
    // The page reads the list of photos at the same address: only the first upload may fail.
    let uploads = 0;
    await page.route('**/feedback/photo', (route) => {
      if (route.request().method() === 'POST') uploads += 1;
      return route.request().method() === 'POST' && uploads === 1 ? route.abort() : route.fallback();
    });
    await sheet.getByRole('button', { name: 'Send rating' }).tap();
    await sheet.getByRole('button', { name: 'Send photos again' }).tap();
    await sheet.getByText('Thank you', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Done', exact: true }).tap();
    await page.getByText('You gave 5 of 5 stars.').waitFor();

    const [kept] = await world.service.sql(
      `select f.overall_rating, f.attentive_rating, f.friendly_rating, f.professional_rating, f.text,
              (select count(*)::int from feedback_photo p where p.order_id = f.order_id) as photos
         from feedback f where f.order_id = $1`,
      [order.id],
    );
    expect(kept).toEqual({
      overall_rating: 5,
      attentive_rating: 4,
      friendly_rating: 5,
      professional_rating: 3,
      text: 'Came on time, left no strip out.',
      photos: 1,
    });
    expect(browserErrors.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([]);
    await leave();
  });

  test('when the phone is offline, then an order that was opened before still shows and keeps an unsent message', async () => {
    const farmer = await createUser(world, 'farmer', 'Đinh Văn Xa');
    const order = await placed(farmer, { date: '2026-12-04', location: 'Ruộng cuối kênh', confirmed: true });
    const { page, context, browserErrors, leave } = await world.visit('/orders', farmer.email);
    await page.getByRole('link', { name: 'Fri 4 Dec' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Spray on Fri 4 Dec' }).waitFor();
    const message = page.getByLabel('Your message');
    await message.waitFor();
    // Loaded near the visible part, so later by filling in the message; without a network it could not be loaded any more.
    await page.getByRole('heading', { name: 'Location of the field', exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('application').waitFor();
    await settled(page);
    await context.setOffline(true);
    await message.fill('Cổng ruộng đã mở.');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My orders', exact: true }).tap();
    await page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor();
    await page.getByRole('link', { name: 'Fri 4 Dec' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Spray on Fri 4 Dec' }).waitFor();
    const main = page.getByRole('main');
    await main.getByRole('status').filter({ hasText: 'No connection.' }).waitFor();
    await main.getByText('Ruộng cuối kênh').first().waitFor();
    await main.getByText(`#${order.id}`).waitFor();
    await expect.poll(() => message.inputValue()).toBe('Cổng ruộng đã mở.');
    expect(withoutOfflineErrors(browserErrors)).toEqual([]);
    await context.setOffline(false);
    await main.getByRole('status').filter({ hasText: 'No connection.' }).waitFor({ state: 'hidden' });
    await page.reload();
    await expect.poll(() => message.inputValue()).toBe('Cổng ruộng đã mở.');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await page.getByRole('list', { name: 'Messages', exact: true }).getByText('Cổng ruộng đã mở.').waitFor();
    await page.reload();
    await page.getByRole('list', { name: 'Messages', exact: true }).getByText('Cổng ruộng đã mở.').waitFor();
    await expect.poll(() => message.inputValue()).toBe('');
    await leave();
  });

  test('when an order is confirmed and the second step of its card is refused, then it is confirmed and not paid', async () => {
    const farmer = await createUser(world, 'farmer', 'Ngô Thị Chắc');
    const order = await placed(farmer, { date: '2026-12-05', paymentMethod: 'visa', area: 10 });
    const { page, browserErrors, leave } = await world.visit(`/orders/${order.id}`, farmer.email);
    await page.getByRole('button', { name: 'Confirm', exact: true }).tap();
    // The intent is opened for the confirmed order: both at once would change the order under one another.
    await expect.poll(() => readOrderState(world, order.id)).toMatchObject({ order: 'confirmed', steps: ['place', 'confirm'] });
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Pay by card', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Pay by card', exact: true });
    await sheet.getByRole('button', { name: 'Visa 3155 extra confirmation' }).tap();
    await sheet.getByRole('button', { name: 'Pay ₫300,000' }).tap();
    await sheet.getByRole('button', { name: 'Decline', exact: true }).tap();
    await sheet.getByRole('alert').getByText('The card was declined. Nothing was charged.').waitFor();
    await expect.poll(() => readOrderState(world, order.id)).toMatchObject({ order: 'confirmed', payment: 'failed' });
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
