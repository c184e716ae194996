import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, placed } from '../api/test/factories.ts';
import { closureWords } from '../web/src/catalog/closure-words.ts';
import { spanWords } from '../web/src/catalog/span-words.ts';
import { customerWords } from '../web/src/customers/customer-words.ts';
import { absenceWords } from '../web/src/dispatch/absence-words.ts';
import { sprayersWords } from '../web/src/dispatch/sprayers-words.ts';
import { allFeedbackWords } from '../web/src/feedback/all-feedback-words.ts';
import { findWords } from '../web/src/find/find-words.ts';
import { inboxWords } from '../web/src/orders/to-do/inbox-words.ts';
import { navWords } from '../web/src/ui/navigation-words.ts';
import { formatPhone } from '../web/src/ui/phone-number.ts';
import { uiWords } from '../web/src/ui/words.ts';
import { assigned, createUser } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const desk = { size: 'desk' } as const;
const words = { absence: absenceWords.en, closure: closureWords.en, span: spanWords.en, toDo: inboxWords.en };
const customer = customerWords.en;

describe.skipIf(chromiumPath === undefined)('absences and closures', () => {
  let world: World;
  let farmer: Caller;
  let office: Caller;
  beforeAll(async () => {
    world = await openWorld();
    await world.service.sql('update spray_session set capacity = 50');
    farmer = await createUser(world, 'farmer', 'Đinh Thị Nghỉ');
    office = await createUser(world, 'receptionist', 'Lý Thị Sổ');
  });
  afterAll(() => world.end());

  test('when the office closes a day, then its order is to do, the farmer sees the reason, and it can be reopened', async () => {
    const order = await placed(farmer, { date: '2027-03-15', location: 'Ruộng ngày nghỉ' });
    const { page, browserErrors, leave } = await world.visit('/closures', office.email, desk);
    await page.getByRole('button', { name: words.closure.add }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(words.span.from).fill('2027-03-15');
    await form.getByLabel(words.closure.reason).fill('Máy bay đang sửa');
    const closed = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/closure'));
    await form.getByRole('button', { name: words.closure.close, exact: true }).click();
    await closed;
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Máy bay đang sửa' })
      .getByRole('link', { name: words.closure.orders(1) })
      .waitFor();
    await page.goto(`${world.service.url}/inbox#session_closed`);
    await page
      .getByRole('link', { name: words.toDo.open(order.id, 'Đinh Thị Nghỉ') })
      .first()
      .waitFor();
    await page.getByRole('heading', { name: `${words.toDo.reason.session_closed} (1)` }).waitFor();
    await page.getByRole('link', { name: words.toDo.act.session_closed, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Move to another time' });
    await sheet.waitFor();
    await page.waitForURL(`**/inbox?order=${order.id}`);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    const phone = await world.visit(`/book`, farmer.email);
    await phone.page.goto(`${world.service.url}/orders/${order.id}`);
    await phone.page.getByText('Ruộng ngày nghỉ').first().waitFor();
    const refused = await farmer.post('/api/farmer/order', { ...order, date: '2027-03-15', confirmed: false });
    expect(refused.body.code).toBe('SESSION_CLOSED');
    expect(phone.browserErrors).toEqual([]);
    await phone.leave();

    await page.goto(`${world.service.url}/closures`);
    const row = page.getByRole('listitem').filter({ hasText: 'Máy bay đang sửa' });
    await row.getByRole('button', { name: new RegExp(words.closure.remove) }).click();
    const opened = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('dialog').getByRole('button', { name: words.closure.remove, exact: true }).click();
    await opened;
    await row.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the office approves the illness of a sprayer and enters leave, then the jobs are to do, and both can be deleted', async () => {
    const sprayer = await createUser(world, 'sprayer', 'Ngô Văn Vắng');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng cần đội khác', date: '2026-11-24' });
    const { page, browserErrors, leave } = await world.visit('/absences', sprayer.email);
    await page.getByRole('button', { name: words.absence.myAdd }).tap();
    const form = page.getByRole('dialog');
    await form.getByText(words.absence.kinds.illness, { exact: true }).tap();
    await form.getByLabel(words.span.to).fill('2026-11-25');
    await form.getByLabel(words.span.from).fill('2026-11-24');
    const entered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/absence'));
    await form.getByRole('button', { name: words.absence.mySend }).tap();
    await entered;
    await page.getByText(words.absence.myJobs(1)).waitFor();
    await page.getByText(words.absence.states.requested).waitFor();

    const other = await world.visit('/sprayers', office.email, desk);
    await other.page.getByRole('link', { name: new RegExp(`^${sprayersWords.en.absences}`) }).click();
    const request = other.page
      .getByRole('region', { name: words.absence.requests })
      .getByRole('listitem')
      .filter({ hasText: 'Ngô Văn Vắng' });
    await request.getByText(words.absence.jobsThen(1)).waitFor();
    const approved = other.page.waitForResponse((response) => response.url().endsWith('/approve'));
    await request.getByRole('button', { name: new RegExp(words.absence.approve) }).click();
    await approved;
    await request.waitFor({ state: 'detached' });
    await other.page.goto(`${world.service.url}/inbox#crew_absent`);
    await other.page
      .getByRole('link', { name: words.toDo.open(job.id, 'Đinh Thị Nghỉ') })
      .first()
      .waitFor();
    await other.page.goto(`${world.service.url}/absences`);
    await other.page.getByRole('listitem').filter({ hasText: 'Ngô Văn Vắng' }).getByText(words.absence.kinds.illness).waitFor();
    await other.page.getByRole('button', { name: words.absence.add }).click();
    const office2 = other.page.getByRole('dialog');
    await office2.getByLabel(words.absence.sprayer).selectOption({ label: 'Ngô Văn Vắng' });
    await office2.getByLabel(words.span.from).fill('2026-12-01');
    const saved = other.page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/absence'));
    await office2.getByRole('button', { name: words.absence.save }).click();
    await saved;
    await office2.waitFor({ state: 'detached' });
    // It appears over the list: a click in that moment would miss its button.
    await other.page.getByText(words.absence.saved(0), { exact: true }).waitFor();
    const leaveRow = other.page.getByRole('listitem').filter({ hasText: words.absence.kinds.leave }).filter({ hasText: 'Ngô Văn Vắng' });
    await leaveRow.getByRole('button', { name: new RegExp(words.absence.remove) }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: words.absence.remove, exact: true }).click();
    await leaveRow.waitFor({ state: 'detached' });
    expect(other.browserErrors).toEqual([]);
    await other.leave();

    await page.reload();
    await page.getByRole('button', { name: new RegExp(words.absence.takeBack) }).tap();
    await page.getByRole('dialog').getByRole('button', { name: words.absence.takeBack, exact: true }).tap();
    await page.getByText(words.absence.myNone).waitFor();

    await page.getByRole('button', { name: words.absence.myAdd }).tap();
    await form.getByLabel(words.span.to).fill('2026-12-08');
    await form.getByLabel(words.span.from).fill('2026-12-08');
    const asked = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/absence'));
    await form.getByRole('button', { name: words.absence.mySend }).tap();
    await asked;
    const desk2 = await world.visit('/absences', office.email, desk);
    await desk2.page.getByRole('button', { name: new RegExp(`^${words.absence.refuse}: Ngô Văn Vắng`) }).click();
    const refusal = desk2.page.getByRole('dialog');
    await refusal.getByLabel(new RegExp(words.absence.refusalNote)).fill('Hai người khác đã nghỉ');
    const refused = desk2.page.waitForResponse((response) => response.url().endsWith('/refuse'));
    await refusal.getByRole('button', { name: words.absence.refuse, exact: true }).click();
    await refused;
    expect(desk2.browserErrors).toEqual([]);
    await desk2.leave();
    await page.reload();
    await page.getByText(words.absence.states.refused).waitFor();
    await page.getByText(words.absence.fromOffice('Hai người khác đã nghỉ')).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });
});

describe.skipIf(chromiumPath === undefined)('customer records', () => {
  let world: World;
  let office: Caller;
  beforeAll(async () => {
    world = await openWorld();
    await world.service.sql('update spray_session set capacity = 50');
    office = await createUser(world, 'receptionist', 'Lý Thị Hồ Sơ');
  });
  afterAll(() => world.end());

  test('when a farmer calls, then the record is found without accents, edited, annotated, given access and merged', async () => {
    const kept = await createUser(world, 'farmer', 'Huỳnh Thị Sổ Đỏ');
    const duplicate = await createUser(world, 'farmer', 'Huynh Thi So Do');
    const order = await placed(duplicate, { date: '2026-11-26', location: 'Ruộng của sổ kia' });
    const { page, browserErrors, leave } = await world.visit('/orders', office.email, desk);
    const changed = (method: string, path: string) =>
      page.waitForResponse((response) => response.request().method() === method && response.url().includes(path) && response.ok());
    await page.getByRole('button', { name: /^Search/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: findWords.en.findAnything }).fill('huynh thi so do');
    await page.getByRole('option', { name: 'Huỳnh Thị Sổ Đỏ' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Huỳnh Thị Sổ Đỏ' }).waitFor();

    await page.getByRole('textbox', { name: customer.newNote }).fill('Cổng khóa, gọi trước.');
    const noted = changed('POST', '/note');
    await page.getByRole('button', { name: customer.addNote }).click();
    await noted;
    await page.getByText('Cổng khóa, gọi trước.').last().waitFor();

    await page.getByRole('button', { name: customer.edit, exact: true }).click();
    await page.getByRole('dialog').getByLabel(customer.city).fill('Cao Lãnh');
    const edited = changed('PATCH', '/customer/');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await edited;
    await page.getByText('Cao Lãnh').first().waitFor();

    await page.getByRole('button', { name: customer.byLink }).click();
    const reset = changed('POST', '/reset-access');
    await page.getByRole('dialog').getByRole('button', { name: customer.byLink }).click();
    await reset;
    await expect.poll(() => page.getByRole('textbox', { name: customer.link }).inputValue()).toContain('/reset#');
    await page.getByRole('button', { name: customer.done }).click();

    await page.getByRole('button', { name: customer.merge }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: customer.mergeChoose(`Huynh Thi So Do, ${formatPhone(duplicate.phoneNumber)}`) }).click();
    await dialog.getByText(customer.mergeWarning).waitFor();
    const merged = changed('POST', '/merge');
    await dialog.getByRole('button', { name: customer.mergeDo }).click();
    await merged;
    await page.getByText('Ruộng của sổ kia').first().waitFor();
    const [row] = await world.service.sql<{ farmer: string }>('select farmer_id as farmer from spray_order where id = $1', [order.id]);
    expect(row?.farmer).toBe(kept.id);
    await page.getByRole('link', { name: customer.book }).click();
    await page.getByText('Known farmer', { exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a list is searched and a record opened, then the back link returns to the same search', async () => {
    await createUser(world, 'farmer', 'Khổng Văn Lối Về');
    const { page, browserErrors, leave } = await world.visit('/customers', office.email, desk);
    await page.getByRole('searchbox', { name: customer.search }).fill('khong van loi');
    await page.waitForURL(/search=khong/);
    await page.getByRole('link', { name: /Khổng Văn Lối Về/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Khổng Văn Lối Về' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: customer.title }).click();
    await page.waitForURL(/customers\?search=khong/);
    await expect.poll(() => page.getByRole('searchbox', { name: customer.search }).inputValue()).toBe('khong van loi');
    await page.goto(`${world.service.url}/feedback`);
    await page
      .getByText(new RegExp(`^${allFeedbackWords.en.crew('')}`))
      .first()
      .waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a sheet is open on a phone, then Back closes it, and a link in it leads on from the page', async () => {
    const { page, browserErrors, leave } = await world.visit('/customers', office.email);
    const more = page.getByRole('button', { name: uiWords.en.more, exact: true });
    const sheet = page.getByRole('dialog', { name: uiWords.en.more });
    await more.tap();
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/customers');
    await more.tap();
    await sheet.getByRole('link', { name: navWords.en.fields, exact: true }).tap();
    await page.waitForURL(/\/fields$/);
    await sheet.waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL(/\/customers$/);
    // One step for the sheet and one for the page: the entry of the sheet is gone.
    expect(await page.evaluate(() => history.state.idx)).toBe(0);

    // Back from the page while a sheet that belongs to no page is open.
    await page.getByRole('main').getByRole('link').first().tap();
    await page.waitForURL(/\/customers\/\d+$/);
    await more.tap();
    await expect.poll(() => page.evaluate(() => history.state.sheets)).toBe(1);
    await page.evaluate(() => history.go(-2));
    await page.waitForURL(/\/customers$/);
    await sheet.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => history.state.idx)).toBe(0);

    // A step that the browser does not take.
    await more.tap();
    await expect.poll(() => page.evaluate(() => history.state.sheets)).toBe(1);
    await page.evaluate(() => {
      history.go = () => Reflect.deleteProperty(history, 'go');
    });
    await sheet.getByRole('link', { name: navWords.en.fields, exact: true }).tap();
    await page.waitForURL(/\/fields$/);
    await sheet.waitFor({ state: 'detached' });

    // A step that the browser takes late, when another sheet is open.
    await more.tap();
    await expect.poll(() => page.evaluate(() => history.state.sheets)).toBe(1);
    await page.evaluate(() => {
      const { replaceState } = history;
      let steps: number;
      history.go = (delta = 0) => {
        steps = delta;
        Reflect.deleteProperty(history, 'go');
      };
      // The first replacement is that of the limit.
      history.replaceState = (...entry) => {
        history.replaceState = replaceState;
        history.replaceState(...entry);
        setTimeout(() => history.go(steps));
        addEventListener('popstate', () => document.body.setAttribute('data-stepped', ''), { once: true });
      };
    });
    await sheet.getByRole('button', { name: uiWords.en.close, exact: true }).tap();
    await sheet.waitFor({ state: 'detached' });
    await more.tap();
    await page.waitForSelector('[data-stepped]');
    await expect.poll(() => page.evaluate(() => history.state.sheets)).toBe(1);
    expect(await sheet.isVisible()).toBe(true);
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/fields');
    expect(browserErrors).toEqual([]);
    await leave();
  });
});
