import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FakeTwilio } from '../channels/fake-twilio.ts';
import { type Answer, type Caller, call, callerOn, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { checked, run } from '../spreadsheets/sheet-calls.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** The public address of a service in tests. */
const origin = 'http://localhost:8080';
const minuteMs = 60_000;
const twilio = new FakeTwilio();
const sent = new SentMails();
let service: Service;
let days = 0;
let numbers = 0;

beforeAll(async () => {
  await twilio.start();
  service = await startService({ sms: twilio.provider, push: true, mailer: sent });
});
afterAll(async () => {
  await service.close();
  await twilio.close();
});
beforeEach(() => {
  // A day of its own: limits of other tests do not matter.
  service.clock.now = new Date(testNow.getTime() + ++days * 86_400_000);
});

const outcome = ({ status, body }: Answer) => [status, body?.code];
const newNumber = () => `03${String(3000 + ++numbers)}5678`;
const push = (id: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/recent-${id}`,
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
  device: 'Chrome (Android)',
});
/** A person with a confirmed number, who signs in now. */
async function person(role: Caller['role'] = 'farmer'): Promise<Caller & { phoneNumber: string }> {
  const phoneNumber = newNumber();
  const caller = await signedIn(service, role, { phoneNumber });
  await service.sql('update app_user set phone_confirmed = true where id = $1', [caller.id]);
  await service.sql('update access_token set created_at = $2 where user_id = $1', [caller.id, service.clock.now]);
  return { ...caller, phoneNumber };
}
/** Notices to an address, once all mails are sent. */
const mailsTo = (email: string): Promise<string[]> =>
  eventually(async () => {
    expect(await service.sql('select 1 from outgoing_mail where to_address = $1 and sent_at is null', [email])).toEqual([]);
    return sent.to(email).map(({ text }) => text);
  });
const smsTo = (phoneNumber: string) =>
  twilio
    .to(`+84${phoneNumber.slice(1)}`)
    .map(({ body }) => body)
    .filter((body) => !/#\d{6}$/.test(body));

async function addPasskey(me: Caller): Promise<Answer> {
  const begun = await me.post('/api/common/passkey/options');
  if (begun.status !== 200) return begun;
  const credential = new SoftwareAuthenticator().register(begun.body.challenge, origin);
  const cookie = begun.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return me.post('/api/common/passkey/', { name: 'Phone', credential }, { cookie });
}
const additions: Record<string, (me: Caller) => Promise<Answer>> = {
  passkey: addPasskey,
  'linked sign-in': (me) => me.post('/api/common/identity/start', { issuerId: 1 }),
  'calendar address': (me) => me.post('/api/common/calendar-feed'),
  'push device': (me) => me.post('/api/common/push-device/', push(me.id)),
  'code to the own number': (me) => me.post('/api/common/phone/code'),
  'e-mail address': (me) => me.patch('/api/common/profile', { email: `new-${me.id}@swath.example` }),
  'phone number': (me) => me.patch('/api/common/profile', { phoneNumber: newNumber() }),
};

test.each(Object.entries(additions))('when the sign-in is older than ten minutes, then no %s is added or changed', async (name, add) => {
  const me = await person();
  service.clock.now = new Date(service.clock.now.getTime() + 10 * minuteMs + 1);
  expect(outcome(await add(me))).toEqual([409, 'SIGN_IN_TOO_OLD']);
  expect(await mailsTo(me.email)).toEqual([]);
  const again = await call(service, 'POST', '/api/auth/login', { body: { email: me.email, password: testPassword } });
  const recent = callerOn(service, { ...me, token: again.body.token });
  const answer = await add(recent);
  // There is no such provider here; what counts is that the sign-in is not too old.
  expect(outcome(answer)).toEqual(name === 'linked sign-in' ? [404, 'NOT_FOUND'] : [200, undefined]);
});

test('when an admin with an old sign-in creates an API key, then it is refused; with a new one its account gets a notice', async () => {
  const admin = await person('admin');
  const key = { name: `key ${days}`, userId: Number(admin.id), scopes: ['orders:read'], expiresInDays: 30 };
  const create = (me: Caller) => me.post('/api/admin/api-key/', key);
  service.clock.now = new Date(service.clock.now.getTime() + 11 * minuteMs);
  expect(outcome(await create(admin))).toEqual([409, 'SIGN_IN_TOO_OLD']);
  await service.sql('update access_token set created_at = $2 where user_id = $1', [admin.id, service.clock.now]);
  expect((await create(admin)).status).toBe(200);
  expect(await mailsTo(admin.email)).toEqual([expect.stringContaining('API')]);
});

test('when an admin with an old sign-in sets a password or changes the own address, then it is refused; other changes are not', async () => {
  const [admin, other] = [await person('admin'), await person('sprayer')];
  service.clock.now = new Date(service.clock.now.getTime() + 11 * minuteMs);
  const change = (id: string, body: object) => admin.patch(`/api/admin/user/${id}`, body);
  expect(outcome(await change(other.id, { password: 'Green-Field-7' }))).toEqual([409, 'SIGN_IN_TOO_OLD']);
  expect(outcome(await change(admin.id, { email: `own-${admin.id}@swath.example` }))).toEqual([409, 'SIGN_IN_TOO_OLD']);
  expect((await change(other.id, { fullName: 'Trần Văn Khác', phoneNumber: newNumber() })).status).toBe(200);
  expect((await other.get('/api/auth/me')).status).toBe(200);
});

test('when only the name changes, then the sign-in can be old, and nobody gets a notice', async () => {
  const me = await person();
  service.clock.now = new Date(service.clock.now.getTime() + 86_400_000);
  expect((await me.patch('/api/common/profile', { fullName: 'Nguyễn Văn Mới', email: me.email })).status).toBe(200);
  expect(await mailsTo(me.email)).toEqual([]);
});

test('when an intruder changes number and address step by step, then every address and number of the account gets a notice of each step', async () => {
  const me = await person();
  const second = `second-${me.id}@swath.example`;
  expect((await me.patch('/api/common/profile', { email: second })).status).toBe(200);
  expect((await me.patch('/api/common/profile', { phoneNumber: newNumber() })).status).toBe(200);
  expect((await addPasskey(me)).status).toBe(200);
  expect(await mailsTo(me.email)).toEqual(['e-mail address', 'phone number', 'passkey'].map((word) => expect.stringContaining(word)));
  expect(await mailsTo(second)).toHaveLength(2);
  const messages = await eventually(async () => {
    const found = smsTo(me.phoneNumber);
    if (found.length < 3) throw new Error('not all SMS yet');
    return found;
  });
  expect(messages.every((text) => text.includes('Not you?'))).toBe(true);
});

test('when notices are caused again and again, then a number gets three and an address twenty of them on one day', async () => {
  const me = await person();
  for (let n = 0; n < 22; n++) expect((await me.post('/api/common/calendar-feed')).status).toBe(200);
  expect(await mailsTo(me.email)).toHaveLength(20);
  expect(
    (
      await service.sql<{ count: string }>("select count(*) from message_delivery where type = 'access_notice' and recipient_id = $1", [
        me.id,
      ])
    )[0]?.count,
  ).toBe('3');
});

test('when someone typed the number of another person, then that number gets no notice', async () => {
  const me = await person();
  await service.sql('update app_user set phone_confirmed = false where id = $1', [me.id]);
  expect((await me.post('/api/common/calendar-feed')).status).toBe(200);
  expect(await mailsTo(me.email)).toHaveLength(1);
  expect(await service.sql("select 1 from message_delivery where type = 'access_notice' and recipient_id = $1", [me.id])).toEqual([]);
});

test('when the office changes the e-mail address, then the old one gets a notice without what users have typed', async () => {
  const me = await person();
  await service.sql("update app_user set full_name = 'Prize at evil.example' where id = $1", [me.id]);
  const office = await person('receptionist');
  expect((await office.patch(`/api/receptionist/customer/${me.id}`, { email: `other-${me.id}@swath.example` })).status).toBe(200);
  const mails = await mailsTo(me.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).not.toContain('evil.example');
});

/** Changes by others than the owner, each with what its notice says. */
const changesByOthers: Record<string, (me: Caller & { phoneNumber: string }) => Promise<unknown>> = {
  'the office': async (me) => {
    const office = await person('receptionist');
    const change = { email: `new-${me.id}@swath.example`, phoneNumber: newNumber() };
    expect((await office.patch(`/api/receptionist/customer/${me.id}`, change)).status).toBe(200);
  },
  'an admin': async (me) => {
    const admin = await person('admin');
    const change = { email: `new-${me.id}@swath.example`, phoneNumber: newNumber() };
    expect((await admin.patch(`/api/admin/user/${me.id}`, change)).status).toBe(200);
  },
  'an import': async (me) => {
    const office = await person('receptionist');
    const [row] = await service.sql<{ full_name: string }>('select full_name from app_user where id = $1', [me.id]);
    const file = `Full name,Phone,Email\n${row?.full_name},${me.phoneNumber},new-${me.id}@swath.example\n`;
    const sheet = await checked(service, office, 'farmers', file);
    expect(sheet.counts).toMatchObject({ changed: 1 });
    expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'applied' });
  },
  'a merge, which closes it,': async (me) => {
    const [office, kept] = [await person('receptionist'), await person()];
    expect((await office.post(`/api/receptionist/customer/${kept.id}/merge`, { farmerId: Number(me.id) })).status).toBe(200);
    // The account that stays gets it, too.
    expect(await mailsTo(kept.email)).toHaveLength(1);
    await eventually(async () => expect(smsTo(kept.phoneNumber)).toHaveLength(1));
  },
};
test.each(Object.entries(changesByOthers))(
  'when %s changes contact data, then the former address and number get notices',
  async (_, change) => {
    const me = await person();
    await change(me);
    const said = /e-mail address|phone number|two accounts|Địa chỉ email|Số điện thoại|hai tài khoản/;
    const mails = await mailsTo(me.email);
    expect(mails.length).toBeGreaterThan(0);
    for (const text of mails) expect(text).toMatch(said);
    await eventually(async () => {
      const messages = smsTo(me.phoneNumber);
      expect(messages).toHaveLength(mails.length);
      for (const text of messages) expect(text).toMatch(said);
    });
  },
);

test('when an import of many farmers changes their addresses, then each gets one notice, and its undo gives another', async () => {
  const office = await person('receptionist');
  const people = await Promise.all(Array.from({ length: 20 }, () => person()));
  const names = new Map(
    (await service.sql<{ id: string; full_name: string }>('select id, full_name from app_user where role = $1', ['farmer'])).map((row) => [
      String(row.id),
      row.full_name,
    ]),
  );
  const rows = people.map(({ id, phoneNumber }) => `${names.get(id)},${phoneNumber},imported-${id}@swath.example`);
  const sheet = await checked(service, office, 'farmers', `Full name,Phone,Email\n${rows.join('\n')}\n`);
  await run(office, sheet.id, 'apply');
  for (const { email } of people) expect(await mailsTo(email)).toHaveLength(1);
  await run(office, sheet.id, 'undo');
  // The address from before is the own one again, and both get the notice of the undo.
  for (const { id, email } of people)
    expect([(await mailsTo(email)).length, (await mailsTo(`imported-${id}@swath.example`)).length]).toEqual([2, 1]);
});
