import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountWords } from '../web/src/accounts/words.ts';
import { mapWords } from '../web/src/map/map-words.ts';
import { createUser, expectSuccess } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const admin = 'admin@swath.example';
const phone = { size: 'phone', language: 'vi' } as const;
const desk = { size: 'desk', language: 'vi' } as const;

/** Checks the aria-describedby text of a field: text elsewhere on the page does not count. */
async function expectDescription(page: Page, label: string, words: string): Promise<void> {
  // A required field has an asterisk after its name.
  const field = page.getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`));
  const description = () =>
    field.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((one) => document.getElementById(one)?.textContent ?? '')
        .join(' '),
    );
  await expect.poll(description).toContain(words);
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
}

describe.skipIf(chromiumPath === undefined)('forms in Vietnamese', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when fields of a sign-up are wrong, then each shows the reason, also one that only the service finds', async () => {
    const { page, leave } = await world.visit('/sign-up', undefined, phone);
    const signUp = () => page.getByRole('button', { name: 'Đăng ký', exact: true }).click();
    await page.getByLabel('Họ và tên').fill('Lê Thị Mơ');
    await page.getByLabel('Số điện thoại').fill('12345');
    await page.getByLabel('Email').fill('mo@ruong');
    await page.getByLabel('Mật khẩu', { exact: true }).fill('ruong');
    await signUp();
    await expectDescription(page, 'Số điện thoại', accountWords.vi.badPhone);
    await expectDescription(page, 'Email (không bắt buộc)', accountWords.vi.badEmail);
    await expectDescription(page, 'Mật khẩu', accountWords.vi.passwordWeak);
    await page.getByLabel('Số điện thoại').fill('0907 123 456');
    await page.getByLabel('Mật khẩu', { exact: true }).fill('Ruong-Lua-9');
    await page.getByLabel('Email').fill('mo,ruong@swath.example');
    await signUp();
    await expectDescription(page, 'Email (không bắt buộc)', 'Địa chỉ email chưa đúng.');
    await leave();
  });

  test('when a crop is deactivated while a farmer books it, then the booking goes back to the crops and says so there', async () => {
    const owner = await createUser(world, 'admin', 'Chủ Thứ Hai');
    const farmer = await createUser(world, 'farmer', 'Bùi Văn Sen');
    const name = `Sen ${farmer.id}`;
    const crop = await expectSuccess(owner.post('/api/admin/crop', { name, price: 30000 }));
    const { page, leave } = await world.visit('/book', farmer.email, phone);
    await page.getByLabel('Tên nơi phun').fill('Ao sen đầu làng');
    await page.getByText(mapWords.vi.typePosition).click();
    await page.getByLabel(mapWords.vi.position).fill('10.5312, 105.4551');
    await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
    await page.getByRole('radio', { name }).check();
    await page.getByRole('textbox', { name: /^Diện tích/ }).fill('3');
    await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
    await page.getByRole('button', { name: /^Giờ trống sớm nhất/ }).click();
    // Afterwards the price cannot be loaded.
    const book = page.getByRole('button', { name: /^Đặt phun, 90\.000/ });
    await book.waitFor();
    await expectSuccess(owner.patch(`/api/admin/crop/${crop.body.id}`, { active: false }));
    await book.click();
    await page
      .getByRole('group', { name: 'Cây trồng', exact: true })
      .getByText('Công ty không còn phun cây trồng này. Chọn cây trồng khác.')
      .waitFor();
    await page.getByRole('radio', { name }).waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Lúa, ngũ cốc' }).check();
    await page.getByRole('button', { name: 'Tiếp tục', exact: true }).click();
    await page.getByRole('button', { name: /^Đặt phun, 90\.000/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Đã đặt phun' }).waitFor();
    await leave();
  });

  test('when the part that shows messages cannot be loaded, then the page stays, and the next message loads it', async () => {
    const farmer = await createUser(world, 'farmer', 'Trịnh Văn Sóng');
    const { page, context, leave } = await world.visit('/account', farmer.email, phone);
    const part = /\/assets\/toasts-[^/]+\.js$/;
    let loads = 0;
    let requests = 0;
    page.on('load', () => {
      loads += 1;
      requests = 0;
    });
    await context.route(part, (route) => {
      requests += 1;
      return route.abort();
    });
    await page.reload();
    // The first failure reloads the page, in case that there is a new version; the second does not.
    await expect.poll(() => loads).toBe(2);
    await expect.poll(() => requests).toBeGreaterThan(0);
    const save = async (name: string) => {
      const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByLabel('Họ và tên').fill(name);
      await page.getByRole('button', { name: 'Lưu', exact: true }).first().click();
      expect((await answered).status()).toBe(200);
    };
    const before = requests;
    await save('Trịnh Văn Sông');
    await expect.poll(() => requests).toBeGreaterThan(before);
    await context.unroute(part);
    await save('Trịnh Văn Sóng');
    await page.getByText('Đã lưu.', { exact: true }).first().waitFor();
    await leave();
  });

  test('when the number of a caller is that of a colleague, then the number field says so', async () => {
    const [colleague] = await world.service.sql<{ phone: string }>(
      "select phone_number as phone from app_user where email = 'sprayer@swath.example'",
    );
    const { page, leave } = await world.visit('/book', 'receptionist@swath.example', desk);
    await page.getByLabel('Số điện thoại').fill(colleague?.phone ?? '');
    await page.getByLabel('Họ và tên').fill('Trần Văn Tư');
    await page.getByLabel('Tên nơi phun').fill('Ruộng đầu cầu, Kiến An');
    await page.getByLabel(mapWords.vi.position).fill('10,5571 105,3792');
    await page.getByLabel(mapWords.vi.position).press('Enter');
    await page.getByRole('radio', { name: 'Lúa, ngũ cốc' }).check();
    await page.getByLabel('Diện tích (công)').fill('8,5');
    await page.getByRole('button', { name: /^Đặt phun, 255\.000/ }).click();
    await page.getByText('Số điện thoại: Số này không phải của nông dân.').waitFor();
    await expectDescription(page, 'Số điện thoại', 'Số này không phải của nông dân.');
    await expect.poll(() => page.getByLabel('Số điện thoại').evaluate((field) => field === document.activeElement)).toBe(true);
    await leave();
  });

  test('when a number belongs to another account, then the form of a new user says so beside it', async () => {
    const known = await createUser(world, 'farmer', 'Lâm Thị Sáu');
    const { page, leave } = await world.visit('/company/users/new', admin, desk);
    await page.getByLabel('Họ và tên').fill('Ngô Văn Bảy');
    await page.getByLabel('Vai trò').selectOption({ label: 'Văn phòng' });
    await page.getByLabel('Số điện thoại').fill(known.phoneNumber);
    await page.getByRole('radio', { name: 'Đặt mật khẩu ngay' }).check();
    await page.getByLabel('Mật khẩu', { exact: true }).fill('Van-Phong-1');
    await page.getByRole('button', { name: 'Tạo người dùng', exact: true }).click();
    await expectDescription(page, 'Số điện thoại', 'Tài khoản khác đã dùng.');
    await leave();
  });

  test('when a crop or a session is refused, then its sheet shows the reason beside the field', async () => {
    const { page, leave } = await world.visit('/company/crops', admin, desk);
    await page.getByRole('button', { name: 'Thêm cây trồng', exact: true }).click();
    await page.getByLabel('Tên').fill('fruit');
    await page.getByLabel(/^Giá mỗi/).fill('30000');
    await page.getByRole('dialog').getByRole('button', { name: 'Thêm cây trồng', exact: true }).click();
    await expectDescription(page, 'Tên', 'Đã có cây trồng tên này. Chọn tên khác.');
    await page.goto(`${world.service.url}/company/sessions`);
    await page.getByRole('button', { name: 'Thêm khung giờ', exact: true }).click();
    await page.getByLabel('Từ').fill('05:30');
    await page.getByLabel('Đến').fill('06:30');
    await page.getByRole('dialog').getByRole('button', { name: 'Thêm khung giờ', exact: true }).click();
    await expectDescription(page, 'Từ', 'Trùng với khung giờ khác. Chọn giờ khác.');
    await leave();
  });

  test('when the URL of a webhook has a password, then the field says that it must not', async () => {
    const { page, leave } = await world.visit('/company/webhooks/new', admin, desk);
    await page.getByLabel('Địa chỉ').fill('https://me:secret@hooks.swath.example/');
    await page.getByRole('button', { name: 'Thêm webhook', exact: true }).click();
    await expectDescription(page, 'Địa chỉ', 'Trong địa chỉ không được có tên hay mật khẩu.');
    await leave();
  });
});
