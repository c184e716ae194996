import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, callerOn, signedIn } from './factories.ts';
import { eventually, type Service, startService } from './harness.ts';

let service: Service;
let receptionist: Caller;
let expert: Caller;
let apprentice: Caller;

beforeAll(async () => {
  service = await startService();
  receptionist = await signedIn(service, 'receptionist');
  expert = await signedIn(service, 'sprayer', { expertise: 'expert' });
  apprentice = await signedIn(service, 'sprayer', { expertise: 'apprentice' });
});
afterAll(() => service.close());

const caller = { phoneNumber: '0912 345 678', fullName: 'Võ Văn Gạo' };
const call = {
  farmer: caller,
  date: '2026-11-17',
  session: { id: 3 },
  location: 'Ruộng ông Gạo, Kiến An',
  latitude: 10.56,
  longitude: 105.4,
  cropType: { id: 2 },
  area: 10,
  paymentMethod: 'cash',
};

test("when a caller's order goes through all states, then it ends completed, paid and rated, and each wrong step is refused with the reason", async () => {
  const refused = async (answer: Promise<{ status: number; body: { code: string } }>, status: number, code: string) => {
    const { status: got, body } = await answer;
    expect([got, body.code]).toEqual([status, code]);
  };

  // The office books for a caller.
  await refused(receptionist.post('/api/receptionist/order', { ...call, farmer: { phoneNumber: '0912345678' } }), 400, 'VALIDATION_FAILED');
  const booked = await receptionist.post('/api/receptionist/order', call, { 'idempotency-key': 'call-1' });
  expect(booked.status).toBe(200);
  const again = await receptionist.post('/api/receptionist/order', call, { 'idempotency-key': 'call-1' });
  expect(again.text).toBe(booked.text);
  await refused(
    receptionist.post('/api/receptionist/order', { ...call, area: 11 }, { 'idempotency-key': 'call-1' }),
    422,
    'IDEMPOTENCY_KEY_REUSED',
  );
  const { id, farmer, orderStatus, confirmed, receptionist: responsible } = booked.body;
  expect({ orderStatus, confirmed, receptionistId: String(responsible.id) }).toEqual({
    orderStatus: 'confirmed',
    confirmed: true,
    receptionistId: receptionist.id,
  });
  const order = `/api/receptionist/order/${id}`;
  const job = `/api/sprayer/order/${id}`;

  // The office assigns a crew.
  await refused(receptionist.put(`${order}/sprayers`, { sprayerIds: [Number(apprentice.id)] }), 409, 'CREW_NEEDS_SENIOR');
  await refused(receptionist.put(`${order}/sprayers`, { sprayerIds: [Number(receptionist.id)] }), 409, 'CREW_UNKNOWN');
  const stale = booked.headers.get('etag') ?? '';
  const assigned = await receptionist.put(
    `${order}/sprayers`,
    { sprayerIds: [Number(expert.id), Number(apprentice.id)] },
    { 'if-match': stale },
  );
  expect([assigned.status, assigned.body.orderStatus]).toEqual([200, 'assigned']);
  await refused(receptionist.post(`${order}/cancel`, { reason: 'rain' }, { 'if-match': stale }), 409, 'ORDER_CHANGED');
  const other = await receptionist.post('/api/receptionist/order', { ...call, area: 5 });
  await refused(
    receptionist.put(`/api/receptionist/order/${other.body.id}/sprayers`, { sprayerIds: [Number(expert.id)] }),
    409,
    'CREW_BUSY',
  );

  // The day of the order.
  await refused(expert.post(`${job}/start`), 409, 'NOT_THE_DAY');
  await refused(expert.post(`${job}/finish`, { areaSprayed: 10 }), 409, 'ACTION_NOT_ALLOWED');
  service.clock.now = new Date('2026-11-16T23:00:00Z');
  expect((await expert.post(`${job}/start`)).body.orderStatus).toBe('in_progress');
  await refused(receptionist.post(`${order}/cancel`, { reason: 'too late' }), 409, 'ACTION_NOT_ALLOWED');
  await refused(expert.post(`${job}/finish`, { areaSprayed: 10, cashReceived: 100_000 }), 409, 'CASH_TOO_LITTLE');
  const finished = await expert.post(`${job}/finish`, { areaSprayed: 9.8, note: 'gió nhẹ', cashReceived: 500_000 });
  expect(finished.body.changeDue).toBe(200_000);
  expect([finished.body.order.orderStatus, finished.body.order.paymentStatus]).toEqual(['in_progress', 'paid']);

  // The farmer has no app and signs off with a six-digit code.
  const { code } = (await receptionist.get(`${order}/sign-off-code`)).body;
  await refused(expert.post(`${job}/sign-off`, { code: code === '000000' ? '000001' : '000000' }), 409, 'WRONG_CODE');
  const wrongAgain = { code: code === '111111' ? '222222' : '111111' };
  await refused(expert.post(`${job}/sign-off`, wrongAgain, { 'idempotency-key': 'guess' }), 409, 'WRONG_CODE');
  const counted = await service.sql<{ attempts: number }>('select attempts from sign_in_attempt where key = $1', [`sign-off:${id}`]);
  expect(counted[0]?.attempts).toBe(2); // an idempotency key does not hide a guess from the limit
  const done = await expert.post(`${job}/sign-off`, { code }, { 'idempotency-key': 'sign-off' });
  expect((await expert.post(`${job}/sign-off`, { code }, { 'idempotency-key': 'sign-off' })).text).toBe(done.text);
  expect([done.body.orderStatus, done.body.completionDate]).toEqual(['completed', '2026-11-17']);

  // Later the farmer signs in and rates the work.
  const [token] = await service.sql<{ id: string }>('select id from app_user where phone_key = $1', ['0912345678']);
  expect(token?.id).toBe(String(farmer.id));
  const { issueToken } = await import('../src/accounts/sign-in.ts');
  const signed = await issueToken(service.database, [String(farmer.id)], service.clock.now);
  const gao = callerOn(service, { id: String(farmer.id), role: 'farmer', email: '', phoneNumber: caller.phoneNumber, token: signed.token });
  const rating = { overallRating: 5, attentiveRating: 4, friendlyRating: 5, professionalRating: 5, text: 'Phun đều, đúng giờ.' };
  await refused(gao.post(`/api/farmer/order/${id}/feedback`, { ...rating, overallRating: 6 }), 400, 'VALIDATION_FAILED');
  await refused(gao.post(`/api/farmer/order/${other.body.id}/feedback`, rating), 409, 'NOT_COMPLETED');
  expect((await gao.post(`/api/farmer/order/${id}/feedback`, rating)).status).toBe(200);
  await refused(gao.post(`/api/farmer/order/${id}/feedback`, rating), 409, 'FEEDBACK_EXISTS');

  const timeline = (await gao.get(`/api/farmer/order/${id}/timeline`)).body.content.map((step: { action: string }) => step.action);
  expect(timeline).toEqual(['place', 'assign', 'start', 'paid', 'finish', 'sign_off']);
  const subjects = await eventually(async () => {
    const inbox = (await gao.get('/api/common/notification/?size=200')).body.content.filter(
      (item: { order: { id: number } }) => item.order.id === id,
    );
    expect(inbox.length).toBe(6);
    return inbox.map((item: { subject: string }) => item.subject);
  });
  expect(subjects).toHaveLength(6);
});
