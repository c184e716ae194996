import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, placed, signedIn } from '../api/test/factories.ts';
import { boardWords } from '../web/src/orders/board/board-words.ts';
import { bulkWords } from '../web/src/orders/bulk/bulk-words.ts';
import { expectSuccess, readOrderState } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = bulkWords.en;
const office = 'receptionist@swath.example';
const desk = { size: 'desk' } as const;

describe.skipIf(chromiumPath === undefined)('bulk actions', () => {
  let world: World;
  let farmer: Caller;
  let helper: Caller;
  beforeAll(async () => {
    world = await openWorld();
    farmer = await signedIn(world.service, 'farmer', { fullName: 'Trần Văn Nhiều' });
    helper = await signedIn(world.service, 'receptionist');
  });
  afterAll(() => world.end());

  const datesOf = async (ids: number[]) => Promise.all(ids.map(async (id) => (await readOrderState(world, id))?.date));
  const orderOn = async (date: string, session: number) => (await placed(farmer, { date, session: { id: session }, confirmed: true })).id;

  test('when orders are selected in the list, then one action moves those that can be moved, and one undoes it', async () => {
    const ids = [await orderOn('2027-02-01', 1), await orderOn('2027-02-01', 2), await orderOn('2027-02-01', 3)];
    const { page, browserErrors, leave } = await world.visit(`/orders?farmer=${farmer.id}`, office, desk);
    const box = (id: number) => page.getByRole('checkbox', { name: words.select(id, 'Trần Văn Nhiều') });
    await box(ids[0] as number).check();
    await box(ids[2] as number).click({ modifiers: ['Shift'] });
    await page.getByText(words.selected(3)).waitFor();
    // Another user cancels one of them meanwhile.
    await expectSuccess(helper.post(`/api/receptionist/order/${ids[2]}/cancel`, { reason: 'called off' }));
    await page.getByRole('button', { name: words.move, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.date).fill('2027-02-02');
    await dialog.getByRole('combobox', { name: words.session }).click();
    await page.getByRole('option').first().click();
    await dialog.getByLabel(words.reason).fill('Heavy rain');
    const refused = page.waitForResponse((response) => response.url().endsWith('/bulk-action') && response.status() === 409);
    await dialog.getByRole('button', { name: words.submit.move, exact: true }).click();
    await refused;
    const done = page.waitForResponse((response) => response.url().endsWith('/bulk-action') && response.ok());
    await dialog.getByRole('button', { name: words.leaveOut(2) }).click();
    await done;
    await expect.poll(() => datesOf(ids)).toEqual(['2027-02-02', '2027-02-02', '2027-02-01']);
    const undone = page.waitForResponse((response) => response.url().endsWith('/undo') && response.ok());
    await page.getByRole('region', { name: words.undo }).getByRole('button', { name: words.undo, exact: true }).click();
    await undone;
    await expect.poll(() => datesOf(ids)).toEqual(['2027-02-01', '2027-02-01', '2027-02-01']);
    // The browser logs the expected refusal as an error.
    expect(browserErrors.filter((text) => !text.includes('409'))).toEqual([]);
    await leave();
  });

  test('when a sprayer is absent, then the jobs are reassigned in one step, and the crew board moves one by keyboard', async () => {
    const sick = await signedIn(world.service, 'sprayer', { fullName: 'Lê Thị Ốm' });
    const id = await orderOn('2026-11-20', 6);
    await expectSuccess(helper.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sick.id)] }));
    const crew = async () =>
      (await world.service.sql<{ sprayer_id: string }>('select sprayer_id from crew_member where order_id = $1', [id])).map(
        (row) => row.sprayer_id,
      );
    const { page, browserErrors, leave } = await world.visit('/sprayers?day=2026-11-20', office, desk);
    await page.getByRole('button', { name: `${words.handOver}: Lê Thị Ốm` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words.handOverSubmit(1) })
      .click();
    await expect.poll(async () => (await crew()).includes(sick.id)).toBe(false);
    expect((await crew()).length).toBeGreaterThan(0);
    await page.goto(`${world.service.url}/?view=crew&from=2026-11-20`);
    await page
      .getByRole('button', { name: boardWords.en.pick(boardWords.en.changeCrew, 'Trần Văn Nhiều') })
      .first()
      .press('Enter');
    const assigned = page.waitForResponse((response) => response.url().endsWith('/sprayers') && response.request().method() === 'PUT');
    await page.getByRole('button', { name: boardWords.en.assignTo('Lê Thị Ốm') }).press('Enter');
    await assigned;
    await expect.poll(async () => (await crew()).includes(sick.id)).toBe(true);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the day is printed, then its sheets fit A4 landscape: one page for each crew', async () => {
    const { page, browserErrors, leave } = await world.visit('/print?date=2026-11-20', office, desk);
    await page.getByRole('table').first().waitFor();
    const sheets = await page.getByRole('table').count();
    await page.emulateMedia({ media: 'print' });
    // 277 mm of the landscape page at 96 dpi.
    await page.setViewportSize({ width: 1046, height: 720 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1046);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, width, height]) => Number(width) > Number(height));
    expect(boxes.every(Boolean)).toBe(true);
    expect(boxes.length).toBeGreaterThanOrEqual(sheets);
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
