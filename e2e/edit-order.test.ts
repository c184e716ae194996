import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForOutbox } from '../api/test/arrange.ts';
import { placed } from '../api/test/factories.ts';
import { bookingCheckWords } from '../web/src/orders/booking/booking-check-words.ts';
import { en as booking } from '../web/src/orders/booking/booking-words.en.ts';
import { editWords } from '../web/src/orders/edit/edit-words.ts';
import { en as farmerOrder } from '../web/src/orders/farmer-order/farmer-order-words.en.ts';
import { threadWords } from '../web/src/orders/thread/thread-words.ts';
import { assigned, createUser, expectSuccess } from './people.ts';
import { runsOver } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = editWords.en;
const check = bookingCheckWords.en;
const thread = threadWords.en;
const picture = join(import.meta.dirname, '..', 'web', 'public', 'icon-192.png');
/** After the last date of the demo data. */
const farDay = '2026-12-02';

describe.skipIf(chromiumPath === undefined)('editing an order before its work', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  const place = { location: 'Edited field', latitude: 10.61, longitude: 105.31 };

  test('when a farmer changes a pending order, then price, note and history show it', async () => {
    const farmer = await createUser(world, 'farmer', 'Lê Văn Sửa');
    const { id } = await placed(farmer, { ...place, date: farDay, session: { id: 2 }, area: 10 });
    await expectSuccess(farmer.post('/api/farmer/field', { name: 'Second field', latitude: 10.62, longitude: 105.32 }));
    const { page, browserErrors, leave } = await world.visit(`/orders/${id}`, farmer.email, { size: 'phone' });
    await page.getByRole('button', { name: words.open }).tap();
    const dialog = page.getByRole('dialog', { name: words.title });
    await dialog.getByLabel(words.field, { exact: true }).selectOption({ label: 'Second field' });
    await dialog.getByLabel('Area in decares').fill('12');
    await dialog.getByLabel(words.note).fill('Bees at the east side');
    await dialog.getByRole('button', { name: words.saveFor('₫360,000') }).tap();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText('Bees at the east side', { exact: true }).waitFor();
    expect((await farmer.get(`/api/farmer/order/${id}/field`)).body.name).toBe('Second field');
    await page.getByText('₫300,000').waitFor();
    await expect.poll(() => runsOver(page)).toBe(false);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the office changes an assigned order, then the crew sees the note', async () => {
    const farmer = await createUser(world, 'farmer', 'Trần Thị Dặn');
    const office = await createUser(world, 'receptionist', 'Office of edits');
    const sprayer = await createUser(world, 'sprayer', 'Crew of edits');
    const order = await assigned(farmer, office, sprayer, { ...place, session: { id: 6 } });
    // The typed place has become a field.
    await waitForOutbox(world.service);
    const desk = await world.visit(`/orders/${order.id}`, office.email, { size: 'desk' });
    await desk.page.getByRole('button', { name: words.open }).click();
    const dialog = desk.page.getByRole('dialog', { name: words.title });
    await dialog.getByLabel(words.field, { exact: true }).selectOption({ label: words.otherPlace });
    await dialog.getByLabel(words.place).fill('Edited field, second gate');
    await dialog.getByLabel(words.note).fill('Call at the gate');
    await dialog.getByRole('button', { name: words.save }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.page.getByRole('main').getByText('Call at the gate', { exact: true }).waitFor();
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
    const phone = await world.visit(`/orders/${order.id}`, sprayer.email, { size: 'phone' });
    await phone.page.getByText('Call at the gate').waitFor();
    await phone.page.getByRole('heading', { level: 1, name: 'Edited field, second gate' }).waitFor();
    expect(phone.browserErrors).toEqual([]);
    await phone.leave();
  });

  test('when the same field is booked again and the area does not fit, then the farmer is warned and the office gets the request', async () => {
    const farmer = await createUser(world, 'farmer', 'Ngô Văn Rộng');
    const admin = await createUser(world, 'admin', 'Owner of edits');
    const office = await createUser(world, 'receptionist', 'Office of special requests');
    await expectSuccess(admin.patch('/api/admin/session/1', { maxArea: 30 }));
    const { id } = await placed(farmer, { ...place, location: 'Wide field', date: '2026-11-16', session: { id: 1 }, area: 20 });
    const { page, browserErrors, leave } = await world.visit('/book', farmer.email, { size: 'phone' });
    await page.getByRole('button', { name: /Wide field/ }).tap();
    await page.getByRole('button', { name: /16 November 2026, 04:00/ }).tap();
    await page.getByRole('heading', { level: 1, name: booking.howToPay }).waitFor();
    await page.getByText(check.sameField(1)).waitFor();
    await page.getByRole('link', { name: new RegExp(`order ${id}`) }).waitFor();
    await page.getByText(check.tooLarge('10 decares')).waitFor();
    await page.getByRole('button', { name: check.ask }).tap();
    await page.getByText(check.asked).waitFor();
    await expect.poll(() => runsOver(page)).toBe(false);
    expect(browserErrors).toEqual([]);
    await leave();
    const desk = await world.visit('/inbox', office.email, { size: 'desk' });
    await desk.page.getByRole('button', { name: check.closeName('Ngô Văn Rộng') }).click();
    await desk.page.getByText(check.closed).waitFor();
    await desk.page.getByRole('button', { name: check.closeName('Ngô Văn Rộng') }).waitFor({ state: 'hidden' });
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
    await expectSuccess(admin.patch('/api/admin/session/1', { maxArea: 0 }));
  });

  test('when crew, farmer and office write and send photos, then each sees what the others sent', async () => {
    const farmer = await createUser(world, 'farmer', 'Phan Văn Nhắn');
    const office = await createUser(world, 'receptionist', 'Office of threads');
    const sprayer = await createUser(world, 'sprayer', 'Crew of threads');
    const order = await assigned(farmer, office, sprayer, { ...place, location: 'Thread field', session: { id: 5 } });
    await expectSuccess(sprayer.post(`/api/sprayer/order/${order.id}/start`));
    await expectSuccess(sprayer.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed: 12 }));
    const write = async (page: Page, text: string) => {
      const section = page.getByRole('region', { name: thread.title });
      await section.getByLabel(thread.write).fill(text);
      await section.getByRole('button', { name: thread.send, exact: true }).click();
      await section.getByText(text, { exact: true }).waitFor();
    };
    const crew = await world.visit(`/orders/${order.id}`, sprayer.email, { size: 'phone' });
    await crew.page.getByLabel(thread.photoAdd).setInputFiles(picture);
    await crew.page.getByRole('img', { name: `${thread.report}: ${thread.photo(1)}` }).waitFor();
    await write(crew.page, 'All is sprayed');

    const home = await world.visit(`/orders/${order.id}`, farmer.email, { size: 'phone' });
    await home.page.getByText('All is sprayed', { exact: true }).waitFor();
    await home.page.getByText(thread.unread(1)).waitFor();
    await home.page.getByRole('img', { name: `${thread.report}: ${thread.photo(1)}` }).waitFor();
    await write(home.page, 'A strip is dry');
    await home.page.getByRole('button', { name: farmerOrder.wrong }).tap();
    const dialog = home.page.getByRole('dialog', { name: farmerOrder.wrongTitle });
    await dialog.getByLabel(farmerOrder.wrongField).fill('Along the pond');
    await dialog.locator('input[type=file]').setInputFiles(picture);
    await dialog.getByRole('button', { name: farmerOrder.wrongSend }).tap();
    await dialog.waitFor({ state: 'hidden' });
    await crew.page.getByText('A strip is dry', { exact: true }).waitFor();

    const desk = await world.visit(`/orders/${order.id}`, office.email, { size: 'desk' });
    await desk.page.getByRole('img', { name: `${thread.objection}: ${thread.photo(1)}` }).waitFor();
    await write(desk.page, 'We call you');
    // The next key belongs to the next message: A alone would assign a crew.
    await expect.poll(() => desk.page.getByLabel(thread.write).evaluate((field) => field === document.activeElement)).toBe(true);
    await home.page.getByText('We call you', { exact: true }).waitFor();
    for (const { browserErrors, leave } of [crew, home, desk]) {
      expect(browserErrors).toEqual([]);
      await leave();
    }
  });
});
