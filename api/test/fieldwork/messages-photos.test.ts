import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';

let service: Service;
let farmer: Caller;
let receptionist: Caller;
const picture = readFileSync(fileURLToPath(new URL('../../../web/public/icon-192.png', import.meta.url)));

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  receptionist = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

async function work(upTo: 'assigned' | 'reported' = 'assigned'): Promise<{ id: number; crew: Caller }> {
  const crew = await signedIn(service, 'sprayer');
  const { id } = await placed(farmer, { date: '2026-11-15', session: { id: 5 }, confirmed: true });
  await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(crew.id)] });
  if (upTo === 'reported') {
    await crew.post(`/api/sprayer/order/${id}/start`);
    expect((await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 12 })).status).toBe(200);
  }
  return { id, crew };
}

const send = async ({ token }: Caller, path: string, key?: string, body: Uint8Array<ArrayBuffer> = new Uint8Array(picture)) => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'image/png',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const response = await fetch(service.url + path, { method: 'POST', headers, body });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const pathOf = ({ role }: Caller, id: number) => `/api/${role}/order/${id}`;
const texts = async (who: Caller, id: number) =>
  (await who.get(`${pathOf(who, id)}/message/?sort=id`)).body.content.map(({ text, own }: { text: string; own: boolean }) => [text, own]);

test('when farmer, office and crew write, then each reads all messages, the others are notified, and unread marks follow', async () => {
  const { id, crew } = await work();
  const write = (who: Caller, text: string, headers = {}) => who.post(`${pathOf(who, id)}/message`, { text }, headers);
  const first = await write(farmer, ' Gate is locked ', { 'idempotency-key': 'first' });
  expect([first.status, first.body]).toMatchObject([200, { text: 'Gate is locked', role: 'farmer', own: true }]);
  expect((await write(farmer, ' Gate is locked ', { 'idempotency-key': 'first' })).body).toEqual(first.body);
  await write(crew, 'We call before');
  await write(receptionist, 'Thank you both');
  expect(await texts(farmer, id)).toEqual([
    ['Gate is locked', true],
    ['We call before', false],
    ['Thank you both', false],
  ]);
  const unread = async (who: Caller) => (await who.get(`${pathOf(who, id)}/message/unread`)).body.unread;
  expect([await unread(farmer), await unread(crew), await unread(receptionist)]).toEqual([2, 1, 0]);
  const last = (await farmer.get(`${pathOf(farmer, id)}/message/`)).body.content[0];
  expect((await farmer.put(`${pathOf(farmer, id)}/message/read`, { messageId: last.id })).body).toEqual({ unread: 0 });
  expect((await farmer.put(`${pathOf(farmer, id)}/message/read`, { messageId: first.body.id })).body).toEqual({ unread: 0 });
  const notified = async (who: Caller) =>
    (await who.get('/api/common/notification/')).body.content
      .filter(({ subject }: { subject: string }) => /Message/.test(subject))
      .map(({ text }: { text: string }) => text.split(': ').at(-1));
  await eventually(async () => expect(await notified(crew)).toEqual(['Thank you both', 'Gate is locked']));
  expect(await notified(farmer)).toEqual(['Thank you both', 'We call before']);
  expect(await notified(receptionist)).toEqual(['We call before', 'Gate is locked']);
});

test('when a user has no relation to an order, then its messages and photos are a 404', async () => {
  const { id, crew } = await work('reported');
  const strangers = [await signedIn(service, 'farmer'), await signedIn(service, 'sprayer')];
  for (const who of strangers) {
    const answers = await Promise.all([
      who.get(`${pathOf(who, id)}/message/`),
      who.get(`${pathOf(who, id)}/message/unread`),
      who.post(`${pathOf(who, id)}/message`, { text: 'Hello' }),
      who.put(`${pathOf(who, id)}/message/read`, { messageId: 1 }),
      who.get(`${pathOf(who, id)}/photo/`),
      who.get(`${pathOf(who, id)}/photo/1`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  }
  expect((await send(strangers[1] as Caller, `/api/sprayer/order/${id}/photo`)).status).toBe(404);
  expect((await send(strangers[0] as Caller, `/api/farmer/order/${id}/objection/photo`)).status).toBe(404);
  // A sprayer who was removed from the crew can no longer read the thread.
  await service.sql('delete from crew_member where order_id = $1 and sprayer_id = $2', [id, crew.id]);
  expect((await crew.get(`${pathOf(crew, id)}/message/`)).status).toBe(404);
});

test('when too many messages are sent at once, or the order was closed long ago, then it is refused', async () => {
  const { id } = await work();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => farmer.post(`${pathOf(farmer, id)}/message`, { text: `Message ${n}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  expect((await receptionist.post(`${pathOf(receptionist, id)}/cancel`, { reason: 'Rain' })).status).toBe(200);
  expect((await receptionist.post(`${pathOf(receptionist, id)}/message`, { text: 'Sorry for that' })).status).toBe(200);
  service.clock.now = new Date(testNow.getTime() + 32 * 86_400_000);
  try {
    expect((await receptionist.post(`${pathOf(receptionist, id)}/message`, { text: 'Too late' })).body.code).toBe('THREAD_CLOSED');
    expect((await receptionist.get(`${pathOf(receptionist, id)}/message/`)).status).toBe(200);
  } finally {
    service.clock.now = testNow;
  }
  for (const text of ['', '   ', 'x'.repeat(1001)])
    expect((await receptionist.post(`${pathOf(receptionist, id)}/message`, { text })).status).toBe(400);
});

test('when crew and farmer add photos, then all participants see them, and there are at most five of each', async () => {
  const started = await work();
  expect((await send(started.crew, `/api/sprayer/order/${started.id}/photo`)).body).toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    detail: 'The order is assigned to a crew, so you cannot add photos of the work now. You can add them once the work is reported done.',
  });
  const { id, crew } = await work('reported');
  const first = await send(crew, `/api/sprayer/order/${id}/photo`, 'photo-1');
  expect([first.status, first.body]).toMatchObject([200, { kind: 'report', width: 192, height: 192 }]);
  expect((await send(crew, `/api/sprayer/order/${id}/photo`, 'photo-1')).body).toEqual(first.body);
  // Three more without decoding them, which takes a process each.
  await service.sql(
    `insert into order_photo (order_id, kind, author_id, key, width, height, bytes, created_at)
     select order_id, kind, author_id, key || n, width, height, bytes, created_at from order_photo, generate_series(1, 3) n where id = $1`,
    [first.body.id],
  );
  const last = await Promise.all([send(crew, `/api/sprayer/order/${id}/photo`), send(crew, `/api/sprayer/order/${id}/photo`)]);
  expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await send(farmer, `/api/farmer/order/${id}/objection/photo`)).body).toMatchObject({
    code: 'NO_OBJECTION',
    detail: expect.stringMatching(/^The order is reported done .* so you cannot add photos to an objection now\. /),
  });
  await farmer.post(`/api/farmer/order/${id}/objection`, { text: 'A strip was left out.' });
  expect((await send(farmer, `/api/farmer/order/${id}/objection/photo`)).body.kind).toBe('objection');
  expect((await send(farmer, `/api/farmer/order/${id}/objection/photo`, undefined, new Uint8Array([1, 2, 3]))).body.code).toBe(
    'NOT_A_PICTURE',
  );
  for (const who of [farmer, crew, receptionist]) {
    const { content, page } = (await who.get(`${pathOf(who, id)}/photo/`)).body;
    expect([page.totalElements, content.at(-1).kind]).toEqual([6, 'objection']);
    const shown = await who.get(`${pathOf(who, id)}/photo/${content[0].id}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
});
