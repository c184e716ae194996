import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placed } from '../api/test/factories.ts';
import { cards, opened, pay, verify } from '../api/test/payments/payment-steps.ts';
import { changeMethodWords } from '../web/src/payments/change-method-words.ts';
import { someone, standing } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const method = changeMethodWords.en;

describe.skipIf(chromiumPath === undefined)('paying in another way', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when a card was declined, then the farmer chooses another card, and the office cash from its to-do list', async () => {
    const farmer = await someone(world, 'farmer', 'Đinh Thị Đổi');
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
    await expect.poll(() => standing(world, id)).toMatchObject({ payment: 'pending', method: 'mastercard' });
    expect(own.complaints).toEqual([]);
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
      .poll(() => standing(world, id))
      .toMatchObject({
        payment: 'pending',
        method: 'cash',
        steps: ['place', 'payment_failed', 'payment_method', 'payment_failed', 'payment_method'],
      });
    expect(office.complaints).toEqual([]);
    await office.leave();
  });
});
