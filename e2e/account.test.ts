import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../api/src/demo/demo-people.ts';
import { call, placed } from '../api/test/factories.ts';
import { eventually } from '../api/test/harness.ts';
import { SentMails } from '../api/test/sent-mails.ts';
import { settled } from './pending-requests.ts';
import { createUser, expectSuccess, unusedNumber } from './people.ts';
import { axeFindings, runsOver, smallTargets } from './screenshots.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

describe.skipIf(chromiumPath === undefined)('accounts', () => {
  let world: World;
  const sent = new SentMails();
  beforeAll(async () => {
    world = await openWorld({ mailer: sent, push: true });
  });
  afterAll(() => world.end());

  test('when a farmer signs up on a phone, then the farmer is signed in, in their language, and can sign out', async () => {
    const number = unusedNumber();
    const { page, context, browserErrors, leave } = await world.visit('/', undefined, { language: 'vi' });
    await page.getByRole('link', { name: 'Đăng ký cho nông dân' }).click();
    await page.getByRole('button', { name: 'Đăng ký', exact: true }).click();
    await expect.poll(() => page.getByText('Xin điền vào đây.').count()).toBe(2);
    await page.getByLabel('Họ và tên').fill('Phạm Thị Sen');
    await page.getByLabel('Số điện thoại').fill(number);
    await page.getByLabel('Mật khẩu', { exact: true }).fill('Ruong-Lua-9');
    await page.getByRole('button', { name: 'Đăng ký', exact: true }).click();
    await page.getByRole('navigation', { name: 'Trình đơn chính' }).waitFor();
    const [made] = await world.service.sql<{ language: string; role: string }>('select language, role from app_user where phone_key = $1', [
      number,
    ]);
    expect(made).toEqual({ language: 'vi', role: 'farmer' });
    const token = (await context.cookies()).find(({ name }) => name === 'swath_token')?.value ?? '';
    expect((await call(world.service, 'GET', '/api/auth/me', { token })).status).toBe(200);
    await page.getByRole('navigation', { name: 'Trình đơn chính' }).getByRole('button', { name: 'Thêm', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Tài khoản', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Đăng xuất', exact: true }).click();
    await page.getByRole('heading', { name: 'Đăng nhập', exact: true }).waitFor();
    await expect.poll(async () => (await call(world.service, 'GET', '/api/auth/me', { token })).status).toBe(401);
    await page.goto(`${world.service.url}/orders`);
    await page.getByRole('heading', { name: 'Đăng nhập', exact: true }).waitFor();
    await page.getByLabel('Email hoặc số điện thoại').fill(number);
    await page.getByLabel('Mật khẩu', { exact: true }).fill('Ruong-Lua-9');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/orders');
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a user is signed in on three devices, then one is signed out, then all others, and this one stays', async () => {
    const farmer = await createUser(world, 'farmer', 'Nguyễn Văn Ba');
    const signInOn = async (userAgent: string): Promise<string> => {
      const body = { email: farmer.email, password: demoPassword };
      return (await call(world.service, 'POST', '/api/auth/login', { body, headers: { 'user-agent': userAgent } })).body.token;
    };
    const status = async (token: string) => (await call(world.service, 'GET', '/api/auth/me', { token })).status;
    const firefox = await signInOn('Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0');
    const phone = await signInOn('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1');
    const { page, browserErrors, leave } = await world.visit('/account', farmer.email);
    await page.getByText('This device', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
    await page.getByRole('dialog', { name: 'Sign out this device?' }).getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('Device signed out.').waitFor();
    expect([await status(firefox), await status(phone)]).toEqual([401, 200]);
    await page.getByRole('button', { name: 'Sign out all other devices', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out all other devices?' });
    await dialog.getByRole('button', { name: 'Sign out all other devices', exact: true }).click();
    await page.getByText('All other devices are signed out.').waitFor();
    expect(await status(phone)).toBe(401);

    await page.getByRole('button', { name: 'Create calendar address' }).click();
    const { pathname } = new URL(await page.getByRole('textbox', { name: 'Calendar address', exact: true }).inputValue());
    const calendarStatus = async () => (await fetch(world.service.url + pathname)).status;
    expect(await calendarStatus()).toBe(200);
    await page.getByRole('button', { name: 'Revoke address' }).click();
    await page.getByRole('dialog', { name: 'Revoke the address?' }).getByRole('button', { name: 'Revoke address' }).click();
    await page.getByRole('button', { name: 'Create calendar address' }).waitFor();
    expect(await calendarStatus()).toBe(404);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a user adds a passkey, then it is renamed, signs in without a password, and is removed', async () => {
    const farmer = await createUser(world, 'farmer', 'Trần Văn Khóa');
    const { page, context, browserErrors, leave } = await world.visit('/sign-in');
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    // A passkey belongs to a domain: an address with numbers has none.
    const site = `http://localhost:${new URL(world.service.url).port}`;
    await page.goto(`${site}/sign-in`);
    await page.getByLabel('E-mail or phone number').fill(farmer.email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.goto(`${site}/account`);
    await page.getByLabel('Name of this device').fill('My phone');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
    await page.getByRole('button', { name: 'Rename My phone' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename passkey' });
    await renaming.getByLabel('Name of this device').fill('Old phone');
    await renaming.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Old phone' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.goto(`${site}/account`);
    await page.getByRole('button', { name: 'Remove Old phone' }).click();
    await page.getByRole('dialog', { name: 'Remove “Old phone”?' }).getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('You have no passkeys yet.').waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when a sign-in is old, then a new phone number needs the password again, the form stays, and old addresses get a notice', async () => {
    const farmer = await createUser(world, 'farmer', 'Lê Thị Cũ');
    const { page, leave } = await world.visit('/account', farmer.email, { language: 'vi' });
    await world.service.sql("update access_token set created_at = created_at - interval '1 hour' where user_id = $1", [farmer.id]);
    const number = unusedNumber();
    await page.getByLabel('Số điện thoại', { exact: true }).fill(number);
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Đăng nhập lại' });
    await dialog.getByLabel('Mật khẩu', { exact: true }).fill('not this one');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await runsOver(page)).toBe(false);
    await dialog.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Mật khẩu', { exact: true }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await page.getByText('Đã lưu.', { exact: true }).waitFor();
    expect(await world.service.sql('select phone_key from app_user where id = $1', [farmer.id])).toEqual([{ phone_key: number }]);
    await eventually(async () => expect(sent.to(farmer.email).map(({ text }) => text)).toHaveLength(1));
    await leave();
  });

  test('when the office has called a farmer, then it confirms the number on the page of the customer', async () => {
    const farmer = await createUser(world, 'farmer', 'Phan Văn Số');
    await world.service.sql('update app_user set phone_confirmed = false where id = $1', [farmer.id]);
    const { page, browserErrors, leave } = await world.visit(`/customers/${farmer.id}`, 'receptionist@swath.example', { size: 'desk' });
    await page.getByRole('button', { name: 'Confirm number', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm number', exact: true }).click();
    await page.getByText('Number confirmed.', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Confirm number', exact: true }).count()).toBe(0);
    const [row] = await world.service.sql<{ confirmed: boolean }>('select phone_confirmed as confirmed from app_user where id = $1', [
      farmer.id,
    ]);
    expect(row?.confirmed).toBe(true);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the password is wrong, then the page says what to do, and not which part was wrong', async () => {
    const { page, leave } = await world.visit('/sign-in');
    await page.getByLabel('E-mail or phone number').fill('farmer@swath.example');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('is not right').waitFor();
    await leave();
  });

  test('when a user signs out, then the next user of that phone sees no data of the previous one', async () => {
    const { page, context, leave } = await world.visit('/orders', 'farmer@swath.example');
    await page.getByText('Long Điền A').first().waitFor();
    await context.clearCookies();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByLabel('E-mail or phone number').fill('farmer2@swath.example');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    // On a slow connection the cached data show first.
    await page.route('**/api/farmer/**', () => {});
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My orders', exact: true }).click();
    await page.getByRole('heading', { name: 'My orders', exact: true, level: 1 }).waitFor();
    await expect.poll(() => page.getByText('Long Điền A').count()).toBe(0);
    await leave();
  });

  test('when a password is forgotten, then the link of the mail sets a new one and leaves no token in the address bar', async () => {
    await world.service.sql(
      `with someone as (select id, role from app_user where email = 'farmer2@swath.example'),
            c as (insert into calendar_feed (user_id, hash, role, created_at) select id, 'a', role, now() from someone)
       insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
       select id, 'a', 'b', 0, '{}', 'Stranger’s phone', now() from someone`,
    );
    const { page, leave } = await world.visit('/forgot');
    await page.getByLabel('E-mail or phone number').fill('farmer2@swath.example');
    await page.getByRole('button', { name: 'Send link', exact: true }).click();
    await page.getByText('a link was sent').waitFor();
    const { token } = await sent.link('farmer2@swath.example');
    await page.goto(`${world.service.url}/reset#${token}`);
    await page.getByLabel('New password', { exact: true }).fill('New-Password-2');
    await expect.poll(() => page.url()).not.toContain('#');
    await page.getByRole('button', { name: 'Set password', exact: true }).click();
    await page.getByRole('heading', { name: 'Your access was reset', level: 1 }).waitFor();
    await page.getByText('Stranger’s phone').waitFor();
    await page.getByRole('button', { name: 'Create calendar address' }).click();
    await page.getByRole('textbox', { name: 'Calendar address' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Create calendar address' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await expect.poll(() => world.service.sql('select 1 from ended_access')).toEqual([]);
    await leave();
  });

  test('when the language is changed, then the page and the account use it, on the next visit too', async () => {
    const { page, leave } = await world.visit('/account', 'receptionist@swath.example', { size: 'desk' });
    await page.getByRole('button', { name: 'Tiếng Việt' }).click();
    await page.getByRole('heading', { name: 'Tài khoản của tôi', exact: true }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('vi');
    await eventually(async () => {
      const [kept] = await world.service.sql<{ language: string }>(
        "select language from app_user where email = 'receptionist@swath.example'",
      );
      expect(kept?.language).toBe('vi');
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Tài khoản của tôi', exact: true }).waitFor();
    await leave();
  });

  test('when a token is revoked elsewhere, then the next action leads to the sign-in page, and back to the same page', async () => {
    const { page, leave } = await world.visit('/orders', 'farmer@swath.example');
    await settled(page);
    await world.service.sql("delete from access_token where user_id = (select id from app_user where email = 'farmer@swath.example')");
    await world.service.sql("select pg_notify('swath_revoked', '')");
    await page.goto(`${world.service.url}/notifications`);
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await page.getByLabel('E-mail or phone number').fill('farmer@swath.example');
    await page.getByLabel('Password', { exact: true }).fill('Spray-Demo-1');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/notifications');
    await leave();
  });

  test('when messages arrive, then the bell counts them without a reload, and reading them clears the count', async () => {
    const { page, leave } = await world.visit('/notifications', 'farmer@swath.example', { size: 'desk' });
    await settled(page);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await world.service.sql(
      "insert into outbox_event (at, type, order_id) select now(), 'confirmed', max(o.id) from spray_order o join app_user u on u.id = o.farmer_id where u.email = 'farmer@swath.example'",
    );
    await eventually(async () => expect(await page.getByRole('link', { name: 'Notifications, 1 unread' }).count()).toBe(1));
    await leave();
  });

  test('when a user changes details, mails and password, reads messages and signs out, then the service has every change', async () => {
    const farmer = await createUser(world, 'farmer', 'Huỳnh Văn Đổi');
    const receptionist = await createUser(world, 'receptionist', 'Phan Thị Báo');
    const confirmed = async (session: number) => {
      const order = await placed(farmer, { date: '2026-12-06', session: { id: session } });
      await expectSuccess(receptionist.post(`/api/receptionist/order/${order.id}/confirm`));
      return order.id;
    };
    await confirmed(1);
    const id = await confirmed(2);
    const unread = async () => {
      const [row] = await world.service.sql<{ unread: number; total: number }>(
        'select count(*) filter (where read_at is null)::int as unread, count(*)::int as total from notification where recipient_id = $1',
        [farmer.id],
      );
      return row;
    };
    await eventually(async () => expect(await unread()).toEqual({ unread: 2, total: 4 }));
    const { page, context, browserErrors, leave } = await world.visit('/account', farmer.email);
    await page.getByLabel('Your name').fill('Huỳnh Văn Mới');
    await page.getByLabel('Street or hamlet').fill('Ấp 3');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await page.getByText('Saved.').waitFor();
    expect((await expectSuccess(farmer.get('/api/auth/me'))).body.fullName).toBe('Huỳnh Văn Mới');
    const [address] = await world.service.sql('select street, city from app_user where id = $1', [farmer.id]);
    expect(address).toEqual({ street: 'Ấp 3', city: 'Chợ Mới' });

    const mails = page.getByRole('switch', { name: 'Notifications by e-mail' });
    await page.locator('label').filter({ hasText: 'Notifications by e-mail' }).tap();
    await eventually(async () => {
      expect((await expectSuccess(farmer.get('/api/common/notification/setting'))).body).toMatchObject({ email: false });
      expect(await mails.isChecked()).toBe(false);
    });

    await page.evaluate(fakePushService, 'https://fcm.googleapis.com/fcm/send/e2e');
    await page.getByRole('button', { name: 'Turn on notifications on this device' }).tap();
    await page.getByText('This device gets notifications now.').waitFor();
    const devices = () => world.service.sql('select device from push_subscription where user_id = $1', [farmer.id]);
    expect(await devices()).toHaveLength(1);
    await page.getByRole('button', { name: 'Turn off notifications on this device' }).tap();
    await page.getByText('This device gets no more notifications.').waitFor();
    await expect.poll(devices).toEqual([]);

    await page.getByLabel('Current password', { exact: true }).fill(demoPassword);
    await page.getByLabel('New password', { exact: true }).fill('Doi-Mat-Khau-2');
    await page.getByRole('button', { name: 'Change password' }).tap();
    await page.getByText('Password changed.').waitFor();
    const signIn = (password: string) => call(world.service, 'POST', '/api/auth/login', { body: { email: farmer.email, password } });
    expect((await signIn('Doi-Mat-Khau-2')).status).toBe(200);
    expect((await signIn(demoPassword)).status).toBe(401);

    await page.getByRole('link', { name: 'Notifications, 2 unread' }).tap();
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().tap();
    await page.waitForURL(`**/orders/${id}`);
    await eventually(async () => expect(await unread()).toMatchObject({ unread: 1 }));
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).tap();
    await page.getByRole('button', { name: 'Mark all as read' }).tap();
    await eventually(async () => expect(await unread()).toMatchObject({ unread: 0 }));

    const token = (await context.cookies()).find(({ name }) => name === 'swath_token')?.value ?? '';
    expect((await call(world.service, 'GET', '/api/auth/me', { token })).status).toBe(200);
    await page.getByRole('button', { name: 'Tiếng Việt' }).tap();
    await eventually(async () => {
      const [kept] = await world.service.sql('select language from app_user where id = $1', [farmer.id]);
      expect(kept).toEqual({ language: 'vi' });
    });
    await page.getByRole('button', { name: 'Tài khoản', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Đăng xuất', exact: true }).tap();
    await page.getByRole('heading', { name: 'Đăng nhập', exact: true }).waitFor();
    await expect.poll(async () => (await call(world.service, 'GET', '/api/auth/me', { token })).status).toBe(401);
    expect(browserErrors).toEqual([]);
    await leave();
  });

  test('when the password link is damaged, then the page says so and offers a new one', async () => {
    const { page, browserErrors, leave } = await world.visit('/reset#%E0%A4');
    await page.getByText('This link is not complete.').waitFor();
    await page.getByRole('link', { name: 'Request new link' }).click();
    await page.getByRole('button', { name: 'Send link', exact: true }).waitFor();
    expect(browserErrors).toEqual([]);
    await leave();
  });
});

/** In place of the browser's push service, which is on the internet. Only the page has it. */
function fakePushService(endpoint: string): void {
  let subscription: object | null = null;
  const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at === 0 ? 4 : at)).buffer;
  const unsubscribe = async () => {
    subscription = null;
    return true;
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      const decoded = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      const applicationServerKey = Uint8Array.from(decoded, (character) => character.charCodeAt(0)).buffer;
      subscription = {
        endpoint,
        options: { applicationServerKey },
        getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
        unsubscribe,
      };
      return subscription;
    },
  };
  Object.defineProperty(navigator.serviceWorker, 'ready', { value: Promise.resolve({ pushManager }) });
  Object.defineProperty(navigator.serviceWorker, 'getRegistration', { value: async () => ({ pushManager }) });
  Object.defineProperty(Notification, 'requestPermission', { value: async () => 'granted' });
}
