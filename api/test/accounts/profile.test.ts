import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, call, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

describe('profile', () => {
  test('when a user reads the profile, then it has the user and the language, and nothing else', async () => {
    const { body } = await farmer.get('/api/common/profile');
    const { language, ...user } = body;
    expect(language).toBe('en');
    expect(user).toEqual((await farmer.get('/api/auth/me')).body);
  });

  test('when a user changes the profile, then omitted fields stay, and empty texts clear them', async () => {
    const answer = await farmer.patch('/api/common/profile', {
      fullName: ' Lúa ',
      phoneNumber: '+84 900 111 222',
      street: '',
      language: 'vi',
    });
    expect(answer.body).toMatchObject({ fullName: 'Lúa', phoneNumber: '+84 900 111 222', street: null, city: 'Chợ Mới', language: 'vi' });
    expect((await farmer.get('/api/common/profile')).body).toEqual(answer.body);
  });

  test('when a user tries to change the role, then the field is refused by name', async () => {
    const change = { role: 'admin', expertise: 'expert', active: false, id: 1 };
    const { status, body } = await farmer.patch('/api/common/profile', change);
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, Object.keys(change)]);
    expect((await farmer.get('/api/common/profile')).body).toMatchObject({ role: 'farmer', expertise: null, active: true });
  });

  test('when several fields are wrong, then all are named, the phone number too', async () => {
    const { body } = await farmer.patch('/api/common/profile', { email: 'a@b', phoneNumber: '12', language: 'fr' });
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['email', 'language', 'phoneNumber']);
  });

  test('when the e-mail address is taken, or the phone number invalid or missing, then it is refused', async () => {
    const other = await signedIn(service, 'farmer');
    expect((await farmer.patch('/api/common/profile', { email: other.email })).body.code).toBe('ACCOUNT_EXISTS');
    expect((await farmer.patch('/api/common/profile', { phoneNumber: '12' })).body.errors[0].path).toBe('phoneNumber');
    expect((await farmer.patch('/api/common/profile', { phoneNumber: '' })).body.errors[0].path).toBe('phoneNumber');
    expect((await farmer.patch('/api/common/profile', { email: 'a@b' })).body.errors[0].path).toBe('email');
    expect((await farmer.patch('/api/common/profile', { language: 'fr' })).status).toBe(400);
    expect((await call(service, 'GET', '/api/common/profile')).status).toBe(401);
  });
});

describe('inbox', () => {
  test('when messages are marked as read, one and then all, then the unread count follows, and repeating changes nothing', async () => {
    const reader = await signedIn(service, 'farmer');
    const office = await signedIn(service, 'receptionist');
    for (const date of ['2026-11-18', '2026-11-19', '2026-11-20']) {
      const { id } = await placed(reader, { date });
      await office.post(`/api/receptionist/order/${id}/confirm`);
    }
    await eventually(async () => expect((await reader.get('/api/common/notification/unread')).body.unread).toBe(3));
    // What the reader did is in the inbox, too, but is not unread.
    expect((await reader.get('/api/common/notification/')).body.page.totalElements).toBe(6);
    const { ids: unreadIds } = (await reader.get('/api/common/notification/unread')).body;
    const list = await reader.get('/api/common/notification/');
    const [id, ...others] = list.body.content
      .map((message: { id: number }) => message.id)
      .filter((message: number) => unreadIds.includes(message));
    expect((await reader.get('/api/common/notification/unread')).body.ids).toEqual([id, ...others]);
    expect((await reader.post(`/api/common/notification/${id}/read`)).body).toEqual({ unread: 2, ids: others });
    expect((await reader.post(`/api/common/notification/${id}/read`)).body).toEqual({ unread: 2, ids: others });
    // The list of the contract has no read marks.
    expect((await reader.get('/api/common/notification/')).text).toBe(list.text);
    expect((await farmer.post(`/api/common/notification/${list.body.content[1].id}/read`)).status).toBe(404);
    expect((await reader.get('/api/common/notification/unread')).body.unread).toBe(2);
    expect((await reader.post('/api/common/notification/read-all')).body).toEqual({ unread: 0, ids: [] });
    expect((await reader.post('/api/common/notification/9999/read')).status).toBe(404);
    expect((await reader.post('/api/common/notification/x/read')).status).toBe(400);
  });

  test('when a user turns mails off, then the setting is stored; the inbox cannot be turned off', async () => {
    const path = '/api/common/notification/setting';
    expect((await farmer.get(path)).body).toEqual({ email: true, inApp: true });
    expect((await farmer.patch(path, { email: false })).body).toEqual({ email: false, inApp: true });
    expect((await farmer.get(path)).body).toEqual({ email: false, inApp: true });
    expect((await farmer.patch(path, { inApp: false })).status).toBe(400);
    expect((await farmer.patch(path, {})).body).toEqual({ email: false, inApp: true });
  });
});
