import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, placed } from '../api/test/factories.ts';
import { plannerWords } from '../web/src/admin/planner-words.ts';
import { crewRuleWords } from '../web/src/dispatch/crew-rule-words.ts';
import { sprayersWords } from '../web/src/dispatch/sprayers-words.ts';
import { mapWords } from '../web/src/map/map-words.ts';
import { officeOrderWords } from '../web/src/orders/detail/office-order-words.ts';
import { pinWords } from '../web/src/orders/detail/pin-words.ts';
import { createUser, readOrderState } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = { rules: crewRuleWords.en, pin: pinWords.en, order: officeOrderWords.en, map: mapWords.en, planner: plannerWords.en };
const desk = { size: 'desk' } as const;

describe.skipIf(chromiumPath === undefined)('crew rules', () => {
  let world: World;
  let office: Caller;
  let farmer: Caller;
  let bay: Caller;

  beforeAll(async () => {
    world = await openWorld();
    office = await createUser(world, 'receptionist', 'Lý Thị Luật');
    farmer = await createUser(world, 'farmer', 'Đoàn Văn Cấm');
    bay = await createUser(world, 'sprayer', 'Mã Văn Ghim');
    await createUser(world, 'sprayer', 'Mã Văn Khác');
  });
  afterAll(() => world?.end());

  test('when the office bans a sprayer from a farmer, then the crew needs a reason, which the timeline shows', async () => {
    const { id } = await placed(farmer, { date: '2026-11-25', confirmed: true, location: 'Ruộng có quy định cấm' });
    const { page, browserErrors, leave } = await world.visit('/sprayers', office.email, desk);
    await page.getByRole('link', { name: sprayersWords.en.rules }).click();
    await page.getByRole('button', { name: words.rules.addBan }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: new RegExp(`^${words.rules.sprayer}`) }).selectOption({ label: 'Mã Văn Ghim' });
    await form.getByLabel(words.rules.farmerSearch).fill('Đoàn Văn Cấm');
    await form.getByRole('button', { name: words.rules.choose('Đoàn Văn Cấm') }).click();
    await form.getByRole('textbox', { name: new RegExp(`^${words.rules.reason}`) }).fill('Hai bên cãi nhau');
    const added = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/crew-ban'));
    await form.getByRole('button', { name: words.rules.addBan }).click();
    await added;
    const what = words.rules.banOf('Mã Văn Ghim', 'Đoàn Văn Cấm');
    const row = page.getByRole('listitem').filter({ hasText: what });
    await row.getByText('Hai bên cãi nhau').waitFor();

    await page.goto(`${world.service.url}/orders/${id}`);
    await page.getByRole('button', { name: words.order.byHand }).click();
    await page.getByRole('combobox', { name: words.order.sprayers }).click();
    await page.getByRole('option', { name: /^Mã Văn Ghim/ }).click();
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/sprayers'));
    await page.getByRole('button', { name: words.order.send, exact: true }).click();
    expect((await refused).status()).toBe(409);
    const exception = page.getByRole('dialog');
    await exception.getByLabel(words.pin.overrideReason).fill('Không còn ai khác');
    const assigned = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/sprayers'));
    await exception.getByRole('button', { name: words.pin.overrideSend }).click();
    expect((await assigned).status()).toBe(200);
    await exception.waitFor({ state: 'detached' });
    await page.getByText('Không còn ai khác').waitFor();
    expect((await readOrderState(world, id))?.steps.slice(-2)).toEqual(['assign', 'ban_override']);

    await page.goto(`${world.service.url}/crew-rules`);
    await row.getByText(words.rules.openJobs(1)).waitFor();
    await row.getByRole('button', { name: new RegExp(words.rules.removeBan) }).click();
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('dialog').getByRole('button', { name: words.rules.removeBan, exact: true }).click();
    await removed;
    await row.waitFor({ state: 'detached' });
    expect(browserErrors.filter((text) => !/409/.test(text))).toEqual([]);
    await leave();
  });

  test('when the office pins a person to an order, then only that person is suggested, until the pin is removed', async () => {
    const customer = await createUser(world, 'farmer', 'Đoàn Văn Hẹn');
    const { id } = await placed(customer, { date: '2026-11-26', confirmed: true, location: 'Ruộng đã ghim' });
    const { page, browserErrors, leave } = await world.visit(`/orders/${id}`, office.email, desk);
    await page.getByRole('button', { name: words.pin.set }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(words.pin.person).selectOption(bay.id);
    const pinned = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/pin'));
    await form.getByRole('button', { name: words.pin.save }).click();
    await pinned;
    await page.getByText(words.pin.pinnedPerson('Mã Văn Ghim')).waitFor();
    await expect
      .poll(async () => (await page.locator('ol li button').allInnerTexts()).every((text) => text.includes('Mã Văn Ghim')))
      .toBe(true);
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.url().endsWith('/pin'));
    await page.getByRole('button', { name: words.pin.remove }).click();
    await removed;
    await page.getByRole('button', { name: words.pin.set }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the office sets bases and a limit on a phone, then the list shows them, and the base can be cleared', async () => {
    const { page, browserErrors, leave } = await world.visit('/crew-rules', office.email);
    const base = page.getByRole('region', { name: words.rules.companyBase });
    await base.getByRole('button', { name: words.rules.changeBase }).tap();
    const form = page.getByRole('dialog');
    await form.getByLabel(words.rules.baseName).fill('Kho mới');
    await form.getByLabel(words.map.position).fill('10.5, 105.4');
    await form.getByLabel(words.map.position).press('Tab');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/base'));
    await form.getByRole('button', { name: words.rules.save }).tap();
    await saved;
    await base.getByText('Kho mới').waitFor();
    await base.getByRole('button', { name: words.rules.clearBase }).tap();
    const cleared = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('dialog').getByRole('button', { name: words.rules.clearBase, exact: true }).tap();
    await cleared;
    await base.getByText(words.rules.noBase).waitFor();

    await page.getByRole('button', { name: words.rules.changeOf('Mã Văn Khác') }).tap();
    await form.getByText(words.rules.useOwn, { exact: true }).tap();
    await form.getByLabel(words.rules.baseName).fill('Nhà anh Khác');
    await form.getByLabel(words.map.position).fill('10.51, 105.41');
    await form.getByLabel(words.map.position).press('Tab');
    await form.getByLabel(new RegExp(words.rules.limit)).fill('3');
    const changed = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/planning'));
    await form.getByRole('button', { name: words.rules.save }).tap();
    expect((await changed).status()).toBe(200);
    await page.getByText(`${words.rules.ownBase('Nhà anh Khác')} · ${words.rules.ownLimit(3)}`).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when an admin changes the weights of the planner, then absurd ones are refused by name', async () => {
    const { page, leave } = await world.visit('/company/planner', 'admin@swath.example', desk);
    const fairness = page.getByLabel(words.planner.fields.fairness);
    await fairness.fill('900000');
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: words.planner.update }).click();
    expect((await refused).status()).toBe(400);
    await page.getByText('Must be at most a tenth of the cost of an order without a crew.').waitFor();
    await fairness.fill('1500');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await page.getByRole('button', { name: words.planner.update }).click();
    await saved;
    await page.reload();
    await expect.poll(() => fairness.inputValue()).toBe('1,500');
    await leave();
  });
});
