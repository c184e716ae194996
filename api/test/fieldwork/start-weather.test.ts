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

test('when the crew measures values, then they replace those of the forecast', async () => {
  const calm = await job(gusts);
  const measured = { windKmh: 7, gustKmh: 11, temperatureC: 27.5, humidityPercent: 70 };
  expect((await begin(calm, { measured })).status).toBe(200);
  expect((await stepsOf(calm.id)).at(-1)).toEqual(['start', null]);
  expect(await weatherOf(calm.id)).toMatchObject({ verdict: 'GO', factors: [], ...measured, source: 'Open-Meteo', by: expect.any(String) });
  expect((await calm.crew.get(`/api/sprayer/order/${calm.id}/start-weather`)).body).toMatchObject(measured);

  const windy = await job();
  expect((await begin(windy, { measured: { windKmh: 25 } })).body).toMatchObject({
    code: 'SPRAY_WINDOW_STOP',
    errors: [{ path: 'factor.wind', message: '25 km/h (limit 19 km/h)' }],
  });
  for (const bad of [{ gustKmh: 12 }, { windKmh: -1 }, { windKmh: 8, humidityPercent: 101 }, { windKmh: 'x' }])
    expect((await begin(windy, { measured: bad })).status).toBe(400);
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
