import type { Socket } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../api/test/factories.ts';
import { eventually, type Service } from '../api/test/harness.ts';
import { persistedState, waitForOfflineCache } from './offline-cache.ts';
import { assigned, createUser, expectSuccess, readOrderState, withoutOfflineErrors } from './people.ts';
import { runsOver } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const evening = { session: { id: 6 } };

describe.skipIf(chromiumPath === undefined)('sprayer', () => {
  let world: World;
  let farmer: Caller;
  let office: Caller;
  beforeAll(async () => {
    world = await openWorld();
    // The demo data take some places of today.
    await world.service.sql('update spray_session set capacity = 20');
    farmer = await createUser(world, 'farmer', 'Bành Thị Ruộng');
    office = await createUser(world, 'receptionist', 'Kha Thị Lịch');
  });
  afterAll(() => world.end());

  test('when a job is started, finished with cash and signed off with the six-digit code, then it is completed and paid', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Thạch Văn Bình');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng bờ bao', area: 12.5, session: { id: 5 } });
    const then = await assigned(farmer, office, sprayer, { location: 'Vườn cuối ngày', ...evening });
    const { page, context, browserErrors, leave } = await world.visit('/', sprayer.email);
    const sent = sentBy(context);
    await page.getByRole('heading', { level: 2, name: 'Ruộng bờ bao' }).waitFor();
    await page.getByRole('link', { name: 'Vườn cuối ngày' }).waitFor();
    await expectAboveTheFold(page, 'Start');
    await expectNavigateUncut(page);
    await page.getByRole('button', { name: 'Start', exact: true }).evaluate(pressTwice);
    await eventually(async () => expect(await readOrderState(world, job.id)).toMatchObject({ order: 'in_progress' }));
    // The page moves its buttons once the start is sent.
    await page.getByText('Not sent yet').waitFor({ state: 'detached' });
    await expectAboveTheFold(page, 'Finish');
    await page.getByRole('button', { name: 'Finish', exact: true }).tap();
    await page.getByRole('heading', { level: 2, name: 'Report work' }).waitFor();
    const pad = page.getByRole('group', { name: 'Number pad' });
    const press = async (...keys: string[]) => {
      for (const name of keys) await pad.getByRole('button', { name, exact: true }).tap();
    };
    const done = page.getByRole('button', { name: 'Report as done' });
    await press('3', '0', '0', '000');
    await page.getByRole('status').getByText('Missing ₫75,000').waitFor();
    await expect.poll(() => done.isDisabled()).toBe(true);
    await page.getByText('₫75,000 is missing. Enter the whole amount').waitFor();
    await press(...Array(6).fill('Delete last digit'), '5', '0', '0', '000');
    await page.getByRole('status').getByText('Change due ₫125,000').waitFor();
    await page.getByLabel('Area sprayed').tap();
    await press('1', '2', 'Decimal point', '2', '5');
    await expect.poll(() => page.getByLabel('Area sprayed').inputValue()).toBe('12.25');
    await expect.poll(() => page.getByLabel('Cash received').inputValue()).toBe('500,000');
    await expect.poll(() => runsOver(page)).toBe(false);
    await done.evaluate(pressTwice);

    await page.getByRole('heading', { level: 2, name: 'Farmer sign-off' }).waitFor();
    await page.getByRole('button', { name: 'Enter code instead' }).tap();
    const { code } = (await expectSuccess(farmer.get(`/api/farmer/order/${job.id}/sign-off-code`))).body;
    const wrong = code === '000000' ? '000001' : '000000';
    await press(...wrong);
    await page.getByRole('alert').waitFor();
    await expect.poll(() => readOrderState(world, job.id)).toMatchObject({ order: 'in_progress' });
    await press(...code);
    await page.getByRole('heading', { level: 2, name: 'Signed off' }).waitFor();
    await expect
      .poll(() => readOrderState(world, job.id))
      .toMatchObject({
        order: 'completed',
        payment: 'paid',
        steps: ['place', 'assign', 'start', 'paid', 'finish', 'sign_off'],
      });
    const [report] = await world.service.sql(
      'select area_sprayed::text as area, cash_received::text as cash, change_due::text as change from work_report where order_id = $1',
      [job.id],
    );
    expect(report).toEqual({ area: '12.25', cash: '500000', change: '125000' });

    expect(sent()).toEqual(['start', 'finish']);
    await page.getByRole('link', { name: 'Go to next job' }).tap();
    await page.waitForURL(`**/orders/${then.id}`);
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    expect(browserErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    await leave();
  });

  test('when a job is started and finished offline, then it is queued on the phone and sent once when online', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Kim Văn Sóng');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng khuất sóng', area: 10, ...evening });
    const { page, context, browserErrors, leave } = await world.visit('/', sprayer.email, { installed: true });
    const sent = sentBy(context);
    await page.getByRole('heading', { level: 2, name: 'Ruộng khuất sóng' }).waitFor();
    await waitForOfflineCache(page);
    await context.setOffline(true);
    await work(page);
    expect(sent()).toEqual([]);
    await expect.poll(() => readOrderState(world, job.id)).toMatchObject({ order: 'assigned' });

    await context.setOffline(false);
    await page.getByText('Not sent yet').waitFor({ state: 'detached' });
    await expectWorkReceived(job.id);
    expect(sent()).toEqual(['start', 'finish']);
    expect(withoutOfflineErrors(browserErrors)).toEqual([]);
    await leave();
  });

  test('when a user signs out while work is not sent yet, then the phone says what would be lost, and keeps it', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Lê Văn Chờ');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng cuối kinh', area: 10, ...evening });
    const { page, context, browserErrors, leave } = await world.visit('/account', sprayer.email, { installed: true });
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await page.goto(`${world.service.url}/`);
    await page.getByRole('heading', { level: 2, name: 'Ruộng cuối kinh' }).waitFor();
    await waitForOfflineCache(page);
    await context.setOffline(true);
    await work(page);
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Some reports are not sent' });
    await asked.getByText('2 reports from the field are').waitFor();
    await asked.getByRole('button', { name: 'Stay signed in' }).click();

    await context.setOffline(false);
    await expectWorkReceived(job.id);
    expect(withoutOfflineErrors(browserErrors)).toEqual([]);
    await leave();
  });

  test('when the app is closed while offline, then it opens offline, still has the queue, and sends it once', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Sơn Văn Tắt');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng giữa đồng', area: 10, ...evening });
    const { page, context, browserErrors, leave } = await world.visit('/', sprayer.email, { installed: true });
    const sent = sentBy(context);
    await page.getByRole('heading', { level: 2, name: 'Ruộng giữa đồng' }).waitFor();
    await waitForOfflineCache(page);
    await context.setOffline(true);
    const reconnect = cutOff(world.service);
    await work(page);
    await eventually(async () => expect((await persistedState(page)).unsent).toBe(2));
    // The app is closed here, with everything it had in memory.
    await page.goto('about:blank');
    await page.goto(`${world.service.url}/`);
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'No connection.' }).waitFor();
    await page.getByText('Not sent yet').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Ruộng giữa đồng' }).waitFor();
    await page.getByRole('button', { name: 'Show map' }).tap();
    const map = page.getByRole('application', { name: 'Map of the day’s jobs' });
    await map.getByRole('button', { name: '1: Ruộng giữa đồng' }).waitFor();
    await map.locator('svg path').first().waitFor({ state: 'attached' });
    await expect.poll(() => readOrderState(world, job.id)).toMatchObject({ order: 'assigned' });

    reconnect();
    await context.setOffline(false);
    await page.getByText('Not sent yet').waitFor({ state: 'detached', timeout: 90_000 });
    await expectWorkReceived(job.id);
    expect(sent()).toEqual(['start', 'finish']);
    expect(withoutOfflineErrors(browserErrors)).toEqual([]);
    await leave();
  });

  test('when a page was never opened and the phone is offline, then it says so, and has a link back', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Danh Văn Mới');
    const { page, context, browserErrors, leave } = await world.visit('/', sprayer.email);
    await page.getByText('No jobs on this day').waitFor();
    await context.setOffline(true);
    let loads = 0;
    page.on('load', () => loads++);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Cash', exact: true }).tap();
    await page.getByRole('heading', { name: 'This page needs a connection' }).waitFor();
    await page.getByRole('link', { name: 'Go to home page' }).tap();
    await page.getByRole('heading', { level: 1, name: 'My day' }).waitFor();
    expect(loads).toBe(0);
    expect(withoutOfflineErrors(browserErrors).filter((text) => !text.includes('/assets/my-cash'))).toEqual([]);
    await leave();
  });

  /** Starts and finishes the job with the exact sum. */
  async function work(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Start', exact: true }).tap();
    await page.getByText('Not sent yet').waitFor();
    await page.getByRole('button', { name: 'Finish', exact: true }).tap();
    await page.getByRole('button', { name: '₫300,000' }).tap();
    await page.getByRole('status').getByText('Exact amount, no change due').waitFor();
    await page.getByRole('button', { name: 'Report as done' }).tap();
    await page.getByText('Enter the farmer’s six-digit code').waitFor();
  }

  /** The service has received the work, in order and once. */
  const expectWorkReceived = (id: number) =>
    eventually(async () =>
      expect(await readOrderState(world, id)).toMatchObject({
        order: 'in_progress',
        payment: 'paid',
        steps: ['place', 'assign', 'start', 'paid', 'finish'],
      }),
    );
});

/** Playwright's offline mode does not block requests of a service worker, so the service refuses connections as well. */
function cutOff({ app }: Service): () => void {
  const { server } = app.http;
  const refuse = (socket: Socket) => socket.destroy();
  server.on('connection', refuse);
  server.closeAllConnections();
  return () => server.off('connection', refuse);
}

/** The button is on the first screen of a phone, above the bar with the main menu. */
async function expectAboveTheFold(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const room = async () => {
    const [button, bar] = await Promise.all([page.getByRole('button', { name, exact: true }).boundingBox(), menu.boundingBox()]);
    return (bar?.y ?? 0) - (button === null ? Number.POSITIVE_INFINITY : button.y + button.height);
  };
  await page.evaluate('scrollTo(0, 0)');
  await expect.poll(room).toBeGreaterThanOrEqual(0);
}

/** The whole label of the link is inside it, on one line, and it is inside the screen. */
async function expectNavigateUncut(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: /^Navigate/ });
  const label = link.getByText('Navigate', { exact: true });
  const fits = async () => {
    const [outer, inner] = await Promise.all([link.boundingBox(), label.boundingBox()]);
    if (outer === null || inner === null) return false;
    const isInside = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
    return isInside && inner.height < 40 && outer.x >= 0 && outer.x + outer.width <= 360;
  };
  await expect.poll(fits).toBe(true);
}

/** Runs in the page: two clicks before the next render. */
function pressTwice(button: HTMLElement | SVGElement): void {
  (button as HTMLElement).click();
  (button as HTMLElement).click();
}

/** The work actions that were sent to the service, from any page. */
function sentBy(context: BrowserContext): () => string[] {
  const sent: string[] = [];
  context.on('response', (response) => {
    const action = /\/order\/\d+\/(start|finish)$/.exec(new URL(response.url()).pathname)?.[1];
    if (action !== undefined && response.request().method() === 'POST') sent.push(action);
  });
  return () => sent;
}
