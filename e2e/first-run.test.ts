import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placed } from '../api/test/factories.ts';
import { addressWords } from '../web/src/accounts/address-words.ts';
import { accountWords } from '../web/src/accounts/words.ts';
import { invitationWords } from '../web/src/admin/invitation-words.ts';
import { logoWords } from '../web/src/admin/logo-words.ts';
import { settingsWords } from '../web/src/admin/settings-words.ts';
import { setupWords } from '../web/src/admin/setup-words.ts';
import { usersWords } from '../web/src/admin/users-words.ts';
import { farmerWords } from '../web/src/orders/farmer-words.ts';
import { uiWords } from '../web/src/ui/words.ts';
import { createUser, unusedNumber } from './people.ts';
import { chromiumPath, openWorld, sizes, type World } from './world.ts';

const admin = 'admin@swath.example';
const desk = { size: 'desk' } as const;

describe.skipIf(chromiumPath === undefined)('the first run', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  test('when an admin uploads a logo and skips the other steps, then the checklist is complete and can be hidden', async () => {
    const words = setupWords.en;
    const { page, browserErrors, leave } = await world.visit('/', admin, desk);
    const checklist = page.getByRole('region', { name: words.title });
    const logo = words.steps.logo?.[0] ?? '';
    await checklist.getByRole('button', { name: words.skipStep(logo) }).click();
    await checklist.getByRole('button', { name: words.unskipStep(logo) }).click();
    await checklist.getByRole('link', { name: `${words.open}: ${logo}` }).click();
    const upload = page.getByRole('button', { name: logoWords.en.upload });
    const bottom = () => upload.evaluate((button) => button.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThan(sizes.desk.height / 2);
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a5f1c' } })
      .png()
      .toBuffer();
    await page.getByLabel(logoWords.en.upload).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
    await page.getByText(logoWords.en.uploaded).waitFor();
    const widths = () =>
      page
        .locator(`img[src^="/api/auth/company/logo/"]`)
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    await expect.poll(widths).toEqual([64, 64]); // in the header and as a preview
    await page.getByRole('button', { name: logoWords.en.remove }).click();
    await page.getByText(logoWords.en.removed).waitFor();

    // Each step that has a page leads to it; one that is done counts.
    const name = words.steps.name?.[0] ?? '';
    const steps = ['name', 'logo', 'area', 'prices', 'sessions', 'staff', 'payments'].map((step) => words.steps[step]?.[0] ?? '');
    await page.goto(`${world.service.url}/`);
    for (const step of steps) {
      await checklist.getByRole('link', { name: `${words.open}: ${step}`, exact: true }).click();
      await page.waitForURL(/\/company\//);
      // The address changes before the page does.
      await checklist.waitFor({ state: 'detached' });
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      if (step === name) {
        await page.getByRole('textbox', { name: settingsWords.en.companyName }).fill('Cánh Đồng Xanh');
        const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/setting'));
        await page.getByRole('button', { name: uiWords.en.save, exact: true }).click();
        expect((await saved).status()).toBe(200);
      }
      await page.goBack();
    }
    await checklist.getByRole('listitem').filter({ hasText: name }).getByText(words.done, { exact: true }).waitFor();

    const skip = checklist.getByRole('button', { name: /^Skip: / });
    await skip.first().waitFor();
    for (let left = await skip.count(); left > 0; left--) {
      await skip.first().click();
      await expect.poll(() => skip.count()).toBe(left - 1);
    }
    await checklist.getByRole('button', { name: words.dismiss }).click();
    await checklist.waitFor({ state: 'detached' });
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when there is no mail server, then a new receptionist signs in with the link that the admin copies', async () => {
    const words = usersWords.en;
    const { page, leave } = await world.visit('/company/users/new', admin, desk);
    await page.getByText(invitationWords.en.byLinkNote).waitFor();
    await page.getByLabel(words.fullName).fill('Mạc Thị Mời');
    await page.getByLabel(words.role, { exact: true }).selectOption('receptionist');
    await page.getByLabel(words.phone).fill(unusedNumber());
    await page.getByRole('button', { name: words.create }).click();
    await page.getByRole('heading', { name: 'Mạc Thị Mời', level: 1 }).waitFor();
    const chosen = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/form-of-address'));
    await page.getByLabel(addressWords.en.title).selectOption('chi');
    expect((await chosen).status()).toBe(200);
    const field = page.getByLabel(invitationWords.en.link, { exact: true });
    await field.waitFor();
    const { hash } = new URL(await field.inputValue());
    await leave();
    const invited = await world.visit(`/reset${hash}`);
    await invited.page.getByLabel(accountWords.en.newPassword, { exact: true }).fill('Van-Phong-1');
    await invited.page.getByRole('button', { name: accountWords.en.setPassword }).click();
    await invited.page.getByText(accountWords.en.resetDone).waitFor();
    await invited.page.getByRole('navigation').first().waitFor();
    await invited.leave();
  });

  test('when a farmer chooses a form of address, or the office sets it after booking, then it is used in Vietnamese', async () => {
    const farmer = await createUser(world, 'farmer', 'Nguyễn Văn Bảy');
    const order = await placed(farmer, { date: '2026-12-20' });
    const saved = (answer: { url(): string; request(): { method(): string } }) =>
      answer.request().method() === 'PUT' && answer.url().endsWith('/form-of-address');
    const own = await world.visit('/account', farmer.email, { language: 'vi' });
    const chosen = own.page.waitForResponse(saved);
    await own.page.getByLabel(addressWords.vi.title).selectOption('anh');
    expect((await chosen).status()).toBe(200);
    await own.page.goto(`${world.service.url}/`);
    await own.page.getByRole('heading', { name: farmerWords.vi.hello('Anh Bảy'), level: 1 }).waitFor();
    await own.leave();
    const office = await world.visit(`/book?order=${order.id}`, 'receptionist@swath.example', desk);
    const set = office.page.waitForResponse(saved);
    await office.page.getByLabel(addressWords.en.title).selectOption('chu');
    expect((await set).status()).toBe(200);
    await office.leave();
  });
});
