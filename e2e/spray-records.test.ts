import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportAs } from './downloads.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

describe.skipIf(chromiumPath === undefined)('spray records', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when an admin chooses a law, then the office completes a record, and anyone can check it', async () => {
    const { page: admin } = await world.visit('/company/settings', 'admin@swath.example', { size: 'desk' });
    const law = admin.getByRole('region', { name: 'Spray records', exact: true });
    await law.getByLabel('Law').selectOption('us');
    const changed = admin.waitForResponse(
      (response) => response.url().endsWith('/api/admin/spray-record-setting') && response.request().method() === 'PUT',
    );
    await law.getByRole('button', { name: 'Update spray records' }).click();
    expect((await changed).status()).toBe(200);

    const [record] = await world.service.sql<{ id: string; number: string }>(
      `select id, 'SR-' || lpad(id::text, 6, '0') as number from spray_record where not is_complete order by id limit 1`,
    );
    const { page: office } = await world.visit('/inbox', 'receptionist@swath.example', { size: 'desk' });
    await office.getByRole('link', { name: `Complete record: ${record?.number}` }).click();
    await office.getByRole('button', { name: 'Complete record', exact: true }).click();
    const form = office.getByRole('dialog');
    await form.getByRole('button', { name: 'Add product' }).click();
    await form.getByRole('textbox', { name: 'Product', exact: true }).last().fill('Rầy Xanh 250');
    await form.getByLabel('Authorisation number').last().fill('DEMO-001/CNKT-BVTV');
    await form.getByLabel('Dose', { exact: true }).last().fill('0.3');
    const saved = office.waitForResponse((response) => response.url().endsWith(`/spray-record/${record?.id}/version`));
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await (await saved).json()).complete).toBe(true);
    await office.getByRole('button', { name: 'Correct record' }).waitFor();
    await office.getByText('Version 2: completed').waitFor();

    await office.getByRole('button', { name: 'Correct record' }).click();
    const correction = office.getByRole('dialog');
    await correction.getByLabel('Buffers kept').fill('10 m');
    await correction.getByLabel('Why is it corrected?').fill('The crew forgot it.');
    const corrected = office.waitForResponse((response) => response.url().endsWith(`/spray-record/${record?.id}/version`));
    await correction.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await (await corrected).json()).content.buffersKept).toBe('10 m');
    await office.getByText('Version 3: corrected').waitFor();

    await office.goto(`${world.service.url}/records`);
    const file = await exportAs(office, 'JSON file');
    expect(JSON.parse(file.content.toString('utf8')).records).not.toEqual([]);

    const [current] = await world.service.sql<{ hash: string }>('select content_hash as hash from spray_record where id = $1', [
      record?.id,
    ]);
    const { page: visitor } = await world.visit(`/check#${record?.number}:${current?.hash}`);
    await visitor.getByRole('button', { name: 'Check', exact: true }).click();
    await visitor.getByText('Genuine: the company has this record exactly as hashed.').waitFor();
    await visitor.getByLabel('Number').fill('SR-999999');
    await visitor.getByRole('button', { name: 'Check', exact: true }).click();
    await visitor.getByText('Not genuine').waitFor();
  });
});
