import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldWords } from '../web/src/fields/field-words.ts';
import { mapWords } from '../web/src/map/map-words.ts';
import { placeWords } from '../web/src/sensitive-places/place-words.ts';
import { createUser } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = placeWords.en;
const desk = { size: 'desk' } as const;

describe.skipIf(chromiumPath === undefined)('sensitive places and the map of fields', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  const accepted = (page: Page, method: string, path: RegExp) =>
    page.waitForResponse(
      (response) => response.request().method() === method && path.test(new URL(response.url()).pathname) && response.ok(),
    );

  test('when the office adds a place, then an order near it shows it, and it can be changed and deleted', async () => {
    const farmer = await createUser(world, 'farmer', 'Phan Văn Ong');
    const [session] = await world.service.sql<{ id: string }>('select id from spray_session where active order by start_time limit 1');
    const [order] = await world.service.sql<{ id: string }>(
      `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_method,
              confirmed, creation_date, created_at)
       values ($1, '2027-02-10', $2, 'Ruộng gần ong', 10.5001, 105.4001, 1, 5, 0, 'confirmed', 'cash', true, '2026-11-15', now()) returning id`,
      [farmer.id, session?.id],
    );
    const { page, browserErrors, leave } = await world.visit('/places/new', 'receptionist@swath.example', desk);
    await page.getByRole('textbox', { name: words.name, exact: true }).fill('Trại ong thử');
    await page.getByRole('checkbox', { name: words.asksNotice, exact: true }).check();
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await page.getByText(words.markIt, { exact: true }).waitFor();
    await page.getByText(words.emailNeeded, { exact: true }).waitFor();
    await page.getByRole('textbox', { name: mapWords.en.position, exact: true }).fill('10.5, 105.4');
    await page.getByRole('textbox', { name: words.email, exact: true }).fill('ong@test.example');
    const added = accepted(page, 'POST', /sensitive-place$/);
    await page.getByRole('button', { name: words.save, exact: true }).click();
    const { id } = await (await added).json();
    await page.getByRole('link', { name: /Trại ong thử/ }).waitFor();

    await page.goto(`${world.service.url}/orders/${order?.id}`);
    const near = page.getByRole('note').filter({ hasText: words.near });
    await near.getByText('Trại ong thử', { exact: true }).waitFor();
    await near.getByText(words.away('16'), { exact: false }).waitFor();

    await page.goto(`${world.service.url}/places/${id}`);
    await page.getByRole('textbox', { name: words.notes, exact: true }).fill('40 thùng');
    const changed = accepted(page, 'PUT', /sensitive-place\/\d+$/);
    await page.getByRole('button', { name: words.save, exact: true }).click();
    expect(await (await changed).json()).toMatchObject({ version: 2, notes: '40 thùng', contact: { asksNotice: true } });
    await page.getByRole('button', { name: words.remove, exact: true }).click();
    const removed = accepted(page, 'DELETE', /sensitive-place\/\d+$/);
    await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click();
    await removed;
    await page.getByRole('link', { name: /Trại ong thử/ }).waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when there are 5,000 boundaries, then a pan draws those in view on one canvas, and a corner snaps to a neighbour', async () => {
    const farmer = await createUser(world, 'farmer', 'Phan Văn Nhiều');
    await world.service.sql(
      `insert into field (farmer_id, name, boundary, area_m2, extent, latitude, longitude, created_at, updated_at)
       select $1, 'Thửa ' || n, jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
                jsonb_build_array(x, y), jsonb_build_array(x + 0.001, y), jsonb_build_array(x + 0.001, y + 0.001),
                jsonb_build_array(x, y + 0.001), jsonb_build_array(x, y)))),
              12000, box(point(x + 0.001, y + 0.001), point(x, y)), y, x, now(), now()
         from (select n, 105.302 + (n % 100) * 0.003 as x, 10.42 + (n / 100) * 0.003 as y from generate_series(0, 4999) n) g`,
      [farmer.id],
    );
    const { page, browserErrors, leave } = await world.visit('/fields', 'receptionist@swath.example', desk);
    const drawn = page.locator('canvas[data-drawn]');
    // Without a field in view there is no canvas.
    const count = () => page.evaluate(() => Number(document.querySelector('canvas[data-drawn]')?.getAttribute('data-drawn') ?? 0));
    await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(4000);
    const before = await count();
    const map = page.getByRole('application');
    const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [left, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(left + box.width * 0.8, y);
    await page.mouse.down();
    await page.mouse.move(left, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(count).toBeLessThan(before * 0.8);
    // The map moves on after a fast pan; from farther away the fields are in view again.
    for (let n = 0; n < 3; n++) await page.getByRole('button', { name: mapWords.en.zoomOut }).click();
    await expect.poll(count).toBeGreaterThan(4000);
    expect(await drawn.count()).toBe(1);
    expect(await map.locator('path.leaflet-interactive').count()).toBe(0);

    // The corner of field 0 is 0.001 degrees east of the drawn one.
    await page.goto(`${world.service.url}/fields/new?farmer=${farmer.id}`);
    await page.getByRole('button', { name: fieldWords.en.asText, exact: true }).click();
    const text = page.getByRole('textbox', { name: fieldWords.en.asText, exact: true });
    await text.fill('10.4195, 105.3000\n10.4195, 105.3010\n10.4205, 105.3010\n10.4205, 105.3000');
    await page.getByRole('button', { name: fieldWords.en.useText, exact: true }).click();
    const corner = page.getByRole('button', { name: fieldWords.en.corner(3), exact: true });
    await corner.waitFor();
    await expect.poll(() => drawn.count()).toBe(1);
    const pixels = async (index: number) => {
      const at = (await page.getByRole('button', { name: fieldWords.en.corner(index), exact: true }).boundingBox()) ?? box;
      return { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    };
    await corner.scrollIntoViewIfNeeded();
    const [west, east] = [await pixels(4), await pixels(3)];
    const perDegree = (east.x - west.x) / 0.001;
    const drag = async (dx: number, dy: number) => {
      // A click elsewhere may have scrolled the map out of view.
      await corner.scrollIntoViewIfNeeded();
      const from = await pixels(3);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + dx, from.y + dy, { steps: 4 });
      await page.mouse.up();
    };
    // To a few pixels beside the corner at 10.42, 105.302.
    await drag(perDegree * 0.001 - 5, perDegree * 0.0005 + 3);
    await expect.poll(() => text.inputValue()).toContain('10.42, 105.302\n');
    await page.getByRole('button', { name: fieldWords.en.undo, exact: true }).click();
    await expect.poll(() => text.inputValue()).toContain('10.4205, 105.301\n');
    await page.getByRole('checkbox', { name: fieldWords.en.snap, exact: true }).uncheck();
    await drag(perDegree * 0.001 - 5, perDegree * 0.0005 + 3);
    await expect.poll(() => text.inputValue()).not.toContain('10.4205, 105.301\n');
    expect(await text.inputValue()).not.toContain('10.42, 105.302\n');
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
