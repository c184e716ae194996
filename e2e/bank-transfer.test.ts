import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transferReference } from '../api/src/payments/transfer-reference-rules.ts';
import { placed } from '../api/test/factories.ts';
import { cards, opened, pay, verify } from '../api/test/payments/payment-steps.ts';
import { bankAccountWords } from '../web/src/admin/bank-account-words.ts';
import { changeMethodWords } from '../web/src/payments/change-method-words.ts';
import { statementWords } from '../web/src/payments/statement-words.ts';
import { transferWords } from '../web/src/payments/transfer-words.ts';
import { createUser, readOrderState } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const method = changeMethodWords.en;
const bank = bankAccountWords.en;
const transfer = transferWords.en;
const statement = statementWords.en;

describe.skipIf(chromiumPath === undefined)('payment by card and by transfer', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when a card was declined, then the farmer chooses another card, and the office cash from its to-do list', async () => {
    const farmer = await createUser(world, 'farmer', 'Đinh Thị Đổi');
    const { id } = await placed(farmer, { date: '2026-12-11', confirmed: true, paymentMethod: 'visa' });
    const decline = async () => {
      const { clientSecret } = await opened(farmer, id);
      await pay(farmer, id, clientSecret, { cardNumber: cards.declined });
      expect((await verify(farmer, id, clientSecret)).body.paymentStatus).toBe('failed');
    };
    await decline();

    const own = await world.visit(`/orders/${id}`, farmer.email);
    await own.page.getByRole('button', { name: method.changeOwn }).tap();
    const sheet = own.page.getByRole('dialog', { name: method.titleOwn });
    await sheet.getByRole('radio', { name: 'Mastercard' }).check();
    await sheet.getByRole('button', { name: method.save }).tap();
    await own.page.getByText(method.done('Mastercard')).waitFor();
    await expect.poll(() => readOrderState(world, id)).toMatchObject({ payment: 'pending', method: 'mastercard' });
    expect(own.browserErrors).toEqual([]);
    await own.leave();

    await decline();
    const office = await world.visit('/inbox', 'receptionist@swath.example', { size: 'desk' });
    const item = office.page.getByRole('listitem').filter({ hasText: 'Đinh Thị Đổi' });
    await item.getByRole('button', { name: method.change }).click();
    const dialog = office.page.getByRole('dialog', { name: method.title });
    await dialog.getByRole('radio', { name: 'Cash' }).check();
    await dialog.getByRole('button', { name: method.save }).click();
    await office.page.getByText(method.done('Cash')).waitFor();
    await item.waitFor({ state: 'detached' });
    await expect
      .poll(() => readOrderState(world, id))
      .toMatchObject({
        payment: 'pending',
        method: 'cash',
        steps: ['place', 'payment_failed', 'payment_method', 'payment_failed', 'payment_method'],
      });
    expect(office.browserErrors).toEqual([]);
    await office.leave();
  });

  test('when the company has a bank account, then farmers pay by transfer, and the office confirms reports and statements', async () => {
    const admin = await world.visit('/company/bank', 'admin@swath.example', { size: 'desk' });
    await admin.page.getByRole('combobox', { name: bank.bank }).fill('Vietcom');
    await admin.page.getByRole('option', { name: /^Vietcombank/ }).click();
    await admin.page.getByLabel(bank.accountNumber).fill('0011001234567');
    await admin.page.getByLabel(bank.accountHolder).fill('CONG TY CANH DONG XANH');
    await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.page.getByText('Saved.').waitFor();
    expect(admin.browserErrors).toEqual([]);
    await admin.leave();

    const farmer = await createUser(world, 'farmer', 'Đinh Thị Khoản');
    const [first, second, third] = await Promise.all(
      ['2026-12-12', '2026-12-13', '2026-12-14'].map((date) => placed(farmer, { date, confirmed: true })),
    );
    const own = await world.visit(`/orders/${first.id}`, farmer.email);
    await own.page.getByRole('img', { name: transfer.code }).waitFor();
    await own.page.getByText(transferReference(String(first.id)), { exact: true }).waitFor();
    await own.page.getByRole('button', { name: transfer.report }).tap();
    await own.page.getByText(transfer.reported).waitFor();

    const office = await world.visit('/inbox', 'receptionist@swath.example', { size: 'desk' });
    const item = office.page.getByRole('listitem').filter({ hasText: 'Đinh Thị Khoản' });
    await item.getByRole('button', { name: transfer.reject }).click();
    await office.page.getByRole('dialog', { name: transfer.rejectTitle }).getByRole('button', { name: transfer.reject }).click();
    await office.page.getByText(transfer.rejectDone).waitFor();
    await item.waitFor({ state: 'detached' });
    await own.page.getByText(transfer.rejected).waitFor();
    await own.page.getByRole('button', { name: transfer.report }).tap();
    await own.page.getByText(transfer.reported).waitFor();
    await item.getByRole('button', { name: transfer.confirm }).click();
    const confirmed = office.page.waitForResponse((response) => response.url().endsWith('/bank-transfer/confirm') && response.ok());
    await office.page.getByRole('dialog', { name: transfer.confirmTitle }).getByRole('button', { name: transfer.confirm }).click();
    await confirmed;
    await expect.poll(() => readOrderState(world, first.id)).toMatchObject({ payment: 'paid', method: 'cash' });
    expect(own.browserErrors).toEqual([]);
    await own.leave();

    await office.page.goto(`${world.service.url}/bank-statement`);
    const file = `Date,Description,Amount,Transaction number\n16/11/2026,IBFT.${transferReference(String(second.id))}.tien phun,375000,FT-E2E\n16/11/2026,tien lua,375000,FT-E2F\n`;
    await office.page.locator('input[type=file]').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await office.page.getByRole('button', { name: statement.confirm(1) }).click();
    await office.page.getByText(statement.done(1, 1)).waitFor();
    await expect.poll(() => readOrderState(world, second.id)).toMatchObject({ payment: 'paid', method: 'cash' });
    await office.page.getByRole('button', { name: `${statement.assign}: ${statement.line(3)}` }).click();
    const choosing = office.page.getByRole('dialog', { name: statement.assignTitle });
    const found = office.page.waitForResponse((response) => response.url().includes('search=dinh') && response.ok());
    await choosing.getByLabel(statement.searchOrder).fill('dinh thi khoan');
    await found;
    const assigned = office.page.waitForResponse((response) => response.url().endsWith('/confirm') && response.ok());
    await choosing.getByRole('button', { name: statement.assignTo(third.id, 'Đinh Thị Khoản') }).click();
    await assigned;
    await office.page.getByText(statement.assigned, { exact: true }).waitFor();
    await expect.poll(() => readOrderState(world, third.id)).toMatchObject({ payment: 'paid', method: 'cash' });
    expect(office.browserErrors).toEqual([]);
    await office.leave();
  });
});
