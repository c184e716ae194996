import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, call, callerOn, placed, signedIn, testPassword } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';

let service: Service;
const sent = new SentMails();
let admin: Caller;

beforeAll(async () => {
  service = await startService({ mailer: sent });
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

const refused = ({ status, body }: Answer) => [status, body.code];
const setting = {
  companyName: 'Swath',
  areaUnit: 'decare',
  currency: 'VND',
  currencyDigits: 0,
  timeZone: 'Asia/Ho_Chi_Minh',
  locale: 'vi-VN',
  address: null,
  taxCode: null,
  phoneNumber: null,
  email: null,
  openBookingLimit: 100,
  rebookingDays: 7,
  objectionDays: 14,
};
interface Entry {
  actor: { id: number };
  action: string;
  subjectType: string;
  subjectId: number | null;
  changes: { field: string; from: unknown; to: unknown }[];
}
const audit = async (query = ''): Promise<Entry[]> => (await admin.get(`/api/admin/audit/?size=200&${query}`)).body.content;

describe('settings', () => {
  test('when the company name, currency and area unit are changed, then every user gets them at once', async () => {
    expect((await admin.get('/api/admin/setting')).body).toEqual(setting);
    const changed = await admin.patch('/api/admin/setting', { companyName: ' Cánh Đồng Xanh ', currency: 'USD', areaUnit: 'hectare' });
    const expected = { ...setting, companyName: 'Cánh Đồng Xanh', currency: 'USD', currencyDigits: 2, areaUnit: 'hectare' };
    expect(changed.body).toEqual(expected);
    expect((await admin.get('/api/admin/setting')).body).toEqual(expected);
    expect((await admin.get('/api/common/quote?cropId=1&area=2')).body).toMatchObject({ unit: 'hectare', currency: 'USD' });
    expect((await admin.patch('/api/admin/setting', setting)).body).toEqual(setting);
  });

  test.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+07:00' }, 'timeZone'],
    [{ timeZone: 'VST' }, 'timeZone'],
    [{ timeZone: 'IST' }, 'timeZone'],
    [{ timeZone: 'EST5EDT' }, 'timeZone'],
    [{ timeZone: 'posix/Asia/Tokyo' }, 'timeZone'],
    [{ timeZone: 'Asia/tokyo' }, 'timeZone'],
    [{ locale: 'xx-nothing-at-all' }, 'locale'],
    [{ currency: 'XQX' }, 'currency'],
    [{ currency: 'vnd' }, 'currency'],
    [{ currencyDigits: 5 }, 'currencyDigits'],
    [{ companyName: ' ' }, 'companyName'],
  ])('when the setting is %j, then it is refused by name', async (change, path) => {
    const answer = await admin.patch('/api/admin/setting', change);
    expect(refused(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.errors[0].path).toBe(path);
  });

  test('when the first orders race with a change of the currency, then it is changed before them or not at all', async () => {
    const fresh = await startService();
    try {
      const owner = await signedIn(fresh, 'admin');
      const farmer = await signedIn(fresh, 'farmer');
      const other = await fresh.another();
      const orders = Array.from({ length: 10 }, (_, n) =>
        placed(callerOn(n % 2 === 0 ? fresh : other, farmer), { date: `2026-12-1${n}`, area: 1.00001 }),
      );
      const changed = await owner.patch('/api/admin/setting', { currency: 'USD' });
      const costs = (await Promise.all(orders)).map((order) => order.cost);
      expect(new Set(costs)).toEqual(new Set([changed.status === 200 ? 30000.3 : 30000]));
      expect(refused(await owner.patch('/api/admin/setting', { currencyDigits: 3 }))).toEqual([409, 'CURRENCY_IN_USE']);
      expect((await owner.patch('/api/admin/setting', { companyName: 'Still free' })).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});

describe('audit trail', () => {
  test('when an admin changes something, then the entry has actor, action, old and new values; a request without a change has none', async () => {
    const { id } = (await admin.post('/api/admin/crop', { name: 'pepper', price: 100 })).body;
    await admin.patch(`/api/admin/crop/${id}`, { price: 120, active: true });
    await admin.patch(`/api/admin/crop/${id}`, { price: 120 });
    const entries = (await audit('action=crop_create,crop_update')).filter((entry) => entry.subjectId === id);
    expect(entries.map(({ action, actor, subjectType, changes }) => ({ action, by: String(actor.id), subjectType, changes }))).toEqual([
      { action: 'crop_update', by: admin.id, subjectType: 'crop', changes: [{ field: 'price', from: 100, to: 120 }] },
      {
        action: 'crop_create',
        by: admin.id,
        subjectType: 'crop',
        changes: [
          { field: 'active', from: null, to: true },
          { field: 'name', from: null, to: 'pepper' },
          { field: 'price', from: null, to: 100 },
        ],
      },
    ]);
  });

  test('when a webhook is created, changed and deleted, then each has an entry, without the secret and without the path of its URL', async () => {
    const url = 'https://hooks.test.example/let-me-in?key=open-sesame';
    const made = (await admin.post('/api/admin/webhook/', { url, eventTypes: ['order.paid', 'order.created'], description: 'Books' })).body;
    const path = `/api/admin/webhook/${made.id}`;
    await admin.patch(path, { url: 'https://hooks.test.example/let-me-in?key=another', active: false });
    await admin.patch(path, { active: false });
    const { secret } = (await admin.post(`${path}/rotate-secret`)).body;
    await call(service, 'DELETE', path, { token: admin.token });
    await call(service, 'DELETE', path, { token: admin.token });
    const entries = (await audit()).filter(({ subjectType, subjectId }) => subjectType === 'webhook' && subjectId === made.id).toReversed();
    const host = 'https://hooks.test.example/…';
    expect(entries.map(({ action, actor, changes }) => ({ action, by: String(actor.id), changes }))).toEqual([
      {
        action: 'webhook_create',
        by: admin.id,
        changes: [
          { field: 'url', from: null, to: host },
          { field: 'description', from: null, to: 'Books' },
          { field: 'eventTypes', from: null, to: 'order.created, order.paid' },
          { field: 'active', from: null, to: true },
        ],
      },
      {
        action: 'webhook_update',
        by: admin.id,
        changes: [
          { field: 'url', from: host, to: host },
          { field: 'active', from: true, to: false },
        ],
      },
      { action: 'webhook_rotate_secret', by: admin.id, changes: [] },
      {
        action: 'webhook_delete',
        by: admin.id,
        changes: [
          { field: 'url', from: host, to: null },
          { field: 'description', from: 'Books', to: null },
          { field: 'eventTypes', from: 'order.created, order.paid', to: null },
          { field: 'active', from: false, to: null },
        ],
      },
    ]);
    for (const word of [made.secret, secret, 'let-me-in', 'sesame', 'another']) expect(JSON.stringify(entries)).not.toContain(word);
  });

  test('when entries mention users and objects, then they have their names as they are now, and deleted ones have none', async () => {
    const [nam, tu, farmer] = [
      await signedIn(service, 'sprayer', { fullName: 'Năm Sprayer' }),
      await signedIn(service, 'sprayer', { fullName: 'Tư Sprayer' }),
      await signedIn(service, 'farmer', { fullName: 'Ba Farmer' }),
    ];
    const order = await placed(farmer);
    const ban = await admin.post('/api/receptionist/crew-ban/', {
      sprayerId: Number(tu.id),
      farmerId: Number(farmer.id),
      reason: 'Asked for',
    });
    await call(service, 'DELETE', `/api/receptionist/crew-ban/${ban.body.id}`, { token: admin.token });
    const pin = { kind: 'crew', sprayerIds: [Number(nam.id), Number(tu.id)] };
    expect((await call(service, 'PUT', `/api/receptionist/order/${order.id}/pin`, { token: admin.token, body: pin })).status).toBe(200);
    await admin.patch(`/api/admin/user/${tu.id}`, { fullName: 'Tư Renamed' });
    const named = (await audit(`actorId=${admin.id}`)) as (Entry & { subjectName: string | null; people: unknown })[];
    const found = (action: string) => {
      const { subjectName, people } = named.find((entry) => entry.action === action) as (typeof named)[number];
      return { subjectName, people };
    };
    const of = ({ id }: Caller, fullName: string) => ({ id: Number(id), fullName });
    expect(found('ban_create')).toEqual({ subjectName: null, people: [of(tu, 'Tư Renamed'), of(farmer, 'Ba Farmer')] });
    expect(found('pin_set')).toEqual({ subjectName: 'Ba Farmer', people: [of(nam, 'Năm Sprayer'), of(tu, 'Tư Renamed')] });
    expect(found('user_update')).toEqual({ subjectName: 'Tư Renamed', people: [] });
  });

  test('when a request is refused, then there is no entry', async () => {
    const before = (await audit()).length;
    await admin.patch('/api/admin/crop/1', { name: 'cereal' });
    await admin.post(`/api/admin/user/${admin.id}/deactivate`);
    expect((await audit()).length).toBe(before);
  });

  test("when staff sign in, then there is an entry; for a farmer's sign-in and a wrong password there is none", async () => {
    const people = [await signedIn(service, 'sprayer'), await signedIn(service, 'farmer')];
    for (const { email } of people) {
      await call(service, 'POST', '/api/auth/login', { body: { email, password: 'Wrong-one-1' } });
      expect((await call(service, 'POST', '/api/auth/login', { body: { email, password: testPassword } })).status).toBe(200);
    }
    expect((await audit(`actorId=${people[0]?.id}`)).map(({ action }) => action)).toEqual(['sign_in']);
    expect(await audit(`actorId=${people[1]?.id}`)).toEqual([]);
  });

  test("when the list is filtered by dates, then they are days in the company's time zone, both inclusive", async () => {
    // 00:30 on the 16th in Ho Chi Minh City is still the 15th in UTC.
    service.clock.now = new Date('2026-11-15T17:30:00Z');
    await admin.patch('/api/admin/setting', { companyName: 'Past midnight' });
    service.clock.now = new Date('2026-11-15T02:00:00Z');
    const when = async (query: string) => (await audit(query)).some(({ changes }) => changes.some(({ to }) => to === 'Past midnight'));
    expect(await when('from=2026-11-16&to=2026-11-16')).toBe(true);
    expect(await when('to=2026-11-15')).toBe(false);
    expect(await when('from=2026-11-17')).toBe(false);
    expect(await when('from=0001-01-01&to=9999-12-31')).toBe(true);
    expect((await admin.get('/api/admin/audit/?from=2026-11-17&to=2026-11-16')).status).toBe(400);
    expect((await admin.get('/api/admin/audit/?action=crop_eat')).status).toBe(400);
  });

  test('when passwords, links and tokens were used, then none of them is in any entry', async () => {
    const secret = 'Quite-Secret-9';
    const { body } = await admin.post('/api/admin/user', {
      role: 'receptionist',
      fullName: 'R',
      email: 'r@test.example',
      password: secret,
    });
    await admin.patch(`/api/admin/user/${body.id}`, { password: `${secret}0` });
    await admin.post(`/api/admin/user/${body.id}/reset-password`);
    const { text } = await admin.get('/api/admin/audit/?size=200');
    const { token } = await sent.link('r@test.example');
    expect(token).not.toBe('');
    for (const word of [secret, token, '$argon2', admin.token]) expect(text).not.toContain(word);
    expect(text).toContain('"field": "password"');
  });
});
