import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'swath-kill-'));
let service: Service;
let mails: MailServer;
let receiver: Receiver;
let farmer: Caller;
let child: ChildProcess | undefined;

beforeAll(async () => {
  // This service accepts the orders; the processes that the test kills dispatch the events.
  service = await startService({ idle: true });
  service.clock.now = new Date();
  await removeBookingLimits(service);
  mails = await startMailServer();
  receiver = await startReceiver();
  farmer = await signedIn(service, 'farmer');
  const admin = await signedIn(service, 'admin');
  const added = await admin.post('/api/admin/webhook/', { url: receiver.url, eventTypes: ['order.created'] });
  expect(added.status).toBe(200);
});
afterAll(async () => {
  await kill();
  await service.close();
  await mails.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const { host, port, user } = inject('postgres');
  const [row] = await service.sql<{ name: string }>('select current_database() as name');
  child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres://${user}@/${row?.name}?host=${encodeURIComponent(host)}&port=${port}`,
      HOST: '127.0.0.1',
      PORT: '0',
      SWATH_DATA: folder,
      SWATH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
      SWATH_LOG: 'warn',
      SWATH_SMTP_URL: mails.url,
      SWATH_MAIL_FROM: 'swath@test.example',
      SWATH_ADMIN_EMAIL: 'first-admin@test.example',
      SWATH_ADMIN_PASSWORD: 'Spray-Test-1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

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
    await start();
    await eventually(async () => expect(await progress(), channel).toBeGreaterThan(before), 30);
    await kill();
    await book(30);
  }
  // What a killed process had leased becomes due again when the lease expires.
  await service.sql('update outgoing_mail set not_before = now() where sent_at is null');
  await service.sql("update webhook_delivery set next_attempt_at = now() where status = 'waiting'");
  await start();
  await eventually(async () => {
    expect(await service.sql('select 1 from outbox_event')).toHaveLength(0);
    expect(await service.sql('select 1 from outgoing_mail where sent_at is null')).toHaveLength(0);
    expect(await service.sql("select 1 from webhook_delivery where status <> 'delivered'")).toHaveLength(0);
  }, 40);

  const inbox = await service.sql<{ order_id: string }>('select order_id from notification where recipient_id = $1 order by order_id', [
    farmer.id,
  ]);
  expect(inbox.map(({ order_id }) => Number(order_id))).toEqual([...orders].sort((a, b) => a - b));
  expect(mailIds().size).toBe(orders.length);
  expect(messageIds().size).toBe(orders.length);
  expect(new Set(receiver.posted.map(({ text }) => JSON.parse(text).data.order.id)).size).toBe(orders.length);
});

test('when a process gets SIGTERM while receivers hang, then it stops soon and its messages are due again at once', async () => {
  await kill();
  mails.behaviour = () => 'hangs';
  receiver.answer = () => 'hangs';
  const [posted, offered] = [receiver.posted.length, mails.offered.length];
  await placed(farmer, { date: addDays(new Date().toISOString().slice(0, 10), 8) });
  await start();
  await eventually(async () => {
    expect(receiver.posted.length).toBeGreaterThan(posted);
    expect(mails.offered.length).toBeGreaterThan(offered);
  }, 30);
  child?.kill('SIGTERM');
  await once(child as ChildProcess, 'exit');
  expect(child?.exitCode).toBe(0);
  const due = await service.sql(
    `select 1 from outgoing_mail where sent_at is null and not_before <= now()
     union all select 1 from webhook_delivery where status = 'waiting' and next_attempt_at <= now()`,
  );
  expect(due).toHaveLength(2);
});
