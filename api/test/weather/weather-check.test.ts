import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispatchNotifications } from '../../src/notifications/dispatch-notifications.ts';
import { listDueEvents } from '../../src/notifications/outbox-store.ts';
import { OrderWriter } from '../../src/orders/order-store.ts';
import { openMeteo } from '../../src/weather/open-meteo.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { ForecastServer } from './forecast-server.ts';

const server = new ForecastServer(() => service.clock.now);
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

/** A time in Ho Chi Minh City. */
const at = (text: string) => {
  service.clock.now = new Date(`${text}+07:00`);
};
const fetched = async (mm: number) => {
  server.hourAt = rain(mm);
  await service.sql('update forecast set fetched_at = null');
  await service.app.forecasts?.run();
};
const checked = async (mm: number) => {
  await fetched(mm);
  return service.app.checkWeather();
};
const rain = (mm: number) => () => ({ precipitation: mm, precipitation_probability: mm > 0 ? 90 : 0 });
const toDo = async () => {
  const { content } = (await office.get('/api/receptionist/inbox?reason=weather_stop&size=200')).body;
  return content.map(({ order }: { order: { id: number } }) => order.id);
};
const dispatchAll = () =>
  service.database.transaction(async (tx) => {
    const { catalog } = service.app;
    const due = await listDueEvents(tx, 500);
    await dispatchNotifications(
      tx,
      { catalog, orders: new OrderWriter(catalog) },
      due.map(({ id }) => id),
      service.clock.now,
    );
  });
const events = () =>
  service.sql<{ order: number; note: string }>(
    `select order_id::int as order, note from outbox_event where type = 'weather_stop' order by id`,
  );

test('when the evening check finds STOP, then the office has it once, until the verdict changes', async () => {
  const soon = await placed(farmer, { date: '2026-11-16', session: { id: 3 }, confirmed: true });
  const later = await placed(farmer, { date: '2026-11-17', session: { id: 3 } });
  at('2026-11-15T17:59:00');
  await service.sql(`insert into weather_check_run values ('2026-11-15', 'morning', now())`);
  expect(await checked(5)).toBe(0);
  // The to-do list does not wait for a check.
  expect(await toDo()).toEqual([soon.id]);
  at('2026-11-15T18:00:00');
  const other = await service.another();
  await fetched(5);
  const found = await Promise.all([service.app.checkWeather(), other.app.checkWeather(), service.app.checkWeather()]);
  expect(found.reduce((sum, count) => sum + count)).toBe(1);
  expect(await toDo()).toEqual([soon.id]);
  expect(await events()).toMatchObject([{ order: soon.id, note: 'rain=5 mm;rainProbability=90 %;rainFast=10 mm' }]);
  expect(await service.app.checkWeather()).toBe(0);

  // Still STOP in the morning: no second message. The order of the day after is within 24 hours in the evening.
  at('2026-11-16T03:00:00');
  expect(await checked(5)).toBe(0);
  expect(await toDo()).toEqual([soon.id, later.id]);
  at('2026-11-16T18:00:00');
  expect(await checked(0)).toBe(0);
  at('2026-11-17T03:00:00');
  expect(await checked(5)).toBe(1);
  expect(await toDo()).toEqual([later.id]);

  // Moved away from the rain, it is no longer to be done.
  const moved = await office.post(`/api/receptionist/order/${later.id}/reschedule`, { date: '2026-11-20', session: { id: 3 } });
  expect([moved.status, await toDo()]).toEqual([200, []]);
  expect((await office.get('/api/receptionist/inbox/count')).body.byReason).toMatchObject({ weather_stop: 0 });
});

test('when the forecast server is down at a check, then a STOP stays, and nothing becomes one', async () => {
  at('2026-11-18T18:00:00');
  const order = await placed(farmer, { date: '2026-11-19', session: { id: 4 }, confirmed: true });
  expect(await checked(5)).toBe(1);
  at('2026-11-19T03:00:00');
  server.behaviour = 'down';
  try {
    expect(await checked(0)).toBe(0);
    expect(await toDo()).toEqual([order.id]);
  } finally {
    server.behaviour = 'good';
    service.clock.now = testNow;
  }
});

test('when the evening check has run, then each sprayer gets one mail in their language with the jobs of the next day and their weather', async () => {
  const [first, second] = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
  await second.patch('/api/common/profile', { language: 'vi' });
  const windy = await placed(farmer, { date: '2026-11-22', session: { id: 3 }, location: 'Ruộng gió', confirmed: true });
  const late = await placed(farmer, { date: '2026-11-22', session: { id: 6 }, location: 'Ruộng chiều', confirmed: true });
  const after = await placed(farmer, { date: '2026-11-23', session: { id: 6 }, location: 'Ruộng hôm sau', confirmed: true });
  const assign = (id: number, ...crew: Caller[]) =>
    office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: crew.map((one) => Number(one.id)) });
  await assign(windy.id, first, second);
  await assign(late.id, first);
  await assign(after.id, second);
  const mails = () =>
    service.sql<{ to: string; subject: string; text: string }>(
      `select to_address as to, subject, text from outgoing_mail where to_address = any($1) and created_at >= '2026-11-21T11:00Z' order by id`,
      [[first.email, second.email]],
    );
  // The morning of the job is stormy.
  const stormy = (seconds: number) => (seconds < Date.parse('2026-11-22T04:00Z') / 1000 ? { wind_gusts_10m: 45.5 } : {});
  at('2026-11-21T17:59:00');
  expect(await service.app.mailCrews()).toBe(0);
  at('2026-11-21T18:05:00');
  // Before there is a forecast, the mails wait.
  expect(await service.app.mailCrews()).toBe(0);
  server.hourAt = stormy;
  await service.sql('update forecast set fetched_at = null');
  await service.app.forecasts?.run();
  expect(await service.app.checkWeather()).toBe(1);
  const other = await service.another();
  const sent = await Promise.all([service.app.mailCrews(), other.app.mailCrews(), service.app.mailCrews()]);
  expect(sent.reduce((sum, count) => sum + count)).toBe(2);
  const written = await mails();
  expect(written.map(({ to, subject }) => [to, subject])).toEqual([
    [first.email, '2 jobs on Sunday 22 November, 1 with weather too bad to spray'],
    [second.email, '1 việc chủ nhật, 22 tháng 11, 1 việc gặp thời tiết xấu'],
  ]);
  const text = written[0]?.text ?? '';
  expect(text).toContain('Weather: do not spray (gusts 45.5 km/h)');
  expect(text.indexOf('Ruộng gió')).toBeLessThan(text.indexOf('Ruộng chiều'));
  expect(text).toContain('Weather: good to spray');
  expect(text).not.toContain('Ruộng hôm sau');
  expect(written[1]?.text).toContain('Thời tiết: không nên phun (gió giật 45,5 km/h)');
  at('2026-11-21T23:00:00');
  expect(await service.app.mailCrews()).toBe(0);

  // The check itself sends the office and the crew a message, in the language of each.
  await dispatchAll();
  const warnings = async (caller: Caller) =>
    (await caller.get('/api/common/notification/?size=200')).body.content
      .map(({ subject, text }: { subject: string; text: string }) => `${subject}: ${text}`)
      .filter((message: string) => message.includes('km/h'));
  expect(await warnings(first)).toEqual([expect.stringMatching(/^Weather warning for Sunday.*Ruộng gió: gusts 45.5 km\/h/)]);
  expect(await warnings(second)).toEqual([expect.stringMatching(/^Cảnh báo thời tiết.*Ruộng gió: gió giật 45,5 km\/h/)]);
  expect(await warnings(farmer)).toEqual([
    expect.stringMatching(
      /^The weather looks bad for your spray on Sunday.*Ruộng gió: gusts 45.5 km\/h\. The office will call you or move/,
    ),
  ]);
  expect(await warnings(office)).toEqual([expect.stringMatching(/^Order \d+: too bad weather.*gusts 45.5 km\/h/)]);
  service.clock.now = testNow;
});

test('when the forecast server is down in the evening, then the crews get their jobs an hour later with unknown weather', async () => {
  const crew = await signedIn(service, 'sprayer');
  const order = await placed(farmer, { date: '2026-11-25', session: { id: 4 }, confirmed: true });
  await office.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(crew.id)] });
  server.behaviour = 'down';
  try {
    at('2026-11-24T18:59:00');
    expect([await checked(0), await service.app.mailCrews()]).toEqual([0, 0]);
    at('2026-11-24T19:00:00');
    expect(await service.app.mailCrews()).toBe(1);
    const [mail] = await service.sql<{ text: string }>('select text from outgoing_mail where to_address = $1 order by id desc limit 1', [
      crew.email,
    ]);
    expect(mail?.text).toContain('Weather: not known');
  } finally {
    server.behaviour = 'good';
    service.clock.now = testNow;
  }
});

test('when the admin changes the times of the checks, then they are validated and stored', async () => {
  const admin = await signedIn(service, 'admin');
  const changed = await admin.patch('/api/admin/spray-limit', { eveningCheck: '19:30', morningCheckMinutes: 90 });
  expect(changed.body).toMatchObject({ eveningCheck: '19:30', morningCheckMinutes: 90, preset: 'tropical' });
  for (const body of [{ eveningCheck: '25:00' }, { eveningCheck: '7' }, { morningCheckMinutes: -1 }, { morningCheckMinutes: 361 }])
    expect((await admin.patch('/api/admin/spray-limit', body)).status).toBe(400);
});
