import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, openWorld, type World } from './world.ts';

describe.skipIf(chromiumPath === undefined)('import from a spreadsheet', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when a receptionist imports farmers from a phone, then the rows are checked, imported and taken back', async () => {
    const { page, browserErrors, leave } = await world.visit('/import', 'receptionist@swath.example', { size: 'phone' });
    const file = 'Khách,Số máy,Xã\r\nNgô Thị Bông,915000001,Long Điền\r\nSai Số,12,Long Điền\r\n';
    await page.locator('input[type=file]').setInputFiles({ name: 'bà con.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Check rows' }).waitFor();
    await page.getByLabel('Name (required)').selectOption({ label: 'Khách' });
    await page.getByRole('button', { name: 'Check rows' }).click();
    await page.getByText('Is a column that the file needs.').waitFor();
    await page.getByLabel('Phone (required)').selectOption({ label: 'Số máy' });
    await page.getByRole('button', { name: 'Check rows' }).click();
    await page.getByText('Phone: Must be 0 or +84 followed by 9 or 10 digits.').waitFor();
    await page.getByRole('radio', { name: 'New (1)' }).check();
    await page.getByText('Ngô Thị Bông').waitFor();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('Imported: 1 new, 0 changed.').waitFor();
    const stored = () => world.service.sql("select phone_number, city, active from app_user where full_name = 'Ngô Thị Bông'");
    expect(await stored()).toEqual([{ phone_number: '0915000001', city: 'Long Điền', active: true }]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The import has been undone.').waitFor();
    expect(await stored()).toMatchObject([{ active: false }]);
    expect(browserErrors).toEqual(['Failed to load resource: the server responded with a status of 400 (Bad Request)']);
    await leave();
  });
});
