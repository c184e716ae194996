import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placed } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { rebookingWords } from '../web/src/rebooking/rebooking-words.ts';
import { settled } from './pending-requests.ts';
import { createUser } from './people.ts';
import { axeFindings, runsOver, smallTargets } from './screenshots.ts';
import { chromiumPath, openWorld, type Visitor, type World } from './world.ts';

const words = rebookingWords.en;
const day = '2026-12-03';
const name = 'Trần Thị Sông';

async function expectWellMade({ page, browserErrors }: Visitor): Promise<void> {
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await runsOver(page)).toBe(false);
  expect(browserErrors).toEqual([]);
}

describe.skipIf(chromiumPath === undefined)('a rain-out', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    await world.service.sql('update spray_session set capacity = 20');
    world.service.app.catalog.invalidate();
  });
  afterAll(() => world.end());

  test('when the office rebooks a day, then it edits, applies, undoes, applies again, and sees the answer of the farmer', async () => {
    const farmer = await createUser(world, 'farmer', name);
    const office = await createUser(world, 'receptionist', 'Trần Thị Bàn');
    const order = await placed(farmer, { date: day, session: { id: 3 }, confirmed: true, location: 'Ruộng ngập' });
    const desk = await world.visit(`/?view=day&from=${day}`, office.email, { size: 'desk' });
    const { page } = desk;
    const row = page.getByRole('listitem').filter({ hasText: name });
    const apply = page.getByRole('button', { name: words.apply(1), exact: true });
    const state = (text: string) => page.getByText(text, { exact: true });
    const propose = async () => {
      await page.getByRole('button', { name: words.start, exact: true }).click();
      const sheet = page.getByRole('dialog', { name: words.startTitle });
      await sheet.getByLabel(words.reason, { exact: true }).fill('Mưa to cả ngày');
      await sheet.getByRole('button', { name: words.propose, exact: true }).click();
      await apply.waitFor();
    };
    await propose();
    await expectWellMade(desk);
    // By keys: the next place by time, then none.
    const change = page.getByRole('button', { name: words.changeOf(name), exact: true });
    const proposed = (await row.textContent()) ?? '';
    await change.press('ArrowRight');
    await expect.poll(() => row.textContent()).not.toBe(proposed);
    await expect.poll(() => row.textContent()).toContain(words.total(12));
    await change.press('Delete');
    await row.getByText(words.noPlace, { exact: true }).waitFor();
    await page.getByText(words.notPlaced(1)).waitFor();
    // The afternoon of another day: 10 for the day, 3 for the half of the day, 2 because there is no forecast.
    await change.press('Enter');
    await page
      .getByRole('dialog', { name: words.choose(name) })
      .getByRole('button', { name: new RegExp(`${words.costs(15)}$`) })
      .first()
      .click();
    await row.getByText(words.total(15)).waitFor();
    await apply.click();
    await state(words.state.applied).waitFor();
    await expect.poll(async () => (await office.get(`/api/receptionist/order/${order.id}`)).body.date).not.toBe(day);
    await page.getByRole('button', { name: words.undo, exact: true }).click();
    await state(words.state.undone).waitFor();
    await expect.poll(async () => (await office.get(`/api/receptionist/order/${order.id}`)).body.date).toBe(day);

    await page.goto(`${world.service.url}/?view=day&from=${day}`);
    await propose();
    await apply.click();
    await state(words.state.applied).waitFor();
    await row.getByText(words.waiting).waitFor();
    await expectWellMade(desk);
    const text = await eventually(async () => {
      const [found] = await world.service.sql<{ text: string }>(
        `select text from notification where order_id = $1 and text like '%/link/rebooking-accept/%' order by id desc limit 1`,
        [order.id],
      );
      if (found === undefined) throw new Error('no message yet');
      return found.text;
    });
    const linkOf = (purpose: string) => new RegExp(`/link/rebooking-${purpose}/\\S+`).exec(text)?.[0] ?? 'missing';
    const phone = await world.visit(linkOf('cancel'));
    for (const purpose of ['cancel', 'change', 'accept']) {
      await phone.page.goto(world.service.url + linkOf(purpose));
      await expectWellMade(phone);
      expect(await smallTargets(phone.page)).toEqual([]);
    }
    await phone.page.getByRole('button', { name: 'The new time is fine', exact: true }).tap();
    await phone.page.getByRole('heading', { name: 'Thank you, see you then', exact: true }).waitFor();
    await expectWellMade(phone);
    await phone.leave();
    // Live, without a reload.
    await row.getByText(words.answer.accepted, { exact: true }).waitFor();
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
  });
});
