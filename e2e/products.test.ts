import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mixWords } from '../web/src/mixes/mix-words.ts';
import { uiWords } from '../web/src/ui/words.ts';
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
    await page.getByLabel(/^Name/).fill('Leaf Shield');
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
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();

    await page.getByRole('link', { name: 'Import file' }).click();
    const rows = [
      'Name,Authorisation number,Active ingredients,Re-entry hours',
      'Pod Guard,E2E/2,indoxacarb,24',
      'Stem Guard,E2E/3,indoxacarb,soon',
    ];
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
    await page.getByRole('button', { name: 'Check rows' }).click();
    await page.getByText(/Must be a (whole )?number\./).waitFor();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('Imported: 1 new, 0 changed.').waitFor();
    const stored = await world.service.sql(
      "select name, re_entry_hours, version from product where authorisation_number like 'E2E/%' order by authorisation_number",
    );
    expect(stored).toEqual([
      { name: 'Leaf Shield', re_entry_hours: 12, version: 2 },
      { name: 'Pod Guard', re_entry_hours: 24, version: 1 },
    ]);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the office sets a mix outside the label, then it is refused, and the crew reads and changes the mix that is allowed', async () => {
    const [job] = await world.service.sql<{ id: number }>(
      `select o.id::int from spray_order o join crew_member m on m.order_id = o.id join app_user u on u.id = m.sprayer_id
         join order_mix x on x.order_id = o.id
        where u.email = 'sprayer@swath.example' and o.order_status = 'assigned' order by o.date, o.id limit 1`,
    );
    const { page, leave } = await world.visit(`/orders/${job?.id}`, 'receptionist@swath.example', desk);
    const mix = page.getByRole('region', { name: 'Mix', exact: true });
    await mix.getByRole('button', { name: 'Change mix' }).click();
    const sheet = page.getByRole('dialog', { name: 'Change mix' });
    const dose = await sheet.getByLabel('Dose').inputValue();
    await sheet.getByLabel('Dose').fill('9999');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await sheet.getByText(/by the label/).waitFor();
    await sheet.getByLabel('Dose').fill(dose);
    await sheet.getByLabel('Water (l/ha)').fill('33');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Mix saved.').waitFor();
    await mix.getByText(/Water: 33 l\/ha/).waitFor();
    await mix.getByLabel('Drone').selectOption({ label: 'No drone chosen' });
    await page.getByText('Drone saved.').waitFor();
    await leave();

    const crew = await world.visit(`/orders/${job?.id}`, 'sprayer@swath.example');
    const own = crew.page.getByRole('region', { name: 'Mix', exact: true });
    await own.getByText(/Water: 33 l\/ha/).waitFor();
    await own.getByLabel('Drone').selectOption({ label: 'Agri 30 (VN-DEMO-1)' });
    await crew.page.getByText('Drone saved.').waitFor();
    await own.getByRole('button', { name: 'Change mix' }).click();
    const form = crew.page.getByRole('dialog', { name: 'Change mix' });
    await form.getByLabel('Water (l/ha)').fill('28');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await own.getByText(/Water: 28 l\/ha/).waitFor();
    await crew.leave();
  });

  test.each(['vi', 'en'] as const)('when a dose is filled in with a comma or a point in %s, then it keeps its value', async (language) => {
    const words = mixWords[language];
    const [order] = await world.service.sql<{ id: number }>(
      `select o.id::int from spray_order o join order_mix x on x.order_id = o.id where o.order_status = 'assigned' order by o.date, o.id limit 1`,
    );
    const { page, leave } = await world.visit(`/orders/${order?.id}`, 'receptionist@swath.example', { ...desk, language });
    await page.getByRole('button', { name: words.change, exact: true }).click();
    const sheet = page.getByRole('dialog');
    const dose = sheet.getByLabel(words.dose).first();
    const water = sheet.getByLabel(words.water);
    const shown = (value: string) => (language === 'vi' ? value.replace('.', ',') : value);
    for (const text of ['0,8', '0.8']) {
      await dose.fill(text);
      await expect.poll(() => dose.inputValue()).toBe(shown('0.8'));
      await water.fill('');
      await water.pressSequentially(text.replace('0', '31'));
      await expect.poll(() => water.inputValue()).toBe(shown('31.8'));
    }
    await dose.fill(language === 'vi' ? '9999.5' : '9999,5');
    const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/mix'));
    await sheet.getByRole('button', { name: uiWords[language].save, exact: true }).click();
    const { products, waterRate } = (await sent).postDataJSON();
    expect([products[0].dose, waterRate]).toEqual([9999.5, 31.8]);
    const label = sheet.getByText(language === 'vi' ? /^Theo nhãn, liều từ/ : /by the label\./);
    await label.waitFor();
    await dose.fill('0,8');
    await label.waitFor({ state: 'detached' });
    await leave();
  });

  test('when an admin keeps licences and drones, then the sprayer sees the licence', async () => {
    const { page, browserErrors, leave } = await world.visit('/company/equipment', admin, desk);
    await page.getByRole('button', { name: 'Add licence' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add licence' });
    const sprayer = sheet.getByLabel('Sprayer');
    await sprayer.selectOption({ label: 'Lê Văn Bay' });
    await sheet.getByLabel('Number').fill('E2E-7');
    await sheet.getByLabel('Class').fill('Drone');
    await sheet.getByLabel('Issued by').fill('An Giang');
    await sheet.getByLabel('Valid until').fill('2028-01-31');
    await sheet.getByRole('button', { name: 'Add licence' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('button', { name: 'Edit: E2E-7' }).click();
    await page.getByRole('dialog', { name: 'Edit licence' }).getByLabel('Class').fill('Drone, heavy');
    await page.getByRole('dialog', { name: 'Edit licence' }).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('E2E-7 · Drone, heavy · An Giang').waitFor();
    const crew = await world.visit('/account', 'sprayer@swath.example');
    await crew.page.getByRole('region', { name: 'My licences' }).getByText('E2E-7').waitFor();
    await crew.leave();
    await page.getByRole('button', { name: 'Retire: E2E-7' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire', exact: true }).click();
    await page.getByText('Licence retired.').waitFor();

    await page.getByRole('button', { name: 'Add drone' }).click();
    const form = page.getByRole('dialog', { name: 'Add drone' });
    for (const [label, text] of [
      ['Model', 'Agri 50'],
      ['Serial number', 'E2E-50'],
      ['Registration', 'VN-E2E'],
      ['Valid until', '2028-01-31'],
      ['Tank (litres)', '50'],
      ['Swath (metres)', '9'],
    ] as const)
      await form.getByLabel(label).fill(text);
    await form.getByRole('button', { name: 'Add drone' }).click();
    await page.getByRole('button', { name: 'Deactivate: Agri 50 (VN-E2E)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByText('Drone retired.').waitFor();
    await page.getByText('Require valid licences').click();
    await page.getByText('Valid licences are required now.').waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
