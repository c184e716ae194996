import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBookingLimits } from '../api/test/arrange.ts';
import { base, orderAt, planned } from '../api/test/crew-plan/plan-steps.ts';
import type { Caller } from '../api/test/factories.ts';
import { crewPlanWords } from '../web/src/crew-plan/crew-plan-words.ts';
import { settled } from './pending-requests.ts';
import { createUser } from './people.ts';
import { axeFindings, runsOver } from './screenshots.ts';
import { chromiumPath, openWorld, sizes, type World } from './world.ts';

const words = crewPlanWords.en;
const day = '2026-12-08';
const orders = 60;
const sprayers = 26;

describe.skipIf(chromiumPath === undefined)('a crew plan of 60 orders', () => {
  let world: World;
  let office: Caller;
  let path: string;
  beforeAll(async () => {
    world = await openWorld();
    await removeBookingLimits(world.service);
    world.service.app.catalog.invalidate();
    office = await createUser(world, 'receptionist', 'Trần Thị Bàn');
    await office.put('/api/receptionist/base', base);
    const farmers: Caller[] = [];
    for (let n = 0; n < 12; n++) farmers.push(await createUser(world, 'farmer', `Nguyễn Thị ${String.fromCharCode(65 + n)}`));
    for (let n = 0; n < sprayers; n++) await createUser(world, 'sprayer', `Lê Văn ${String.fromCharCode(65 + n)}`);
    await Promise.all(
      Array.from({ length: orders }, (_, n) =>
        orderAt(farmers[n % farmers.length] as Caller, day, (n % 6) + 1, (n % 13) - 6, { longitude: base.longitude + (n % 7) / 50 }),
      ),
    );
    const plan = await planned(office, day);
    path = `/plan/${plan.id}`;
  });
  afterAll(() => world.end());

  test('when it is opened at a desk, then all orders are visible at once, with their differences', async () => {
    const { page, browserErrors, leave } = await world.visit(path, office.email, { size: 'desk' });
    await page.getByRole('button', { name: words.acceptAll(orders), exact: true }).waitFor();
    const cards = page.locator('[data-order-id]');
    await expect.poll(() => cards.count()).toBe(orders);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    const bottoms = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(sizes.desk.height);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when it is opened on a phone, then the crews begin on the first screen', async () => {
    const { page, browserErrors, leave } = await world.visit(path, office.email, { size: 'phone' });
    const first = page.locator('[data-order-id]').first();
    await first.waitFor();
    await settled(page);
    const box = await first.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(sizes.phone.height - 64);
    expect(await runsOver(page)).toBe(false);
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
