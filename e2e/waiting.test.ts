import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booking, type Caller, placed } from '../api/test/factories.ts';
import { waitingSettingWords } from '../web/src/admin/waiting-setting-words.ts';
import { waitingWords } from '../web/src/waiting/waiting-words.ts';
import { createUser, expectSuccess } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = waitingWords.en;
const date = '2026-11-20';
/** Browsers differ in the comma after the weekday. */
const fullTime = new RegExp(`^Friday,? 20 November 2026, 06:00–07:00${words.joinName('')}`);

describe.skipIf(chromiumPath === undefined)('the waiting list', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  /** Books until the session is full; returns the orders. */
  async function fill(holder: Caller): Promise<number[]> {
    const orders: number[] = [];
    for (;;) {
      const answer = await holder.post('/api/farmer/order', booking({ date }));
      if (answer.body.code === 'SESSION_FULL') return orders;
      expect(answer.status, answer.text).toBe(200);
      orders.push(answer.body.id);
    }
  }
  const cancel = (holder: Caller, id: number | undefined) => expectSuccess(holder.post(`/api/farmer/order/${id}/cancel`));
  const wish = () => {
    const { session: _, date: __, confirmed: ___, ...field } = booking();
    return { ...field, from: date, to: date, sessionIds: [3] };
  };

  test('when a full time becomes free, then the farmer who joined gets the offer, and accepting makes the order', async () => {
    await world.service.sql('update spray_session set capacity = 20 where id = 3');
    const holder = await createUser(world, 'farmer', 'Hồ Văn Giữ');
    const farmer = await createUser(world, 'farmer', 'Hồ Thị Chờ');
    await placed(farmer, { date: '2026-12-20', location: 'Ruộng đang chờ' });
    const orders = await fill(holder);

    const own = await world.visit('/book', farmer.email);
    await own.page.getByRole('button', { name: 'Ruộng đang chờ' }).tap();
    await own.page.getByRole('button', { name: fullTime }).tap();
    await own.page.getByRole('dialog').getByRole('button', { name: words.join, exact: true }).tap();
    await own.page.getByRole('heading', { level: 1, name: words.title, exact: true }).waitFor();
    await own.page.getByText(`${words.status.waiting} · ${words.ahead(0)}`).waitFor();
    await cancel(holder, orders[0]);
    const offer = own.page.getByRole('region', { name: words.offerTitle });
    await offer.getByRole('button', { name: words.decline }).tap();
    await offer.waitFor({ state: 'detached' });
    await own.page.getByRole('button', { name: new RegExp(`^${words.leave}: `) }).tap();
    await own.page.getByRole('dialog').getByRole('button', { name: words.leave, exact: true }).tap();
    await own.page.getByText(words.status.left ?? '', { exact: true }).waitFor();

    await fill(holder);
    await expectSuccess(farmer.post('/api/farmer/waiting-entry', wish()));
    await cancel(holder, orders[1]);
    await own.page.goto(world.service.url);
    await own.page.getByRole('region', { name: words.offerTitle }).getByRole('button', { name: words.accept }).tap();
    await own.page.waitForURL(/\/orders\/\d+$/);
    const rows = await world.service.sql<{ order_status: string }>(
      'select order_status from spray_order where farmer_id = $1 and date = $2',
      [farmer.id, date],
    );
    expect(rows).toEqual([{ order_status: 'confirmed' }]);
    expect(own.browserErrors).toEqual([]);
    await own.leave();
  });

  test('when a caller waits, then the office adds, offers by hand, answers for the farmer, and removes', async () => {
    await world.service.sql('update spray_session set capacity = 20 where id = 3');
    const holder = await createUser(world, 'farmer', 'Hồ Văn Đầy');
    const caller = await createUser(world, 'farmer', 'Hồ Thị Gọi');
    const office = await createUser(world, 'receptionist', 'Hồ Thị Văn Phòng');
    await placed(caller, { date: '2026-12-19', location: 'Ruộng gọi điện' });
    await fill(holder);

    const { page, browserErrors, leave } = await world.visit(`/book?phone=${caller.phoneNumber}`, office.email, { size: 'desk' });
    await page.getByText('Hồ Thị Gọi', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByRole('radio', { name: /Ruộng gọi điện/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: fullTime }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.join, exact: true }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'Hồ Thị Gọi' });
    await entry.waitFor();
    const offerFreeTime = async (at: number) => {
      await entry.getByRole('button', { name: words.offerName('Hồ Thị Gọi') }).click();
      await page.getByRole('dialog').locator('[data-spot]').nth(at).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await offerFreeTime(0);
    await entry.getByRole('button', { name: `${words.declineFor}: Hồ Thị Gọi` }).click();
    await entry.getByRole('button', { name: words.offerName('Hồ Thị Gọi') }).waitFor();
    await entry.getByRole('button', { name: words.historyName('Hồ Thị Gọi') }).click();
    await page
      .getByRole('dialog')
      .getByText(words.steps.declined ?? '', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await offerFreeTime(1);
    await entry.getByRole('button', { name: `${words.acceptFor}: Hồ Thị Gọi` }).click();
    await entry.waitFor({ state: 'detached' });

    await expectSuccess(caller.post('/api/farmer/waiting-entry', wish()));
    await entry.getByRole('button', { name: words.removeName('Hồ Thị Gọi') }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: words.reason }).fill('Gọi nhầm');
    await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await entry.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an admin changes how long an offer holds a place, then the service has it', async () => {
    const setting = waitingSettingWords.en;
    const { page, browserErrors, leave } = await world.visit('/company/settings', 'admin@swath.example', { size: 'desk' });
    const card = page.getByRole('region', { name: setting.title, exact: true });
    await card.getByRole('textbox', { name: setting.offerMinutes }).fill('90');
    await card.getByRole('button', { name: setting.update, exact: true }).click();
    await expect
      .poll(() => world.service.sql('select offer_minutes, quiet_from::text from waiting_setting'))
      .toEqual([{ offer_minutes: 90, quiet_from: '21:00:00' }]);
    // Saved: there is nothing left to change.
    await expect.poll(() => card.getByRole('button', { name: setting.update, exact: true }).isDisabled()).toBe(true);
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
