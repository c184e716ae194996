import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, placed, signedIn } from '../api/test/factories.ts';
import { absenceWords } from '../web/src/dispatch/absence-words.ts';
import { boardWords } from '../web/src/orders/board/board-words.ts';
import { bulkWords } from '../web/src/orders/bulk/bulk-words.ts';
import { stateWords } from '../web/src/ui/state-words.ts';
import { uiWords } from '../web/src/ui/words.ts';
import { expectSuccess, readOrderState } from './people.ts';
import { axeFindings } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = bulkWords.en;
const office = 'receptionist@swath.example';
const desk = { size: 'desk' } as const;

/** Presses a menu item that saves a file, and reads the file. */
async function download(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item, exact: true }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const csvRows = (bytes: Buffer): string[] => bytes.toString('utf8').trimEnd().split('\r\n');
const idsOfCsv = (bytes: Buffer): number[] =>
  csvRows(bytes)
    .slice(1)
    .map((row) => Number(row.split('"')[1]));

async function xlsxRows(bytes: Buffer): Promise<unknown[][]> {
  const [sheet] = (await readExcel(bytes)) as unknown as { data: unknown[][] }[];
  return sheet?.data ?? [];
}

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

  test('when orders are selected, then one action assigns a crew, one sends a message, one cancels them, and they can be saved as a file', async () => {
    const name = 'Đỗ Văn Chọn';
    const owner = await signedIn(world.service, 'farmer', { fullName: name });
    const ids: number[] = [];
    for (const session of [1, 2, 3])
      ids.push((await placed(owner, { date: '2027-02-03', session: { id: session }, location: '=1+1', confirmed: true })).id);
    const [first, , last] = ids as [number, number, number];
    const { page, browserErrors, leave } = await world.visit(`/orders?farmer=${owner.id}`, office, desk);
    const box = (id: number) => page.getByRole('checkbox', { name: words.select(id, name) });
    const selectTwo = async () => {
      await box(first).check();
      await box(last).check();
      await page.getByText(words.selected(2)).waitFor();
    };
    const submit = async (action: 'assign' | 'message' | 'cancel', label: string, text: string) => {
      const dialog = page.getByRole('dialog', { name: words.title[action](2) });
      await dialog.getByLabel(label).fill(text);
      const done = page.waitForResponse((response) => response.url().endsWith('/bulk-action') && response.ok());
      await dialog.getByRole('button', { name: words.submit[action], exact: true }).click();
      await done;
      await dialog.waitFor({ state: 'detached' });
    };
    const more = page.getByRole('button', { name: words.more, exact: true });

    await selectTwo();
    await more.click();
    const csv = await download(page, words.exportCsv);
    expect([csv.name, idsOfCsv(csv.bytes)]).toEqual(['orders.csv', [last, first]]);
    expect(csvRows(csv.bytes)[1]).toContain(`"'=1+1"`);
    await more.click();
    const xlsx = await download(page, words.exportXlsx);
    expect([xlsx.name, (await xlsxRows(xlsx.bytes)).map((row) => row[0])]).toEqual(['orders.xlsx', ['Number', last, first]]);

    const sprayer = await signedIn(world.service, 'sprayer', { fullName: 'Tô Văn Đội' });
    await page.getByRole('button', { name: words.assign, exact: true }).click();
    const crewOf = page.getByRole('dialog', { name: words.title.assign(2) }).getByRole('combobox', { name: words.sprayers });
    await crewOf.fill('Tô Văn Đội');
    await page.getByRole('option', { name: /^Tô Văn Đội/ }).click();
    await submit('assign', words.reason, 'Nearest crew');
    const crews = () =>
      world.service.sql<{ id: number; sprayer: string }>(
        'select order_id::int as id, sprayer_id::text as sprayer from crew_member where order_id = any($1) order by 1',
        [ids],
      );
    await expect.poll(crews).toEqual([first, last].map((id) => ({ id, sprayer: sprayer.id })));
    // The service rejects an action on orders that the list still shows without a crew.
    await expect.poll(() => page.getByRole('row').filter({ hasText: stateWords.en.order.assigned }).count()).toBe(2);

    await selectTwo();
    await page.getByRole('button', { name: words.message, exact: true }).click();
    await submit('message', words.messageLabel, 'Please open the gate.');
    const sent = () =>
      world.service.sql<{ id: number }>(
        "select order_id::int as id from order_history where action = 'message' and reason = 'Please open the gate.' and order_id = any($1) order by 1",
        [ids],
      );
    await expect.poll(sent).toEqual([{ id: first }, { id: last }]);

    await selectTwo();
    await more.click();
    await page.getByRole('menuitem', { name: words.cancel, exact: true }).click();
    await submit('cancel', words.reason, 'Flooded road');
    const states = () => Promise.all(ids.map(async (id) => (await readOrderState(world, id))?.order));
    await expect.poll(states).toEqual(['cancelled', 'confirmed', 'cancelled']);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a list is exported, then the file has the rows that pass its filters, as CSV and as XLSX', async () => {
    const { export: open, exportCsv, exportXlsx } = uiWords.en;
    const { page, browserErrors, leave } = await world.visit('/orders?state=completed', office, desk);
    for (const path of ['/orders?state=completed', '/payments?show=paid']) {
      await page.goto(world.service.url + path);
      const menu = page.getByRole('button', { name: open, exact: true });
      await menu.click();
      const csv = await download(page, exportCsv);
      await menu.click();
      const xlsx = await download(page, exportXlsx);
      const kind = path.startsWith('/orders') ? 'orders' : 'payments';
      expect([csv.name, xlsx.name]).toEqual([`${kind}.csv`, `${kind}.xlsx`]);
      const ids = idsOfCsv(csv.bytes);
      expect((await xlsxRows(xlsx.bytes)).slice(1).map((row) => row[0])).toEqual(ids);
      const filter =
        kind === 'orders' ? "order_status = 'completed'" : "payment_stage(order_status, payment_status, cost, refunded) = 'paid'";
      const rows = await world.service.sql<{ id: number }>(`select id::int as id from spray_order where ${filter}`);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
    }
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a sprayer is absent, then the jobs are reassigned in one step, and the crew board offers the others by keyboard', async () => {
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
    const away = await signedIn(world.service, 'sprayer', { fullName: 'Đỗ Văn Vắng' });
    const absence = { from: '2026-11-20', to: '2026-11-20', kind: 'leave', note: 'Đám cưới em gái' };
    await expectSuccess(helper.post('/api/receptionist/absence', { ...absence, sprayerId: Number(away.id) }));
    await expectSuccess(helper.post('/api/receptionist/absence', { ...absence, sprayerId: Number(sick.id), sessionIds: [1] }));
    await page.goto(`${world.service.url}/?view=crew&from=2026-11-20`);
    const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    const leaveCell = { name: `${absenceWords.en.kinds.leave} ${absence.note}`, exact: true };
    await rowOf('Đ.V. Vắng').getByRole('cell', leaveCell).waitFor();
    await rowOf('L.T. Ốm').getByRole('cell', leaveCell).waitFor();
    await page
      .getByRole('button', { name: boardWords.en.pick(boardWords.en.changeCrew, 'Trần Văn Nhiều') })
      .first()
      .press('Enter');
    const assigned = page.waitForResponse((response) => response.url().endsWith('/sprayers') && response.request().method() === 'PUT');
    const target = page.getByRole('button', { name: boardWords.en.assignTo('Lê Thị Ốm'), exact: true });
    await target.waitFor();
    expect(await page.getByRole('button', { name: boardWords.en.assignTo('Đỗ Văn Vắng'), exact: true }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await target.press('Enter');
    await assigned;
    await expect.poll(async () => (await crew()).includes(sick.id)).toBe(true);
    // Absent in one session, the sprayer can still be reported ill for the day.
    const reportIllness = page.getByRole('button', { name: /^Lê Thị Ốm is ill/ });
    await reportIllness.waitFor();
    await expectSuccess(helper.post('/api/receptionist/absence', { ...absence, sprayerId: Number(sick.id) }));
    await page.reload();
    await rowOf('L.T. Ốm').getByRole('cell', leaveCell).last().waitFor();
    expect(await reportIllness.count()).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the day is printed, then its sheets fit A4 landscape: one page for each crew', async () => {
    const { page, browserErrors, leave } = await world.visit('/print?date=2026-11-20', office, desk);
    await page.getByRole('table').first().waitFor();
    const askedOrders: number[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/order-ground')) askedOrders.push(searchParams.getAll('orderId').join(',').split(',').length);
    });
    await page.reload();
    await page.getByRole('table').first().waitFor();
    // One request for the orders of all sheets.
    const jobs = await page.locator('tbody tr').count();
    expect(askedOrders.length).toBeGreaterThan(0);
    expect(askedOrders.filter((count) => count !== jobs)).toEqual([]);
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
