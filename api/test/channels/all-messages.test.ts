import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailLeaveDecisions } from '../../src/notifications/mail-leave-decisions.ts';
import { remindOfExpiry } from '../../src/notifications/remind-of-expiry.ts';
import { booking, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { FakeTwilio } from './fake-twilio.ts';

const twilio = new FakeTwilio();
const mails = new SentMails();
let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;

beforeAll(async () => {
  await twilio.start();
  service = await startService({ sms: twilio.provider, mailer: mails, timing: { channelLimit: 2000 } });
  other = await service.another();
  twilio.clock = () => service.clock.now;
  service.clock.now = at('05:00');
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
});
afterAll(async () => {
  await service.close();
  await twilio.close();
});

/** UTC; Vietnam is seven hours ahead. */
const at = (time: string) => new Date(`${testNow.toISOString().slice(0, 10)}T${time}:00Z`);
const textsTo = ({ phoneNumber }: Caller) => twilio.to(`+84${phoneNumber.slice(1)}`).map(({ body }) => body);
const messages = { available: { push: false, zalo: false, sms: true }, publicUrl: 'http://localhost:8080' };
const typesOf = async ({ id }: Caller) =>
  (await service.sql<{ type: string }>('select type from message_delivery where recipient_id = $1 order by id', [id])).map(
    ({ type }) => type,
  );

test('when the office decides about leave, then the sprayer gets one SMS with a link, however many processes send', async () => {
  const sprayer = await signedIn(service, 'sprayer');
  const { body } = await sprayer.post('/api/sprayer/absence', { from: '2027-04-10', to: '2027-04-11', kind: 'leave' });
  expect((await office.post(`/api/receptionist/absence/${body.id}/approve`, {})).status).toBe(200);
  const send = ({ app, database }: Service) =>
    mailLeaveDecisions({ database, catalog: app.catalog, clock: () => service.clock.now }, messages);
  await Promise.all(Array.from({ length: 10 }, (_, n) => send(n % 2 === 0 ? service : other)));
  await eventually(async () =>
    expect(textsTo(sprayer)).toEqual([expect.stringMatching(/^The office has approved your leave: .* http:\/\/localhost:8080\/absences$/)]),
  );
  expect([await typesOf(sprayer), mails.to(sprayer.email)]).toEqual([['leave_decision'], []]);
});

test('when a licence expires soon, then the sprayer gets one SMS', async () => {
  const sprayer = await signedIn(service, 'sprayer');
  const today = service.clock.now;
  const validUntil = new Date(today.getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  await service.sql(
    "insert into licence (sprayer_id, number, class, issuer, valid_until, created_at) values ($1, 'REMIND-SMS', 'drone', 'Chi cục', $2, $3)",
    [sprayer.id, validUntil, today],
  );
  const remind = ({ app, database }: Service) => remindOfExpiry(database, app.catalog, service.clock.now, messages);
  const sent = await Promise.all([remind(service), remind(other), remind(service)]);
  expect(sent.filter((count) => count > 0)).toHaveLength(1);
  await eventually(async () => expect(textsTo(sprayer)).toEqual([expect.stringContaining('The licence REMIND-SMS')]));
});

test('when a farmer has no e-mail address, then an invoice is announced by SMS, and with one it is a mail', async () => {
  const farmer = await signedIn(service, 'farmer');
  const { id } = await placed(farmer, { date: '2027-04-20' });
  const path = `/api/receptionist/order/${id}/invoice/mail`;
  expect((await office.post(path)).body.mailedTo).toBe(farmer.email);
  await eventually(async () => expect(mails.to(farmer.email).filter(({ attachment }) => attachment !== undefined)).toHaveLength(1));
  await service.sql('update app_user set email = null where id = $1', [farmer.id]);
  const { status, body } = await office.post(path);
  expect([status, body.mailedTo.replace(/\s/g, '')]).toEqual([200, farmer.phoneNumber]);
  await eventually(async () =>
    expect(textsTo(farmer).filter((text) => text.includes(body.number))).toEqual([expect.stringContaining(`/orders/${id}`)]),
  );
});

test('when a place becomes free, then the offer goes by SMS once; in the quiet hours only one that ends before they do', async () => {
  const date = '2027-04-25';
  const join = async (farmer: Caller) => {
    const { session: _, date: __, confirmed: ___, ...field } = booking();
    const joined = await farmer.post('/api/farmer/waiting-entry', { ...field, from: date, to: date, sessionIds: [3] });
    expect(joined.status, joined.text).toBe(200);
    return String(joined.body.id);
  };
  const farmers = await Promise.all([1, 2, 3, 4].map(() => signedIn(service, 'farmer')));
  const [one, two, first, second] = farmers as [Caller, Caller, Caller, Caller];
  const order = await placed(one, { date });
  await placed(two, { date });
  await join(first);
  const entryId = await join(second);
  const offer = [expect.stringMatching(/^A place is free on .* http:\/\/localhost:8080\/waiting$/)];
  expect((await callerOn(other, one).post(`/api/farmer/order/${order.id}/cancel`)).status).toBe(200);
  await eventually(async () => expect(textsTo(first)).toEqual(offer));
  // 23:00 in Vietnam: by hand, for another day.
  service.clock.now = at('16:00');
  const byHand = await office.post(`/api/receptionist/waiting-entry/${entryId}/offer`, { date: '2027-04-26', session: { id: 3 } });
  expect(byHand.status, byHand.text).toBe(200);
  await eventually(async () => expect(textsTo(second)).toEqual(offer));
  const stored = await service.sql(
    "select recipient_id::int as id, urgent from message_delivery where type = 'waiting_offer' order by message_delivery.id",
  );
  expect(stored).toEqual([
    { id: Number(first.id), urgent: false },
    { id: Number(second.id), urgent: true },
  ]);
  expect([...mails.to(first.email), ...mails.to(second.email)].filter(({ subject }) => subject.includes('place'))).toEqual([]);
  expect((await admin.get('/api/admin/message/?channel=sms')).body.content[0]).toMatchObject({ type: 'waiting_offer', status: 'sent' });
});
