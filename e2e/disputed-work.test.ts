import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { waitForOfflineCache } from './offline-cache.ts';
import { assigned, createUser, expectSuccess, readOrderState, withoutOfflineErrors } from './people.ts';
import { runsOver } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const picture = fileURLToPath(new URL('../web/public/icon-192.png', import.meta.url));
const evening = { session: { id: 6 } };

describe.skipIf(chromiumPath === undefined)('work that is disputed or was not done', () => {
  let world: World;
  let farmer: Caller;
  let office: Caller;
  let admin: Caller;
  beforeAll(async () => {
    world = await openWorld();
    // The demo data take some places of today.
    await world.service.sql('update spray_session set capacity = 20');
    farmer = await createUser(world, 'farmer', 'Nguyễn Thị Khiếu');
    office = await createUser(world, 'receptionist', 'Võ Văn Giải');
    admin = await createUser(world, 'admin', 'Hồ Thị Chủ');
    await expectSuccess(admin.patch('/api/admin/setting', { phoneNumber: '0296 3888 123' }));
  });
  afterAll(() => world.end());

  test('when completed work is objected to, then the farmer withdraws it, and the office answers the next one with a credit', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Đinh Văn Sót');
    const { id, cost } = await assigned(farmer, office, sprayer, { area: 8, ...evening });
    await expectSuccess(sprayer.post(`/api/sprayer/order/${id}/start`));
    await expectSuccess(sprayer.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 8, cashReceived: cost }));
    await expectSuccess(farmer.post(`/api/farmer/order/${id}/confirm`));

    const field = await world.visit(`/orders/${id}`, farmer.email);
    const objectTo = async (text: string) => {
      await field.page.getByRole('button', { name: 'Report a problem' }).tap();
      const sheet = field.page.getByRole('dialog', { name: 'Report a problem' });
      await sheet.getByLabel('Description').fill(text);
      await sheet.getByRole('button', { name: 'Send to the office' }).tap();
      await field.page.getByText('The office has received your objection and will call you.').waitFor();
    };
    await objectTo('Lá cháy ở góc ruộng.');
    await field.page.getByRole('button', { name: 'The problem is settled' }).tap();
    await field.page.getByRole('dialog').getByRole('button', { name: 'The problem is settled' }).tap();
    await field.page.getByText('Report withdrawn.').waitFor();
    await objectTo('Một dải bờ mương chưa phun.');
    expect(await readOrderState(world, id)).toMatchObject({ order: 'completed', payment: 'paid' });

    const desk = await world.visit(`/orders/${id}`, office.email, { size: 'desk' });
    await desk.page.getByLabel('Your answer to the farmer').fill('Xin giảm tiền dải đó.');
    await desk.page.getByRole('radio', { name: 'Credit' }).check({ force: true });
    await desk.page.getByRole('button', { name: 'Resolve objection' }).click();
    await desk.page.getByText('Please fill this in.').waitFor();
    await desk.page.getByLabel('Amount of the credit').fill('50000');
    await desk.page.getByRole('button', { name: 'Resolve objection' }).click();
    await desk.page.getByText('Objection resolved. Your answer was sent to the farmer.').waitFor();
    await field.page.getByText('Xin giảm tiền dải đó.').first().waitFor();
    await field.page.getByText('₫190,000').first().waitFor();
    expect(await readOrderState(world, id)).toMatchObject({ order: 'completed', payment: 'paid' });
    expect([...field.browserErrors, ...desk.browserErrors]).toEqual([]);
    await field.leave();
    await desk.leave();
  });

  test('when a start was a mistake and the field is flooded, then the crew says so in four taps with a photo, and the office sees it', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Lê Văn Lụt');
    const { id } = await assigned(farmer, office, sprayer, { location: 'Ruộng trũng', ...evening });
    const crew = await world.visit('/', sprayer.email);
    await crew.page.getByRole('heading', { level: 2, name: 'Ruộng trũng' }).waitFor();
    await crew.page.getByRole('button', { name: 'Start', exact: true }).tap();
    await expect.poll(() => readOrderState(world, id)).toMatchObject({ order: 'in_progress' });
    await crew.page.getByText('Not sent yet').waitFor({ state: 'detached' });
    await crew.page.getByRole('button', { name: 'Take back the start' }).tap();
    await expect.poll(() => readOrderState(world, id)).toMatchObject({ order: 'assigned' });
    await crew.page.getByRole('button', { name: 'Start', exact: true }).waitFor();

    await crew.page.getByRole('button', { name: 'Not sprayed', exact: true }).tap();
    const sheet = crew.page.getByRole('dialog', { name: 'Why was it not sprayed?' });
    await sheet.getByRole('button', { name: 'Mark as not sprayed' }).tap();
    await sheet.getByText('Choose a reason.').waitFor();
    await sheet.getByRole('radio', { name: 'Flooded' }).tap();
    await sheet.getByLabel('Add photo').setInputFiles(picture);
    await sheet.getByText('1 photo').waitFor();
    await expect.poll(() => runsOver(crew.page)).toBe(false);
    await sheet.getByRole('button', { name: 'Mark as not sprayed' }).tap();
    await expect.poll(() => readOrderState(world, id)).toMatchObject({ order: 'confirmed', session: 6 });
    const photos = async () => (await expectSuccess(office.get(`/api/receptionist/order/${id}/photo/`))).body.content;
    await expect.poll(async () => (await photos()).map(({ kind }: { kind: string }) => kind)).toEqual(['not_sprayed']);

    const desk = await world.visit(`/orders/${id}`, office.email, { size: 'desk' });
    await desk.page.getByText('Not sprayed: Flooded').waitFor();
    await desk.page.getByRole('img', { name: 'Why it was not sprayed: Photo 1' }).waitFor();
    await desk.page.goto(`${world.service.url}/inbox#not_sprayed`);
    await desk.page.getByRole('heading', { name: /The crew was there and did not spray/ }).waitFor();
    expect([...crew.browserErrors, ...desk.browserErrors]).toEqual([]);
    await crew.leave();
    await desk.leave();
  });

  test('when the phone is offline, then a start that is taken back is never sent, and “not sprayed” is sent later', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Mai Văn Khuất');
    const { id } = await assigned(farmer, office, sprayer, { location: 'Ruộng khuất', ...evening });
    const { page, context, browserErrors, leave } = await world.visit('/', sprayer.email, { installed: true });
    await page.getByRole('heading', { level: 2, name: 'Ruộng khuất' }).waitFor();
    await waitForOfflineCache(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Start', exact: true }).tap();
    await page.getByRole('button', { name: 'Take back the start' }).tap();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Not sprayed', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Why was it not sprayed?' });
    await sheet.getByRole('radio', { name: 'Machine broken' }).tap();
    await sheet.getByRole('button', { name: 'Mark as not sprayed' }).tap();
    await page.getByText('No connection. It is saved on your phone').waitFor();
    await page.getByRole('region', { name: 'Not sprayed' }).getByText('Not sent yet').waitFor();
    await context.setOffline(false);
    await eventually(async () =>
      expect(await readOrderState(world, id)).toMatchObject({ order: 'confirmed', steps: ['place', 'assign', 'not_sprayed'] }),
    );
    expect(withoutOfflineErrors(browserErrors)).toEqual([]);
    await leave();
  });

  test('when the crew calls, then the office enters for it that the field was not sprayed', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Tạ Văn Gọi');
    const { id } = await assigned(farmer, office, sprayer, evening);
    const desk = await world.visit(`/orders/${id}`, office.email, { size: 'desk' });
    await desk.page.getByRole('button', { name: 'Not sprayed', exact: true }).click();
    const sheet = desk.page.getByRole('dialog', { name: 'Why was it not sprayed?' });
    await sheet.getByRole('radio', { name: 'Nobody there' }).click();
    await sheet.getByRole('button', { name: 'Add note' }).click();
    await sheet.getByLabel('Note for the office').fill('Cổng khóa.');
    await sheet.getByRole('button', { name: 'Mark as not sprayed' }).click();
    await desk.page.getByText('Not sprayed: Nobody there').waitFor();
    await desk.page.getByText('“Cổng khóa.”').waitFor();
    expect(await readOrderState(world, id)).toMatchObject({ order: 'confirmed' });
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
  });

  test('when a transfer is reported, then the crew sees it before it takes cash; the sign-off says what was sprayed; the office can be called', async () => {
    const account = { bankBin: '970436', accountNumber: '0011001234567', accountHolder: 'CONG TY SWATH' };
    await expectSuccess(admin.put('/api/admin/bank-account', { account }));
    const sprayer = await createUser(world, 'sprayer', 'Cao Văn Thu');
    const { id } = await assigned(farmer, office, sprayer, { location: 'Ruộng chuyển khoản', area: 8, ...evening });
    await expectSuccess(farmer.post(`/api/farmer/order/${id}/bank-transfer/report`));
    const crew = await world.visit('/', sprayer.email);
    const warning = crew.page.getByText('The farmer says ₫240,000 was transferred. Check with the office before you take cash.');
    await warning.waitFor();
    await expectSuccess(sprayer.post(`/api/sprayer/order/${id}/start`));
    await crew.page.goto(`${world.service.url}/orders/${id}?finish`);
    await warning.first().waitFor();
    await crew.leave();

    await expectSuccess(sprayer.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 5 }));
    const field = await world.visit(`/orders/${id}`, farmer.email);
    await field.page.getByText('5 of 8 decares sprayed, ₫240,000.').waitFor();
    await field.page.getByText('Without an answer, the work counts as signed off after 72 hours.').first().waitFor();
    await field.page.goto(`${world.service.url}/`);
    const call = field.page.getByRole('link', { name: 'Call the office, 0296 388 8123' });
    expect(await call.getAttribute('href')).toMatch(/^tel:/);
    await field.leave();
    const outside = await world.visit('/sign-in');
    await outside.page.getByRole('link', { name: 'Call the office, 0296 388 8123' }).waitFor();
    expect(outside.browserErrors).toEqual([]);
    await outside.leave();
  });
});
