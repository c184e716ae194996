import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapAreaWords } from '../web/src/admin/map-area-words.ts';
import { mapWords } from '../web/src/map/map-words.ts';
import { dayMapWords } from '../web/src/orders/day-map/day-map-words.ts';
import { stateWords } from '../web/src/ui/state-words.ts';
import { assigned, createUser } from './people.ts';
import { smallPmtiles } from './small-pmtiles.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const desk = { size: 'desk' } as const;
const folder = mkdtempSync(join(tmpdir(), 'swath-basemap-'));
const file = join(folder, 'area.pmtiles');
const words = mapWords.en;
const soon = { timeout: 120_000 };

/** Horizontal distance in pixels of the only pin from the centre of the map. */
async function pinFromCentre(page: Page): Promise<number> {
  const [map, pin] = await Promise.all([page.getByRole('application').boundingBox(), page.locator('.leaflet-marker-icon').boundingBox()]);
  if (map === null || pin === null) return Number.POSITIVE_INFINITY;
  return Math.abs(pin.x + pin.width / 2 - map.x - map.width / 2);
}

/** The number on the map's scale, once it is in kilometres. */
async function widthInKm(page: Page): Promise<number> {
  const [, km] = /^(\d+) km$/.exec((await page.locator('.leaflet-control-scale').textContent()) ?? '') ?? [];
  return km === undefined ? Number.POSITIVE_INFINITY : Number(km);
}

/** A paste by the user, without the clipboard of the machine. */
const pasteInto = (field: Locator, text: string): Promise<void> =>
  field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

describe.skipIf(chromiumPath === undefined)('the map', () => {
  let world: World;
  beforeAll(async () => {
    writeFileSync(file, smallPmtiles());
    world = await openWorld({ basemap: { file, attribution: '© OpenStreetMap contributors' } });
  });
  afterAll(async () => {
    await world.end();
    rmSync(folder, { recursive: true });
  });

  const saved = (page: Page) =>
    page.waitForResponse((response) => response.url().endsWith('/api/admin/setting/map-area') && response.request().method() === 'PUT');
  const find = async (page: Page, text: string, option: RegExp) => {
    await page.getByRole('combobox', { name: words.findPlace }).fill(text);
    await page.getByRole('option', { name: option }).first().click();
  };

  test('when an admin sets the area by a search without accents, then a farmer’s map opens there and refuses a coarse tap', async () => {
    const owner = await world.visit('/company/map', 'admin@swath.example', desk);
    const part = owner.page.waitForResponse((response) => response.url().endsWith('/basemap.pmtiles') && response.status() === 206);
    await part;
    await owner.page.locator('canvas.leaflet-tile').first().waitFor();
    // The demo data have set one.
    await owner.page.getByText(mapAreaWords.en.isSet('10.42, 105.3', '10.6, 105.6')).waitFor();
    await find(owner.page, 'cho moi an giang', /Chợ Mới.*An Giang/);
    const response = saved(owner.page);
    await owner.page.getByRole('button', { name: mapAreaWords.en.use }).click();
    expect((await response).status()).toBe(200);
    const [area] = await world.service.sql<{ west: number; south: number; east: number; north: number }>('select * from map_area');
    expect([(area?.south ?? 0) < 10.55 && (area?.north ?? 0) > 10.55, (area?.west ?? 0) < 105.4 && (area?.east ?? 0) > 105.4]).toEqual([
      true,
      true,
    ]);

    const farmer = await createUser(world, 'farmer', 'Lê Văn Bản');
    const { page, browserErrors, leave } = await world.visit('/book', farmer.email);
    const map = page.getByRole('application');
    const status = page.getByRole('status').filter({ hasText: /^Marked/ });
    // It opens at the country, until the company's area is loaded.
    await expect.poll(() => widthInKm(page), soon).toBeLessThan(50);
    // Two zoom steps from the area to the field; a coarse tap sets no pin.
    await page.getByText(words.zoomToPick).waitFor();
    await map.click({ position: { x: 200, y: 200 } });
    await page.getByText(words.tapToPick).waitFor();
    expect(await status.count()).toBe(0);
    await map.click({ position: { x: 200, y: 200 } });
    await expect.poll(() => status.textContent(), soon).toMatch(/^Marked at 10\.\d+, 105\.\d+, about \d+ km from /);

    // Zooming by the button keeps the pin and moves it to the centre.
    const markedAt = await status.textContent();
    await page.getByRole('button', { name: words.zoomIn }).click();
    await expect.poll(() => pinFromCentre(page), soon).toBeLessThanOrEqual(2);
    await expect.poll(() => status.textContent(), soon).toBe(markedAt);

    // Typed key by key, and parsed as a pair on blur.
    await page.getByText(words.typePosition).click();
    const typed = page.getByLabel(words.position);
    await typed.fill('');
    await typed.pressSequentially('10.4712, 105.4551');
    await typed.blur();
    await expect.poll(() => typed.inputValue(), soon).toBe('10.4712, 105.4551');
    await expect.poll(() => status.textContent(), soon).toMatch(/^Marked at 10\.4712, 105\.4551, about \d+ km from /);
    await typed.fill('https://maps.app.goo.gl/AbC123');
    await typed.blur();
    await page.getByText(words.notPosition['short-link']).waitFor();
    await typed.fill(`10°31'52.3"B 105°27'18.4"Đ`);
    await typed.blur();
    await expect.poll(() => status.textContent(), soon).toMatch(/^Marked at 10\.53119, 105\.45511, /);
    await pasteInto(typed, 'https://www.google.com/maps?q=10.5312,105.4551');
    await expect.poll(() => status.textContent(), soon).toMatch(/^Marked at 10\.5312, 105\.4551, /);

    // Above 10 m per pixel a tap zooms in and leaves the pin. The map ignores a press during its animation.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: words.zoomOut }).click();
        return page.getByText(words.zoomToPick).isVisible();
      }, soon)
      .toBe(true);
    await map.click({ position: { x: 60, y: 60 } });
    await page.getByText(words.zoomToPick).waitFor({ state: 'detached' });
    await expect.poll(() => status.textContent(), soon).toMatch(/^Marked at 10\.5312, 105\.4551, /);
    expect(browserErrors).toEqual([]);
    await leave();

    const cleared = saved(owner.page);
    await owner.page.getByRole('button', { name: mapAreaWords.en.clear }).click();
    expect((await cleared).status()).toBe(200);
    await owner.page.getByText(mapAreaWords.en.notSet).waitFor();
    expect(owner.browserErrors).toEqual([]);
    await owner.leave();
  });

  test('when the office opens the map of a day, then it has jobs, crews and filters, and new orders appear', async () => {
    const [farmer, receptionist, sprayer] = await Promise.all([
      createUser(world, 'farmer', 'Phan Thị Đồng'),
      createUser(world, 'receptionist', 'Văn Phòng'),
      createUser(world, 'sprayer', 'Thợ Bản Đồ'),
    ]);
    await world.service.sql("update app_user set expertise = 'expert' where id = $1", [sprayer.id]);
    const date = '2026-12-08';
    const at = (session: number, latitude: number) => ({
      date,
      session: { id: session },
      latitude,
      longitude: 105.45,
      location: `Ruộng ${session}`,
    });
    const first = await assigned(farmer, receptionist, sprayer, at(2, 10.53));
    await assigned(farmer, receptionist, sprayer, at(4, 10.56));
    const { page, browserErrors, leave } = await world.visit(`/map?date=${date}`, 'receptionist@swath.example', desk);
    const list = page.getByRole('region', { name: dayMapWords.en.list });
    const rows = list.getByRole('link');
    await expect.poll(() => rows.count(), soon).toBe(2);
    await expect.poll(() => page.locator('.leaflet-marker-pane .leaflet-marker-icon').count(), soon).toBe(2);
    await expect.poll(() => page.locator('.leaflet-overlay-pane path').count(), soon).toBe(1);

    // Another order appears without a reload.
    await assigned(farmer, receptionist, sprayer, at(5, 10.58));
    await expect.poll(() => rows.count(), soon).toBe(3);

    await page.getByLabel(dayMapWords.en.session).selectOption('4');
    await expect.poll(() => rows.count(), soon).toBe(1);
    await page.getByLabel(dayMapWords.en.session).selectOption('');
    await page.getByLabel(dayMapWords.en.state).selectOption('completed');
    await page.getByText(dayMapWords.en.noneLeft).waitFor();
    await page.getByRole('button', { name: dayMapWords.en.showAll }).click();
    await expect.poll(() => rows.count(), soon).toBe(3);

    // By keyboard from the list, and by the pin.
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('order') === String(first.id));
    await page.getByRole('complementary').getByText(stateWords.en.order.assigned).first().waitFor();
    await page.getByRole('button', { name: /^2: Phan Thị Đồng/ }).click();
    await page.waitForURL((url) => url.searchParams.get('order') !== String(first.id));
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a day has no jobs, then the map of the day says so', async () => {
    const { page, leave } = await world.visit('/map?date=2027-11-08', 'receptionist@swath.example');
    await page.getByText(dayMapWords.en.none).waitFor();
    await leave();
  });
});
