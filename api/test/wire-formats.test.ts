import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForOutbox } from './arrange.ts';
import { type Answer, booking, type Caller, call, signedIn } from './factories.ts';
import { type Service, startService } from './harness.ts';

let service: Service;
let farmer: Caller;
let receptionist: Caller;
let sprayer: Caller;
let admin: Caller;

beforeAll(async () => {
  service = await startService();
  const person = (role: Caller['role'], phoneNumber: string) =>
    signedIn(service, role, { email: `${role}@wire.example`, phoneNumber, fullName: `Wire ${role}` });
  farmer = await person('farmer', '0911000001');
  receptionist = await person('receptionist', '0911000002');
  sprayer = await person('sprayer', '0911000003');
  admin = await person('admin', '0911000004');
});
afterAll(() => service.close());

/** Headers whose value is part of the format; others depend on the machine or the time. */
const recordedHeaders = ['content-type', 'etag', 'www-authenticate', 'allow', 'retry-after', 'location', 'cache-control'];

/** Random values, and human-readable texts, which may change. */
function masked(text: string): string {
  return text
    .replace(/"traceId":"[\da-f]{32}"/g, '"traceId":"<trace>"')
    .replace(/pi_[\da-f]+(_secret_[\da-f]+)?/g, (_, secret: string | undefined) => (secret === undefined ? '<intent>' : '<secret>'))
    .replace(/"code":"\d{6}"/g, '"code":"<digits>"')
    .replace(/"(subject|text|detail|message|title)":"(?:[^"\\]|\\.)*"/g, '"$1":"<text>"');
}

const recorded: string[] = [];

async function record(request: string, answered: Promise<Answer>): Promise<Answer> {
  const answer = await answered;
  const headers = recordedHeaders.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  recorded.push([`> ${masked(request)}`, `< ${answer.status}`, ...headers, masked(answer.text), ''].join('\n'));
  return answer;
}

const get = (who: Caller, path: string) => record(`${who.role} GET ${path}`, who.get(path));
/** Waits until the outbox is empty, so that notifications get their ids in the same order each time. */
async function post(who: Caller, path: string, body?: unknown): Promise<Answer> {
  const answer = await record(`${who.role} POST ${path}`, who.post(path, body));
  await waitForOutbox(service);
  return answer;
}

/** The reads other than the nine operations, at the time of the recording. */
const otherReads = (): [who: Caller, path: string][] => [
  [admin, '/api/auth/me'],
  [receptionist, '/api/receptionist/farmer'],
  [admin, '/api/common/profile'],
  [admin, '/api/common/crop/'],
  [admin, '/api/common/session/'],
  [admin, '/api/common/availability'],
  [admin, '/api/common/calendar'],
  [admin, '/api/common/quote'],
  [receptionist, '/api/receptionist/order/{id}'],
  [farmer, '/api/farmer/order/'],
  [farmer, '/api/farmer/order/{id}'],
  [farmer, '/api/farmer/order/{id}/timeline'],
  [receptionist, '/api/receptionist/order/'],
  [receptionist, '/api/receptionist/order/{id}/timeline'],
  [farmer, '/api/farmer/order/{id}/objection/'],
  [receptionist, '/api/receptionist/order/{id}/objection/'],
  [receptionist, '/api/receptionist/inbox/'],
  [receptionist, '/api/receptionist/inbox/count'],
  [farmer, '/api/farmer/order/{id}/receipt'],
  [farmer, '/api/farmer/order/{id}/invoice'],
  [receptionist, '/api/receptionist/order/{id}/receipt'],
  [receptionist, '/api/receptionist/order/{id}/invoice'],
  [farmer, '/api/farmer/order/{id}/payment'],
  [farmer, '/api/farmer/unpaid-order/'],
  [receptionist, '/api/receptionist/order/{id}/payment'],
  [receptionist, '/api/receptionist/payment/'],
  [receptionist, '/api/receptionist/cash/'],
  [sprayer, '/api/sprayer/cash'],
  [sprayer, '/api/sprayer/cash/entry/'],
  [sprayer, '/api/sprayer/order/'],
  [receptionist, '/api/receptionist/order/{id}/sprayers'],
  [farmer, '/api/farmer/order/{id}/crew'],
  [receptionist, '/api/receptionist/order/{id}/sprayer-suggestions'],
  [receptionist, '/api/receptionist/sprayer/'],
  [sprayer, '/api/sprayer/day'],
  [sprayer, '/api/sprayer/order/{id}'],
  [sprayer, '/api/sprayer/order/{id}/timeline'],
  [farmer, '/api/farmer/work/'],
  [farmer, '/api/farmer/order/{id}/sign-off-code'],
  [receptionist, '/api/receptionist/order/{id}/sign-off-code'],
  [farmer, '/api/farmer/feedback/'],
  [receptionist, '/api/receptionist/feedback/'],
  [farmer, '/api/farmer/order/{id}/feedback/photo/'],
  [receptionist, '/api/receptionist/order/{id}/feedback/photo/'],
  [admin, '/api/common/notification/'],
  [admin, '/api/common/notification/unread'],
  [admin, '/api/common/notification/setting'],
  [admin, '/api/admin/figure'],
  [admin, '/api/admin/figure/week/'],
  [admin, '/api/admin/figure/crop/'],
  [admin, '/api/admin/figure/session/'],
  [admin, '/api/admin/figure/sprayer/'],
  [admin, '/api/admin/figure/unpaid/'],
  [admin, '/api/admin/user/'],
  [admin, '/api/admin/crop/'],
  [admin, '/api/admin/session/'],
  [admin, '/api/admin/setting'],
  [admin, '/api/admin/audit/'],
  [admin, '/api/admin/webhook/'],
];

test('when an order goes through all states, then every response is byte-identical to the recorded one', async () => {
  const created = await post(farmer, '/api/farmer/order', booking());
  const { id } = created.body;
  const second = await post(farmer, '/api/farmer/order', booking({ date: '2026-11-18', paymentMethod: 'visa', confirmed: true }));
  const third = await post(farmer, '/api/farmer/order', booking({ date: '2026-11-19' }));
  await get(receptionist, `/api/receptionist/order/${id}`);
  await post(farmer, `/api/farmer/order/${id}/confirm`);
  await post(farmer, `/api/farmer/order/${id}/confirm`);
  await record(
    `receptionist PUT /api/receptionist/order/${id}/sprayers`,
    receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] }),
  );
  await waitForOutbox(service);
  await get(receptionist, `/api/receptionist/order/${id}/sprayers`);
  await get(sprayer, '/api/sprayer/order/?page=0&size=20');
  service.clock.now = new Date('2026-11-16T23:00:00Z');
  await post(sprayer, `/api/sprayer/order/${id}/start`);
  await post(sprayer, `/api/sprayer/order/${id}/finish`, { areaSprayed: 12.5, note: 'gió nhẹ', cashReceived: 400_000 });
  await post(farmer, `/api/farmer/order/${id}/confirm`);
  const intent = await post(farmer, `/api/farmer/order/${second.body.id}/payment-intent`);
  await get(farmer, `/api/farmer/order/${second.body.id}/payment-intent/${intent.body.clientSecret}`);
  await get(farmer, `/api/farmer/order/${second.body.id}/payment-intent/wrong`);
  const rating = { overallRating: 5, attentiveRating: 4, friendlyRating: 5, professionalRating: 5, text: 'Phun đều.' };
  await post(farmer, `/api/farmer/order/${id}/feedback`, rating);
  await post(receptionist, `/api/receptionist/order/${third.body.id}/cancel`, { reason: 'Mưa' });

  for (const query of ['', '?orderStatus=completed', '?paymentMethod=visa,mastercard', '?page=1&size=1&sort=date,asc', '?sort=secret'])
    await get(farmer, `/api/farmer/order/${query}`);
  await get(receptionist, '/api/receptionist/feedback/');
  await get(farmer, '/api/common/notification/');
  await get(sprayer, '/api/common/notification/');

  for (const [who, path] of otherReads()) await get(who, path.replace('{id}', String(id)));

  await record('anonymous GET /api/farmer/order/', call(service, 'GET', '/api/farmer/order/'));
  await get(sprayer, '/api/farmer/order/');
  await get(receptionist, '/api/receptionist/order/999999');
  await get(receptionist, '/api/receptionist/order/0');
  await post(farmer, '/api/farmer/order', { date: 'soon', area: 0 });
  await record('farmer DELETE /api/farmer/order/', call(service, 'DELETE', '/api/farmer/order/', { token: farmer.token }));
  expect(recorded.length).toBeGreaterThan(60);
  await expect(recorded.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'wire-formats.txt'));
});
