import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { demoForecast, isRainyMorning } from '../../src/weather/demo-forecast.ts';
import { ForecastFetcher, type ForecastFetcherOptions } from '../../src/weather/fetch-forecasts.ts';
import { openMeteo } from '../../src/weather/open-meteo.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { metricsToken, scrape } from '../platform/scrape.ts';
import { type Behaviour, ForecastServer } from './forecast-server.ts';

const server = new ForecastServer(() => service.clock.now);
let serverUrl: string;
let service: Service;
let farmer: Caller;
let admin: Caller;

beforeAll(async () => {
  serverUrl = await server.start();
  service = await startService({
    forecasts: openMeteo({ url: serverUrl, key: 'weather-secret' }),
    idle: true,
    observability: { metricsToken },
  });
  farmer = await signedIn(service, 'farmer');
  admin = await signedIn(service, 'admin');
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.behaviour = 'good';
  server.hourAt = () => ({});
});

const place = 'latitude=10.4712&longitude=105.4551';
const windows = async (query = 'from=2026-11-16&to=2026-11-16', at = place) =>
  (await farmer.get(`/api/common/spray-window?${query}&${at}`)).body.content;
const verdictsOf = async (query?: string) => (await windows(query)).map(({ verdict }: { verdict: string }) => verdict);
const fetchNow = async () => {
  await service.sql('update forecast set fetched_at = null');
  return service.app.forecasts?.run();
};
/** Waits for the notification of the change. */
const removeForecasts = async () => {
  await service.sql('update forecast set hours = null, fetched_at = null, source = null');
  await eventually(async () => expect(new Set(await verdictsOf())).toEqual(new Set(['UNKNOWN'])));
};
/** As a second process that has not failed before. */
const newFetcher = (options: Partial<ForecastFetcherOptions> = {}) =>
  new ForecastFetcher({
    ...{ database: service.database, catalog: service.app.catalog, provider: openMeteo({ url: serverUrl }) },
    ...{ clock: () => service.clock.now, log: createLog('silent'), ...options },
  });
const seconds = (text: string) => Date.parse(text) / 1000;

test('when a place has no forecast yet, then it is UNKNOWN, and the next run fetches it', async () => {
  const [first] = await windows();
  expect(first).toMatchObject({ verdict: 'UNKNOWN', factors: [], source: null, fetchedAt: null });
  expect(await service.app.forecasts?.run()).toBe(1);
  expect(server.requests.at(-1)).toEqual({ places: 1, key: 'weather-secret' });
  const all = await windows();
  expect(all).toHaveLength(6);
  expect(all[0]).toMatchObject({ date: '2026-11-16', verdict: 'GO', source: 'Open-Meteo', fetchedAt: testNow.toISOString() });
  expect(all[0].factors).toContainEqual({ factor: 'wind', value: 8, unit: 'km/h', limit: 15, verdict: 'GO' });
});

test('when orders are due soon, then their places are fetched in one request', async () => {
  await placed(farmer, { latitude: 11.2, longitude: 106.1 });
  await placed(farmer, { latitude: 11.21, longitude: 106.11 });
  await fetchNow();
  expect(server.requests.at(-1)).toMatchObject({ places: 2 });
  expect((await windows(undefined, 'latitude=11.2&longitude=106.1'))[0].verdict).toBe('GO');
});

test('when the office or a crew reads the windows of many orders, then each has that of its own place and time', async () => {
  const office = await signedIn(service, 'receptionist');
  const sprayer = await signedIn(service, 'sprayer');
  const own = await placed(farmer, { latitude: 11.2, longitude: 106.1, date: '2026-11-19', confirmed: true });
  const other = await placed(farmer, { latitude: 11.2, longitude: 106.1, date: '2026-11-20' });
  await office.put(`/api/receptionist/order/${own.id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
  server.hourAt = (at) => (at >= seconds('2026-11-19T17:00:00Z') ? { wind_gusts_10m: 45 } : {});
  await fetchNow();
  const read = async (caller: Caller, query: string) =>
    (await caller.get(`/api/${caller.role}/spray-window?${query}`)).body.content.map(
      ({ orderId, verdict }: { orderId: number; verdict: string }) => [orderId, verdict],
    );
  expect(await read(office, 'from=2026-11-19&to=2026-11-20')).toEqual([
    [own.id, 'GO'],
    [other.id, 'STOP'],
  ]);
  expect(await read(sprayer, 'from=2026-11-19&to=2026-11-20')).toEqual([[own.id, 'GO']]);
  expect(await read(sprayer, 'from=2026-11-20&to=2026-11-20')).toEqual([]);
  await farmer.post(`/api/farmer/order/${other.id}/cancel`, {});
  expect(await read(office, 'from=2026-11-20&to=2026-11-20')).toEqual([]);
  expect((await office.get('/api/receptionist/spray-window?from=2026-11-19&to=2027-11-19')).status).toBe(400);
});

test('when it rains in one hour, then sessions that overlap it or have it in their rain-fast hours are STOP', async () => {
  // 06:00 to 07:00 in Ho Chi Minh City.
  server.hourAt = (at) => (at === seconds('2026-11-15T23:00:00Z') ? { precipitation: 5, precipitation_probability: 90 } : {});
  await fetchNow();
  expect(await verdictsOf()).toEqual(['STOP', 'STOP', 'STOP', 'GO', 'GO', 'GO']);
});

test('when the forecast is older than six hours, or ends before the session, then it is UNKNOWN', async () => {
  await fetchNow();
  expect(new Set(await verdictsOf('from=2026-11-16&to=2026-11-16'))).toEqual(new Set(['GO']));
  expect(new Set(await verdictsOf('from=2026-12-01&to=2026-12-01'))).toEqual(new Set(['UNKNOWN']));
  service.clock.now = new Date(testNow.getTime() + 6 * 3_600_000);
  try {
    expect(new Set(await verdictsOf())).toEqual(new Set(['GO']));
    service.clock.now = new Date(testNow.getTime() + 6 * 3_600_000 + 1);
    expect(new Set(await verdictsOf())).toEqual(new Set(['UNKNOWN']));
  } finally {
    service.clock.now = testNow;
  }
});

describe('when the forecast server fails, then nothing becomes GO, and the next attempt waits', () => {
  test.each<Behaviour>(['down', 'rate-limited', 'not-json', 'cut-off', 'fewer'])('%s', async (behaviour) => {
    await fetchNow();
    await removeForecasts();
    server.behaviour = behaviour;
    expect(await service.app.forecasts?.run()).toBe(0);
    expect(service.app.forecasts?.failures).toBeGreaterThan(0);
    expect(new Set(await verdictsOf())).toEqual(new Set(['UNKNOWN']));
    const asked = server.requests.length;
    await service.app.forecasts?.run();
    expect(server.requests).toHaveLength(asked);
    server.behaviour = 'good';
    service.clock.now = new Date(service.clock.now.getTime() + 3 * 3_600_000);
    try {
      expect(await service.app.forecasts?.run()).toBeGreaterThan(0);
      expect(service.app.forecasts?.failures).toBe(0);
    } finally {
      service.clock.now = testNow;
    }
  });

  test('slow', async () => {
    const fetcher = newFetcher({ timeoutMs: 50 });
    await removeForecasts();
    server.behaviour = 'slow';
    expect([await fetcher.run(), fetcher.failures]).toEqual([0, 1]);
    expect(new Set(await verdictsOf())).toEqual(new Set(['UNKNOWN']));

    // A request under way does not delay the shutdown, and is no failure.
    const closing = newFetcher();
    const asked = server.requests.length;
    const running = closing.run();
    await eventually(async () => expect(server.requests.length).toBeGreaterThan(asked));
    await closing.close();
    expect([await running, closing.failures]).toEqual([0, 0]);
  });

  test('rate-limited: Retry-After decides over the shorter back-off', async () => {
    const fetcher = newFetcher();
    await service.sql('update forecast set fetched_at = null');
    server.behaviour = 'rate-limited';
    await fetcher.run();
    const asked = server.requests.length;
    try {
      service.clock.now = new Date(testNow.getTime() + 1_800_000 - 1000);
      await fetcher.run();
      expect(server.requests).toHaveLength(asked);
      service.clock.now = new Date(testNow.getTime() + 1_800_000);
      await fetcher.run();
      expect(server.requests).toHaveLength(asked + 1);
    } finally {
      service.clock.now = testNow;
    }
  });

  test('down for long: the pauses double up to an hour, and jitter spreads them', async () => {
    server.behaviour = 'down';
    await service.sql('update forecast set fetched_at = null');
    const minute = 60_000;
    const pauses = [0.5, 1, 2, 4, 8, 16, 30, 30];
    try {
      for (const jitter of [0, 0.5]) {
        const fetcher = newFetcher({ random: () => jitter });
        await fetcher.run();
        for (const [failures, pause] of pauses.entries()) {
          const failedAt = service.clock.now.getTime();
          const pauseMs = pause * minute * (jitter === 0 ? 1 : 2);
          service.clock.now = new Date(failedAt + pauseMs - 1);
          await fetcher.run();
          expect(fetcher.failures).toBe(failures + 1);
          service.clock.now = new Date(failedAt + pauseMs);
          await fetcher.run();
          expect(fetcher.failures).toBe(failures + 2);
        }
      }
    } finally {
      service.clock.now = testNow;
    }
  });

  test.each<Behaviour>(['other-place', 'gaps', 'absurd', 'partial'])('%s', async (behaviour) => {
    await removeForecasts();
    server.behaviour = behaviour;
    await service.app.forecasts?.run();
    expect(new Set(await verdictsOf())).toEqual(new Set(['UNKNOWN']));
  });
});

test('when forecasts are fetched, refused and fail, then the metrics count them and have the age of the oldest', async () => {
  const requests = (result: string) => ['swath_forecast_requests_total', { result }] as const;
  const before = await scrape(service);
  await fetchNow();
  server.behaviour = 'other-place';
  await fetchNow();
  server.behaviour = 'down';
  await fetchNow();
  const after = await scrape(service);
  const more = (name: string, labels = {}) => after.sum(name, labels) - before.sum(name, labels);
  const places = after.sum('swath_forecast_places');
  expect([more(...requests('succeeded')), more(...requests('failed')), more('swath_forecasts_refused_total')]).toEqual([2, 1, places]);
  expect(places).toBeGreaterThan(0);
  expect(after.sum('swath_forecast_places_outdated')).toBe(places);

  server.behaviour = 'good';
  service.clock.now = new Date(testNow.getTime() + 3 * 3_600_000);
  try {
    await fetchNow();
    service.clock.now = new Date(testNow.getTime() + 4 * 3_600_000);
    const later = await scrape(service);
    expect([later.sum('swath_forecast_places_outdated'), later.sum('swath_forecast_oldest_seconds')]).toEqual([0, 3600]);
  } finally {
    service.clock.now = testNow;
    await fetchNow();
  }
});

test('when a place has not been needed for two days, then its forecast is removed; those of orders stay', async () => {
  await windows(undefined, 'latitude=20.1&longitude=100.1');
  await fetchNow();
  const stored = async () =>
    (await service.sql<{ n: number }>('select count(*)::int as n from forecast where latitude_tenths = 201'))[0]?.n;
  expect(await stored()).toBe(1);
  await service.sql(`update forecast set wanted_at = wanted_at - interval '49 hours'`);
  await fetchNow();
  expect(await stored()).toBe(0);
  expect((await service.sql('select 1 from forecast where latitude_tenths = 112')).length).toBe(1);
});

test('when two processes fetch at once, then each place is requested once; a process has what the other one stored', async () => {
  const other = await service.another();
  await windows();
  server.hourAt = () => ({ wind_gusts_10m: 45 });
  await service.sql('update forecast set fetched_at = null');
  await other.app.forecasts?.run();
  await eventually(async () => expect(new Set(await verdictsOf())).toEqual(new Set(['STOP'])));
  server.hourAt = () => ({});
  await service.sql('update forecast set fetched_at = null');
  const before = server.requests.length;
  await Promise.all([service.app.forecasts?.run(), other.app.forecasts?.run()]);
  expect(server.requests.length - before).toBe(1);
});

test('when an admin changes the limits, then every verdict changes at once, and the change is audited', async () => {
  await fetchNow();
  const changed = await admin.patch('/api/admin/spray-limit', { preset: 'temperate', limits: { windGoKmh: 5 } });
  expect(changed.body).toMatchObject({ preset: 'temperate', limits: { windGoKmh: 5, deltaTMinC: 2 }, forecastSource: 'Open-Meteo' });
  expect((await windows())[0]).toMatchObject({ verdict: 'CAUTION' });
  expect((await admin.get('/api/admin/audit/')).body.content[0]).toMatchObject({
    action: 'setting_update',
    changes: expect.arrayContaining([{ field: 'windGoKmh', from: 15, to: 5 }]),
  });
  const wrong = await admin.patch('/api/admin/spray-limit', { limits: { windGoKmh: 40, gustStopKmh: 10 } });
  expect([wrong.status, wrong.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['limits.windStopKmh', 'limits.gustStopKmh'],
  ]);
  expect((await admin.patch('/api/admin/spray-limit', { limits: { windSpeed: 3 } })).status).toBe(400);
  await admin.patch('/api/admin/spray-limit', { preset: 'tropical' });
});

test('when a page is read again, then it changes with the forecast, the limits and the sessions of any process, compressed or not', async () => {
  const other = await service.another();
  const path = `/api/common/spray-window?from=2026-11-16&to=2026-11-17&size=50&${place}`;
  const read = async (url: string, encoding: string) => {
    const headers = { authorization: `Bearer ${farmer.token}`, 'accept-encoding': encoding };
    const response = await fetch(url + path, { headers });
    expect(response.headers.get('vary')).toBe('accept-encoding');
    return { coding: response.headers.get('content-encoding'), text: await response.text() };
  };
  const verdictsEverywhere = async () => {
    const answers = await Promise.all([service.url, other.url].flatMap((url) => [read(url, 'gzip'), read(url, 'identity')]));
    expect(answers.map(({ coding }) => coding)).toEqual(['gzip', null, 'gzip', null]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    return JSON.parse(answers[0]?.text ?? '').content.map(({ verdict }: { verdict: string }) => verdict);
  };
  await fetchNow();
  expect(await verdictsEverywhere()).toEqual(Array(12).fill('GO'));
  server.hourAt = () => ({ wind_gusts_10m: 45 });
  await service.sql('update forecast set fetched_at = null');
  await other.app.forecasts?.run();
  expect(await verdictsEverywhere()).toEqual(Array(12).fill('STOP'));
  await callerOn(other, admin).patch('/api/admin/spray-limit', { limits: { gustGoKmh: 50, gustStopKmh: 60 } });
  await eventually(async () => expect(await verdictsEverywhere()).toEqual(Array(12).fill('GO')));
  await callerOn(other, admin).patch('/api/admin/session/6', { active: false });
  await eventually(async () => expect(await verdictsEverywhere()).toHaveLength(10));
  await admin.patch('/api/admin/session/6', { active: true });
  await admin.patch('/api/admin/spray-limit', { preset: 'tropical' });
});

test.each([
  ['latitude=91&longitude=0', 'latitude'],
  ['latitude=x&longitude=0', 'latitude'],
  ['latitude=1', 'longitude'],
  [`${place}&from=2026-11-20&to=2026-11-19`, 'to'],
  [`${place}&from=2026-11-16&to=2026-12-02`, 'to'],
])('when the query is %s, then the error names %s', async (query, path) => {
  const answer = await farmer.get(`/api/common/spray-window?${query}`);
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
});

test('when there is demo data and no forecast URL, then the generated forecast is labelled and the same at every call', async () => {
  const cell = { latitudeTenths: 105, longitudeTenths: 1055 };
  const provider = demoForecast(() => testNow);
  const signal = AbortSignal.timeout(1000);
  expect(await provider.fetch([cell], signal)).toEqual(await provider.fetch([cell], signal));
  expect(provider.source).toBe('demo');
  const rainy = ['2026-11-16', '2026-11-17', '2026-11-18'].filter((date) => isRainyMorning(date));
  expect(rainy).toHaveLength(1);
});
