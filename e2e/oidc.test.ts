import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../api/src/demo/demo-people.ts';
import { clientId, clientSecret, type OpenIdProvider, startOpenIdProvider } from '../api/test/accounts/openid-provider.ts';
import { freePort } from '../api/test/free-port.ts';
import { createUser, unusedNumber } from './people.ts';
import { axeFindings } from './screenshots.ts';
import { chromiumPath, openWorld, type Visitor, type World } from './world.ts';

describe.skipIf(chromiumPath === undefined)('OpenID Connect', () => {
  let world: World;
  let provider: OpenIdProvider;
  /** The public address; the cookies of a visit belong to another name of this machine. */
  let site: string;
  beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    provider = await startOpenIdProvider(`${site}/sign-in/callback`);
    world = await openWorld({ port });
  });
  afterAll(async () => {
    await world.end();
    await provider.close();
  });

  /** The pages of the provider load a font from the internet. */
  const withoutFonts = ({ context }: Visitor) => context.route('https://fonts.googleapis.com/**', (route) => route.abort());

  async function signInAtProvider(page: Page, name: string): Promise<void> {
    await page.waitForURL(`${provider.url}/**`);
    await page.getByPlaceholder('Enter any login').fill(name);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in', exact: true }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
  }

  test('when an admin adds a provider, then farmers register and sign in with it, staff link it, and deleting it removes the button', async () => {
    const admin = await world.visit('/company/sign-in', 'admin@swath.example', { size: 'desk' });
    await admin.page.getByRole('link', { name: 'Add sign-in provider' }).click();
    await admin.page.getByRole('button', { name: 'Add sign-in provider' }).click();
    await admin.page.getByText('Must begin with https://.').waitFor();
    await admin.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cooperative');
    await admin.page.getByLabel('Issuer address').fill(provider.url);
    await admin.page.getByLabel('Client ID').fill(clientId);
    await admin.page.getByRole('textbox', { name: 'Client secret', exact: true }).fill(clientSecret);
    await admin.page.getByRole('button', { name: 'Add sign-in provider' }).click();
    await admin.page.getByRole('button', { name: 'Check connection' }).click();
    await admin.page.getByText('The provider answers.').waitFor();
    expect(await admin.page.getByLabel('Redirect address').inputValue()).toBe(`${site}/sign-in/callback`);
    expect(await axeFindings(admin.page)).toEqual([]);
    await admin.page.getByLabel('E-mail domains of staff').fill('no domain');
    await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.page.getByText('must be a domain such as example.com', { exact: false }).waitFor();
    await admin.page.getByLabel('E-mail domains of staff').fill('staff.example');
    await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.page.getByText('Saved').first().waitFor();

    const farmer = await world.visit('/sign-in', undefined, { language: 'vi' });
    await withoutFonts(farmer);
    await farmer.page.goto(`${site}/sign-in?next=%2Forders`);
    await farmer.page.getByRole('button', { name: 'Tiếp tục với Cooperative' }).click();
    await signInAtProvider(farmer.page, 'sen@farm.example');
    await farmer.page.getByRole('heading', { name: 'Thêm một bước nữa' }).waitFor();
    expect(await farmer.page.getByLabel('Email đã xác minh').inputValue()).toBe('sen@farm.example');
    expect(await axeFindings(farmer.page)).toEqual([]);
    await farmer.page.getByLabel('Số điện thoại').fill(unusedNumber());
    await farmer.page.getByRole('button', { name: 'Tạo tài khoản', exact: true }).click();
    await farmer.page.waitForURL(`${site}/orders`);
    await farmer.page.goto(`${site}/account`);
    await farmer.page.getByRole('main').getByRole('button', { name: 'Đăng xuất', exact: true }).click();
    // The provider still knows the browser, so that the second sign-in takes one click.
    await farmer.page.getByRole('button', { name: 'Tiếp tục với Cooperative' }).click();
    await farmer.page.getByRole('navigation', { name: 'Trình đơn chính' }).waitFor();
    // A callback that was used or made up is a page in the user's language.
    await farmer.page.goto(`${site}/sign-in/callback?state=sign-in.made-up&code=made-up`);
    await farmer.page.getByRole('heading', { name: 'Chưa đăng nhập được' }).waitFor();
    await farmer.page.getByRole('alert').getByText('Không xác minh được').waitFor();
    expect(new URL(farmer.page.url()).search).toBe('');
    await farmer.leave();

    const person = await createUser(world, 'receptionist', 'Lê Thị Mới');
    const staff = await world.visit('/sign-in');
    await withoutFonts(staff);
    await staff.page.goto(`${site}/sign-in`);
    await staff.page.getByLabel('E-mail or phone number').fill(person.email);
    await staff.page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await staff.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await staff.page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await staff.page.goto(`${site}/account`);
    await staff.page.getByRole('button', { name: 'Link with Cooperative' }).click();
    await signInAtProvider(staff.page, 'moi@staff.example');
    await staff.page.getByText('moi@staff.example').waitFor();
    expect(new URL(staff.page.url()).pathname).toBe('/account');
    await staff.page.getByRole('button', { name: 'Unlink Cooperative', exact: true }).click();
    await staff.page.getByRole('dialog', { name: 'Unlink Cooperative?' }).getByRole('button', { name: 'Unlink', exact: true }).click();
    await staff.page.getByText('No sign-in is linked yet.').waitFor();
    await staff.leave();

    await admin.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await admin.page.getByRole('dialog', { name: 'Delete Cooperative?' }).getByRole('button', { name: 'Delete', exact: true }).click();
    await admin.page.getByText('No sign-in providers yet').waitFor();
    expect(admin.browserErrors.filter((text) => !text.includes('status of 400'))).toEqual([]);
    await admin.page.goto(`${site}/sign-in`);
    await admin.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await admin.page.getByRole('button', { name: /Continue with/ }).count()).toBe(0);
    await admin.leave();
  });
});
