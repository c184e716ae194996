import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { stateWords } from '../web/src/ui/state-words.ts';
import { waitForOfflineCache } from './offline-cache.ts';
import { assigned, createUser, expectSuccess, readOrderState, withoutOfflineErrors } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const states = stateWords.en.order;
const evening = { session: { id: 6 } };

describe.skipIf(chromiumPath === undefined)('crew report', () => {
  let world: World;
  let farmer: Caller;
  let office: Caller;
  beforeAll(async () => {
    world = await openWorld();
    await world.service.sql('update spray_session set capacity = 50');
    farmer = await createUser(world, 'farmer', 'Đinh Thị Mẫu');
    office = await createUser(world, 'receptionist', 'Phan Thị Sổ');
  });
  afterAll(() => world.end());

  /** An order of 8 decares of today, of which 5 are reported as sprayed, paid in cash. */
  async function reported(sprayer: Caller, location: string): Promise<number> {
    const { id } = await assigned(farmer, office, sprayer, { location, area: 8, ...evening });
    await expectSuccess(sprayer.post(`/api/sprayer/order/${id}/start`));
    await expectSuccess(
      sprayer.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 5, note: 'Mưa từ sáu giờ rưỡi.', cashReceived: 250000 }),
    );
    return id;
  }

  test('when 5 of 8 decares are sprayed, then the office bills them and refunds the rest, and all three roles see it', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Lý Văn Đo');
    const id = await reported(sprayer, 'Ruộng phun thiếu');
    const { page, browserErrors, leave } = await world.visit('/inbox', office.email, { size: 'desk' });
    const group = page.locator('#area_difference');
    await group.getByRole('listitem').filter({ hasText: 'Ruộng phun thiếu' }).getByRole('link', { name: 'Decide', exact: true }).click();
    await page.getByText('Sprayed 5 decares of 8 decares').waitFor();
    await page.getByText('Mưa từ sáu giờ rưỡi.').waitFor();
    await page.getByRole('radio', { name: 'Bill what was sprayed: ₫150,000' }).check();
    await page.getByLabel('Reason (optional)').fill('Mưa.');
    await page.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText('₫90,000 was overpaid.').waitFor();
    await page.getByRole('button', { name: 'Refund cash' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund', exact: true });
    await dialog.getByText('has overpaid by ₫90,000').waitFor();
    await dialog.getByRole('button', { name: 'Record refund' }).click();
    await page.getByText('₫90,000 was overpaid.').waitFor({ state: 'detached' });
    const ledger = await world.service.sql('select kind, amount::int as amount from payment where order_id = $1 order by id', [id]);
    expect(ledger).toEqual([
      { kind: 'cash', amount: 240000 },
      { kind: 'credit', amount: 90000 },
      { kind: 'refund', amount: 90000 },
    ]);
    await page.goto(`${world.service.url}/orders?state=awaiting_sign_off&search=${encodeURIComponent('Ruộng phun thiếu')}`);
    const row = page.getByRole('row').filter({ hasText: 'Ruộng phun thiếu' });
    await row.getByText('₫150,000').waitFor();
    await row.getByText(states.awaiting_sign_off).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();

    for (const reader of [farmer, sprayer]) {
      const phone = await world.visit(`/orders/${id}`, reader.email);
      const section = phone.page.getByRole('region', { name: 'Crew report', exact: true });
      await section.getByText('5 decares', { exact: true }).waitFor();
      await section.getByText('8 decares', { exact: true }).waitFor();
      await section.getByText('₫240,000 at booking, −₫90,000 since then').waitFor();
      await section.getByText('Mưa từ sáu giờ rưỡi.').waitFor();
      expect(phone.browserErrors).toEqual([]);
      await phone.leave();
    }
  });

  test('when the rest is booked, then both orders link to each other', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Tạ Văn Nửa');
    const id = await reported(sprayer, 'Ruộng còn một nửa');
    const { page, browserErrors, leave } = await world.visit(`/orders/${id}`, office.email);
    await page.getByRole('radio', { name: 'Book the rest: 3 decares' }).check();
    await page.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText('Choose when the rest is sprayed.').waitFor();
    await page.getByRole('button', { name: /^Next free/ }).click();
    await page.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText('The rest is booked:').waitFor();
    const [row] = await world.service.sql<{ rest: string }>('select rest_order_id::text as rest from work_report where order_id = $1', [
      id,
    ]);
    await page.getByRole('link', { name: `order ${row?.rest}` }).click();
    await page.waitForURL(`**/orders/${row?.rest}`);
    await page.getByText('This is the rest of').waitFor();
    await page.getByRole('link', { name: `order ${id}` }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a job waits for the sign-off, then the day lists it apart from the later jobs', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Ông Văn Đợi');
    await reported(sprayer, 'Ruộng chờ nghiệm thu');
    await assigned(farmer, office, sprayer, { location: 'Ruộng kế tiếp', session: { id: 5 } });
    const { page, browserErrors, leave } = await world.visit('/', sprayer.email);
    await page.getByRole('heading', { level: 2, name: 'Ruộng kế tiếp' }).waitFor();
    const waiting = page.getByRole('region', { name: states.awaiting_sign_off });
    await waiting.getByRole('link', { name: 'Ruộng chờ nghiệm thu' }).waitFor();
    await waiting.getByText('1 job', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Later', exact: true }).count()).toBe(0);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  /** Starts and finishes the job of the page offline, with the exact sum. */
  async function workOffline(page: Page, context: BrowserContext): Promise<void> {
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await waitForOfflineCache(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Start', exact: true }).tap();
    await page.getByText('Not sent yet').waitFor();
    await page.getByRole('button', { name: 'Finish', exact: true }).tap();
    await page.getByRole('button', { name: '₫300,000' }).tap();
    await page.getByRole('button', { name: 'Report as done' }).tap();
    await page.getByText('Enter the farmer’s six-digit code').waitFor();
  }
  const withoutRefusals = (browserErrors: string[]) => withoutOfflineErrors(browserErrors).filter((text) => !/status of 4\d\d/.test(text));

  test('when a job is reassigned while its crew is offline, then the report and the cash reach the office, which accepts it', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Châu Văn Xa');
    const next = await createUser(world, 'sprayer', 'Mai Văn Gần');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng đổi đội', area: 10, ...evening });
    const { page, context, browserErrors, leave } = await world.visit(`/orders/${job.id}`, sprayer.email, { installed: true });
    await workOffline(page, context);
    await expectSuccess(office.put(`/api/receptionist/order/${job.id}/sprayers`, { sprayerIds: [Number(next.id)] }));
    await context.setOffline(false);
    const alert = page.getByRole('alert').filter({ hasText: 'Your report for “Ruộng đổi đội” is with the office' });
    await alert.getByText('The job is now assigned to Mai Văn Gần.').waitFor();
    await alert.getByText('Hand it over as usual').waitFor();
    await alert.getByRole('button', { name: 'OK', exact: true }).tap();
    await alert.waitFor({ state: 'detached' });
    const [cash] = await world.service.sql('select amount::int as amount from payment where order_id = $1 and actor_id = $2', [
      job.id,
      sprayer.id,
    ]);
    expect(cash).toEqual({ amount: 300000 });
    expect(withoutRefusals(browserErrors)).toEqual([]);
    await leave();

    const desk = await world.visit('/inbox', office.email, { size: 'desk' });
    const item = desk.page.locator('#disputed_report').getByRole('listitem').filter({ hasText: 'Ruộng đổi đội' });
    await item.getByRole('link', { name: 'Decide', exact: true }).click();
    const lateReport = desk.page.getByRole('alert', { name: 'Late report by Châu Văn Xa' });
    await lateReport.waitFor();
    await lateReport.getByRole('button', { name: 'Accept report' }).click();
    await lateReport.waitFor({ state: 'detached' });
    await eventually(async () => expect(await readOrderState(world, job.id)).toMatchObject({ order: 'in_progress', payment: 'paid' }));
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
  });

  test('when two of a crew report one job, then the cards name the first, and the office decides about the cash of the second', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Đinh Văn Sau');
    const first = await createUser(world, 'sprayer', 'Lại Văn Trước');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng hai báo cáo', area: 10, ...evening });
    await expectSuccess(office.put(`/api/receptionist/order/${job.id}/sprayers`, { sprayerIds: [Number(sprayer.id), Number(first.id)] }));
    const { page, context, browserErrors, leave } = await world.visit(`/orders/${job.id}`, sprayer.email, { installed: true });
    await workOffline(page, context);
    await expectSuccess(first.post(`/api/sprayer/order/${job.id}/start`));
    await expectSuccess(first.post(`/api/sprayer/order/${job.id}/finish`, { areaSprayed: 10, cashReceived: 300000 }));
    await context.setOffline(false);
    const alert = page.getByRole('alert').filter({ hasText: 'Your report for “Ruộng hai báo cáo” is with the office' });
    await alert.getByText('Lại Văn Trước had reported this job already').waitFor();
    await alert.getByText('₫300,000 in cash is held apart').waitFor();
    await page.goto(`${world.service.url}/cash`);
    await page.getByText('Held apart until the office decides').waitFor();
    expect(withoutRefusals(browserErrors)).toEqual([]);
    await leave();

    const desk = await world.visit(`/orders/${job.id}`, office.email, { size: 'desk' });
    const second = desk.page.getByRole('alert', { name: 'Second report by Đinh Văn Sau' });
    await second.getByText('Lại Văn Trước had reported this job already').waitFor();
    await second.getByText('held apart, not counted yet').waitFor();
    await second.getByLabel('Reason for rejecting it').fill('Cả hai cùng gửi.');
    await second.getByRole('button', { name: 'Reject report' }).click();
    await second.getByRole('radio', { name: 'Same money as in the first report' }).check();
    await second.getByRole('button', { name: 'Reject report' }).click();
    await second.waitFor({ state: 'detached' });
    const entries = await world.service.sql('select amount::int as amount from payment where order_id = $1', [job.id]);
    expect(entries).toEqual([{ amount: 300000 }]);
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
  });

  test('when the six-digit code is entered offline, then it is checked on sync, and a wrong code keeps the report', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Hứa Văn Mã');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng nhập mã', area: 10, ...evening });
    const { code } = (await expectSuccess(farmer.get(`/api/farmer/order/${job.id}/sign-off-code`))).body;
    const { page, context, browserErrors, leave } = await world.visit(`/orders/${job.id}`, sprayer.email, { installed: true });
    const enter = async (digits: string) => {
      for (const name of digits) await page.getByRole('group', { name: 'Number pad' }).getByRole('button', { name, exact: true }).tap();
    };
    await workOffline(page, context);
    await page.getByRole('button', { name: 'Enter code instead' }).tap();
    await enter(code === '000000' ? '000001' : '000000');
    await page.getByText('The code is saved on your phone').waitFor();
    await context.setOffline(false);
    await page.getByRole('alert').filter({ hasText: 'code for “Ruộng nhập mã” was not accepted' }).waitFor();
    expect(await readOrderState(world, job.id)).toMatchObject({ order: 'in_progress', payment: 'paid' });
    await context.setOffline(true);
    await enter(code);
    await page.getByText('The code is saved on your phone').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 2, name: 'Signed off' }).waitFor();
    expect(await readOrderState(world, job.id)).toMatchObject({ order: 'completed', payment: 'paid' });
    expect(withoutRefusals(browserErrors)).toEqual([]);
    await leave();
  });
});
