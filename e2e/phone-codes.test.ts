import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeTwilio } from '../api/test/channels/fake-twilio.ts';
import { type Caller, call } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { settled } from './pending-requests.ts';
import { createUser, unusedNumber } from './people.ts';
import { axeFindings, runsOver, smallTargets } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

type Page = Awaited<ReturnType<World['visit']>>['page'];

async function expectUsable(page: Page): Promise<void> {
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await runsOver(page)).toBe(false);
}

describe.skipIf(chromiumPath === undefined)('codes by SMS', () => {
  let world: World;
  const twilio = new FakeTwilio();
  beforeAll(async () => {
    await twilio.start();
    world = await openWorld({ sms: twilio.provider, push: true });
  });
  afterAll(async () => {
    await world.end();
    await twilio.close();
  });

  /** The code of the n-th SMS to a number. */
  const codeFor = (number: string, n = 1): Promise<string> =>
    eventually(async () => {
      const code = /#(\d{6})$/.exec(twilio.to(`+84${number.slice(1)}`)[n - 1]?.body ?? '')?.[1];
      if (code === undefined) throw new Error('no SMS yet');
      return code;
    });
  async function farmerWithPhone(name: string): Promise<Caller> {
    const farmer = await createUser(world, 'farmer', name);
    await world.service.sql(
      'insert into verified_phone (user_id, phone_key, verified_at) select id, phone_key, created_at from app_user where id = $1',
      [farmer.id],
    );
    return farmer;
  }
  const anotherMinute = () => {
    world.service.clock.now = new Date(world.service.clock.now.getTime() + 61_000);
  };

  test('when a farmer signs up on a phone in Vietnamese, then name, number and code are enough, and a password can be set later', async () => {
    const number = unusedNumber();
    const { page, browserErrors, leave } = await world.visit('/sign-up', undefined, { language: 'vi' });
    await page.getByRole('link', { name: 'Đăng ký bằng mã qua SMS', exact: true }).click();
    await page.getByRole('heading', { name: 'Đăng ký bằng điện thoại', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Gửi mã', exact: true }).click();
    await expect.poll(() => page.getByText('Xin điền vào đây.').count()).toBe(2);
    await page.getByLabel('Họ và tên', { exact: true }).fill('Phạm Thị Sen');
    await page.getByLabel('Số điện thoại', { exact: true }).fill(`+84 ${number.slice(1)}`);
    await expectUsable(page);
    await page.getByRole('button', { name: 'Gửi mã', exact: true }).click();
    await page.getByLabel('Mã trong tin SMS', { exact: true }).fill(await codeFor(number));
    await page.getByRole('navigation', { name: 'Trình đơn chính' }).waitFor();
    const made = await world.service.sql('select full_name, email, language, password_hash from app_user where phone_key = $1', [number]);
    expect(made).toEqual([{ full_name: 'Phạm Thị Sen', email: null, language: 'vi', password_hash: null }]);
    await page.goto(`${world.service.url}/account`);
    await page.getByRole('heading', { name: 'Đặt mật khẩu', exact: true }).waitFor();
    const isSet = page.waitForResponse((response) => response.url().endsWith('/api/common/password/first'));
    await page.getByLabel('Mật khẩu mới', { exact: true }).fill('Green-Field-7');
    await page.getByRole('button', { name: 'Đặt mật khẩu', exact: true }).click();
    expect((await isSet).status()).toBe(200);
    await page.getByRole('heading', { name: 'Đổi mật khẩu', exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a farmer signs in on a phone, then it takes two screens, with a way back', async () => {
    const farmer = await farmerWithPhone('Two Screens');
    const { page, leave } = await world.visit('/orders');
    await page.getByRole('link', { name: 'Get a code by SMS', exact: true }).click();
    await page.getByLabel('Phone number', { exact: true }).fill(farmer.phoneNumber);
    await page.getByRole('button', { name: 'Send code', exact: true }).click();
    const code = page.getByLabel('Code from the SMS', { exact: true });
    await code.waitFor();
    expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
    await expect.poll(() => page.getByRole('button', { name: /^Send again in \d+ s$/ }).isDisabled()).toBe(true);
    await expectUsable(page);
    await page.getByRole('button', { name: 'Change number', exact: true }).click();
    await expect.poll(() => page.getByLabel('Phone number', { exact: true }).inputValue()).toBe(farmer.phoneNumber);
    await codeFor(farmer.phoneNumber);
    anotherMinute();
    await page.getByRole('button', { name: 'Send code', exact: true }).click();
    const right = await codeFor(farmer.phoneNumber, 2);
    await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
    await page.getByRole('alert').getByText('The code is wrong or too old.').waitFor();
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.waitForURL('**/orders');
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await leave();
  });

  test('when a password is forgotten, then a code sets a new one', async () => {
    const farmer = await farmerWithPhone('Forgetful');
    const { page, leave } = await world.visit('/forgot');
    await page.getByRole('link', { name: 'Get a code by SMS', exact: true }).click();
    await page.getByLabel('Phone number', { exact: true }).fill(farmer.phoneNumber);
    await page.getByRole('button', { name: 'Send code', exact: true }).click();
    await page.getByLabel('Code from the SMS', { exact: true }).fill(await codeFor(farmer.phoneNumber));
    await page.getByLabel('New password', { exact: true }).fill('Green-Field-7');
    await expectUsable(page);
    await page.getByRole('button', { name: 'Set password', exact: true }).click();
    await page.getByText('New password set. You are signed in.').waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    const signedIn = await call(world.service, 'POST', '/api/auth/login', {
      body: { phoneNumber: farmer.phoneNumber, password: 'Green-Field-7' },
    });
    expect(signedIn.status).toBe(200);
    await leave();
  });

  test('when a signed-in farmer confirms the number, then the account page says so', async () => {
    const farmer = await createUser(world, 'farmer', 'Not Confirmed');
    const { page, leave } = await world.visit('/account', farmer.email);
    await page.getByRole('button', { name: 'Confirm number', exact: true }).click();
    await page.getByLabel('Code from the SMS', { exact: true }).fill(await codeFor(farmer.phoneNumber));
    const grouped = farmer.phoneNumber.replace(/^(....)(...)(...)$/, '$1 $2 $3');
    await page.getByText(`${grouped} is confirmed.`).waitFor();
    await expectUsable(page);
    await leave();
  });
});
