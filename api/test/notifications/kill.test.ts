import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { KilledService } from '../processes/killed-service.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

let service: Service;
let mails: MailServer;
let receiver: Receiver;
let farmer: Caller;
let killed: KilledService;

beforeAll(async () => {
  // This service accepts the orders; the processes that the test kills dispatch the events.
  service = await startService({ idle: true });
  service.clock.now = new Date();
  await removeBookingLimits(service);
  mails = await startMailServer();
  receiver = await startReceiver();
  killed = new KilledService(service, {
    SWATH_SMTP_URL: mails.url,
    SWATH_MAIL_FROM: 'swath@test.example',
  });
  farmer = await signedIn(service, 'farmer');
  const admin = await signedIn(service, 'admin');
  const added = await admin.post('/api/admin/webhook/', { url: receiver.url, eventTypes: ['order.created'] });
  expect(added.status).toBe(200);
});
afterAll(async () => {
  await killed.close();
  await service.close();
  await mails.close();
  await receiver.close();
});

const messageIds = () => new Set(receiver.posted.map(({ headers }) => headers['webhook-id']));
const mailIds = () => new Set(mails.taken.map(({ messageId }) => messageId));

test('when processes are killed at any moment, then everything is delivered: the inbox exactly once, mails and webhooks at least once', async () => {
  const orders: number[] = [];
  const date = addDays(new Date().toISOString().slice(0, 10), 7);
  const book = async (count: number) => {
    for (const { id } of await Promise.all(Array.from({ length: count }, () => placed(farmer, { date })))) orders.push(id);
  };
  await book(30);
  for (const [channel, progress] of [
    ['inbox', async () => Number((await service.sql<{ n: string }>('select count(*) as n from notification'))[0]?.n)],
    ['mail', async () => mails.offered.length],
    ['webhook', async () => receiver.posted.length],
  ] as const) {
    const before = await progress();
    await killed.start();
    await eventually(async () => expect(await progress(), channel).toBeGreaterThan(before));
    await killed.kill();
    await book(30);
  }
  // What a killed process had leased becomes due again when the lease expires.
  await service.sql('update outgoing_mail set not_before = now() where sent_at is null');
  await service.sql("update webhook_delivery set next_attempt_at = now() where status = 'waiting'");
  await killed.start();
  await eventually(async () => {
    expect(await service.sql('select 1 from outbox_event')).toHaveLength(0);
    expect(await service.sql('select 1 from outgoing_mail where sent_at is null')).toHaveLength(0);
    expect(await service.sql("select 1 from webhook_delivery where status <> 'delivered'")).toHaveLength(0);
  });

  const inbox = await service.sql<{ order_id: string }>('select order_id from notification where recipient_id = $1 order by order_id', [
    farmer.id,
  ]);
  expect(inbox.map(({ order_id }) => Number(order_id))).toEqual([...orders].sort((a, b) => a - b));
  expect(mailIds().size).toBe(orders.length);
  expect(messageIds().size).toBe(orders.length);
  expect(new Set(receiver.posted.map(({ text }) => JSON.parse(text).data.order.id)).size).toBe(orders.length);
});

test('when a process gets SIGTERM while receivers hang, then it stops soon and its messages are due again at once', async () => {
  await killed.kill();
  mails.behaviour = () => 'hangs';
  receiver.answer = () => 'hangs';
  const [posted, offered] = [receiver.posted.length, mails.offered.length];
  await placed(farmer, { date: addDays(new Date().toISOString().slice(0, 10), 8) });
  await killed.start();
  await eventually(async () => {
    expect(receiver.posted.length).toBeGreaterThan(posted);
    expect(mails.offered.length).toBeGreaterThan(offered);
  });
  expect(await killed.stop()).toBe(0);
  const due = await service.sql(
    `select 1 from outgoing_mail where sent_at is null and not_before <= now()
     union all select 1 from webhook_delivery where status = 'waiting' and next_attempt_at <= now()`,
  );
  expect(due).toHaveLength(2);
});
