import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { FakeStripe } from './fake-stripe.ts';
import { opened, traces, verify } from './payment-steps.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'swath-pay-'));
const stripe = new FakeStripe();
let service: Service;
let farmer: Caller;
let child: ChildProcess | undefined;

beforeAll(async () => {
  await stripe.start();
  // This service accepts the orders; the processes that the test kills reconcile the payments.
  service = await startService({ provider: stripe.provider, idle: true });
  service.clock.now = new Date();
  await service.sql('update spray_session set capacity = 1000');
  farmer = await signedIn(service, 'farmer');
});
afterAll(async () => {
  await kill();
  await service.close();
  await stripe.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const { host, port, user } = inject('postgres');
  const [row] = await service.sql<{ name: string }>('select current_database() as name');
  const { secretKey, publishableKey, webhookSecret, url } = stripe.config;
  child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: `postgres://${user}@/${row?.name}?host=${encodeURIComponent(host)}&port=${port}`,
      HOST: '127.0.0.1',
      PORT: '0',
      SWATH_DATA: folder,
      SWATH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
      SWATH_LOG: 'error',
      SWATH_STRIPE_SECRET_KEY: secretKey,
      SWATH_STRIPE_PUBLISHABLE_KEY: publishableKey,
      SWATH_STRIPE_WEBHOOK_SECRET: webhookSecret,
      SWATH_STRIPE_URL: url,
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

/** Writes an event, after which a process reconciles payments at once, and makes every intent due. */
async function makeIntentsDue(): Promise<void> {
  await service.sql("update payment_intent set look_at = now() - interval '1 minute'");
  await placed(farmer, { date: nextWeek() });
}
const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

test('when processes are killed during a lookup and during a refund of a payment, then the next one completes it, once', async () => {
  const order = await placed(farmer, { date: nextWeek(), paymentMethod: 'visa' });
  const { id, clientSecret } = await opened(farmer, order.id);
  stripe.confirm(id, 'good');
  const kinds = async () => (await traces(service, order.id)).ledger.map(({ kind }) => kind);

  const killedAt = async (line: string, behaviour: 'hang' | 'lose') => {
    const before = stripe.requests.length;
    // The process must not look up the outcome of the lost request before it is killed.
    stripe.behaviour = (method, path) => (`${method} ${path}` === line ? behaviour : path.startsWith('/v1/refunds?') ? 'hang' : 'answer');
    await start();
    await makeIntentsDue();
    await eventually(async () => expect(stripe.requests.slice(before)).toContain(line));
    await kill();
    stripe.behaviour = () => 'answer';
  };

  await killedAt(`GET /v1/payment_intents/${id}`, 'hang');
  expect(await kinds()).toEqual([]);
  await start();
  await makeIntentsDue();
  await eventually(async () => expect(await kinds()).toEqual(['charge']));
  await kill();

  expect((await farmer.post(`/api/farmer/order/${order.id}/cancel`)).status).toBe(200);
  await killedAt('POST /v1/refunds', 'lose');
  expect([stripe.net(order.id), await kinds()]).toEqual([0, ['charge']]);
  await start();
  await makeIntentsDue();
  await eventually(async () => expect(await kinds()).toEqual(['charge', 'refund']));
  await kill();
  expect([stripe.net(order.id), (await verify(farmer, order.id, clientSecret)).body.paymentStatus]).toEqual([0, 'pending']);
});
