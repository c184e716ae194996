import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBookingLimits } from '../api/test/arrange.ts';
import { base, crewOf, orderAt } from '../api/test/crew-plan/plan-steps.ts';
import type { Caller } from '../api/test/factories.ts';
import { crewPlanWords } from '../web/src/crew-plan/crew-plan-words.ts';
import { uiWords } from '../web/src/ui/words.ts';
import { settled } from './pending-requests.ts';
import { createUser } from './people.ts';
import { axeFindings, runsOver, smallTargets } from './screenshots.ts';
import { chromiumPath, openWorld, type Visitor, type World } from './world.ts';

const words = crewPlanWords.en;

async function expectWellMade({ page, browserErrors }: Visitor): Promise<void> {
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await runsOver(page)).toBe(false);
  expect(browserErrors).toEqual([]);
}

describe.skipIf(chromiumPath === undefined)('a crew plan', () => {
  let world: World;
  let office: Caller;
  let farmer: Caller;
  beforeAll(async () => {
    world = await openWorld();
    await removeBookingLimits(world.service);
    world.service.app.catalog.invalidate();
    office = await createUser(world, 'receptionist', 'Trần Thị Bàn');
    farmer = await createUser(world, 'farmer', 'Trần Thị Sông');
    await office.put('/api/receptionist/base', base);
  });
  afterAll(() => world.end());

  test('when the office plans a day, then it edits, pins, plans again, accepts and undoes', async () => {
    const day = '2026-12-03';
    const orders: number[] = [];
    for (const [session, km] of [
      [1, 3],
      [2, 4],
      [3, -3],
    ] as const)
      orders.push(await orderAt(farmer, day, session, km));
    const desk = await world.visit(`/?view=day&from=${day}`, office.email, { size: 'desk' });
    const { page } = desk;
    await page.getByRole('link', { name: words.link, exact: true }).click();
    await page.getByRole('button', { name: words.start, exact: true }).click();
    const accept = page.getByRole('button', { name: words.acceptAll(3), exact: true });
    await accept.waitFor();
    await expectWellMade(desk);
    const card = page.locator(`[data-order-id="${orders[0]}"]`);
    const proposed = (await card.textContent()) ?? '';
    // By keys: to the order, its reasons and other crews.
    await card.focus();
    await card.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-order-id'))).toBe(String(orders[1]));
    await card.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Trần Thị Sông' });
    await sheet.getByText(words.choose, { exact: true }).waitFor();
    await expectWellMade(desk);
    await sheet.getByRole('button', { name: /km$/ }).first().click();
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => card.textContent()).not.toBe(proposed);
    // The reason of a pinned crew differs from that of a chosen one.
    await expect.poll(() => card.textContent()).toContain('Chosen by the office.');
    const chosen = (await card.textContent())?.replace('Chosen by the office.', '');
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: words.againPinned(1), exact: true }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/plan/') && url.pathname !== pathname);
    await accept.waitFor();
    await expect.poll(() => card.textContent()).toContain(`${chosen}Pinned`);
    await page.getByText(words.map, { exact: true }).click();
    await page
      .getByRole('button', { name: new RegExp(words.jobs(1)) })
      .first()
      .click();
    await expectWellMade(desk);
    await page.getByText(words.crews, { exact: true }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByText(words.state.accepted, { exact: true }).waitFor();
    for (const orderId of orders) await expect.poll(async () => (await crewOf(office, orderId)).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: uiWords.en.undo, exact: true }).click();
    await page.getByText(words.state.undone, { exact: true }).waitFor();
    for (const orderId of orders) await expect.poll(() => crewOf(office, orderId)).toEqual([]);
    await page.goto(`${world.service.url}/plan?date=${day}`);
    await page.getByRole('button', { name: words.start, exact: true }).click();
    await page.getByRole('button', { name: words.discard, exact: true }).click();
    await page.getByText(words.state.cancelled, { exact: true }).waitFor();
  }, 240_000);

  test('when a sprayer is ill, then one tap on the phone saves it, and the office accepts the new crew', async () => {
    const day = '2026-12-04';
    const orderId = await orderAt(farmer, day, 1, 3);
    const ill = await createUser(world, 'sprayer', 'Lê Văn Ốm');
    await office.put(`/api/receptionist/order/${orderId}/sprayers`, { sprayerIds: [Number(ill.id)] });
    const phone = await world.visit(`/sprayers?day=${day}`, office.email);
    const { page } = phone;
    await page.getByRole('button', { name: /^Lê Văn Ốm is ill/ }).click();
    await page.getByRole('button', { name: words.acceptAll(1), exact: true }).waitFor();
    await expectWellMade(phone);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: words.acceptAll(1), exact: true }).click();
    await page.getByText(`${words.state.accepted}: ${words.becauseOf('Lê Văn Ốm')}`, { exact: true }).waitFor();
    await expect.poll(() => crewOf(office, orderId)).not.toContain(ill.id);
    expect((await office.get(`/api/receptionist/absence/?from=${day}&to=${day}&sprayerId=${ill.id}`)).body.page.totalElements).toBe(1);
  }, 240_000);
});
