import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailLeaveDecisions } from '../../src/notifications/mail-leave-decisions.ts';
import { removeBookingLimits } from '../arrange.ts';
import { untilSettled } from '../barriers.ts';
import { type Answer, booking, type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;
let farmer: Caller;
let expert: Caller;
let adept: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer');
  expert = await signedIn(service, 'sprayer');
  adept = await signedIn(service, 'sprayer', { expertise: 'adept' });
});
afterAll(() => service.close());

const remove = (who: Caller, path: string) => call(service, 'DELETE', path, { token: who.token });
const close = async (span: Record<string, unknown>) => {
  const answer = await office.post('/api/receptionist/closure', span);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const toDo = async (reason: string): Promise<number[]> => {
  const { body } = await office.get(`/api/receptionist/inbox/?reason=${reason}&size=200`);
  expect((await office.get('/api/receptionist/inbox/count')).body.byReason[reason]).toBe(body.page.totalElements);
  return body.content.map((item: { order: { id: number } }) => item.order.id);
};
const free = async (date: string): Promise<number[]> =>
  (await farmer.get(`/api/common/availability?from=${date}&to=${date}`)).body.content.map((cell: { free: number }) => cell.free);
/** The sprayer gets one mail about the decision, also when several processes look for unsent ones. */
async function expectOneMail(address: string, subject: RegExp, note: string): Promise<void> {
  const send = ({ app, database, clock }: Service) => mailLeaveDecisions({ database, catalog: app.catalog, clock: () => clock.now });
  const before = await mailsTo(address);
  await Promise.all([send(service), send(other), send(service)]);
  const mails = (await mailsTo(address)).slice(before.length);
  expect(before.length + mails.length).toBe(1);
  for (const mail of [...before, ...mails])
    expect([mail.subject, mail.text]).toEqual([expect.stringMatching(subject), expect.stringContaining(note)]);
}
const mailsTo = (address: string) =>
  service.sql<{ subject: string; text: string }>(
    "select subject, text from outgoing_mail where to_address = $1 and subject ~ 'leave' order by id",
    [address],
  );
const code = ({ status, body }: Answer) => [status, body.code];

describe('a closure', () => {
  test('when days are closed, then bookings and moves to them are refused, the farmer sees the reason, and their orders are to do', async () => {
    const { id: inside } = await placed(farmer, { date: '2027-02-06' });
    const { id: outside } = await placed(farmer, { date: '2027-02-01', confirmed: true });
    const closure = await close({ from: '2027-02-05', to: '2027-02-09', reason: 'Tết' });
    expect(closure).toMatchObject({ reason: 'Tết', sessions: [], openOrders: 1 });
    expect(new Set(await free('2027-02-05'))).toEqual(new Set([0]));
    expect((await free('2027-02-10'))[0]).toBeGreaterThan(0);
    const { body } = await farmer.get('/api/common/closure/?from=2027-02-01&to=2027-02-28');
    expect(body.content).toEqual([{ id: closure.id, from: '2027-02-05', to: '2027-02-09', sessions: [], reason: 'Tết' }]);
    const refused = await farmer.post('/api/farmer/order', booking({ date: '2027-02-09' }));
    expect([...code(refused), refused.body.detail.includes('Tết')]).toEqual([409, 'SESSION_CLOSED', true]);
    for (const [who, path] of [
      [farmer, `/api/farmer/order/${outside}/reschedule`],
      [office, `/api/receptionist/order/${outside}/reschedule`],
    ] as const) {
      expect(code(await who.post(path, { date: '2027-02-07', session: { id: 3 } }))).toEqual([409, 'SESSION_CLOSED']);
    }
    expect(await toDo('session_closed')).toEqual([inside]);
    expect((await office.post(`/api/receptionist/order/${inside}/reschedule`, { date: '2027-02-10', session: { id: 3 } })).status).toBe(
      200,
    );
    expect(await toDo('session_closed')).toEqual([]);
    expect((await remove(office, `/api/receptionist/closure/${closure.id}`)).status).toBe(200);
    expect(code(await remove(office, `/api/receptionist/closure/${closure.id}`))).toEqual([404, 'NOT_FOUND']);
    await placed(farmer, { date: '2027-02-09' });
    const audit = (await admin.get('/api/admin/audit/?action=closure_create,closure_delete')).body.content;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(['closure_delete', 'closure_create']);
  });

  test('when single sessions are closed twice, then they stay closed until both closures are deleted', async () => {
    const first = await close({ from: '2027-03-01', to: '2027-03-02', sessionIds: [3], reason: 'Drone under repair' });
    const second = await close({ from: '2027-03-02', to: '2027-03-03' });
    expect((await free('2027-03-01')).map((places) => places > 0)).toEqual([true, true, false, true, true, true]);
    await remove(office, `/api/receptionist/closure/${second.id}`);
    expect((await free('2027-03-02')).map((places) => places > 0)).toEqual([true, true, false, true, true, true]);
    await remove(office, `/api/receptionist/closure/${first.id}`);
    expect((await free('2027-03-02')).every((places) => places > 0)).toBe(true);
  });

  test('when a session is added, then it is closed on days that are closed as a whole', async () => {
    const closure = await close({ from: '2027-04-01', to: '2027-04-01' });
    const added = await admin.post('/api/admin/session', { startTime: '20:00', endTime: '21:00', capacity: 5 });
    expect(code(await farmer.post('/api/farmer/order', booking({ date: '2027-04-01', session: { id: added.body.id } })))).toEqual([
      409,
      'SESSION_CLOSED',
    ]);
    await remove(office, `/api/receptionist/closure/${closure.id}`);
    await placed(farmer, { date: '2027-04-01', session: { id: added.body.id } });
  });

  test.each([
    [{ from: '2026-11-20', to: '2026-11-19' }, 'to'],
    [{ from: '2026-11-01', to: '2026-11-02' }, 'to'],
    [{ from: '2026-11-20', to: '2027-12-01' }, 'to'],
    [{ from: '2030-01-01', to: '2030-01-01' }, 'to'],
    [{ from: '9999-12-30', to: '9999-12-31' }, 'to'],
    [{ from: '2026-11-20', to: '2026-11-20', sessionIds: [3, 999] }, 'sessionIds.1'],
  ])('when the closure is %j, then it is refused', async (span, path) => {
    const { status, body } = await office.post('/api/receptionist/closure', span);
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
  });

  test('when fifty bookings on two instances race with a closure of the day, then each was booked or refused, and all booked ones are to do', async () => {
    for (let round = 0; round < 4; round++) {
      const date = `2027-05-1${round}`;
      const bookings = Array.from({ length: 50 }, (_, n) =>
        callerOn(n % 2 === 0 ? service : other, farmer).post('/api/farmer/order', booking({ date })),
      );
      await untilSettled(bookings, round * 10);
      const closure = await close({ from: date, to: date });
      const answers = await Promise.all(bookings);
      const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
      const lost = answers.filter(({ status }) => status !== 200);
      expect(new Set(lost.map(({ body }) => body.code))).toEqual(new Set(lost.length === 0 ? [] : ['SESSION_CLOSED']));
      expect((await toDo('session_closed')).sort()).toEqual(won.sort());
      expect(closure.openOrders).toBe(won.length);
      await service.sql("update spray_order set order_status = 'cancelled' where date = $1", [date]);
    }
  });
});

describe('an absence', () => {
  const assign = (id: number, crew: readonly Caller[], on: Service = service) =>
    callerOn(on, office).put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: crew.map((sprayer) => Number(sprayer.id)) });

  test('when a sprayer is absent, then the sprayer is not suggested or assigned, and their jobs are to do', async () => {
    const { id } = await placed(farmer, { date: '2026-11-24', confirmed: true });
    const next = await placed(farmer, { date: '2026-11-25', confirmed: true });
    expect((await assign(id, [expert])).status).toBe(200);
    const absence = await office.post('/api/receptionist/absence', {
      sprayerId: Number(expert.id),
      from: '2026-11-24',
      to: '2026-11-25',
      kind: 'illness',
      note: 'Flu',
    });
    expect(absence.body).toMatchObject({ sprayer: { id: Number(expert.id) }, kind: 'illness', own: false, openJobs: 1 });
    expect(await toDo('crew_absent')).toEqual([id]);
    const refused = await assign(next.id, [expert, adept]);
    expect(code(refused)).toEqual([409, 'CREW_ABSENT']);
    const { body } = await office.get(`/api/receptionist/order/${next.id}/sprayer-suggestions`);
    const suggested = body.content.flatMap(({ sprayers }: { sprayers: { id: number }[] }) => sprayers.map((sprayer) => sprayer.id));
    expect([suggested.includes(Number(expert.id)), suggested.includes(Number(adept.id))]).toEqual([false, true]);
    expect((await assign(id, [adept])).status).toBe(200);
    expect(await toDo('crew_absent')).toEqual([]);
    expect((await remove(office, `/api/receptionist/absence/${absence.body.id}`)).status).toBe(200);
    expect((await assign(next.id, [expert])).status).toBe(200);
  });

  test('when an assigned order is moved to a time when its crew is absent, then the crew is released', async () => {
    const { id } = await placed(farmer, { date: '2026-12-01', confirmed: true });
    await assign(id, [expert]);
    const away = { sprayerId: Number(expert.id), from: '2026-12-02', to: '2026-12-02', sessionIds: [3], kind: 'leave' };
    expect((await office.post('/api/receptionist/absence', away)).body.sessions.map((session: { id: number }) => session.id)).toEqual([3]);
    const moved = await office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-12-02', session: { id: 3 } });
    expect(moved.body.orderStatus).toBe('confirmed');
    expect((await office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-12-02', session: { id: 4 } })).status).toBe(200);
    expect((await assign(id, [expert])).status).toBe(200);
  });

  test('when a sprayer asks for leave, then it counts only once the office has approved it, and only own entries can be deleted', async () => {
    const { id } = await placed(farmer, { date: '2026-12-10', confirmed: true });
    const own = await expert.post('/api/sprayer/absence', { from: '2026-12-10', to: '2026-12-11', kind: 'leave' });
    expect(own.body).toMatchObject({ own: true, openJobs: 0, note: null, state: 'requested', decidedBy: null, decisionNote: null });
    expect((await assign(id, [expert])).status).toBe(200);
    expect(await toDo('crew_absent')).toEqual([]);
    const waiting = (await office.get('/api/receptionist/absence/?state=requested')).body.content;
    expect(waiting.map((absence: { id: number }) => absence.id)).toEqual([own.body.id]);
    const path = `/api/receptionist/absence/${own.body.id}`;
    const approved = await office.post(`${path}/approve`, { note: ' Have fun ' });
    expect(approved.body).toMatchObject({ state: 'approved', decisionNote: 'Have fun', openJobs: 1 });
    expect(approved.body.decidedBy).toMatch(/receptionist/);
    await expectOneMail(expert.email, /approved/, 'Have fun');
    expect(await toDo('crew_absent')).toEqual([id]);
    expect((await assign(id, [adept])).status).toBe(200);
    expect(code(await assign(id, [expert]))).toEqual([409, 'CREW_ABSENT']);
    for (const decision of ['approve', 'refuse'])
      expect(code(await office.post(`${path}/${decision}`, {}))).toEqual([409, 'REQUEST_DECIDED']);
    const byOffice = await office.post('/api/receptionist/absence', {
      sprayerId: Number(expert.id),
      from: '2026-12-12',
      to: '2026-12-12',
      kind: 'other',
    });
    expect(byOffice.body).toMatchObject({ state: 'approved', decidedBy: null });
    expect(code(await office.post(`/api/receptionist/absence/${byOffice.body.id}/refuse`, {}))).toEqual([409, 'REQUEST_DECIDED']);
    const listed = (await expert.get('/api/sprayer/absence/?from=2026-12-10')).body.content.map((absence: { id: number }) => absence.id);
    expect(listed).toEqual([own.body.id, byOffice.body.id]);
    const ofOffice = (await office.get(`/api/receptionist/absence/?from=2026-12-10&sprayerId=${expert.id}`)).body;
    expect(ofOffice.page.totalElements).toBe(2);
    expect(code(await remove(adept, `/api/sprayer/absence/${own.body.id}`))).toEqual([404, 'NOT_FOUND']);
    expect(code(await remove(expert, `/api/sprayer/absence/${byOffice.body.id}`))).toEqual([409, 'ACTION_NOT_ALLOWED']);
    expect((await remove(expert, `/api/sprayer/absence/${own.body.id}`)).status).toBe(200);
    expect((await assign(id, [expert])).status).toBe(200);
    expect(
      code(
        await office.post('/api/receptionist/absence', {
          sprayerId: Number(farmer.id),
          from: '2026-12-12',
          to: '2026-12-12',
          kind: 'other',
        }),
      ),
    ).toEqual([409, 'CREW_UNKNOWN']);
  });

  test('when a request is refused, then it never counts, and the sprayer sees why', async () => {
    const own = await adept.post('/api/sprayer/absence', { from: '2026-12-20', to: '2026-12-20', sessionIds: [3], kind: 'leave' });
    const path = `/api/receptionist/absence/${own.body.id}`;
    expect((await expert.post(`${path}/approve`, {})).status).toBe(403);
    expect(code(await office.post('/api/receptionist/absence/999999/refuse', {}))).toEqual([404, 'NOT_FOUND']);
    expect((await admin.post(`${path}/refuse`, { note: 'Two others are away' })).body.state).toBe('refused');
    const [seen] = (await adept.get('/api/sprayer/absence/?from=2026-12-20')).body.content;
    expect(seen).toMatchObject({ state: 'refused', decisionNote: 'Two others are away' });
    const { id } = await placed(farmer, { date: '2026-12-20', confirmed: true });
    expect((await assign(id, [adept])).status).toBe(200);
    const audit = (await admin.get('/api/admin/audit/?action=absence_refuse')).body.content;
    expect(audit[0].changes).toEqual([
      { field: 'state', from: 'requested', to: 'refused' },
      { field: 'note', from: null, to: 'Two others are away' },
    ]);
  });

  test('when fifty assignments on two instances race with an approval, then each was refused or is to do', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const orders: number[] = [];
    for (let n = 0; n < 50; n++) {
      orders.push((await placed(farmer, { date: `2027-07-${10 + Math.floor(n / 6)}`, session: { id: (n % 6) + 1 }, confirmed: true })).id);
    }
    const request = await sprayer.post('/api/sprayer/absence', { from: '2027-07-10', to: '2027-07-30', kind: 'leave' });
    const assigned = orders.map((id, n) => assign(id, [sprayer], n % 2 === 0 ? service : other));
    await untilSettled(assigned, 10);
    const decisions = await Promise.all([
      office.post(`/api/receptionist/absence/${request.body.id}/approve`, {}),
      callerOn(other, office).post(`/api/receptionist/absence/${request.body.id}/approve`, {}),
    ]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
    const answers = await Promise.all(assigned);
    const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
    expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'CREW_ABSENT')).toBe(true);
    expect((await toDo('crew_absent')).filter((id) => orders.includes(id)).sort()).toEqual(won.sort());
    expect(decisions.find(({ status }) => status === 200)?.body.openJobs).toBe(won.length);
    await remove(office, `/api/receptionist/absence/${request.body.id}`);
  });

  test('when fifty enter the same absence on two instances at once, then it is entered once', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const input = { sprayerId: Number(sprayer.id), from: '2027-08-02', to: '2027-08-06', kind: 'leave' };
    const offices = [office, callerOn(other, office)] as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? offices[0] : offices[1]).post('/api/receptionist/absence', input)),
    );
    const entered = answers.filter(({ status }) => status === 200);
    expect(entered).toHaveLength(1);
    expect(new Set(answers.filter((answer) => !entered.includes(answer)).map(({ body }) => body.code))).toEqual(
      new Set(['ABSENCE_EXISTS']),
    );
    const { body } = await office.get(`/api/receptionist/absence/?from=2027-08-01&sprayerId=${sprayer.id}`);
    expect(body.content).toEqual([entered[0]?.body]);
  });

  test('when an absence has all days and sessions of another one of its kind, then that is refused; other kinds and longer ones are not', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const enter = (input: object) => office.post('/api/receptionist/absence', { sprayerId: Number(sprayer.id), kind: 'leave', ...input });
    const ask = (input: object) => sprayer.post('/api/sprayer/absence', { kind: 'leave', ...input });
    const mornings = { from: '2027-08-10', to: '2027-08-12', sessionIds: [1, 2] };
    const refused = [409, 'ABSENCE_EXISTS'];
    expect((await ask(mornings)).status).toBe(200);
    expect(code(await ask({ ...mornings, sessionIds: [2] }))).toEqual(refused);
    // A request does not count yet.
    const entered = await enter(mornings);
    expect(entered.status).toBe(200);
    expect(code(await enter({ ...mornings, from: '2027-08-11', sessionIds: [2, 1] }))).toEqual(refused);
    for (const input of [
      { ...mornings, sessionIds: [2, 3] },
      { ...mornings, to: '2027-08-13' },
      { ...mornings, kind: 'illness' },
      { ...mornings, sessionIds: undefined },
    ])
      expect((await enter(input)).status).toBe(200);
    expect(code(await ask({ from: '2027-08-12', to: '2027-08-12' }))).toEqual(refused);
    const { body: request } = await ask({ from: '2027-09-01', to: '2027-09-01' });
    await office.post(`/api/receptionist/absence/${request.id}/refuse`, {});
    expect((await ask({ from: '2027-09-01', to: '2027-09-01' })).status).toBe(200);
  });

  test('when fifty assignments on two instances race with an absence, then each was refused or is to do', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const orders: number[] = [];
    for (let n = 0; n < 50; n++) {
      orders.push((await placed(farmer, { date: `2027-06-${10 + Math.floor(n / 6)}`, session: { id: (n % 6) + 1 }, confirmed: true })).id);
    }
    const assigned = orders.map((id, n) => assign(id, [sprayer], n % 2 === 0 ? service : other));
    const absence = await office.post('/api/receptionist/absence', {
      sprayerId: Number(sprayer.id),
      from: '2027-06-10',
      to: '2027-06-30',
      kind: 'illness',
    });
    expect(absence.status).toBe(200);
    const answers = await Promise.all(assigned);
    const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ body }) => body.code))).toEqual(new Set(lost.length === 0 ? [] : ['CREW_ABSENT']));
    expect((await toDo('crew_absent')).sort()).toEqual(won.sort());
  });
});
