import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { KilledService } from '../processes/killed-service.ts';
import { FakeTwilio } from './fake-twilio.ts';

const twilio = new FakeTwilio();
let service: Service;
let killed: KilledService;

beforeAll(async () => {
  await twilio.start();
  twilio.clock = () => new Date();
  // This service accepts the orders; the processes that the test kills send the messages.
  service = await startService({ idle: true });
  service.clock.now = new Date();
  await removeBookingLimits(service);
  killed = new KilledService(service, {
    SWATH_SMS_URL: twilio.url,
    SWATH_SMS_ACCOUNT: twilio.account,
    SWATH_SMS_TOKEN: twilio.token,
    SWATH_SMS_SENDER: '+84280000000',
  });
  // Whatever the time of day is.
  await service.sql("update channel_setting set quiet_from = '00:00', quiet_to = '00:00'");
});
afterAll(async () => {
  await killed.close();
  await service.close();
  await twilio.close();
});

/** In place of waiting for the lease of the dead process. */
const endLeases = () => service.sql("update message_delivery set due_at = now() where status = 'sending'");

test('when processes are killed while they send, then each person gets each message once', async () => {
  const office = await signedIn(service, 'receptionist');
  const farmers = await Promise.all(Array.from({ length: 24 }, () => signedIn(service, 'farmer')));
  const date = addDays(new Date().toISOString().slice(0, 10), 7);
  const confirm = async (farmer: Caller) => {
    const { id } = await placed(farmer, { date });
    expect((await office.post(`/api/receptionist/order/${id}/confirm`)).status).toBe(200);
  };
  await Promise.all(farmers.map(confirm));
  // Sent, and never answered: the process dies with eight requests in flight.
  twilio.behaviour = () => 'hang';
  await killed.start();
  await eventually(async () => expect(twilio.messages.length).toBe(8));
  await killed.kill();
  twilio.behaviour = () => 'answer';
  // At any moment of sending and recording.
  for (const sent of [12, 20]) {
    await endLeases();
    await killed.start();
    await eventually(async () => expect(twilio.messages.length).toBeGreaterThanOrEqual(sent));
    await killed.kill();
  }
  await endLeases();
  await killed.start();
  await eventually(async () => {
    const rows = await service.sql("select 1 from message_delivery where type = 'confirmed' and channel = 'sms' and status = 'sent'");
    expect(rows).toHaveLength(24);
  });
  expect(farmers.map(({ phoneNumber }) => twilio.to(`+84${phoneNumber.slice(1)}`).length)).toEqual(farmers.map(() => 1));
});
