import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDemoData, demoAccounts, demoPassword } from '../../src/demo/demo-data.ts';
import type { Role } from '../../src/platform/http/auth.ts';
import { type Answer, type Caller, call, callerOn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
  await addDemoData(service.database, service.app.catalog, testNow);
});
afterAll(() => service.close());

async function signIn(name: string): Promise<Caller> {
  const email = `${name}@swath.example`;
  const { status, body } = await call(service, 'POST', '/api/auth/login', { body: { email, password: demoPassword } });
  expect([name, status]).toEqual([name, 200]);
  return callerOn(service, { id: String(body.user.id), role: body.user.role as Role, email, phoneNumber: '', token: body.token });
}

test('when the accounts are listed, then there are eight', () => {
  expect(demoAccounts.map(({ email }) => email.split('@')[0])).toEqual([
    'farmer',
    'farmer2',
    'receptionist',
    'receptionist2',
    'sprayer',
    'sprayer2',
    'sprayer3',
    'admin',
  ]);
});

test.each(demoAccounts)('when $email signs in, then the profile is complete and the inbox is not empty', async ({ email, title }) => {
  const caller = await signIn(email.split('@')[0] as string);
  const { body: me } = await caller.get('/api/auth/me');
  expect(me).toMatchObject({ email, role: title.split(',')[0], city: 'Chợ Mới', province: 'An Giang', postalCode: '90000', active: true });
  expect(me.phoneNumber).toMatch(/^0901 234 56\d$/);
  expect(me.expertise).toBe(me.role === 'sprayer' ? title.split(', ')[1] : null);
  const { status, body: inbox } = await caller.get('/api/common/notification/?size=200');
  expect(status).toBe(200);
  expect(inbox.page.totalElements).toBeGreaterThan(0);
  for (const notification of inbox.content) expect(notification.recipient.email).toBe(email);
});

describe('lists', () => {
  test.each(['farmer', 'farmer2'])('when %s lists orders, then they have every status, and pending ones can be confirmed', async (name) => {
    const farmer = await signIn(name);
    const { body } = await farmer.get('/api/farmer/order/?size=200');
    expect(body.content.length).toBeGreaterThanOrEqual(12);
    expect(new Set(body.content.map((order: Answer['body']) => order.orderStatus)).size).toBe(6);
    const pending = body.content.find((order: Answer['body']) => order.orderStatus === 'pending');
    const confirmed = await farmer.post(`/api/farmer/order/${pending.id}/confirm`);
    expect([confirmed.status, confirmed.body.orderStatus]).toEqual([200, 'confirmed']);
  });

  test('when a sprayer lists orders, then they are the jobs of that sprayer', async () => {
    const sprayer = await signIn('sprayer');
    const { body } = await sprayer.get('/api/sprayer/order/?page=0&size=200');
    expect(body.content.length).toBeGreaterThanOrEqual(10);
    const receptionist = await signIn('receptionist');
    for (const order of body.content.slice(0, 3)) {
      const crew = await receptionist.get(`/api/receptionist/order/${order.id}/sprayers`);
      expect(crew.body.content.map((member: Answer['body']) => member.email)).toContain('sprayer@swath.example');
      expect((await receptionist.get(`/api/receptionist/order/${order.id}`)).body).toEqual(order);
    }
  });

  test('when the office lists feedback, then it is there, newest first', async () => {
    const { body } = await (await signIn('admin')).get('/api/receptionist/feedback/?size=200');
    expect(body.content.length).toBeGreaterThan(15);
    expect(body.content[0].order.completionDate >= body.content.at(-1).order.completionDate).toBe(true);
  });

  test("when an English and a Vietnamese farmer read their inboxes, then each is in the farmer's language", async () => {
    const subjects = async (name: string) =>
      (await (await signIn(name)).get('/api/common/notification/?size=200')).body.content.map((item: Answer['body']) => item.subject);
    expect(await subjects('farmer')).toContain('Đã phun xong');
    expect(await subjects('farmer2')).toContain('Spray completed');
  });
});
