import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, openWorld, type World } from './world.ts';

const desk = { size: 'desk' } as const;
const admin = 'admin@swath.example';

describe.skipIf(chromiumPath === undefined)('products', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when an admin adds, changes and imports products, then the register has them', async () => {
    const { page, browserErrors, leave } = await world.visit('/company/products/new', admin, desk);
    await page.getByLabel('Name', { exact: true }).fill('Leaf Shield');
    await page.getByLabel('Authorisation number').fill('E2E/1');
    await page.getByLabel('Active ingredients').fill('azoxystrobin 250 g/l');
    await page.getByRole('button', { name: 'Add use', exact: true }).click();
    const use = page.getByRole('region', { name: 'Use 1' });
    await use.getByLabel('Crop').selectOption({ label: 'Cereal' });
    await use.getByLabel('Target').fill('Sheath blight');
    await use.getByLabel('Smallest dose').fill('0.4');
    await use.getByLabel('Largest dose').fill('0.3');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByText('Must not be below the smallest dose.').waitFor();
    await use.getByLabel('Largest dose').fill('0.6');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByText('Product added.').waitFor();

    await page.getByLabel('Name, number or active ingredient').fill('azoxy');
    await page.getByRole('link', { name: /Leaf Shield/ }).click();
    await page.getByLabel('Re-entry after (hours)').fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    await page.getByRole('link', { name: 'Import file' }).click();
    const header = 'Name,Authorisation number,Active ingredients,Re-entry hours\r\n';
    const choose = (rows: string) =>
      page.locator('input[type=file]').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(header + rows) });
    await choose('Pod Guard,E2E/2,indoxacarb,soon\r\n');
    await page.getByText('Cell D2: Must be a whole number.').waitFor();
    await choose('Pod Guard,E2E/2,indoxacarb,24\r\n');
    await page.getByRole('button', { name: 'Import 1 product' }).click();
    await page.getByText('The products are imported.').waitFor();
    const stored = await world.service.sql(
      "select name, re_entry_hours, version from product where authorisation_number like 'E2E/%' order by authorisation_number",
    );
    expect(stored).toEqual([
      { name: 'Leaf Shield', re_entry_hours: 12, version: 2 },
      { name: 'Pod Guard', re_entry_hours: 24, version: 1 },
    ]);
    expect(browserErrors).toEqual(['Failed to load resource: the server responded with a status of 400 (Bad Request)']);
    await leave();
  });
});
