import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMeteo } from '../../src/weather/open-meteo.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { ForecastServer } from '../weather/forecast-server.ts';

const server = new ForecastServer(() => testNow);
let service: Service;
let farmer: Caller;
let office: Caller;

beforeAll(async () => {
  const url = await server.start();
  service = await startService({ forecasts: openMeteo({ url }), idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  service.clock.now = testNow;
});

/** An order of today in the last session, assigned to a sprayer of its own. */
async function job(weather: typeof server.hourAt = () => ({})): Promise<{ id: number; crew: Caller }> {
  const crew = await signedIn(service, 'sprayer');
  const order = await placed(farmer, { date: '2026-11-15', session: { id: 6 }, confirmed: true });
  await office.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(crew.id)] });
  server.hourAt = weather;
  await service.sql('update forecast set fetched_at = null');
  await service.app.forecasts?.run();
  return { id: order.id, crew };
}
const gusts = () => ({ wind_gusts_10m: 40 });
const begin = ({ id, crew }: { id: number; crew: Caller }, body?: object, query = '', headers = {}) =>
  crew.post(`/api/sprayer/order/${id}/start${query}`, body, headers);
const stepsOf = async (id: number) =>
  (await office.get(`/api/receptionist/order/${id}/timeline?size=200`)).body.content.map(
    ({ action, reason }: { action: string; reason: string | null }) => [action, reason],
  );
const auditOf = (id: number) =>
  service.sql<{ changes: { field: string; to: unknown }[] }>(
    `select changes from audit_entry where action = 'order_weather_override' and subject_id = $1`,
    [String(id)],
  );
const weatherOf = async (id: number) => (await office.get(`/api/receptionist/order/${id}/start-weather`)).body;

test('when the weather says stop, then a start needs a reason, which is in the timeline and in the audit trail', async () => {
  const one = await job(gusts);
  for (const body of [undefined, {}, { measured: { windKmh: 8 } }]) {
    const refused = await begin(one, body);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'SPRAY_WINDOW_STOP',
      detail: expect.stringContaining('gusts 40 km/h'),
      errors: [{ path: 'factor.gusts', message: '40 km/h (limit 28 km/h)' }],
    });
  }
  expect((await begin(one, { overrideReason: '   ' })).status).toBe(400);
  const started = await begin(one, { overrideReason: 'No gusts here behind the hill.' });
  expect([started.status, started.body.orderStatus]).toEqual([200, 'in_progress']);
  expect((await stepsOf(one.id)).slice(-2)).toEqual([
    ['start', null],
    ['weather_override', 'No gusts here behind the hill.'],
  ]);
  const [entry] = await auditOf(one.id);
  expect(entry?.changes).toEqual([
    { field: 'verdict', from: null, to: 'STOP' },
    { field: 'factors', from: null, to: 'gusts 40 km/h' },
    { field: 'reason', from: null, to: 'No gusts here behind the hill.' },
  ]);
  expect(await weatherOf(one.id)).toMatchObject({ verdict: 'STOP', overrideReason: 'No gusts here behind the hill.', unaware: false });
});

test('when the crew measures values, then they count beside the forecast where they are worse', async () => {
  const measured = { windKmh: 7, gustKmh: 11, temperatureC: 27.5, humidityPercent: 70 };
  const calm = await job();
  expect((await begin(calm, { measured })).status).toBe(200);
  expect((await stepsOf(calm.id)).at(-1)).toEqual(['start', null]);
  expect(await weatherOf(calm.id)).toMatchObject({ verdict: 'GO', factors: [], ...measured, source: 'Open-Meteo', by: expect.any(String) });
  expect((await calm.crew.get(`/api/sprayer/order/${calm.id}/start-weather`)).body).toMatchObject(measured);

  const gusty = await job(gusts);
  expect((await begin(gusty, { measured })).body).toMatchObject({
    code: 'SPRAY_WINDOW_STOP',
    errors: [{ path: 'factor.gusts', message: '40 km/h (limit 28 km/h)' }],
  });

  const windy = await job();
  expect((await begin(windy, { measured: { windKmh: 25 } })).body).toMatchObject({
    code: 'SPRAY_WINDOW_STOP',
    errors: [{ path: 'factor.wind', message: '25 km/h (limit 19 km/h)' }],
  });
  for (const bad of [{ gustKmh: 12 }, { windKmh: -1 }, { windKmh: 8, humidityPercent: 101 }, { windKmh: 'x' }])
    expect((await begin(windy, { measured: bad })).status).toBe(400);
});

test('when a crew measured a STOP offline, then it is stored as known, with the reason if one was sent', async () => {
  const query = `?startedAt=${new Date(testNow.getTime() - 600_000).toISOString()}&clockOffsetMs=0`;
  const measured = { windKmh: 40 };
  const silent = await job();
  expect((await begin(silent, { measured, offline: true }, query)).status).toBe(200);
  expect((await stepsOf(silent.id)).at(-1)).toEqual(['weather_override', null]);
  expect(await weatherOf(silent.id)).toMatchObject({ verdict: 'STOP', windKmh: 40, unaware: false, overrideReason: null });
  const told = await job();
  expect((await begin(told, { measured, offline: true, overrideReason: 'Calm behind the dyke.' }, query)).status).toBe(200);
  expect((await stepsOf(told.id)).at(-1)).toEqual(['weather_override', 'Calm behind the dyke.']);
  expect(await weatherOf(told.id)).toMatchObject({ verdict: 'STOP', unaware: false, overrideReason: 'Calm behind the dyke.' });
});

test('when a phone reads the limits and its spray windows, then it has what it needs to judge measured values', async () => {
  const { crew, id } = await job();
  const admin = await signedIn(service, 'admin');
  await admin.patch('/api/admin/spray-limit', { limits: { windStopKmh: 17 } });
  expect((await crew.get('/api/sprayer/spray-limit')).body).toMatchObject({ windStopKmh: 17, gustStopKmh: 28, inversionStops: false });
  await admin.patch('/api/admin/spray-limit', { preset: 'tropical' });
  const windows = (await crew.get('/api/sprayer/spray-window?from=2026-11-15&to=2026-11-15')).body.content;
  expect(windows).toMatchObject([{ orderId: id, elevationM: 4 }]);
});

test('when the verdict is good or unknown, then a start without a body is as before', async () => {
  const good = await job();
  expect((await begin(good)).status).toBe(200);
  expect((await stepsOf(good.id)).map(([action]: [string]) => action)).toEqual(['place', 'assign', 'start']);
  expect(await weatherOf(good.id)).toMatchObject({ verdict: null, factors: [], windKmh: null, unaware: false });

  const old = await job(gusts);
  await service.sql(`update forecast set fetched_at = fetched_at - interval '7 hours'`);
  expect((await begin(old, { measured: { windKmh: 25 } })).body.code).toBe('SPRAY_WINDOW_STOP');
  expect((await begin(old)).status).toBe(200);

  const demo = await job(gusts);
  await service.sql(`update forecast set source = 'demo'`);
  expect((await begin(demo)).status).toBe(200);
});

test('when work starts outside the booked session, then the hours of the work are judged', async () => {
  const admin = await signedIn(service, 'admin');
  const hour = testNow.getTime() / 1000;
  expect(hour % 3600).toBe(0);
  const windy = (from: number, to: number) => (at: number) =>
    at >= hour + from * 3600 && at <= hour + to * 3600 ? { wind_speed_10m: 45 } : {};
  const stopped = { code: 'SPRAY_WINDOW_STOP', errors: [{ path: 'factor.wind', message: '45 km/h (limit 19 km/h)' }] };

  const now = await job(windy(0, 0));
  expect((await begin(now)).body).toMatchObject(stopped);
  expect((await begin(now, { overrideReason: 'Calm behind the dyke.' })).status).toBe(200);
  expect(await weatherOf(now.id)).toMatchObject({ verdict: 'STOP', overrideReason: 'Calm behind the dyke.' });

  const session = await job(windy(3, 24));
  expect((await begin(session)).status).toBe(200);

  const end = await job(windy(1, 1));
  expect((await begin(end)).body).toMatchObject(stopped);

  const later = await job(windy(2, 2));
  const setting = (await admin.get('/api/admin/planner-setting')).body;
  expect(setting.workMinutes).toBe(45);
  await admin.put('/api/admin/planner-setting', { ...setting, workMinutes: 61 });
  expect((await begin(later)).body).toMatchObject(stopped);
  await admin.put('/api/admin/planner-setting', setting);
  expect((await begin(later)).status).toBe(200);

  // An offline start is judged at the time at which the work began.
  const past = await job(windy(-2, -2));
  const startedAt = (hoursAgo: number) => `?startedAt=${new Date(testNow.getTime() - hoursAgo * 3_600_000).toISOString()}&clockOffsetMs=0`;
  expect((await begin(past, undefined, startedAt(0.5))).status).toBe(200);
  const before = await job(windy(-2, -2));
  expect((await begin(before, undefined, startedAt(1.5))).body).toMatchObject(stopped);
});

test('when a crew started offline and did not know of the stop, then the start is accepted once and marked', async () => {
  const one = await job(gusts);
  const query = `?startedAt=${new Date(testNow.getTime() - 600_000).toISOString()}&clockOffsetMs=0`;
  const headers = { 'idempotency-key': `offline-${one.id}` };
  // Without the time of the phone there is nothing that the crew did offline.
  expect((await begin(one, { offline: true })).body.code).toBe('SPRAY_WINDOW_STOP');
  const answers = await Promise.all(Array.from({ length: 10 }, () => begin(one, { offline: true }, query, headers)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await stepsOf(one.id)).slice(-2)).toEqual([
    ['start', null],
    ['weather_unaware', null],
  ]);
  expect(await auditOf(one.id)).toHaveLength(1);
  expect(await weatherOf(one.id)).toMatchObject({ verdict: 'STOP', unaware: true, overrideReason: null });
});

test('when two members of a crew start at once with reasons, then one starts', async () => {
  const one = await job(gusts);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => begin(one, { overrideReason: `Reason ${n}` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status === 200 || status === 409 || status === 503)).toBe(true);
  expect(await auditOf(one.id)).toHaveLength(1);
});
