import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeDemo } from '../../src/demo/demo-crowd.ts';
import { addDemoData, settleDemo } from '../../src/demo/demo-data.ts';
import { demoForecast } from '../../src/weather/demo-forecast.ts';
import { signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

const today = '2026-11-15';
const tomorrow = '2026-11-16';
const ordersOfWeek = largeDemo.ordersOfDay.reduce((sum, orders) => sum + orders, 0);

let service: Service;
beforeAll(async () => {
  service = await startService({ forecasts: demoForecast(() => testNow, tomorrow), idle: true });
  await addDemoData(service.database, service.app.catalog, testNow, 'large');
  await service.app.forecasts?.run();
});
afterAll(() => service.close());

const one = async (text: string, values: unknown[] = []) =>
  (await service.sql<{ n: number }>(`select count(*)::int as n ${text}`, values))[0]?.n;

test('when the large demo is added, then people, sessions and orders have the numbers of a large company', async () => {
  expect(await one("from app_user where role = 'sprayer' and active")).toBe(36);
  expect(await one("from app_user where role = 'farmer' and active")).toBe(300);
  expect(await one('from spray_session where capacity <> 14')).toBe(0);
  expect(ordersOfWeek).toBe(250);
  expect(await one("from spray_order where date between $1 and $1::date + 6 and order_status <> 'cancelled'", [today])).toBe(250);
  expect(await one("from spray_order where date = $1 and order_status = 'confirmed'", [tomorrow])).toBe(60);
  expect(await one('from spray_order o join app_user u on u.id = o.farmer_id where date = $1 and u.email is null', [tomorrow])).toBe(30);
  expect(await one('from crew_member where date > $1', [today])).toBe(0);
});

test('then as many orders of tomorrow are in STOP weather as are meant, by the forecast that the service makes', async () => {
  const office = await signedIn(service, 'receptionist');
  const { status, body } = await office.get(`/api/receptionist/spray-window?from=${tomorrow}&to=${tomorrow}&size=200`);
  expect(status).toBe(200);
  expect((await office.get('/api/receptionist/inbox/count')).body.byReason.weather_stop).toBe(33);
  expect((await office.get(`/api/receptionist/stopped-order/count?date=${tomorrow}`)).body).toEqual({ stopped: 33 });
  const verdicts = body.content.map(({ verdict }: { verdict: string }) => verdict);
  expect(verdicts.filter((verdict: string) => verdict === 'STOP')).toHaveLength(33);
});

test('then the office has 62 orders to deal with: those of tomorrow and two others', async () => {
  const office = await signedIn(service, 'receptionist');
  const ids = new Set<string>();
  for (let page = 0; page < 2; page++) {
    const { body } = await office.get(`/api/receptionist/inbox?size=200&page=${page}`);
    for (const { order } of body.content) ids.add(order.id);
  }
  expect(ids.size).toBe(62);
});

test('then names repeat as in a real commune, and every sprayer is at a legal crew', async () => {
  expect(await one("from (select full_name from app_user where role = 'farmer' group by 1 having count(*) > 1) n")).toBeGreaterThan(5);
  expect(await one("from (select full_name from app_user where role = 'sprayer' group by 1 having count(*) > 1) n")).toBeGreaterThan(0);
  expect(
    await one(
      `from (select m.order_id from crew_member m join app_user u on u.id = m.sprayer_id group by 1 having not bool_or(u.expertise <> 'apprentice')) n`,
    ),
  ).toBe(0);
  expect(await one('from (select sprayer_id from crew_member group by sprayer_id, date, session_id having count(*) > 1) n')).toBe(0);
});

test('when the start with a plan was killed after the data, then the next one plans tomorrow, once', async () => {
  await settleDemo(service.database, service.app.catalog, 'large-planned', testNow);
  expect(await one("from spray_order where date = $1 and order_status = 'assigned'", [tomorrow])).toBe(60);
  const plans = await one("from crew_plan where date = $1 and state = 'accepted'", [tomorrow]);
  await settleDemo(service.database, service.app.catalog, 'large-planned', testNow);
  expect([plans, await one('from crew_plan where date = $1', [tomorrow])]).toEqual([1, 1]);
});
