import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, placed } from '../api/test/factories.ts';
import { closureWords } from '../web/src/catalog/closure-words.ts';
import { spanWords } from '../web/src/catalog/span-words.ts';
import { absenceWords } from '../web/src/dispatch/absence-words.ts';
import { inboxWords } from '../web/src/orders/to-do/inbox-words.ts';
import { assigned, someone } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const desk = { size: 'desk' } as const;
const words = { absence: absenceWords.en, closure: closureWords.en, span: spanWords.en, toDo: inboxWords.en };

describe.skipIf(chromiumPath === undefined)('absences and closures', () => {
  let world: World;
  let farmer: Caller;
  let office: Caller;
  beforeAll(async () => {
    world = await openWorld();
    await world.service.sql('update spray_session set capacity = 50');
    farmer = await someone(world, 'farmer', 'Đinh Thị Nghỉ');
    office = await someone(world, 'receptionist', 'Lý Thị Sổ');
  });
  afterAll(() => world.end());

  test('when the office closes a day, then its order is to do, the farmer sees why, and it can be opened again', async () => {
    const order = await placed(farmer, { date: '2027-03-15', location: 'Ruộng ngày nghỉ' });
    const { page, complaints, leave } = await world.visit('/closures', office.email, desk);
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

    const phone = await world.visit(`/book`, farmer.email);
    await phone.page.goto(`${world.service.url}/orders/${order.id}`);
    await phone.page.getByText('Ruộng ngày nghỉ').first().waitFor();
    const refused = await farmer.post('/api/farmer/order', { ...order, date: '2027-03-15', confirmed: false });
    expect(refused.body.code).toBe('SESSION_CLOSED');
    expect(phone.complaints).toEqual([]);
    await phone.leave();

    await page.goto(`${world.service.url}/closures`);
    const row = page.getByRole('listitem').filter({ hasText: 'Máy bay đang sửa' });
    await row.getByRole('button', { name: new RegExp(words.closure.remove) }).click();
    const opened = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('dialog').getByRole('button', { name: words.closure.remove, exact: true }).click();
    await opened;
    await row.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('when a sprayer reports ill and the office enters leave, then the jobs are to do, and both can be taken back', async () => {
    const sprayer = await someone(world, 'sprayer', 'Ngô Văn Vắng');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng cần đội khác', date: '2026-11-24' });
    const { page, complaints, leave } = await world.visit('/absences', sprayer.email);
    await page.getByRole('button', { name: words.absence.myAdd }).tap();
    const form = page.getByRole('dialog');
    await form.getByText(words.absence.kinds.illness, { exact: true }).tap();
    await form.getByLabel(words.span.to).fill('2026-11-25');
    await form.getByLabel(words.span.from).fill('2026-11-24');
    const entered = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/absence'));
    await form.getByRole('button', { name: words.absence.save }).tap();
    await entered;
    await page.getByText(words.absence.myJobs(1)).waitFor();

    const other = await world.visit('/inbox#crew_absent', office.email, desk);
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
    const leaveRow = other.page.getByRole('listitem').filter({ hasText: words.absence.kinds.leave }).filter({ hasText: 'Ngô Văn Vắng' });
    await leaveRow.getByRole('button', { name: new RegExp(words.absence.remove) }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: words.absence.remove, exact: true }).click();
    await leaveRow.waitFor({ state: 'detached' });
    expect(other.complaints).toEqual([]);
    await other.leave();

    await page.getByRole('button', { name: new RegExp(words.absence.takeBack) }).tap();
    await page.getByRole('dialog').getByRole('button', { name: words.absence.takeBack, exact: true }).tap();
    await page.getByText(words.absence.myNone).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
