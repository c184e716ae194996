import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { untilSettled } from '../barriers.ts';
import { type Answer, type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;
let farmer: Caller;
let expert: Caller;
let adept: Caller;
let apprentice: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer');
  expert = await signedIn(service, 'sprayer');
  adept = await signedIn(service, 'sprayer', { expertise: 'adept' });
  apprentice = await signedIn(service, 'sprayer', { expertise: 'apprentice' });
});
afterAll(() => service.close());

const code = ({ status, body }: Answer) => [status, body.code];
const idsOf = (crew: readonly Caller[]) => crew.map((sprayer) => Number(sprayer.id));
const assign = (id: number, crew: readonly Caller[], overrideReason?: string, on: Service = service) =>
  callerOn(on, office).put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: idsOf(crew), overrideReason });
const order = async (date: string, session = 3, who = farmer): Promise<number> =>
  (await placed(who, { date, session: { id: session }, confirmed: true })).id;
const ban = (sprayer: Caller, whom: { farmer: Caller } | { with: Caller }, on: Service = service) =>
  callerOn(on, office).post('/api/receptionist/crew-ban', {
    sprayerId: Number(sprayer.id),
    ...('farmer' in whom ? { farmerId: Number(whom.farmer.id) } : { otherSprayerId: Number(whom.with.id) }),
    reason: 'They quarrelled',
  });
const remove = (path: string, who = office) => call(service, 'DELETE', path, { token: who.token });
const pin = (id: number, kind: string, crew: readonly Caller[], on: Service = service) =>
  callerOn(on, office).put(`/api/receptionist/order/${id}/pin`, { kind, sprayerIds: idsOf(crew) });
const suggestedFor = async (id: number): Promise<string[]> => {
  const { body } = await office.get(`/api/receptionist/order/${id}/sprayer-suggestions?size=200`);
  const crews = (body.content ?? []) as { sprayers: { id: number }[] }[];
  return crews.map(({ sprayers }) =>
    sprayers
      .map((sprayer) => sprayer.id)
      .sort((a, b) => a - b)
      .join('+'),
  );
};

describe('a ban', () => {
  test('when a sprayer is banned from a farmer, then that crew is not suggested, and assigning it needs a reason that only the office reads', async () => {
    const id = await order('2026-11-23');
    const added = await ban(expert, { farmer });
    expect(added.body).toMatchObject({
      sprayer: { id: Number(expert.id) },
      farmer: { id: Number(farmer.id) },
      otherSprayer: null,
      reason: 'They quarrelled',
      openJobs: 0,
    });
    expect((await suggestedFor(id)).some((crew) => crew.split('+').includes(expert.id))).toBe(false);
    expect(code(await assign(id, [expert]))).toEqual([409, 'CREW_BANNED']);
    expect(code(await assign(id, [expert], '  '))).toEqual([409, 'CREW_BANNED']);
    expect((await assign(id, [expert], 'Nobody else is free')).status).toBe(200);
    const steps = async (who: Caller, path: string): Promise<{ action: string; reason: string | null }[]> =>
      (await who.get(`${path}/${id}/timeline?size=50`)).body.content;
    const last = (await steps(office, '/api/receptionist/order')).at(-1);
    expect(last).toMatchObject({ action: 'ban_override', fromStatus: 'assigned', toStatus: 'assigned', reason: 'Nobody else is free' });
    for (const [who, path] of [
      [farmer, '/api/farmer/order'],
      [expert, '/api/sprayer/order'],
    ] as const) {
      const shown = await steps(who, path);
      expect(shown.at(-1)?.action).toBe('assign');
      expect(JSON.stringify(shown)).not.toContain('Nobody else');
    }
    const [entry] = (await admin.get('/api/admin/audit/?action=order_ban_override')).body.content;
    expect(entry).toMatchObject({ subjectType: 'order', subjectId: id });
    expect(entry.changes.at(-1)).toEqual({ field: 'reason', from: null, to: 'Nobody else is free' });
    const [listed] = (await office.get(`/api/receptionist/crew-ban/?farmerId=${farmer.id}`)).body.content;
    expect(listed.openJobs).toBe(1);
    expect((await remove(`/api/receptionist/crew-ban/${added.body.id}`)).status).toBe(200);
    expect(code(await remove(`/api/receptionist/crew-ban/${added.body.id}`))).toEqual([404, 'NOT_FOUND']);
  });

  test('when two sprayers are banned from each other, then each works with others only', async () => {
    const id = await order('2026-11-24');
    const { body } = await ban(adept, { with: expert });
    expect([body.sprayer.id, body.otherSprayer.id]).toEqual(idsOf([expert, adept]));
    expect(code(await ban(expert, { with: adept }))).toEqual([409, 'BAN_EXISTS']);
    expect(code(await assign(id, [expert, adept]))).toEqual([409, 'CREW_BANNED']);
    const crews = await suggestedFor(id);
    expect([crews.includes(idsOf([expert, adept]).join('+')), crews.includes(String(expert.id))]).toEqual([false, true]);
    const bulk = await office.post('/api/receptionist/bulk-action', {
      action: 'assign',
      orders: [{ id }],
      crews: [{ orderId: id, sprayerIds: idsOf([expert, adept]) }],
      reason: 'test',
    });
    expect([...code(bulk), bulk.body.errors[0].code]).toEqual([409, 'BULK_BLOCKED', 'CREW_BANNED']);
    expect((await assign(id, [expert])).status).toBe(200);
    await remove(`/api/receptionist/crew-ban/${body.id}`);
  });

  test.each([
    [{ farmerId: undefined, otherSprayerId: undefined }, 'farmerId'],
    [{ otherSprayerId: 'adept' }, 'farmerId'],
    [{ farmerId: undefined, otherSprayerId: 'expert' }, 'otherSprayerId'],
    [{ farmerId: 'office' }, 'farmerId'],
    [{ reason: ' ' }, 'reason'],
  ])('when a ban has %j, then it is refused', async (change, path) => {
    const people: Record<string, Caller> = { adept, expert, office };
    const values = Object.fromEntries(Object.entries(change).map(([key, value]) => [key, Number(people[String(value)]?.id) || value]));
    const answer = await office.post('/api/receptionist/crew-ban', {
      sprayerId: Number(expert.id),
      farmerId: Number(farmer.id),
      reason: 'x',
      ...values,
    });
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, path]);
  });

  test('when the accounts of a farmer are merged, then the bans move with the orders', async () => {
    const [kept, duplicate] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
    await ban(expert, { farmer: kept });
    await ban(expert, { farmer: duplicate });
    await ban(adept, { farmer: duplicate });
    const merged = await office.post(`/api/receptionist/customer/${kept.id}/merge`, { farmerId: Number(duplicate.id) });
    expect(merged.status, merged.text).toBe(200);
    const { body } = await office.get(`/api/receptionist/crew-ban/?farmerId=${kept.id}`);
    expect(body.content.map(({ sprayer }: { sprayer: { id: number } }) => sprayer.id).sort()).toEqual(idsOf([expert, adept]).sort());
    expect((await office.get(`/api/receptionist/crew-ban/?farmerId=${duplicate.id}`)).body.content).toEqual([]);
  });

  test('when fifty assignments on two instances race with a ban, then each was refused or is an open job of it', async () => {
    for (const kind of ['farmer', 'pair'] as const) {
      const customer = await signedIn(service, 'farmer');
      const [one, two] = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
      const ids = await Promise.all(
        Array.from({ length: 50 }, (_, n) => order(`2027-06-${10 + Math.floor(n / 6)}`, (n % 6) + 1, customer)),
      );
      const racing = ids.map((id, n) => assign(id, [one, two], undefined, n % 2 === 0 ? service : other));
      await untilSettled(racing, 10);
      const bans = await Promise.all([service, other].map((on) => ban(two, kind === 'farmer' ? { farmer: customer } : { with: one }, on)));
      expect(bans.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'BAN_EXISTS']);
      const answers = await Promise.all(racing);
      const won = answers.filter(({ status }) => status === 200).length;
      expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'CREW_BANNED')).toBe(true);
      expect(bans.find(({ status }) => status === 200)?.body.openJobs).toBe(won);
    }
  });
});

describe('a pin', () => {
  test('when an order is pinned to a crew, then only exactly that crew is suggested and assigned', async () => {
    const id = await order('2026-12-01');
    expect((await office.get(`/api/receptionist/order/${id}/pin`)).body).toEqual({ pin: null });
    const set = await pin(id, 'crew', [apprentice, expert]);
    expect(set.body.pin).toMatchObject({ kind: 'crew', isMet: false });
    expect(set.body.pin.sprayers.map((sprayer: { id: number }) => sprayer.id)).toEqual(idsOf([expert, apprentice]));
    expect(await suggestedFor(id)).toEqual([idsOf([expert, apprentice]).join('+')]);
    for (const crew of [[expert], [expert, adept]]) expect(code(await assign(id, crew))).toEqual([409, 'CREW_PINNED']);
    expect(code(await assign(id, [adept], 'a reason does not override a pin'))).toEqual([409, 'CREW_PINNED']);
    expect((await assign(id, [apprentice, expert])).status).toBe(200);
    expect((await office.get(`/api/receptionist/order/${id}/pin`)).body.pin.isMet).toBe(true);
    expect((await remove(`/api/receptionist/order/${id}/pin`)).status).toBe(200);
    expect((await assign(id, [adept])).status).toBe(200);
    const entries = (await admin.get('/api/admin/audit/?action=pin_set,pin_remove')).body.content;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['pin_remove', 'pin_set']);
  });

  test('when an order is pinned to a person, then a partner is allowed, and the pin moves with the order', async () => {
    const id = await order('2026-12-02');
    await pin(id, 'person', [adept]);
    expect(code(await assign(id, [expert]))).toEqual([409, 'CREW_PINNED']);
    expect((await assign(id, [expert, adept])).status).toBe(200);
    await office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-12-03', session: { id: 4 } });
    expect(code(await assign(id, [expert]))).toEqual([409, 'CREW_PINNED']);
    expect((await assign(id, [adept])).status).toBe(200);
  });

  test('when a pinned person is not a sprayer any more, then the pin has the person without a skill level', async () => {
    const { id } = await placed(farmer, { confirmed: true });
    const leaving = await signedIn(service, 'sprayer');
    await pin(id, 'person', [leaving]);
    expect((await admin.patch(`/api/admin/user/${leaving.id}`, { role: 'receptionist' })).status).toBe(200);
    const { sprayers } = (await office.get(`/api/receptionist/order/${id}/pin`)).body.pin;
    expect(sprayers).toEqual([{ id: Number(leaving.id), fullName: expect.any(String), expertise: null, active: true }]);
  });

  test('when a pin is wrong, then it is refused with its code', async () => {
    const id = await order('2026-12-04');
    expect((await pin(id, 'person', [expert, adept])).body.errors[0].path).toBe('sprayerIds');
    expect(code(await pin(id, 'crew', [apprentice]))).toEqual([409, 'CREW_NEEDS_SENIOR']);
    expect(code(await pin(id, 'crew', [farmer]))).toEqual([409, 'CREW_UNKNOWN']);
    expect(code(await pin(999_999, 'crew', [expert]))).toEqual([404, 'NOT_FOUND']);
    const { body } = await ban(expert, { farmer });
    expect(code(await pin(id, 'crew', [expert]))).toEqual([409, 'CREW_BANNED']);
    await remove(`/api/receptionist/crew-ban/${body.id}`);
    await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'x' });
    expect(code(await pin(id, 'crew', [expert]))).toEqual([409, 'ACTION_NOT_ALLOWED']);
  });

  test('when fifty pins and assignments on two instances race, then the last crew agrees with the pin or was assigned before it', async () => {
    const id = await order('2026-12-05');
    const requests = Array.from({ length: 50 }, (_, n) => {
      const on = n % 2 === 0 ? service : other;
      return n === 20 ? pin(id, 'crew', [adept], on) : assign(id, [n % 3 === 0 ? adept : expert], undefined, on);
    });
    const answers = await Promise.all(requests);
    expect(answers[20]?.status).toBe(200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.every(({ body }) => body.code === 'CREW_PINNED')).toBe(true);
    const { isMet } = (await office.get(`/api/receptionist/order/${id}/pin`)).body.pin;
    expect(isMet).toBe(answers[20]?.body.pin.isMet || (await lastCrew(id)) === adept.id);
    expect(code(await assign(id, [expert, apprentice]))).toEqual([409, 'CREW_PINNED']);
  });
});

const lastCrew = async (id: number): Promise<string> =>
  (await office.get(`/api/receptionist/order/${id}/sprayers`)).body.content.map((sprayer: { id: number }) => sprayer.id).join('+');
