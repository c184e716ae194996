import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { looseStatement } from '../api/src/platform/postgres/sql.ts';
import { untilLockWaiters } from '../api/test/barriers.ts';
import { signedIn } from '../api/test/factories.ts';
import { boardFilterWords } from '../web/src/orders/board/board-filter-words.ts';
import { boardWords } from '../web/src/orders/board/board-words.ts';
import { allOrdersWords } from '../web/src/orders/list/all-orders-words.ts';
import { settled } from './pending-requests.ts';
import { runsOver } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = boardWords.en;
const filterWords = boardFilterWords.en;
const office = 'receptionist@swath.example';
const desk = { size: 'desk' } as const;

/** A week without other orders: 24 orders in each of six sessions on each of seven days. */
const monday = '2027-05-03';
const sunday = '2027-05-09';
const perCell = 24;
const total = perCell * 6 * 7;

describe.skipIf(chromiumPath === undefined)('a board with 1,000 orders', () => {
  let world: World;
  /** In booking order, which is the order within a cell. */
  let ids: { id: number; date: string; session: number }[];
  beforeAll(async () => {
    world = await openWorld();
    const rare = await signedIn(world.service, 'farmer', { fullName: 'Đặng Thị Duyên' });
    await world.service.sql(`update spray_session set capacity = ${perCell}`);
    ids = await world.service.sql<{ id: number; date: string; session: number }>(
      `with placed as (
         insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status,
                                  payment_status, payment_method, confirmed, creation_date, created_at)
         select case when n = ${total / 2} then $1::bigint else farmers.ids[1 + n % cardinality(farmers.ids)] end,
                date '${monday}' + n / 6 % 7, sessions.ids[1 + n % 6], 'Thửa ' || n || ', ấp Long Hòa', 10.4, 105.5, 1 + n % 2, 12.5, 30000, 375000,
                case when n % 2 = 0 then 'pending' else 'confirmed' end, 'pending', 'cash', n % 2 = 1, date '2026-11-15', timestamptz '2026-11-15'
           from generate_series(0, ${total - 1}) n,
                (select array_agg(id order by id) as ids from app_user where role = 'farmer' and id <> $1) farmers,
                (select array_agg(id order by start_time) as ids from (select * from spray_session where active order by start_time limit 6) s) sessions
         returning id, date, session_id),
       days as (
         insert into session_day (date, session_id, taken) select date, session_id, count(*) from placed group by 1, 2
         on conflict (date, session_id) do update set taken = excluded.taken returning 1)
       select placed.id::int, placed.date::text, placed.session_id::int as session from placed join spray_session s on s.id = placed.session_id
        order by placed.date, s.start_time, placed.id`,
      [rare.id],
    );
  });
  afterAll(() => world.end());

  test('when the office scrolls, filters and moves by keys, then headings stay, few chips are rendered, and every order is reached', async () => {
    const { page, browserErrors, leave } = await world.visit(`/?from=${monday}`, office, desk);
    const grid = page.getByRole('grid', { name: words.grid });
    const chips = grid.locator('[data-order-id]');
    const first = page.locator(`[data-order-id="${ids[0]?.id}"]`);
    const last = page.locator(`[data-order-id="${ids.at(-1)?.id}"]`);
    await first.waitFor();
    const renderedAtMost = async () => {
      const count = await chips.count();
      return count > 0 && count < total / 3;
    };
    await expect.poll(renderedAtMost).toBe(true);
    await expect.poll(() => last.count()).toBe(0);

    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await last.waitFor();
    const headingTop = async () => (await grid.getByRole('columnheader').nth(1).boundingBox())?.y ?? -1;
    await expect.poll(headingTop).toBeGreaterThanOrEqual(55);
    await expect.poll(headingTop).toBeLessThan(60);
    await expect.poll(renderedAtMost).toBe(true);

    // From the first order by keys alone to the last one.
    await page.evaluate('scrollTo(0, 0)');
    await first.focus();
    await page.keyboard.press('End');
    for (let session = 0; session < 6; session++) await page.keyboard.press('PageDown');
    await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => ((await last.boundingBox())?.y ?? 1000) < 900).toBe(true);

    const search = page.getByRole('searchbox', { name: filterWords.search });
    await search.fill('dang thi duyen');
    await expect.poll(() => chips.count()).toBe(1);
    await page.getByText(filterWords.found('1', '1,008')).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('dang thi duyen');
    await search.fill('no such farmer');
    await page.getByRole('heading', { name: filterWords.none }).waitFor();
    await page.getByRole('main').getByRole('button', { name: filterWords.clear }).last().click();
    await first.waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.has('search')).toBe(false);
    await page.getByRole('button', { name: filterWords.filters(0), exact: true }).click();
    await page.getByRole('combobox', { name: filterWords.sprayer }).click();
    await page.getByRole('option', { name: filterWords.withoutCrew }).click();
    await page.getByText(filterWords.found('1,008', '1,008')).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('sprayer')).toBe('none');

    // Paper has no scrolling.
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await expect.poll(() => chips.count()).toBe(total);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await expect.poll(renderedAtMost).toBe(true);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the day is shown by crew, then the names stay and few chips are rendered', async () => {
    const { page, browserErrors, leave } = await world.visit(`/?view=crew&from=${monday}`, office, desk);
    const table = page.getByRole('table', { name: words.crewGrid });
    await table.locator('[data-order-id]').first().waitFor();
    const count = () => table.locator('[data-order-id]').count();
    await expect.poll(count).toBeLessThan(perCell * 6);
    await table.getByRole('rowheader', { name: words.withoutCrew }).waitFor();
    const lastOfDay = ids.filter(({ date }) => date === monday).at(-1)?.id;
    await table.evaluate((element) => element.parentElement?.scrollTo(0, 24 * 122 - 300));
    await table.locator(`[data-order-id="${lastOfDay}"]`).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an order in the middle of the list is opened, then its row keeps its place beside the panel', async () => {
    const { page, browserErrors, leave } = await world.visit(`/orders?from=${monday}&to=${sunday}`, office, desk);
    const table = page.getByRole('table', { name: allOrdersWords.en.table });
    await settled(page);
    const row = table.locator('tbody tr').nth(12);
    await row.scrollIntoViewIfNeeded();
    const top = async () => Math.round((await row.boundingBox())?.y ?? -1);
    const before = await top();
    const id = await row.locator('[data-order-id]').getAttribute('data-order-id');
    await row.locator('td').nth(3).click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('heading', { name: `Order ${id}` }).waitFor();
    await settled(page);
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect.poll(async () => Math.round((await table.locator('thead th').first().boundingBox())?.y ?? -1)).toBe(56);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the office types on while a search runs, then the older search is cancelled, and a long result shows that there are more', async () => {
    const { page, browserErrors, leave } = await world.visit('/orders', office, desk);
    const search = page.getByRole('searchbox', { name: allOrdersWords.en.search });
    await search.waitFor();
    await world.service.database.transaction(async (tx) => {
      await tx.rows(looseStatement('lock table order_search in access exclusive mode'));
      await search.fill('long');
      await untilLockWaiters(tx, 1);
      let isCancelled = false;
      page.on('requestfailed', (request) => {
        isCancelled ||= request.url().includes('search=long&');
      });
      await search.fill('long hoa');
      // The statements keep the transaction busy: an idle one would be ended by its time limit.
      await expect.poll(() => tx.rows(looseStatement('select 1')).then(() => isCancelled)).toBe(true);
    });
    await page.getByText(allOrdersWords.en.foundMore('1,000')).waitFor();
    await search.fill('dang thi duyen');
    await page.getByText(allOrdersWords.en.found('1'), { exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the board is opened on a phone, then it does not run over the screen, and few chips are rendered', async () => {
    const { page, browserErrors, leave } = await world.visit(`/?from=${monday}`, office, { language: 'vi' });
    const chips = page.getByRole('grid').locator('[data-order-id]');
    await chips.first().waitFor();
    await expect.poll(() => runsOver(page)).toBe(false);
    await expect.poll(() => chips.count()).toBeLessThan(60);
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
