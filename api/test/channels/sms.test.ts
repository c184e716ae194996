import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendCode } from '../../src/channels/send-code.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { FakeTwilio } from './fake-twilio.ts';

const twilio = new FakeTwilio();
const mails = new SentMails();
const publicUrl = 'http://localhost:8080';
let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;
let days = 0;

beforeAll(async () => {
  await twilio.start();
  service = await startService({ sms: twilio.provider, mailer: mails, timing: { channelLimit: 2000 } });
  other = await service.another();
  twilio.clock = () => service.clock.now;
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  await removeBookingLimits(service);
});
afterAll(async () => {
  await service.close();
  await twilio.close();
});
beforeEach(async () => {
  twilio.behaviour = () => 'answer';
  twilio.lookupsFail = false;
  // Noon in Vietnam, on a day of its own: budgets and failures of other tests do not matter.
  service.clock.now = new Date(Date.parse(testNow.toISOString().slice(0, 10)) + 5 * 3_600_000 + ++days * 86_400_000);
  await service.sql('delete from channel_state');
});

const numberOf = ({ phoneNumber }: Caller) => `+84${phoneNumber.slice(1)}`;
const pass = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};
const today = () => service.clock.now.toISOString().slice(0, 10);

/** An order of the farmer that the office confirms: one message to the farmer that they did not cause. */
async function confirmedOrder(farmer: Caller, overrides: Record<string, unknown> = {}): Promise<string> {
  const { id } = await placed(farmer, { date: addDays(today(), 3), ...overrides });
  expect((await office.post(`/api/receptionist/order/${id}/confirm`)).status).toBe(200);
  return String(id);
}

interface Entry {
  id: number;
  status: string;
  channel: string;
  attempts: number;
  cost: number | null;
  parts: number | null;
  providerId: string | null;
  lastError: string | null;
  history: { channel: string; error: string }[];
  dueAt: string | null;
}

/** The farmer's message about an order. */
const entry = async (orderId: string, type = 'confirmed'): Promise<Entry> => {
  const { content } = (await admin.get('/api/admin/message/?size=200')).body;
  const found = content.find(
    (message: { orderId: number; type: string; recipientId: number }) =>
      String(message.orderId) === orderId && message.type === type && String(message.recipientId) !== office.id,
  );
  expect(found).toBeDefined();
  return found;
};
const becomes = (orderId: string, state: object): Promise<Entry> =>
  eventually(async () => {
    const found = await entry(orderId);
    expect(found).toMatchObject(state);
    return found;
  });

describe('an SMS', () => {
  test('when the office confirms an order, then the farmer gets one SMS and no mail, and its reports are recorded', async () => {
    const farmer = await signedIn(service, 'farmer');
    const orderId = await confirmedOrder(farmer);
    const sent = await becomes(orderId, { status: 'sent', channel: 'sms', attempts: 1, parts: expect.any(Number) });
    expect(sent.cost).toBe(800 * Number(sent.parts));
    const [sms, ...more] = twilio.to(numberOf(farmer));
    expect([more, sms?.sid, sms?.from]).toEqual([[], sent.providerId, '+84280000000']);
    expect(sms?.body).toContain(`${orderId}`);
    // The farmer caused the booking itself: only a mail.
    expect(mails.to(farmer.email).map(({ subject }) => subject)).toHaveLength(1);
    for (const status of ['sent', 'queued', 'delivered', 'sent', 'undelivered', 'delivered'])
      expect((await twilio.report(service.url, sms as never, status)).status).toBe(200);
    expect(await entry(orderId)).toMatchObject({ status: 'delivered', channel: 'sms', attempts: 1 });
    expect(mails.to(farmer.email)).toHaveLength(1);
  });

  test('when the farmer has not confirmed the number, then the message goes by mail, and nothing to the number', async () => {
    const farmer = await signedIn(service, 'farmer', { phoneConfirmed: false });
    await confirmedOrder(farmer);
    await eventually(async () => expect(mails.to(farmer.email)).toHaveLength(2));
    expect(twilio.to(numberOf(farmer))).toEqual([]);
  });

  test('when a report has a wrong signature, then it is refused and changes nothing', async () => {
    const farmer = await signedIn(service, 'farmer');
    const orderId = await confirmedOrder(farmer);
    await becomes(orderId, { status: 'sent' });
    const [sms] = twilio.to(numberOf(farmer));
    const address = new URL(sms?.statusCallback ?? '');
    const answer = await twilio.callback(service.url, address, { MessageSid: sms?.sid ?? '', MessageStatus: 'failed' }, 'another token');
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'BAD_SIGNATURE']);
    const moved = new URL(`${address.origin}${address.pathname}?message=1&attempt=1`);
    const body = new URLSearchParams({ MessageSid: sms?.sid ?? '', MessageStatus: 'failed' });
    expect((await fetch(service.url + moved.pathname, { method: 'POST', body })).status).toBe(400);
    expect(await entry(orderId)).toMatchObject({ status: 'sent' });
  });

  test('when a signed callback has a text that cannot be stored, then it is answered and matches nothing', async () => {
    const farmer = await signedIn(service, 'farmer');
    const orderId = await confirmedOrder(farmer);
    await becomes(orderId, { status: 'sent' });
    const [sms] = twilio.to(numberOf(farmer));
    const address = new URL(sms?.statusCallback ?? '');
    address.search = '';
    for (const status of ['delivered', 'failed']) {
      const parameters = { MessageSid: `${sms?.sid}\0x`, MessageStatus: status, ErrorCode: 'a\0' };
      expect((await twilio.callback(service.url, address, parameters)).status).toBe(200);
    }
    expect((await twilio.receive(service.url, address.origin, '\0', 'STOP', 'SM\0')).status).toBe(200);
    expect(await entry(orderId)).toMatchObject({ status: 'sent', channel: 'sms' });
  });

  test('when the provider reports that it could not deliver, then the mail follows, once, however often it is reported', async () => {
    const farmer = await signedIn(service, 'farmer');
    const orderId = await confirmedOrder(farmer);
    await becomes(orderId, { status: 'sent' });
    const [sms] = twilio.to(numberOf(farmer));
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        twilio.report(n % 2 === 0 ? service.url : other.url, sms as never, 'undelivered', { ErrorCode: '30005' }),
      ),
    );
    const found = await becomes(orderId, { status: 'sent', channel: 'mail' });
    expect(found.history).toMatchObject([{ channel: 'sms', error: 'undelivered, error 30005', providerId: sms?.sid }]);
    expect((await twilio.report(service.url, sms as never, 'delivered')).status).toBe(200);
    expect(await entry(orderId)).toMatchObject({ status: 'sent', channel: 'mail' });
    expect(mails.to(farmer.email).filter(({ text }) => text.includes(orderId))).toHaveLength(2);
  });

  test('when the provider refuses the number, then the mail is sent at once', async () => {
    const farmer = await signedIn(service, 'farmer');
    twilio.behaviour = () => 'wrong';
    const orderId = await confirmedOrder(farmer);
    const found = await becomes(orderId, { status: 'sent', channel: 'mail', cost: null });
    expect(found.history).toMatchObject([{ channel: 'sms', error: 'answered 400: code 21211' }]);
  });

  test.each(['break', 'lose', 'hang'] as const)(
    'when the provider sends it but does not answer (%s), then it is found and not sent again',
    async (behaviour) => {
      const farmer = await signedIn(service, 'farmer');
      twilio.behaviour = () => behaviour;
      const orderId = await confirmedOrder(farmer);
      await becomes(orderId, { status: 'sending', lastError: expect.any(String) });
      twilio.behaviour = () => 'answer';
      pass(40);
      const found = await becomes(orderId, { status: 'sent', channel: 'sms', attempts: 1 });
      expect(twilio.to(numberOf(farmer)).map(({ sid }) => sid)).toEqual([found.providerId]);
    },
  );

  test('when the answer is lost and the report comes first, then it counts as the answer', async () => {
    const farmer = await signedIn(service, 'farmer');
    twilio.behaviour = () => 'lose';
    const orderId = await confirmedOrder(farmer);
    await becomes(orderId, { status: 'sending', lastError: expect.any(String) });
    const [sms] = twilio.to(numberOf(farmer));
    await twilio.report(other.url, sms as never, 'delivered');
    expect(await entry(orderId)).toMatchObject({ status: 'delivered', providerId: sms?.sid });
  });

  test('when the provider did not send it, then it is sent again after the lookup', async () => {
    const farmer = await signedIn(service, 'farmer');
    twilio.behaviour = () => 'fail';
    const orderId = await confirmedOrder(farmer);
    await becomes(orderId, { status: 'sending', lastError: 'answered 500: code 20500' });
    twilio.lookupsFail = true;
    pass(40);
    await becomes(orderId, { status: 'sending', lastError: 'the lookup answered 500' });
    expect(twilio.to(numberOf(farmer))).toEqual([]);
    twilio.lookupsFail = false;
    twilio.behaviour = () => 'answer';
    pass(70);
    await becomes(orderId, { status: 'sent', channel: 'sms' });
    expect(twilio.to(numberOf(farmer))).toHaveLength(1);
  });

  test('when a process dies between the request and its record, then another one finds the message instead of sending it', async () => {
    const farmer = await signedIn(service, 'farmer');
    const orderId = await confirmedOrder(farmer);
    const { id } = await becomes(orderId, { status: 'sent' });
    // As the dead process left it: claimed, with the budget reserved, and no answer recorded.
    await service.sql("update message_delivery set status = 'sending', provider_id = null, provider_rank = 0, due_at = $2 where id = $1", [
      id,
      service.clock.now,
    ]);
    await becomes(orderId, { status: 'sent', attempts: 1 });
    expect(twilio.to(numberOf(farmer))).toHaveLength(1);
  });

  test('when the provider is busy, then the next attempt comes later, and after some the next channel', async () => {
    const farmer = await signedIn(service, 'farmer');
    twilio.behaviour = () => 'busy';
    const orderId = await confirmedOrder(farmer);
    for (const attempts of [1, 2, 3]) {
      await becomes(orderId, { status: 'waiting', attempts, cost: null });
      pass(200);
    }
    await becomes(orderId, { status: 'sent', channel: 'mail' });
    expect(twilio.to(numberOf(farmer))).toEqual([]);
  });

  test('when a person has no other channel, then a failed message is a dead letter, which the admin replays', async () => {
    const farmer = await signedIn(service, 'farmer', { email: null });
    twilio.behaviour = () => 'wrong';
    const orderId = await confirmedOrder(farmer);
    const { id } = await becomes(orderId, { status: 'failed', channel: 'sms' });
    twilio.behaviour = () => 'answer';
    expect((await admin.get('/api/admin/message/?status=failed&channel=sms')).body.content).toMatchObject([{ id }]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => callerOn(n % 2 === 0 ? service : other, admin).post(`/api/admin/message/${id}/replay`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    await becomes(orderId, { status: 'sent', channel: 'sms' });
    expect(twilio.to(numberOf(farmer))).toHaveLength(1);
    expect((await admin.get('/api/admin/audit/?action=message_replay')).body.content).toMatchObject([
      { subjectType: 'message', subjectId: id },
    ]);
  });
});

describe('quiet hours', () => {
  test('when it is night, then a message waits until 05:00, and one about the next morning does not', async () => {
    const [farmer, early] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
    pass(9 * 3600); // 21:00
    const later = await confirmedOrder(farmer);
    const due = new Date(service.clock.now.getTime() + 8 * 3_600_000).toISOString();
    expect(await becomes(later, { status: 'waiting', attempts: 0 })).toMatchObject({ dueAt: due });
    const soon = await placed(early, { date: addDays(today(), 1), session: { id: 1 } });
    expect((await office.post(`/api/receptionist/order/${soon.id}/cancel`, { reason: 'Rain' })).status).toBe(200);
    await eventually(async () =>
      expect(await entry(String(soon.id), 'cancelled')).toMatchObject({ status: 'sent', channel: 'sms', urgent: true }),
    );
    expect(twilio.to(numberOf(farmer))).toEqual([]);
    pass(8 * 3600);
    await becomes(later, { status: 'sent', channel: 'sms', attempts: 1 });
  });
});

describe('STOP and START', () => {
  test('when a number answers STOP, then no SMS follows until START; repeated and old messages change nothing', async () => {
    const farmer = await signedIn(service, 'farmer');
    const number = numberOf(farmer);
    const stop = await twilio.receive(service.url, publicUrl, number, ' Stop. ', `SMstop${farmer.id}`);
    expect([stop.status, stop.headers.get('content-type'), await stop.text()]).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
    ]);
    expect((await farmer.get('/api/common/channel-preference')).body.channels[2]).toEqual({
      channel: 'sms',
      enabled: true,
      state: 'stopped',
    });
    await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'mail', history: [] });
    await twilio.receive(service.url, publicUrl, number, 'START', `SMstart${farmer.id}`);
    await twilio.receive(other.url, publicUrl, number, 'STOP', `SMstop${farmer.id}`);
    await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'sms' });
    await twilio.receive(service.url, publicUrl, number, 'Khi nào phun?');
    expect((await farmer.get('/api/common/channel-preference')).body.channels[2].state).toBe('ready');
  });

  test('when the provider says that a number has stopped, then it is not tried again', async () => {
    const farmer = await signedIn(service, 'farmer');
    twilio.behaviour = () => 'stopped';
    await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'mail', history: [{ error: 'answered 400: code 21610' }] });
    expect((await farmer.get('/api/common/channel-preference')).body.channels[2].state).toBe('stopped');
  });
});

describe('the own order of channels', () => {
  test('when a person puts mail first or turns SMS off, then their messages follow that', async () => {
    const farmer = await signedIn(service, 'farmer');
    const choices = [
      { channel: 'mail', enabled: true },
      { channel: 'sms', enabled: true },
    ];
    const answer = await farmer.put('/api/common/channel-preference', { channels: choices, plainSms: true });
    expect(answer.body).toMatchObject({
      plainSms: true,
      channels: [{ channel: 'mail' }, { channel: 'sms' }, { channel: 'push', enabled: false }, { channel: 'zalo', enabled: false }],
    });
    await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'mail', history: [] });
    await farmer.put('/api/common/channel-preference', { channels: [{ channel: 'sms', enabled: false }], plainSms: false });
    expect((await farmer.get('/api/common/notification/setting')).body.email).toBe(false);
    const { id } = await placed(farmer, { date: addDays(today(), 3) });
    expect((await office.post(`/api/receptionist/order/${id}/confirm`)).status).toBe(200);
    await eventually(async () => expect((await farmer.get('/api/common/notification/unread')).body.unread).toBe(2));
    expect(await service.sql('select 1 from message_delivery where order_id = $1 and recipient_id = $2', [id, farmer.id])).toEqual([]);
    const twice = await farmer.put('/api/common/channel-preference', { channels: [choices[0], choices[0]], plainSms: false });
    expect([twice.status, twice.body.errors[0].path]).toEqual([400, 'channels']);
  });

  test('when a Vietnamese reader agreed to SMS without marks, then a part is saved', async () => {
    const farmer = await signedIn(service, 'farmer', { language: 'vi' });
    const marked = await becomes(await confirmedOrder(farmer), { status: 'sent' });
    await farmer.put('/api/common/channel-preference', { channels: [{ channel: 'sms', enabled: true }], plainSms: true });
    const plain = await becomes(await confirmedOrder(farmer), { status: 'sent' });
    expect(Number(plain.parts)).toBeLessThan(Number(marked.parts));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII
    expect(twilio.to(numberOf(farmer)).map(({ body }) => /^[\u0000-\u007f]*$/.test(body))).toEqual([false, true]);
  });
});

describe('the budget', () => {
  const setting = {
    channels: ['push', 'zalo', 'sms', 'mail'],
    quietFrom: '21:00',
    quietTo: '05:00',
    smsPrice: 800,
    smsBudget: 200000,
    codeBudget: 100000,
  };

  test('when a hundred codes are sent at once by two processes, then exactly those within their two budgets are, with one alarm each', async () => {
    await admin.put('/api/admin/channel-setting', { ...setting, smsPrice: 100, codeBudget: 2000, newNumberBudget: 1000 });
    const before = twilio.messages.length;
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        const budget = n % 4 < 2 ? 'code' : 'new_number';
        const { database, app } = n % 2 === 0 ? service : other;
        const deps = { database, catalog: app.catalog, clock: () => service.clock.now, provider: twilio.provider };
        return sendCode(
          deps,
          { phoneKey: `0988${String(n).padStart(6, '0')}`, language: 'en', text: `Your code is ${100000 + n}.`, budget },
          AbortSignal.timeout(10_000),
        );
      }),
    );
    expect(results.filter((result) => result === 'sent')).toHaveLength(30);
    expect(results.filter((result) => result === 'over-budget')).toHaveLength(70);
    expect(twilio.messages.length - before).toBe(30);
    expect((await admin.get('/api/admin/channel-status')).body).toMatchObject({
      codes: { spent: 2000, refused: 30 },
      newNumberCodes: { spent: 1000, refused: 40 },
      messages: { spent: 0, refused: 0 },
    });
    const mailed = (person: Caller, codes: string) =>
      mails.to(person.email).filter(({ subject }) => subject === `The budget of today for ${codes} is used up`);
    for (const person of [admin, office])
      for (const codes of ['sign-in codes', 'codes to new numbers'])
        await eventually(async () => expect(mailed(person, codes)).toHaveLength(1));
    expect(mails.to(admin.email).filter(({ subject }) => subject.includes('sign-in codes')).length).toBeLessThanOrEqual(2);
    const stored = await service.sql(
      "select text, subject from message_delivery where type = 'sign_in_code' and (text <> '' or subject <> '')",
    );
    expect(stored).toEqual([]);
    await admin.put('/api/admin/channel-setting', { ...setting, newNumberBudget: 50000 });
  });

  test('when the budget for messages is used up, then they go by mail, and codes are still sent', async () => {
    await admin.put('/api/admin/channel-setting', { ...setting, smsBudget: 100 });
    const farmer = await signedIn(service, 'farmer');
    const found = await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'mail', cost: null });
    expect(found.history).toMatchObject([{ channel: 'sms', error: 'The budget of the day for messages is used up.' }]);
    const deps = { database: service.database, catalog: service.app.catalog, clock: () => service.clock.now, provider: twilio.provider };
    expect(
      await sendCode(deps, { phoneKey: '0988123456', language: 'vi', text: 'Mã: 123456', budget: 'code' }, AbortSignal.timeout(10_000)),
    ).toBe('sent');
    expect((await admin.get('/api/admin/channel-status')).body).toMatchObject({
      sms: true,
      smsProvider: 'twilio',
      messages: { spent: 0, refused: 1 },
      codes: { spent: 800 },
    });
    expect((await admin.get('/api/admin/channel-alarm')).body).toEqual({ alarms: [{ kind: 'sms_budget', refused: 1 }] });
    await admin.put('/api/admin/channel-setting', setting);
  });
});

describe('messages of one person', () => {
  // The numbers for which the provider reported a STOP in earlier tests.
  beforeAll(() => service.sql('delete from sms_opt_out'));
  const long = 'ế'.repeat(1000);
  /** An order with an office and a crew of two, who get the messages of the farmer. */
  async function withCrew(farmer: Caller): Promise<{ orderId: string; crew: Caller[] }> {
    const crew = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
    const orderId = await confirmedOrder(farmer);
    const body = { sprayerIds: crew.map(({ id }) => Number(id)) };
    expect((await office.put(`/api/receptionist/order/${orderId}/sprayers`, body)).status).toBe(200);
    await eventually(async () => expect(crew.map((sprayer) => twilio.to(numberOf(sprayer)).length)).toEqual([1, 1]));
    return { orderId, crew };
  }
  const write = async (farmer: Caller, orderId: string, text: string) =>
    expect((await farmer.post(`/api/farmer/order/${orderId}/message`, { text })).status).toBe(200);
  const messagesOf = (orderId: string) =>
    service.sql<{ recipient_id: string; channel: string; parts: number | null; last_error: string | null }>(
      "select recipient_id, channel, parts, last_error from message_delivery where order_id = $1 and type = 'message' order by id",
      [orderId],
    );

  test('when a farmer writes a long message, then each SMS has at most four parts and ends with the link to the order', async () => {
    const farmer = await signedIn(service, 'farmer');
    const { orderId, crew } = await withCrew(farmer);
    await write(farmer, orderId, long);
    for (const reader of [office, ...crew]) {
      const sms = await eventually(async () => {
        const found = twilio.to(numberOf(reader)).find(({ body }) => body.includes('ếếếế'));
        expect(found).toBeDefined();
        return found;
      });
      expect([sms?.body.length, sms?.body.endsWith(`ế... ${publicUrl}/orders/${orderId}`)]).toEqual([268, true]);
    }
    // Everything is in the app.
    expect((await farmer.get(`/api/farmer/order/${orderId}/message/`)).body.content[0].text).toBe(long);
    expect((await messagesOf(orderId)).map(({ parts }) => parts)).toEqual([4, 4, 4]);
  });

  test('when a farmer has used up their budget, then their messages go by mail, and those of others by SMS', async () => {
    const [farmer, neighbour] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
    const [first, second] = [await withCrew(farmer), await withCrew(neighbour)];
    await write(farmer, first.orderId, long);
    await write(farmer, first.orderId, long);
    await write(farmer, first.orderId, long);
    // 20,000 are enough for the notification of the booking and five of nine SMS of four parts.
    await eventually(async () => {
      const ways = (await messagesOf(first.orderId)).map(({ channel }) => channel);
      expect(ways.sort()).toEqual([...Array(4).fill('mail'), ...Array(5).fill('sms')]);
    });
    await write(neighbour, second.orderId, 'Cổng khóa');
    await eventually(async () => expect((await messagesOf(second.orderId)).map(({ channel }) => channel)).toEqual(['sms', 'sms', 'sms']));
    // What the office does for the same farmer is not limited.
    await becomes(await confirmedOrder(farmer), { status: 'sent', channel: 'sms' });
    expect((await admin.get('/api/admin/channel-status')).body.messages).toMatchObject({ refused: 0, refusedBySender: 4 });
    expect((await admin.get('/api/admin/channel-alarm')).body).toEqual({ alarms: [{ kind: 'sender_budget', refused: 4 }] });
    const subject = 'One person has used up their part of the budget for messages';
    for (const person of [admin, office])
      await eventually(async () => expect(mails.to(person.email).filter((mail) => mail.subject === subject)).toHaveLength(1));
  });

  test('when fifty messages of one person are due at once on two processes, then exactly those within the budget are sent, and one that was not sent gives its part back', async () => {
    const farmer = await signedIn(service, 'farmer');
    const readers = await Promise.all(Array.from({ length: 50 }, () => signedIn(service, 'farmer')));
    const wrong = numberOf(readers[0] as Caller);
    await service.sql(
      `insert into message_delivery (key, recipient_id, sender_id, type, language, subject, text, mail_text, channels, channel, status, created_at, due_at)
       select 'sender:' || id, id, $3, 'message', 'en', 'Test', 'Test ' || id, 'Test', '{sms,mail}', 'sms', 'waiting', $2, $2 from unnest($1::bigint[]) id`,
      [readers.map(({ id }) => id), service.clock.now, farmer.id],
    );
    twilio.behaviour = (to) => (to === wrong ? 'wrong' : 'answer');
    const counts = async () =>
      (
        await service.sql<{ channel: string; n: string }>(
          "select channel, count(*) as n from message_delivery where key like 'sender:%' and status = 'sent' group by channel order by channel",
        )
      ).map(({ channel, n }) => [channel, Number(n)]);
    const [mail, sms] = await eventually(async () => {
      const found = await counts();
      expect(found.reduce((total, [, n]) => total + Number(n), 0)).toBe(50);
      return found;
    });
    // 25 of one part each. The place of the wrong number may have come back too late for the others.
    expect([24, 25]).toContain(sms?.[1]);
    expect(Number(mail?.[1]) + Number(sms?.[1])).toBe(50);
    const [spent] = await service.sql<{ spent: string }>(
      'select trim_scale(spent) as spent from sms_sender_spending where sender_id = $1',
      [farmer.id],
    );
    expect(Number(spent?.spent)).toBe(800 * Number(sms?.[1]));
  });
});

test('when fifty messages are due at once for two processes, then each person gets one SMS', async () => {
  const farmers = await Promise.all(Array.from({ length: 50 }, () => signedIn(service, 'farmer')));
  await service.sql(
    `insert into message_delivery (key, recipient_id, type, language, subject, text, mail_text, channels, channel, status, created_at, due_at)
     select 'test:' || id, id, 'confirmed', 'en', 'Test', 'Test ' || id, 'Test', '{sms,mail}', 'sms', 'waiting', $2, $2 from unnest($1::bigint[]) id`,
    [farmers.map(({ id }) => id), service.clock.now],
  );
  await eventually(async () => {
    const rows = await service.sql("select 1 from message_delivery where key like 'test:%' and status = 'sent' and attempts = 1");
    expect(rows).toHaveLength(50);
  });
  expect(farmers.map((farmer) => twilio.to(numberOf(farmer)).length)).toEqual(farmers.map(() => 1));
});

test('when SMS hangs for everyone, then mails of others are not delayed', async () => {
  const [stuck, other1] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  twilio.behaviour = () => 'hang';
  await other1.put('/api/common/channel-preference', { channels: [{ channel: 'mail', enabled: true }], plainSms: false });
  const waiting = await confirmedOrder(stuck);
  const order = await confirmedOrder(other1);
  await becomes(order, { status: 'sent', channel: 'mail' });
  await becomes(waiting, { status: 'sending' });
});
