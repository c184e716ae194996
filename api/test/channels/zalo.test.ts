import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { FakeZalo } from './fake-zalo.ts';

const zalo = new FakeZalo();
const mails = new SentMails();
let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;
let days = 0;

const fields = [
  { name: 'customer_name', value: 'name' },
  { name: 'order_code', value: 'order' },
];
const template = { type: 'confirmed', language: 'en', templateId: '302259', fields };
const account = () => ({ appId: zalo.appId, appSecret: zalo.appSecret, oaSecret: zalo.oaSecret, refreshToken: zalo.refreshToken });

beforeAll(async () => {
  await zalo.start();
  service = await startService({ zalo: zalo.config, mailer: mails, timing: { channelLimit: 4000 } });
  other = await service.another();
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  await removeBookingLimits(service);
});
afterAll(async () => {
  await service.close();
  await zalo.close();
});
beforeEach(async () => {
  zalo.behaviour = () => 'answer';
  zalo.refreshBehaviour = 'answer';
  // Noon in Vietnam, on a day of its own.
  service.clock.now = new Date(Date.parse(testNow.toISOString().slice(0, 10)) + 5 * 3_600_000 + ++days * 86_400_000);
  await service.sql('delete from channel_state');
  expect((await admin.put('/api/admin/zalo', account())).body).toMatchObject({ state: 'ready', appId: zalo.appId, error: null });
  expect((await admin.put('/api/admin/zalo/template', template)).status).toBe(200);
});

const phoneOf = ({ phoneNumber }: Caller) => `84${phoneNumber.slice(1)}`;
const pass = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};

async function confirmedOrder(farmer: Caller): Promise<string> {
  const { id } = await placed(farmer, { date: addDays(service.clock.now.toISOString().slice(0, 10), 3) });
  expect((await office.post(`/api/receptionist/order/${id}/confirm`)).status).toBe(200);
  return String(id);
}

interface Entry {
  id: number;
  status: string;
  channel: string;
  attempts: number;
  providerId: string | null;
  lastError: string | null;
  history: { channel: string; error: string }[];
}

const becomes = (orderId: string, state: object): Promise<Entry> =>
  eventually(async () => {
    const { content } = (await admin.get('/api/admin/message/?size=200')).body;
    const found = content.find(
      (message: { orderId: number; type: string; recipientId: number }) =>
        String(message.orderId) === orderId && message.type === 'confirmed' && String(message.recipientId) !== office.id,
    );
    expect(found).toMatchObject(state);
    return found;
  });

describe('the settings', () => {
  test('when a template lacks a field, is not approved or unknown, then it is refused by name', async () => {
    const refuse = async (change: object) => {
      const { status, body } = await admin.put('/api/admin/zalo/template', { ...template, type: 'cancelled', ...change });
      return [status, body.errors?.map(({ path, message }: { path: string; message: string }) => [path, message])];
    };
    expect(await refuse({ fields: fields.slice(1) })).toEqual([400, [['fields.customer_name', 'is required']]]);
    expect(await refuse({ fields: [...fields, { name: 'other', value: 'text' }] })).toEqual([
      400,
      [['fields.other', 'is not a field of the template']],
    ]);
    expect(await refuse({ fields: [...fields, ...fields] })).toEqual([400, [['fields', 'must name each field once']]]);
    expect(await refuse({ templateId: '302260', fields: [] })).toEqual([
      400,
      [['templateId', 'must be a template that Zalo has approved']],
    ]);
    expect(await refuse({ templateId: '1' })).toEqual([400, [['templateId', 'must be a template of your Zalo account']]]);
    expect((await admin.get('/api/admin/zalo/template-info/302259')).body).toMatchObject({
      approved: true,
      fields: [{ name: 'customer_name', required: true, maxLength: 12 }, { name: 'order_code' }, { name: 'note', required: false }],
    });
    expect((await admin.get('/api/admin/zalo/template/')).body.content).toEqual([template]);
  });

  test('when it is set up, then secrets are sealed, are in no answer and no audit entry, and removing it hides the channel', async () => {
    const sealed = await service.sql<{ sealed: Buffer }>("select sealed from stored_secret where name like 'zalo%'");
    expect(sealed).toHaveLength(2);
    const audit = JSON.stringify((await admin.get('/api/admin/audit/?size=50')).body);
    const answer = JSON.stringify((await admin.get('/api/admin/zalo')).body);
    for (const secret of [zalo.appSecret, zalo.oaSecret, zalo.refreshToken, zalo.accessToken])
      expect([audit.includes(secret), answer.includes(secret), sealed.some((row) => row.sealed.includes(secret))]).toEqual([
        false,
        false,
        false,
      ]);
    const zaloState = async () =>
      (await office.get('/api/common/channel-preference')).body.channels.find(({ channel }: { channel: string }) => channel === 'zalo')
        .state;
    expect([await zaloState(), (await admin.get('/api/admin/channel-status')).body.zalo]).toEqual(['ready', true]);
    expect((await call(service, 'DELETE', '/api/admin/zalo', { token: admin.token })).status).toBe(200);
    expect([await zaloState(), (await admin.get('/api/admin/channel-status')).body.zalo]).toEqual(['not_set_up', false]);
    expect((await admin.put('/api/admin/zalo', { appId: zalo.appId })).body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'appSecret',
      'oaSecret',
      'refreshToken',
    ]);
    await becomes(await confirmedOrder(await signedIn(service, 'farmer')), { status: 'sent', channel: 'mail', history: [] });
  });

  test('when Zalo refuses the refresh token, then the answer says so and messages go by mail', async () => {
    expect((await admin.put('/api/admin/zalo', { ...account(), refreshToken: 'used' })).body).toMatchObject({
      state: 'token_refused',
      error: 'error -14014',
    });
    const found = await becomes(await confirmedOrder(await signedIn(service, 'farmer')), { status: 'sent', channel: 'mail' });
    expect(found.history).toMatchObject([{ channel: 'zalo', error: 'Zalo refuses the refresh token (error -14014).' }]);
  });
});

describe('a notification', () => {
  test('when the office confirms an order, then the farmer gets one with all fields, and its reports are recorded', async () => {
    const farmer = await signedIn(service, 'farmer', { fullName: 'Nguyễn Thị Phương Thảo' });
    const orderId = await confirmedOrder(farmer);
    const found = await becomes(orderId, { status: 'sent', channel: 'zalo', attempts: 1 });
    const [message, ...more] = zalo.to(phoneOf(farmer));
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      msgId: found.providerId,
      templateId: '302259',
      data: { customer_name: 'Nguyễn Thị …', order_code: orderId },
      trackingId: `swath-${found.id}-1`,
    });
    expect(mails.to(farmer.email)).toHaveLength(1);
    const sent = message as never;
    for (const change of [{ event: 'user_seen_message' }, {}, {}, { event: 'oa_send_text' }])
      expect((await zalo.report(service.url, sent, change)).status).toBe(200);
    await becomes(orderId, { status: 'delivered', channel: 'zalo' });
    for (const msgId of ['a\0b', '\ud83c'])
      expect((await zalo.report(service.url, { msgId, trackingId: msgId } as never)).status).toBe(200);
    const refused = await Promise.all([
      zalo.report(service.url, sent, { secret: 'another' }),
      zalo.post(service.url, '{}', ''),
      zalo.post(service.url, 'no json', `mac=${'0'.repeat(64)}`),
      zalo.post(service.url, 'null', `mac=${'0'.repeat(64)}`),
    ]);
    expect(await Promise.all(refused.map(async (answer) => [answer.status, ((await answer.json()) as { code: string }).code]))).toEqual(
      refused.map(() => [400, 'BAD_SIGNATURE']),
    );
  });

  test.each([
    [-108, 'error -108: invalid phone number'],
    [-118, 'error -118: no Zalo account'],
    [-131, 'error -131: template not approved'],
    [-144, 'error -144: quota of the day used up'],
  ])('when Zalo answers %i, then the next channel takes over at once', async (code, error) => {
    zalo.behaviour = () => code;
    const farmer = await signedIn(service, 'farmer');
    const found = await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'mail' });
    expect(found.history).toMatchObject([{ channel: 'zalo', error }]);
    // The mail in place of Zalo has the invitation, too.
    expect(mails.to(farmer.email).at(-1)?.calendar).toContain('METHOD:REQUEST');
  });

  test('when Zalo has a problem, then the message is tried again on Zalo', async () => {
    zalo.behaviour = () => -100;
    const farmer = await signedIn(service, 'farmer');
    const orderId = await confirmedOrder(farmer);
    await becomes(orderId, { status: 'waiting', channel: 'zalo', lastError: 'error -100' });
    zalo.behaviour = () => 'answer';
    pass(10);
    await becomes(orderId, { status: 'sent', channel: 'zalo', attempts: 2 });
    expect(zalo.to(phoneOf(farmer))).toHaveLength(1);
  });

  test.each(['break', 'lose', 'hang'] as const)(
    'when Zalo sends it but does not answer (%s), then it is never sent again, and its report counts as the answer',
    async (behaviour) => {
      zalo.behaviour = () => behaviour;
      const farmer = await signedIn(service, 'farmer');
      const orderId = await confirmedOrder(farmer);
      await becomes(orderId, { status: 'sending', lastError: expect.any(String) });
      zalo.behaviour = () => 'answer';
      pass(40);
      await becomes(orderId, { status: 'sending', lastError: 'The provider did not answer.' });
      const [message, ...more] = zalo.to(phoneOf(farmer));
      expect(more).toEqual([]);
      await Promise.all([zalo.report(other.url, message as never), zalo.report(service.url, message as never)]);
      await becomes(orderId, { status: 'delivered', channel: 'zalo', attempts: 1, providerId: message?.msgId });
      expect(mails.to(farmer.email)).toHaveLength(1);
    },
  );

  test('when neither an answer nor a report comes, then it ends as unknown for an admin to decide', async () => {
    zalo.behaviour = () => 'fail';
    const orderId = await confirmedOrder(await signedIn(service, 'farmer'));
    await becomes(orderId, { status: 'sending', lastError: 'answered 500' });
    await eventually(async () => {
      const [message] = await service.sql<{ status: string; due_at: Date | null }>(
        "select status, due_at from message_delivery where order_id = $1 and type = 'confirmed' and channel = 'zalo'",
        [orderId],
      );
      if (message?.due_at && message.due_at > service.clock.now) service.clock.now = message.due_at;
      expect(message).toEqual({ status: 'unknown', due_at: null });
    });
    await becomes(orderId, { status: 'unknown', channel: 'zalo' });
  });
});

describe('the access token', () => {
  test('when it expires early, then it is refreshed once and the message is sent once', async () => {
    zalo.expire();
    const before = zalo.refreshes.length;
    const farmer = await signedIn(service, 'farmer');
    await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'zalo', attempts: 1 });
    expect([zalo.to(phoneOf(farmer)).length, zalo.refreshes.length - before]).toEqual([1, 1]);
  });

  test('when its time is over and fifty messages are due on two processes, then its refresh token is used once', async () => {
    pass(2 * 86_400);
    const before = zalo.refreshes.length;
    const farmers = await Promise.all(Array.from({ length: 50 }, () => signedIn(service, 'farmer')));
    const orderIds = await Promise.all(farmers.map(confirmedOrder));
    await eventually(async () => {
      const [row] = await service.sql<{ sent: number; sending: number; due: Date | null }>(
        `select count(*) filter (where status = 'sent')::int as sent, count(*) filter (where status = 'sending')::int as sending,
                min(due_at) filter (where status = 'waiting') as due
           from message_delivery where order_id = any($1) and type = 'confirmed' and channel = 'zalo'`,
        [orderIds],
      );
      // Messages that met the refresh of the other process are due two seconds later.
      if (row?.sending === 0 && row.due !== null && row.due > service.clock.now) service.clock.now = row.due;
      expect(row?.sent).toBe(50);
    });
    const used = zalo.refreshes.slice(before);
    expect([used.length, new Set(used).size]).toEqual([1, 1]);
    expect(farmers.map((farmer) => zalo.to(phoneOf(farmer)).length)).toEqual(farmers.map(() => 1));
  });

  test('when fifty ask for a token at once on two processes, then one refresh token is never used twice', async () => {
    const elsewhere = callerOn(other, admin);
    for (let round = 0; round < 3; round++) {
      zalo.expire();
      const before = zalo.refreshes.length;
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? admin : elsewhere).get('/api/admin/zalo/template-info/302259')),
      );
      // Those who meet a refresh of the other process are asked to come back.
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(zalo.refreshes.slice(before)).toHaveLength(1);
    }
  });

  test('when the answer to a refresh is lost, then the channel fails over until an admin enters another refresh token', async () => {
    zalo.expire();
    zalo.refreshBehaviour = 'lose';
    const orderId = await confirmedOrder(await signedIn(service, 'farmer'));
    await becomes(orderId, { status: 'waiting', channel: 'zalo', lastError: 'The token could not be refreshed: UND_ERR_SOCKET' });
    zalo.refreshBehaviour = 'answer';
    const before = zalo.refreshes.length;
    pass(30);
    await becomes(orderId, { status: 'waiting', lastError: 'The token is being refreshed.' });
    expect(zalo.refreshes.length).toBe(before);
    pass(60);
    await becomes(orderId, { status: 'sent', channel: 'mail' });
    expect(zalo.refreshes.length).toBe(before + 1);
    expect((await admin.get('/api/admin/zalo')).body).toMatchObject({ state: 'token_refused' });
    expect((await admin.put('/api/admin/zalo', account())).body).toMatchObject({ state: 'ready' });
    await becomes(await confirmedOrder(await signedIn(service, 'farmer')), { status: 'sent', channel: 'zalo' });
  });
});

describe('the budget', () => {
  const setting = {
    ...{ channels: ['push', 'zalo', 'sms', 'mail'], quietFrom: '21:00', quietTo: '05:00' },
    ...{ smsPrice: 800, smsBudget: 200000, codeBudget: 100000, zaloPrice: 300 },
  };
  afterEach(async () => {
    expect((await admin.put('/api/admin/channel-setting', setting)).body).toMatchObject(setting);
  });

  test('when fifty messages are due at once for two processes, then those within the budget go by Zalo, the others by mail, with one alarm', async () => {
    await admin.put('/api/admin/channel-setting', { ...setting, smsBudget: 3100 });
    const farmers = await Promise.all(Array.from({ length: 50 }, () => signedIn(service, 'farmer')));
    await service.sql(
      `insert into message_delivery (key, recipient_id, type, language, subject, text, mail_text, channels, channel, status, created_at, due_at)
       select 'budget:' || id, id, 'confirmed', 'en', 'Test', 'Test ' || id, 'Test', '{zalo,mail}', 'zalo', 'waiting', $2, $2
         from unnest($1::bigint[]) id`,
      [farmers.map(({ id }) => id), service.clock.now],
    );
    await eventually(async () => {
      const rows = await service.sql<{ channel: string; cost: string | null; n: string }>(
        "select channel, cost, count(*) as n from message_delivery where key like 'budget:%' and status = 'sent' group by channel, cost order by channel",
      );
      expect(rows).toEqual([
        { channel: 'mail', cost: null, n: '40' },
        { channel: 'zalo', cost: '300', n: '10' },
      ]);
    });
    expect(farmers.flatMap((farmer) => zalo.to(phoneOf(farmer)))).toHaveLength(10);
    expect((await admin.get('/api/admin/channel-status')).body.messages).toMatchObject({ spent: 3000, refused: 40 });
    expect((await admin.get('/api/admin/channel-alarm')).body).toEqual({ alarms: [{ kind: 'sms_budget', refused: 40 }] });
    await eventually(async () => {
      expect(mails.to(admin.email).filter(({ subject }) => subject === 'The budget of today for messages is used up')).toHaveLength(1);
    });
    const [refused] = await service.sql<{ history: object[] }>(
      "select history from message_delivery where key like 'budget:%' and channel = 'mail' limit 1",
    );
    expect(refused?.history).toMatchObject([{ channel: 'zalo', error: 'The budget of the day for messages is used up.' }]);
  });

  test('when Zalo refuses a message, then its cost is given back; without an answer it stays reserved', async () => {
    zalo.behaviour = () => -118;
    await becomes(await confirmedOrder(await signedIn(service, 'farmer')), { status: 'sent', channel: 'mail', cost: null });
    expect((await admin.get('/api/admin/channel-status')).body.messages.spent).toBe(0);
    zalo.behaviour = () => 'hang';
    const orderId = await confirmedOrder(await signedIn(service, 'farmer'));
    await eventually(async () => expect((await admin.get('/api/admin/channel-status')).body.messages.spent).toBe(300));
    await becomes(orderId, { channel: 'zalo', cost: 300 });
  });

  test('when the price is left out, then it stays', async () => {
    const { zaloPrice: _, ...without } = setting;
    await admin.put('/api/admin/channel-setting', { ...setting, zaloPrice: 250.5 });
    expect((await admin.put('/api/admin/channel-setting', without)).body.zaloPrice).toBe(250.5);
  });
});

test('when a template has a field for a link, then it leads to the order', async () => {
  const withLink = { ...template, fields: [...fields, { name: 'note', value: 'link' }] };
  expect((await admin.put('/api/admin/zalo/template', withLink)).status).toBe(200);
  const farmer = await signedIn(service, 'farmer');
  const orderId = await confirmedOrder(farmer);
  await becomes(orderId, { status: 'sent', channel: 'zalo' });
  expect(zalo.to(phoneOf(farmer))[0]?.data.note).toBe(`http://localhost:8080/orders/${orderId}`);
});
