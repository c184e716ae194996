import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placed } from '../api/test/factories.ts';
import { assigned, createUser, expectSuccess, readOrderState } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

describe.skipIf(chromiumPath === undefined)('live updates between two browsers', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when a farmer books and the office assigns a crew, then each sees it on the open page, without a reload', async () => {
    const farmer = await createUser(world, 'farmer', 'Trịnh Thị Sống');
    await placed(farmer, { date: '2026-12-10', area: 8 });
    const [office, field] = await Promise.all([
      world.visit('/', 'receptionist2@swath.example', { size: 'desk' }),
      world.visit('/book', farmer.email),
    ]);
    const board = office.page.getByRole('grid', { name: 'Orders by day and session' });
    await board.waitFor();
    const chip = board.getByRole('link', { name: 'Trịnh Thị Sống' });
    await expect.poll(() => chip.count()).toBe(0);
    const loads = [countLoads(office.page), countLoads(field.page)];

    await field.page.getByRole('list', { name: 'Fields you have booked before' }).getByRole('button').first().tap();
    await field.page.getByRole('button', { name: /17 November 2026, 16:00/ }).tap();
    await field.page.getByRole('button', { name: 'Book for ₫240,000' }).tap();
    await field.page.getByRole('link', { name: 'Open order', exact: true }).tap();
    await field.page.getByText('Nothing to do now. The office assigns a crew').waitFor();
    const id = Number(/\/orders\/(\d+)/.exec(field.page.url())?.[1]);
    await expect.poll(() => readOrderState(world, id)).toMatchObject({ date: '2026-11-17', session: 5, order: 'confirmed' });

    await chip.waitFor();
    await expect.poll(() => chip.textContent()).toContain('Confirmed, no crew yet, Tue 17 Nov, 16:00–17:00');
    await chip.click();
    const panel = office.page.getByRole('complementary', { name: `Order ${id}` });
    await panel
      .getByRole('button', { name: /^1?\s*Assign / })
      .first()
      .click();
    const crew = await crewOf(id);

    const own = field.page.getByRole('main');
    for (const name of crew) await own.getByRole('listitem').getByText(name, { exact: true }).waitFor();
    await own.getByText('Please have the cash ready for the crew.').waitFor();
    await chip.filter({ hasText: 'Crew assigned' }).waitFor();
    for (const name of crew) await chip.filter({ hasText: name }).waitFor();
    await expect.poll(() => readOrderState(world, id)).toMatchObject({ order: 'assigned', steps: ['place', 'assign'] });
    expect(loads.map((count) => count())).toEqual([0, 0]);
    expect([...office.browserErrors, ...field.browserErrors]).toEqual([]);
    await office.leave();
    await field.leave();

    /** The crew, once the page of the office shows it. */
    async function crewOf(orderId: number): Promise<string[]> {
      await panel.getByRole('button', { name: 'Change crew' }).waitFor();
      const members = await world.service.sql<{ name: string }>(
        'select u.full_name as name from crew_member m join app_user u on u.id = m.sprayer_id where m.order_id = $1 order by m.sprayer_id',
        [orderId],
      );
      expect(members.length).toBeGreaterThan(0);
      return members.map(({ name }) => name);
    }
  });

  test('when a farmer objects to the work, then the office resolves it, and the farmer reads the answer and signs off', async () => {
    // The demo data take some places of today.
    await world.service.sql('update spray_session set capacity = 20');
    const farmer = await createUser(world, 'farmer', 'Lương Thị Soát');
    const receptionist = await createUser(world, 'receptionist', 'Phan Văn Đáp');
    const sprayer = await createUser(world, 'sprayer', 'Trương Văn Sót');
    const { id, cost } = await assigned(farmer, receptionist, sprayer, { session: { id: 6 } });
    await expectSuccess(sprayer.post(`/api/sprayer/order/${id}/start`));
    await expectSuccess(sprayer.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 12.5, cashReceived: cost }));
    const field = await world.visit(`/orders/${id}`, farmer.email);
    await field.page.getByRole('button', { name: 'Report a problem' }).tap();
    const sheet = field.page.getByRole('dialog', { name: 'Report a problem' });
    await sheet.getByRole('button', { name: 'Send to the office' }).tap();
    await sheet.getByText('Please fill this in.').waitFor();
    await sheet.getByLabel('Description').fill('Một dải cạnh mương chưa phun “kỹ”.');
    await sheet.getByRole('button', { name: 'Send to the office' }).tap();
    await field.page.getByText('Sent. The office will call you.').first().waitFor();
    const objections = async () => (await expectSuccess(receptionist.get(`/api/receptionist/order/${id}/objection/`))).body.content;
    await expect.poll(() => objections()).toMatchObject([{ text: 'Một dải cạnh mương chưa phun “kỹ”.', resolvedAt: null }]);

    const office = await world.visit(`/orders/${id}`, receptionist.email, { size: 'desk' });
    await office.page.getByRole('button', { name: 'Resolve objection' }).click();
    await office.page.getByText('Please fill this in.').waitFor();
    await office.page.getByLabel('Your answer to the farmer').fill('Đội quay lại phun dải đó chiều nay.');
    await office.page.getByRole('button', { name: 'Resolve objection' }).click();
    await office.page.getByText('Objection resolved. Your answer was sent to the farmer.').waitFor();
    await expect.poll(() => objections()).toMatchObject([{ answer: 'Đội quay lại phun dải đó chiều nay.' }]);

    await field.page.getByText('Đội quay lại phun dải đó chiều nay.').first().waitFor();
    await field.page.getByRole('button', { name: 'Sign off work' }).tap();
    await field.page.getByRole('dialog', { name: 'Sign off the work?' }).getByRole('button', { name: 'Sign off work' }).tap();
    await field.page.getByRole('link', { name: 'Rate work' }).waitFor();
    await expect.poll(() => readOrderState(world, id)).toMatchObject({ order: 'completed' });
    expect([...office.browserErrors, ...field.browserErrors]).toEqual([]);
    await office.leave();
    await field.leave();
  });
});

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}
