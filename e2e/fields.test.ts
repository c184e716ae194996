import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWords } from '../web/src/customers/customer-words.ts';
import { fieldWords } from '../web/src/fields/field-words.ts';
import { mapWords } from '../web/src/map/map-words.ts';
import { bookingWords } from '../web/src/orders/booking/booking-words.ts';
import { recordWords } from '../web/src/spray-records/record-words.ts';
import { exportAs } from './downloads.ts';
import { createUser } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = fieldWords.en;
const desk = { size: 'desk' } as const;
/** 12.11 decares. */
const corners = '10.5000, 105.4000\n10.5000, 105.4010\n10.5010, 105.4010\n10.5010, 105.4000';

const smallFile = JSON.stringify({
  type: 'Feature',
  properties: { name: 'Từ tệp' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [105.5, 10.5],
        [105.501, 10.5],
        [105.501, 10.501],
        [105.5, 10.5],
      ],
    ],
  },
});

const isFocusedInView = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return element === document.activeElement && top >= 0 && bottom <= innerHeight;
  });

describe.skipIf(chromiumPath === undefined)('fields', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  const accepted = (page: Page, method: string, path: RegExp) =>
    page.waitForResponse(
      (response) => response.request().method() === method && path.test(new URL(response.url()).pathname) && response.ok(),
    );
  const enterCorners = async (page: Page, text: string) => {
    await page.getByRole('button', { name: words.asText, exact: true }).click();
    await page.getByRole('textbox', { name: words.asText, exact: true }).fill(text);
    await page.getByRole('button', { name: words.useText, exact: true }).click();
  };

  const planHarvest = async (page: Page, side: 'farmer' | 'receptionist') => {
    await page.getByLabel(recordWords.en.harvest, { exact: true }).fill('2030-02-01');
    const planned = accepted(page, 'PUT', new RegExp(`${side}/field/\\d+/harvest$`));
    await page.getByRole('button', { name: recordWords.en.harvestSave, exact: true }).click();
    expect((await (await planned).json()).harvestDate).toBe('2030-02-01');
  };

  /** Chooses a file with one field, looks at the preview, and imports it. */
  const importFile = async (page: Page, side: 'farmer' | 'receptionist', content: string) => {
    await page.getByRole('button', { name: words.import, exact: true }).click();
    const read = accepted(page, 'POST', new RegExp(`${side}/field-import/preview$`));
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .or(page.locator('input[type=file]'))
      .first()
      .setInputFiles({ name: 'fields.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(content) });
    await read;
    const imported = accepted(page, 'POST', new RegExp(`${side}/field-import$`));
    await page.getByRole('button', { name: words.importChosen(1), exact: true }).click();
    await imported;
    await page.getByRole('link', { name: /Từ tệp/ }).waitFor();
  };

  test('when a farmer enters corners, then the area is shown and stored, a corner is added by a tap and undone, and the field can be booked', async () => {
    const farmer = await createUser(world, 'farmer', 'Phan Văn Thửa');
    const { page, browserErrors, leave } = await world.visit('/fields', farmer.email);
    await page.getByRole('link', { name: words.add, exact: true }).first().tap();
    const name = page.getByRole('textbox', { name: words.name, exact: true });
    await page.getByRole('button', { name: words.save, exact: true }).tap();
    await expect.poll(() => isFocusedInView(name)).toBe(true);
    await name.fill('Ruộng mới');
    await page.getByRole('button', { name: words.save, exact: true }).tap();
    await expect.poll(() => isFocusedInView(page.getByRole('alert').filter({ hasText: words.noEntry }))).toBe(true);
    await enterCorners(page, '10.5, 105.4\nnowhere');
    await page.getByText(words.badLine(2)).waitFor();
    await page.getByRole('textbox', { name: words.asText, exact: true }).fill(corners);
    await page.getByRole('button', { name: words.useText, exact: true }).tap();
    await page.getByText(words.area('12.11 decares'), { exact: true }).waitFor();
    await page.getByRole('button', { name: words.corner(4), exact: true }).waitFor();
    await page.getByRole('application').click({ position: { x: 180, y: 60 } });
    await page.getByRole('button', { name: words.corner(5), exact: true }).waitFor();
    await page.getByRole('button', { name: words.undo, exact: true }).tap();
    await page.getByRole('button', { name: words.corner(5), exact: true }).waitFor({ state: 'detached' });
    const added = accepted(page, 'POST', /farmer\/field$/);
    await page.getByRole('button', { name: words.save, exact: true }).tap();
    expect((await (await added).json()).areaM2).toBeCloseTo(12_107, -1);

    await page.getByRole('heading', { level: 1, name: 'Ruộng mới' }).waitFor();
    await page.getByRole('textbox', { name: words.obstacles, exact: true }).fill('Dây điện');
    const changed = accepted(page, 'PUT', /farmer\/field\/\d+$/);
    await page.getByRole('button', { name: words.save, exact: true }).tap();
    await changed;
    await planHarvest(page, 'farmer');
    await page.getByRole('link', { name: words.book, exact: true }).tap();
    // The field has no crop yet.
    await page.getByRole('radio', { name: 'Cereal', exact: true }).check();
    await page.getByRole('button', { name: bookingWords.en.next, exact: true }).tap();
    await page.locator('[data-spot]:not([aria-disabled])').first().tap();
    const booked = accepted(page, 'POST', /farmer\/field\/\d+\/order$/);
    await page.getByRole('button', { name: /^Book/ }).last().tap();
    const order = await (await booked).json();
    expect(order).toMatchObject({ location: 'Ruộng mới', area: 12.11 });
    await page.goto(`${world.service.url}/orders/${order.id}`);
    await page.getByText(words.measured('12.11 decares')).waitFor();
    await page.goto(`${world.service.url}/fields`);
    await importFile(page, 'farmer', smallFile);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a farmer shows the own position while drawing, then the map moves there and no corner is set', async () => {
    const farmer = await createUser(world, 'farmer', 'Phan Văn Vị');
    const { page, context, leave } = await world.visit('/fields/new', farmer.email);
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 10.5, longitude: 105.4 });
    await page.getByText(mapWords.en.zoomToDraw).waitFor();
    await page.getByRole('button', { name: mapWords.en.showMyPosition, exact: true }).tap();
    await page.getByText(mapWords.en.tapToDraw, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: words.corner(1), exact: true }).count()).toBe(0);
    await page.getByRole('application').click({ position: { x: 180, y: 180 } });
    await page.getByRole('button', { name: words.corner(1), exact: true }).waitFor();
    await leave();
  });

  test('when the office adds a field of a customer, then a caller can book it, and it can be archived', async () => {
    const farmer = await createUser(world, 'farmer', 'Phan Thị Bờ');
    const { page, leave } = await world.visit(`/customers/${farmer.id}`, 'receptionist@swath.example', desk);
    await page.getByRole('link', { name: customerWords.en.allFields, exact: true }).click();
    await page.getByRole('link', { name: words.add, exact: true }).first().click();
    await page.getByRole('textbox', { name: words.name, exact: true }).fill('Bờ tây');
    await enterCorners(page, corners);
    const added = accepted(page, 'POST', /receptionist\/field$/);
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await added;

    await page.goto(`${world.service.url}/book?${new URLSearchParams({ phone: farmer.phoneNumber })}`);
    await page.getByRole('radio', { name: /Bờ tây/ }).waitFor();
    await page.getByRole('radio', { name: 'Cereal', exact: true }).check();
    const booked = accepted(page, 'POST', /receptionist\/field\/\d+\/order$/);
    await page.getByRole('button', { name: /^Book for/ }).click();
    expect(await (await booked).json()).toMatchObject({ location: 'Bờ tây', area: 12.11 });

    await page.goto(`${world.service.url}/fields?farmer=${farmer.id}`);
    await importFile(page, 'receptionist', smallFile);
    expect((await exportAs(page, 'CSV file')).content.toString('utf8')).toContain('"Bờ tây"');
    const maps = await exportAs(page, 'GeoJSON');
    expect([maps.name, JSON.parse(maps.content.toString('utf8')).type]).toEqual(['swath-field.geojson', 'FeatureCollection']);
    await page.getByRole('link', { name: /Bờ tây/ }).click();
    await planHarvest(page, 'receptionist');
    await page.getByRole('button', { name: words.archive, exact: true }).click();
    const archived = accepted(page, 'PUT', /receptionist\/field\/\d+$/);
    await page.getByRole('dialog').getByRole('button', { name: words.archive, exact: true }).click();
    await archived;
    await page.getByText(words.archivedMark, { exact: true }).waitFor();
    await leave();
  });
});
