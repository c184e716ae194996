import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let receptionist: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  receptionist = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
  await removeBookingLimits(service);
  await service.sql('update company set open_booking_limit = 1000');
  service.app.catalog.invalidate();
});
afterAll(() => service.close());
// Each test has its own active sprayers.
beforeEach(() => service.sql("update app_user set active = false where role = 'sprayer'"));

const sprayer = (fullName: string, expertise: 'apprentice' | 'adept' | 'expert' = 'expert') =>
  signedIn(service, 'sprayer', { fullName, expertise });
const order = async (overrides: Record<string, unknown> = {}): Promise<number> =>
  (await placed(farmer, { confirmed: true, ...overrides })).id;
const assign = (orderId: number, ...crew: Caller[]) =>
  receptionist.put(`/api/receptionist/order/${orderId}/sprayers`, { sprayerIds: crew.map(({ id }) => Number(id)) });
const suggest = (orderId: number, who = receptionist) => who.get(`/api/receptionist/order/${orderId}/sprayer-suggestions`);
const crewsOf = ({ body }: Answer): string[] =>
  body.content.map(({ sprayers }: { sprayers: { fullName: string }[] }) => sprayers.map(({ fullName }) => fullName).join('+'));

describe('suggestions', () => {
  test('when sprayers have different workloads, then only legal crews are suggested, least work first, with the reason', async () => {
    const [bay, mo] = [await sprayer('Lê Văn Bay'), await sprayer('Mơ', 'adept')];
    await sprayer('Trần Non', 'apprentice');
    const date = '2026-11-17';
    expect((await assign(await order({ date: '2026-11-16' }), mo)).status).toBe(200);
    expect((await assign(await order({ date, session: { id: 2 }, latitude: 10.5582 }), bay)).status).toBe(200);
    // Jobs of another week do not count.
    expect((await assign(await order({ date: '2026-11-23' }), bay)).status).toBe(200);
    const wanted = await order({ date });
    const answer = await suggest(wanted);
    expect(crewsOf(answer)).toEqual(['Lê Văn Bay+Trần Non', 'Mơ+Trần Non', 'Lê Văn Bay', 'Lê Văn Bay+Mơ', 'Mơ']);
    expect(answer.body.page).toEqual({ size: 20, number: 0, totalElements: 5, totalPages: 1 });
    expect(answer.body.content[0].reason).toBe(
      'Lê Văn Bay and Trần Non: both free, Trần Non has had no job that week, 3 km from their 05:00 field.',
    );
    const mai = await signedIn(service, 'receptionist', { language: 'vi' });
    expect((await suggest(wanted, mai)).body.content[4].reason).toBe('Mơ: đang rảnh, tuần đó có 1 việc, hôm đó không có việc khác.');
    const second = await receptionist.get(`/api/receptionist/order/${wanted}/sprayer-suggestions?size=2&page=1`);
    expect(crewsOf(second)).toEqual(['Lê Văn Bay', 'Lê Văn Bay+Mơ']);
  });

  test('when the order already has a crew, then its sprayers count as free', async () => {
    const alone = await sprayer('Một Mình');
    const id = await order({ date: '2026-11-24' });
    await assign(id, alone);
    expect(crewsOf(await suggest(id))).toEqual(['Một Mình']);
  });

  test('when no crew is available, then the error states the reason', async () => {
    const id = await order({ date: '2026-11-25' });
    const refused = async (words: RegExp) => {
      const { status, body } = await suggest(id);
      expect([status, body.code]).toEqual([409, 'NO_CREW_FREE']);
      expect(body.detail).toMatch(words);
    };
    await refused(/no active sprayers/);
    const expert = await sprayer('Bận Rộn');
    await assign(await order({ date: '2026-11-25' }), expert);
    await refused(/Every sprayer has another job or is absent on 2026-11-25 at 06:00/);
    await sprayer('Trần Non', 'apprentice');
    await refused(/Only apprentices are free .*Trần Non/);
  });

  test('when the order has no state for a crew or does not exist, or a sort is given, then it is refused', async () => {
    await sprayer('Ai Đó');
    const pending = await order({ date: '2026-11-26', confirmed: false });
    expect((await suggest(pending)).body.code).toBe('ACTION_NOT_ALLOWED');
    await receptionist.post(`/api/receptionist/order/${pending}/cancel`, { reason: 'rain' });
    expect((await suggest(pending)).body.code).toBe('ACTION_NOT_ALLOWED');
    expect((await suggest(999999)).body.code).toBe('NOT_FOUND');
    const sorted = await receptionist.get(`/api/receptionist/order/${pending}/sprayer-suggestions?sort=id`);
    expect([sorted.status, sorted.body.errors[0].message]).toEqual([
      400,
      'must be left out: this list has a fixed order and cannot be sorted',
    ]);
  });

  test('when crews are assigned at the same time, then every later suggestion can be assigned', async () => {
    for (const level of ['expert', 'adept', 'apprentice', 'apprentice', 'expert'] as const) await sprayer(`P ${level}`, level);
    const ids = await Promise.all(Array.from({ length: 8 }, () => order({ date: '2026-11-27' })));
    // All use the first suggestion at once: some get CREW_BUSY, and no sprayer is booked twice.
    await Promise.all(
      ids.slice(0, 6).map(async (id) => {
        const advice = await suggest(id);
        if (advice.status !== 200) return;
        const sprayerIds = advice.body.content[0].sprayers.map((one: { id: number }) => one.id);
        const { status, body } = await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds });
        if (status !== 200) expect(body.code).toBe('CREW_BUSY');
      }),
    );
    for (const id of ids.slice(6)) {
      const advice = await suggest(id);
      if (advice.status === 409) continue;
      const crews = advice.body.content.map(({ sprayers }: { sprayers: { id: number }[] }) => sprayers.map((one) => one.id));
      for (const sprayerIds of crews)
        expect((await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds })).status).toBe(200);
    }
    const twice = await service.sql(
      "select 1 from crew_member where order_status <> 'cancelled' group by sprayer_id, date, session_id having count(*) > 1",
    );
    expect(twice).toEqual([]);
  });
});

describe("the sprayers' week", () => {
  test('when the office reads a week, then it has each sprayer from Monday to Sunday, without cancelled orders', async () => {
    const [an, binh] = [await sprayer('An'), await sprayer('Bình', 'adept')];
    const late = await order({ date: '2026-12-06', session: { id: 6 }, area: 1.1, location: 'Cuối "tuần"' });
    const early = await order({ date: '2026-12-06', session: { id: 1 }, area: 2.2 });
    const monday = await order({ date: '2026-11-30', area: 4 });
    const gone = await order({ date: '2026-12-01' });
    const next = await order({ date: '2026-12-07' });
    for (const id of [late, early, monday, gone, next]) expect((await assign(id, an)).status).toBe(200);
    await receptionist.post(`/api/receptionist/order/${gone}/cancel`, { reason: 'rain' });
    const { body } = await receptionist.get('/api/receptionist/sprayer/?week=2026-12-03');
    expect(body.content.map(({ sprayer: { fullName }, jobs, area }: Answer['body']) => [fullName, jobs, area])).toEqual([
      ['An', 3, 7.3],
      ['Bình', 0, 0],
    ]);
    const { days } = body.content[0];
    expect(days.map(({ date, orders }: Answer['body']) => [date, orders.map(({ id }: { id: number }) => id)])).toEqual([
      ['2026-11-30', [monday]],
      ['2026-12-01', []],
      ['2026-12-02', []],
      ['2026-12-03', []],
      ['2026-12-04', []],
      ['2026-12-05', []],
      ['2026-12-06', [early, late]],
    ]);
    const { session, ...job } = days[6].orders[1];
    expect(job).toEqual({ id: late, location: 'Cuối "tuần"', area: 1.1, orderStatus: 'assigned' });
    expect([session.id, session.startTime.hour]).toEqual([6, 17]);

    // A deactivated sprayer is in a week with jobs, and not in one without.
    await service.sql('update app_user set active = false where id = any($1)', [[an.id, binh.id]]);
    const names = async (week: string) =>
      (await receptionist.get(`/api/receptionist/sprayer?week=${week}`)).body.content.map(
        ({ sprayer: one }: Answer['body']) => one.fullName,
      );
    expect(await names('2026-12-06')).toEqual(['An']);
    expect(await names('2026-12-20')).toEqual([]);
  });

  test('when the office searches for a sprayer by name or number, then names that begin with the text come first', async () => {
    await sprayer('An Thị Sen');
    await sprayer('Sen Văn Tám');
    await signedIn(service, 'sprayer', { fullName: 'Chín', phoneNumber: '0955 222 111' });
    const found = async (query: string) =>
      (await receptionist.get(`/api/receptionist/sprayer?${query}`)).body.content.map(({ sprayer: one }: Answer['body']) => one.fullName);
    expect(await found('search=sen')).toEqual(['Sen Văn Tám', 'An Thị Sen']);
    expect(await found('search=sen&sort=fullName,asc')).toEqual(['An Thị Sen', 'Sen Văn Tám']);
    expect(await found('search=sen&size=1&page=1')).toEqual(['An Thị Sen']);
    expect(await found(`search=${encodeURIComponent('+84 955 222')}`)).toEqual(['Chín']);
    expect(await found('search=%25')).toEqual([]);
  });

  test('when no week is given, then it is the current one; pages and sorts work; the limits of the calendar are no error', async () => {
    await sprayer('Một');
    await sprayer('Hai');
    const { body } = await receptionist.get('/api/receptionist/sprayer/?size=1&sort=fullName,desc');
    // Monday to Sunday around 15 November 2026, a Sunday.
    expect([body.content[0].days[0].date, body.content[0].days[6].date]).toEqual(['2026-11-09', '2026-11-15']);
    expect([body.content[0].sprayer.fullName, body.page.totalElements]).toEqual(['Một', 2]);
    expect((await receptionist.get('/api/receptionist/sprayer/?week=9999-12-31')).body.content[0].days).toHaveLength(5);
    expect((await receptionist.get('/api/receptionist/sprayer/?week=0001-01-01')).status).toBe(200);
    expect((await receptionist.get('/api/receptionist/sprayer/?week=soon')).status).toBe(400);
  });
});

describe("a sprayer's day", () => {
  test('when there are jobs on a day, then they are in driving order with the distance between them', async () => {
    const me = await sprayer('Tài');
    const date = '2026-12-10';
    const evening = await order({ date, session: { id: 5 }, latitude: 10.6 });
    const first = await order({ date, session: { id: 1 }, latitude: 10.5 });
    const second = await order({ date, session: { id: 3 }, latitude: 10.527 });
    const cancelled = await order({ date, session: { id: 2 } });
    for (const id of [evening, first, second, cancelled]) expect((await assign(id, me)).status).toBe(200);
    await receptionist.post(`/api/receptionist/order/${cancelled}/cancel`, { reason: 'rain' });
    const { body } = await me.get(`/api/sprayer/day?date=${date}`);
    expect(body.content.map(({ order: { id }, startTime, distanceKm }: Answer['body']) => [id, startTime, distanceKm])).toEqual([
      [first, '04:00', null],
      [second, '06:00', 3],
      [evening, '16:00', 8.1],
    ]);
    expect(String(body.content[0].order.farmer.id)).toBe(farmer.id);
    expect((await me.get(`/api/sprayer/day?date=${date}&size=2&page=1`)).body).toEqual({
      content: [body.content[2]],
      page: { size: 2, number: 1, totalElements: 3, totalPages: 2 },
    });
  });

  test('when no date is given, then it is today, and another sprayer sees only their own jobs', async () => {
    const [me, other] = [await sprayer('Tài'), await sprayer('Xế')];
    const id = await order({ date: '2026-11-15', session: { id: 5 } });
    await assign(id, me);
    expect((await me.get('/api/sprayer/day')).body.content.map(({ order: one }: Answer['body']) => one.id)).toEqual([id]);
    expect((await other.get('/api/sprayer/day')).body.content).toEqual([]);
    expect((await me.get('/api/sprayer/day?date=2026-02-30')).status).toBe(400);
  });
});

describe('roles', () => {
  test.each([
    ['farmer', '/api/receptionist/sprayer/'],
    ['sprayer', '/api/receptionist/sprayer/'],
    ['sprayer', '/api/receptionist/order/1/sprayer-suggestions'],
    ['farmer', '/api/sprayer/day'],
    ['receptionist', '/api/sprayer/day'],
  ] as const)('when a %s requests %s, then it is refused', async (role, path) => {
    expect((await (await signedIn(service, role)).get(path)).status).toBe(403);
  });
});

test('when fifty orders of one session need the same two sprayers on two instances, then each sprayer gets one', async () => {
  const [one, two] = [await sprayer('Một'), await sprayer('Hai', 'adept')];
  const date = '2026-12-15';
  const ids: number[] = [];
  for (let n = 0; n < 50; n++) ids.push(await order({ date }));
  const other = callerOn(await service.another(), receptionist);
  const answers = await Promise.all(
    ids.map((id, n) =>
      [receptionist, other][n % 2]?.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number([one, two][(n >> 1) % 2]?.id)] }),
    ),
  );
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(2);
  expect(answers.filter((answer) => answer?.status === 409 && answer.body.code === 'CREW_BUSY')).toHaveLength(48);
  const crews = await service.sql<{ sprayer_id: string }>('select sprayer_id from crew_member where date = $1 order by sprayer_id', [date]);
  expect(crews.map((row) => row.sprayer_id)).toEqual([one.id, two.id]);
  const [assigned] = await service.sql("select count(*)::int as n from spray_order where date = $1 and order_status = 'assigned'", [date]);
  expect(assigned).toEqual({ n: 2 });
});

test('when fifty orders need both sprayers, named in either order, then one gets them and there is no deadlock', async () => {
  const [one, two] = [await sprayer('Một'), await sprayer('Hai')];
  const date = '2026-12-16';
  const ids: number[] = [];
  for (let n = 0; n < 50; n++) ids.push(await order({ date }));
  const other = callerOn(await service.another(), receptionist);
  const answers = await Promise.all(
    ids.map((id, n) =>
      [receptionist, other][n % 2]?.put(`/api/receptionist/order/${id}/sprayers`, {
        sprayerIds: n % 4 < 2 ? [Number(one.id), Number(two.id)] : [Number(two.id), Number(one.id)],
      }),
    ),
  );
  const outcomes = answers.map((answer) => (answer?.status === 200 ? 'assigned' : answer?.body.code));
  expect(outcomes.filter((outcome) => outcome === 'assigned')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'CREW_BUSY')).toHaveLength(49);
});
