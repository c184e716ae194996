import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebookingLinkWords } from '../api/src/pages/rebooking-link-words.ts';
import { placed } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { bulkWords } from '../web/src/orders/bulk/bulk-words.ts';
import { rebookingWords } from '../web/src/rebooking/rebooking-words.ts';
import { en as problemTexts } from '../web/src/ui/problem-words.en.ts';
import { uiWords } from '../web/src/ui/words.ts';
import { settled } from './pending-requests.ts';
import { createUser } from './people.ts';
import { axeFindings, runsOver, smallTargets } from './screenshots.ts';
import { chromiumPath, openWorld, type Visitor, type World } from './world.ts';

const words = rebookingWords.en;
const bulk = bulkWords.en;
const links = rebookingLinkWords.en;
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

  test('when the office rebooks a day, then it edits, applies, undoes, gets a new proposal when places are taken, and sees the answers of the farmer', async () => {
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
    // By drag: the table of places has the costs, and the total follows the pointer.
    const panel = page.getByRole('region', { name: words.dropTitle(name), exact: true });
    const target = panel.locator('[data-cell]').filter({ hasText: /^15 / }).first();
    await row.hover();
    await page.mouse.down();
    await page.mouse.move(400, 400, { steps: 4 });
    await target.hover();
    await panel.locator('[data-over]').waitFor();
    await panel.getByText(/^Cost 15\. All together: \d+ → 15$/).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.mouse.up();
    await row.getByText(words.total(15)).waitFor({ state: 'detached' });
    await row.hover();
    await page.mouse.down();
    await page.mouse.move(400, 400, { steps: 4 });
    await target.hover();
    await page.mouse.up();
    await row.getByText(words.total(15)).waitFor();
    await panel.waitFor({ state: 'detached' });
    // By keys: the next place by time, then none.
    const change = page.getByRole('button', { name: words.changeOf(name), exact: true });
    const proposed = (await row.textContent()) ?? '';
    await change.press('ArrowRight');
    await expect.poll(() => row.textContent()).not.toBe(proposed);
    await change.press('Delete');
    await row.getByText(words.noPlace, { exact: true }).waitFor();
    await page.getByText(words.notPlaced(1)).waitFor();
    // The afternoon of another day: 10 for the day, 3 for the half of the day, 2 because there is no forecast.
    await change.press('Enter');
    const choices = page.getByRole('dialog', { name: words.choose(name) });
    await choices.getByRole('button', { name: /more places$/ }).click();
    await choices
      .getByRole('button', { name: new RegExp(`${words.costs(15)}$`) })
      .first()
      .click();
    await row.getByText(words.total(15)).waitFor();
    await apply.click();
    await state(words.state.applied).waitFor();
    await expect.poll(async () => (await office.get(`/api/receptionist/order/${order.id}`)).body.date).not.toBe(day);
    await page.getByRole('button', { name: uiWords.en.undo, exact: true }).click();
    await state(words.state.undone).waitFor();
    await expect.poll(async () => (await office.get(`/api/receptionist/order/${order.id}`)).body.date).toBe(day);

    // Two more orders, so that each link has one to answer. They are selected on the board.
    const others = [];
    for (const session of [4, 5]) others.push(await placed(farmer, { date: day, session: { id: session }, confirmed: true }));
    await page.goto(`${world.service.url}/?view=day&from=${day}`);
    await page.getByText(bulk.selecting, { exact: true }).click();
    for (const { id } of [order, ...others]) await page.locator(`button[data-order-id="${id}"]`).click();
    await page.getByText(bulk.selected(3), { exact: true }).waitFor();
    await page.getByRole('button', { name: words.start, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: words.startTitle });
    await expect.poll(() => sheet.getByRole('radio', { name: words.selected(3), exact: true }).isChecked()).toBe(true);
    await sheet.getByRole('button', { name: words.commonReasons[0] ?? '', exact: true }).click();
    await sheet.getByRole('button', { name: words.propose, exact: true }).click();
    const applyAll = page.getByRole('button', { name: words.apply(3), exact: true });
    await applyAll.waitFor();
    // The proposed places are taken meanwhile: nothing is moved, and the page shows a new proposal.
    const stale = Number(new URL(page.url()).pathname.split('/').at(-1));
    await world.service.sql(
      `insert into session_day (date, session_id, taken) select distinct to_date, to_session_id, 20 from rebooking_row where rebooking_id = $1
         on conflict (date, session_id) do update set taken = 20`,
      [stale],
    );
    await applyAll.click();
    await page.getByText(problemTexts.PROPOSAL_STALE ?? '', { exact: true }).waitFor();
    await expect.poll(() => Number(new URL(page.url()).pathname.split('/').at(-1))).toBeGreaterThan(stale);
    await state(words.state.proposed).waitFor();
    expect(desk.browserErrors.splice(0)).toEqual([expect.stringContaining('409')]);
    await applyAll.click();
    await state(words.state.applied).waitFor();
    await row.getByText(words.waiting).first().waitFor();
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
      const button = { cancel: links.cancel, change: links.change, accept: links.accept }[purpose] ?? '';
      const done = { cancel: links.cancelDone, change: links.changeDone, accept: links.acceptDone }[purpose] ?? '';
      const form = phone.page.locator('form').first();
      if (purpose === 'change') await form.getByRole('radio').first().check();
      await form.getByRole('button', { name: button, exact: true }).tap();
      await phone.page.getByRole('heading', { name: done, exact: true }).waitFor();
      await expectWellMade(phone);
    }
    await phone.leave();
    // Live, without a reload.
    const { accepted, changed, cancelled } = words.answer;
    await state(`${words.answers}: ${accepted} 1 · ${changed} 1 · ${cancelled} 1 · ${words.waiting} 0`).waitFor();
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
  });
});
