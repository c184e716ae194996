import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForOutbox } from '../arrange.ts';
import { type Caller, callerOn, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { arrangeCompany, crewOf, orderAt, planDone, planned, planPath, rowsOf } from './plan-steps.ts';

let service: Service;
let office: Caller;
let farmer: Caller;
let sprayers: Caller[];

beforeAll(async () => {
  service = await startService();
  office = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer', { fullName: 'Lúa' });
});
afterAll(() => service.close());

test('when the company cannot plan yet, then the answer says what is missing', async () => {
  const plan = async (date: string) => (await office.post(planPath, { date })).body.code;
  expect(await plan('2026-11-20')).toBe('NO_SPRAYERS');
  const first = await signedIn(service, 'sprayer');
  expect(await plan('2026-11-20')).toBe('NOTHING_TO_PLAN');
  await orderAt(farmer, '2026-11-20', 1, 3);
  expect(await plan('2026-11-20')).toBe('BASE_NOT_SET');
  expect(await plan('2026-11-14')).toBe('VALIDATION_FAILED');
  sprayers = [first, ...(await arrangeCompany(service, office, ['expert', 'adept', 'apprentice']))];
  expect((await office.post(planPath, { date: '2026-11-20' })).status).toBe(200);
});

describe('a planned day', () => {
  const date = '2026-11-23';
  let orders: number[];
  let id: number;

  beforeAll(async () => {
    orders = [];
    for (const [session, km] of [
      [1, 4],
      [2, 5],
      [1, -6],
      [2, -5],
    ] as const)
      orders.push(await orderAt(farmer, date, session, km));
  });

  test('then it has crews, reasons in the language of the reader, ways, costs and a proven bound', async () => {
    const plan = await planned(office, date);
    id = plan.id;
    expect(plan).toMatchObject({ state: 'ready', orders: 4, changes: 4, withoutCrew: 0, gap: 0, isOptimal: true, travel: 'great_circle' });
    expect(plan.costs.total).toBe(plan.cost);
    const rows = await rowsOf(office, id);
    expect(rows.map(({ orderId }) => orderId).sort()).toEqual([...orders].sort());
    for (const row of rows) {
      expect(row.present).toEqual([]);
      expect(row.proposed).toHaveLength(1);
      expect(row.reason).toMatch(/km from/);
    }
    const vietnamese = await signedIn(service, 'receptionist', { language: 'vi' });
    expect((await rowsOf(vietnamese, id))[0].reason).toMatch(/km từ/);
    const routes = (await office.get(`${planPath}/${id}/route/`)).body;
    expect(routes.content.reduce((sum: number, { metres }: { metres: number }) => sum + metres, 0)).toBe(plan.costs.distance);
    expect(routes.content[0].blocks[0].legs[0]).toMatchObject({ fromOrderId: null, arrives: '04:00' });
    expect((await office.get(`${planPath}/${id}/unplaced/`)).body.page.totalElements).toBe(0);
    // No order is changed before it is accepted.
    expect(await crewOf(office, orders[0] as number)).toEqual([]);
  });

  test('when a row is edited and pinned, then planning again keeps it, and the earlier proposal is replaced', async () => {
    const [row] = await rowsOf(office, id);
    const path = `${planPath}/${id}/row/${row.orderId}`;
    const choices = (await office.get(`${path}/choice/`)).body.content;
    expect(choices[0].extraCost).toBeGreaterThanOrEqual(0);
    const other = choices.find(({ sprayers: [one] }: { sprayers: { id: number }[] }) => one?.id !== row.proposed[0].id);
    const before = (await office.get(`${planPath}/${id}`)).body;
    const sprayerIds = other.sprayers.map((one: { id: number }) => one.id);
    const edited = await office.patch(path, { sprayerIds });
    expect(edited.body).toMatchObject({ isEdited: true, isPinned: true, reason: 'Chosen by the office.' });
    const after = (await office.get(`${planPath}/${id}`)).body;
    expect(after.cost - before.cost).toBe(other.extraCost);
    // Neighbours of the row have new reasons.
    for (const one of await rowsOf(office, id)) expect(one.reason).toMatch(one.isEdited ? /office/ : /km from/);
    const apprentice = sprayers[3] as Caller;
    expect((await office.patch(path, { sprayerIds: [Number(apprentice.id)] })).body.code).toBe('CREW_NEEDS_SENIOR');
    const again = await office.post(`${planPath}/${id}/again`);
    const plan = await planDone(office, again.body.id);
    expect(plan).toMatchObject({ state: 'ready', basedOn: id, pinned: 1 });
    expect((await office.get(`${planPath}/${id}`)).body).toMatchObject({ state: 'replaced', replacedBy: plan.id });
    const kept = (await rowsOf(office, plan.id)).find(({ orderId }) => orderId === row.orderId);
    expect(kept.proposed.map((one: { id: number }) => one.id)).toEqual(sprayerIds);
    expect((await office.post(`${planPath}/${id}/accept`)).body.code).toBe('PROPOSAL_CLOSED');
    id = plan.id;
  });

  test('when it is accepted, then a changed order is left out and named, people are notified once, and it can be undone', async () => {
    const [moved, ...others] = orders as [number, ...number[]];
    await office.post(`/api/receptionist/order/${moved}/reschedule`, { date: '2026-11-24', session: { id: 1 } });
    const rows = await rowsOf(office, id);
    const accepted = await office.post(`${planPath}/${id}/accept`);
    expect(accepted.body).toMatchObject({ state: 'accepted', accepted: 3, leftOut: 1 });
    expect((await rowsOf(office, id))[0]).toMatchObject({ orderId: moved, outcome: 'left_out', outcomeCode: 'ORDER_CHANGED' });
    for (const orderId of others) {
      const { proposed } = rows.find((row) => row.orderId === orderId);
      expect(await crewOf(office, orderId)).toEqual(proposed.map((one: { id: number }) => String(one.id)));
    }
    expect((await office.post(`${planPath}/${id}/accept`)).body.code).toBe('PROPOSAL_CLOSED');
    await waitForOutbox(service);
    // One message for each member of a crew.
    const sent = await service.sql<{ count: number }>(
      'select count(*)::int from notification where order_id = any($1::bigint[]) and recipient_id = any($2::bigint[])',
      [others, sprayers.map((sprayer) => sprayer.id)],
    );
    expect(sent[0]?.count).toBe(3);
    const undone = await office.post(`${planPath}/${id}/undo`);
    expect(undone.body.state).toBe('undone');
    expect(await crewOf(office, others[0] as number)).toEqual([]);
    expect((await office.post(`${planPath}/${id}/undo`)).body.code).toBe('ALREADY_UNDONE');
  });
});

test('when some rows are chosen, then only these get their crews', async () => {
  const date = '2026-11-25';
  const orders = [await orderAt(farmer, date, 1, 4), await orderAt(farmer, date, 2, 4)] as const;
  const { id } = await planned(office, date);
  expect((await office.post(`${planPath}/${id}/accept`, { orderIds: [orders[0], 999_999] })).body.code).toBe('VALIDATION_FAILED');
  expect((await office.post(`${planPath}/${id}/accept`, { orderIds: [orders[0]] })).body).toMatchObject({ accepted: 1, leftOut: 0 });
  expect([(await crewOf(office, orders[0])).length, (await crewOf(office, orders[1])).length]).toEqual([1, 0]);
  service.clock.now = new Date(service.clock.now.getTime() + 11 * 60_000);
  expect((await office.post(`${planPath}/${id}/undo`)).body.code).toBe('UNDO_EXPIRED');
});

test('when a sprayer is ill, then the absence is saved, the fewest crews change, and undo gives the crew back', async () => {
  const date = '2026-11-26';
  const orders = [await orderAt(farmer, date, 1, 4), await orderAt(farmer, date, 2, 4)] as const;
  const [ill, well] = sprayers as [Caller, Caller];
  for (const [orderId, who] of [
    [orders[0], ill],
    [orders[1], well],
  ] as const)
    await office.put(`/api/receptionist/order/${orderId}/sprayers`, { sprayerIds: [Number(who.id)] });
  const started = await office.post(`${planPath}/illness`, { sprayerId: Number(ill.id), date });
  expect(started.body).toMatchObject({ fewestChanges: true, absent: { id: Number(ill.id) } });
  const plan = await planDone(office, started.body.id);
  expect(plan).toMatchObject({ state: 'ready', changes: 1, withoutCrew: 0 });
  await office.post(`${planPath}/${plan.id}/accept`);
  expect(await crewOf(office, orders[1])).toEqual([well.id]);
  expect(await crewOf(office, orders[0])).not.toContain(ill.id);
  expect((await office.post(`${planPath}/${plan.id}/undo`)).body.state).toBe('undone');
  expect(await crewOf(office, orders[0])).toEqual([ill.id]);
  // Once more: the absence is not entered twice.
  const again = await office.post(`${planPath}/illness`, { sprayerId: Number(ill.id), date });
  await planDone(office, again.body.id);
  const absences = (await office.get(`/api/receptionist/absence/?from=${date}&to=${date}&sprayerId=${ill.id}`)).body;
  expect(absences.page.totalElements).toBe(1);
});

test('when two colleagues report an illness at once, then the absence is entered once and both see a plan', async () => {
  const date = '2026-12-03';
  await orderAt(farmer, date, 1, 4);
  const [ill] = sprayers as [Caller];
  const report = () => office.post(`${planPath}/illness`, { sprayerId: Number(ill.id), date });
  const answers = await Promise.all([report(), report()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const { body } of answers) expect((await planDone(office, body.id)).state).toMatch(/ready|cancelled/);
  const absences = (await office.get(`/api/receptionist/absence/?from=${date}&to=${date}&sprayerId=${ill.id}`)).body;
  expect(absences.page.totalElements).toBe(1);
});

test('when an order cannot have a crew, then the conflict and the cheapest way out are shown, and acceptance leaves it without one', async () => {
  const date = '2026-11-27';
  const orderId = await orderAt(farmer, date, 1, 4);
  for (const sprayer of sprayers.slice(0, 3))
    await office.post('/api/receptionist/absence', { sprayerId: Number(sprayer.id), from: date, to: date, kind: 'leave' });
  const plan = await planned(office, date);
  expect(plan).toMatchObject({ state: 'ready', withoutCrew: 1, minWithoutCrew: 1 });
  const [unplaced] = (await office.get(`${planPath}/${plan.id}/unplaced/`)).body.content;
  expect(unplaced.orderId).toBe(orderId);
  expect(unplaced.conflict.length).toBeGreaterThan(1);
  expect(unplaced.conflict[0].text).toMatch(/needs a crew/);
  expect(unplaced.resolution).toMatch(/can do it/);
});

test('when two offices plan one date on two processes, then one plans and the other gets the id of that plan', async () => {
  const date = '2026-11-30';
  for (const session of [1, 2, 3]) await orderAt(farmer, date, session, session);
  const other = callerOn(await service.another(), office);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? office : other).post(planPath, { date })));
  const started = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect(started.length + refused.length).toBe(10);
  expect(started.length).toBeGreaterThanOrEqual(1);
  for (const { body } of refused) expect(body.code).toBe('PLAN_RUNNING');
  for (const { body } of started) expect((await planDone(other, body.id)).state).toBe('ready');
});
