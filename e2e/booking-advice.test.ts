import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderAt } from '../api/test/crew-plan/plan-steps.ts';
import { weekWords } from '../web/src/catalog/week-words.ts';
import { settled } from './pending-requests.ts';
import { createUser, expectSuccess } from './people.ts';
import { axeFindings, runsOver, smallTargets } from './screenshots.ts';
import { chromiumPath, openWorld, type Visitor, type World } from './world.ts';

async function expectWellMade({ page, browserErrors }: Visitor): Promise<void> {
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await runsOver(page)).toBe(false);
  expect(browserErrors).toEqual([]);
}

describe.skipIf(chromiumPath === undefined)('advice at booking', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when a farmer chooses a time on a phone, then the demo data has times that are best for the area', async () => {
    const words = weekWords.vi;
    const visitor = await world.visit('/book', 'farmer@swath.example', { size: 'phone', language: 'vi' });
    const { page } = visitor;
    await page.getByRole('button', { name: 'Ruộng sau đình, Long Điền A' }).first().tap();
    const best = page.getByRole('button', { name: new RegExp(`^${words.bestForYou('')}`) });
    await best.waitFor();
    await page.getByText(words.bestText, { exact: true }).waitFor();
    const cells = page.getByRole('grid').getByRole('button', { name: new RegExp(words.best) });
    expect(await cells.count()).toBeGreaterThan(0);
    // Farmers see no distances.
    expect(await page.getByRole('grid').getByText(/km/).count()).toBe(0);
    await expectWellMade(visitor);
    expect(await smallTargets(page)).toEqual([]);
    await best.tap();
    await page.getByRole('button', { name: /^Đặt phun, 375\.000/ }).waitFor();
    await visitor.leave();
  });

  test('when the office books for a caller, then every free time has the kilometres, and the shortest way is one tap away', async () => {
    const words = weekWords.en;
    const office = await createUser(world, 'receptionist', 'Đỗ Thị Đường');
    const farmer = await createUser(world, 'farmer', 'Lê Thị Gần');
    const sprayer = await createUser(world, 'sprayer', 'Ngô Văn Xa');
    await expectSuccess(office.put('/api/receptionist/base', { name: 'Kho', latitude: 10.3, longitude: 105.4 }));
    const id = await orderAt(farmer, '2026-11-19', 2, 5);
    await expectSuccess(office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] }));
    const visitor = await world.visit('/book', office.email, { size: 'desk' });
    const { page } = visitor;
    await page.getByLabel('Phone number').fill(farmer.phoneNumber);
    const shortest = page.getByRole('button', { name: /^Shortest way: / });
    await shortest.waitFor();
    await expect.poll(() => shortest.textContent()).toMatch(/Thu 19 Nov 0[467]:00, \+[\d.]+ km$/);
    await page.getByText(words.extraNote, { exact: true }).waitFor();
    await expectWellMade(visitor);
    await shortest.click();
    await page
      .getByRole('grid')
      .getByRole('button', { name: /19 November 2026.*the crews drive/ })
      .and(page.locator('[aria-pressed="true"]'))
      .waitFor();
    await visitor.leave();
  });
});
