import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placed } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { rebookingWords } from '../web/src/rebooking/rebooking-words.ts';
import { someone } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = rebookingWords.en;
const day = '2026-12-03';

describe.skipIf(chromiumPath === undefined)('a rain-out', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    await world.service.sql('update spray_session set capacity = 20');
  });
  afterAll(() => world.end());

  test('when the office rebooks a day, then it edits, applies, undoes, applies again, and sees the answer of the farmer', async () => {
    const farmer = await someone(world, 'farmer', 'Trần Thị Sông');
    const office = await someone(world, 'receptionist', 'Trần Thị Bàn');
    const order = await placed(farmer, { date: day, session: { id: 3 }, confirmed: true, location: 'Ruộng ngập' });
    const desk = await world.visit(`/?view=day&from=${day}`, office.email, { size: 'desk' });
    const { page } = desk;
    const propose = async () => {
      await page.getByRole('button', { name: words.start, exact: true }).click();
      const sheet = page.getByRole('dialog', { name: words.startTitle });
      await sheet.getByLabel(words.reason, { exact: true }).fill('Mưa to cả ngày');
      await sheet.getByRole('button', { name: words.propose, exact: true }).click();
      await page.getByRole('button', { name: words.apply(1), exact: true }).waitFor();
    };
    await propose();
    await page.getByRole('button', { name: words.changeOf('Trần Thị Sông'), exact: true }).click();
    await page
      .getByRole('dialog', { name: words.choose('Trần Thị Sông') })
      .getByRole('button', { name: new RegExp(words.costs(12)) })
      .first()
      .click();
    await page.getByText(words.changed, { exact: true }).waitFor();
    await page.getByRole('button', { name: words.apply(1), exact: true }).click();
    await page.getByText(words.applied, { exact: true }).waitFor();
    await page.getByRole('button', { name: words.undo, exact: true }).click();
    await page.getByText(words.undone, { exact: true }).waitFor();
    await expect.poll(async () => (await office.get(`/api/receptionist/order/${order.id}`)).body.date).toBe(day);

    await page.goto(`${world.service.url}/?view=day&from=${day}`);
    await propose();
    await page.getByRole('button', { name: words.apply(1), exact: true }).click();
    await page.getByText(`${words.waiting}`, { exact: false }).first().waitFor();
    const link = await eventually(async () => {
      const [found] = await world.service.sql<{ text: string }>(
        `select text from notification where order_id = $1 and text like '%/link/rebooking-accept/%' order by id desc limit 1`,
        [order.id],
      );
      const path = /(\/link\/rebooking-accept\/\S+)/.exec(found?.text ?? '')?.[1];
      if (path === undefined) throw new Error('no message yet');
      return path;
    });
    const phone = await world.visit(link);
    await phone.page.getByRole('button', { name: 'The new time is fine', exact: true }).tap();
    await phone.page.getByRole('heading', { name: 'Thank you, see you then', exact: true }).waitFor();
    expect(phone.complaints).toEqual([]);
    await phone.leave();
    // Live, without a reload.
    await page.getByRole('listitem').filter({ hasText: 'Trần Thị Sông' }).getByText(words.answer.accepted, { exact: true }).waitFor();
    expect(desk.complaints).toEqual([]);
    await desk.leave();
  });
});
