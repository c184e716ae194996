import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMeteo } from '../api/src/weather/open-meteo.ts';
import { testNow } from '../api/test/test-now.ts';
import { ForecastServer } from '../api/test/weather/forecast-server.ts';
import { weatherLimitWords } from '../web/src/admin/weather-words.ts';
import { startWords } from '../web/src/fieldwork/start-words.ts';
import { fieldWords } from '../web/src/fieldwork/words.ts';
import { rebookingWords } from '../web/src/rebooking/rebooking-words.ts';
import { weatherWords } from '../web/src/weather/weather-words.ts';
import { persistedState, waitForOfflineCache } from './offline-cache.ts';
import { assigned, createUser, readOrderState, withoutOfflineErrors } from './people.ts';
import { chromiumPath, openWorld, type World } from './world.ts';

const words = weatherWords.en;
const rebooking = rebookingWords.en;
const limits = weatherLimitWords.en;
const starting = startWords.en;
const field = fieldWords.en;

describe.skipIf(chromiumPath === undefined)('the weather', () => {
  let world: World;
  const forecasts = new ForecastServer(() => testNow);
  // It rains all day long.
  forecasts.hourAt = () => ({ precipitation: 4, precipitation_probability: 90 });
  beforeAll(async () => {
    const url = await forecasts.start();
    world = await openWorld({ forecasts: openMeteo({ url }) });
    // The demo data take some places of today.
    await world.service.sql('update spray_session set capacity = 20');
  });
  afterAll(async () => {
    await world.end();
    await forecasts.close();
  });

  test('when it rains, then the farmer, the office and the crew see it with its reason, and the admin changes the limits', async () => {
    const farmer = await createUser(world, 'farmer', 'Tô Thị Mưa');
    const office = await createUser(world, 'receptionist', 'Tô Thị Lịch');
    const sprayer = await createUser(world, 'sprayer', 'Tô Văn Giông');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng gặp mưa', session: { id: 6 } });
    await world.service.app.forecasts?.run();

    const own = await world.visit(`/orders/${job.id}`, farmer.email);
    await own.page.getByText(words.verdict.STOP, { exact: true }).tap();
    await own.page.getByText(`${words.verdict.STOP}, ${words.factor.rain}: 4 mm (${words.limit('0.5 mm')})`).waitFor();
    await own.page.getByText(words.source('Open-Meteo')).waitFor();
    await own.page.goto(`${world.service.url}/book`);
    await own.page.getByRole('button', { name: 'Ruộng gặp mưa' }).tap();
    const stopped = own.page.getByRole('button', { name: new RegExp(`places free\\. ${words.verdict.STOP}`) }).first();
    await stopped.waitFor();
    await own.page.getByText(words.days).tap();
    const rainy = own.page.locator('details[open] li').filter({ hasText: `${words.factor.rain}: 4 mm` });
    await rainy.first().waitFor();
    // A rainy week is one entry a day, not one for each session.
    await expect.poll(() => rainy.count()).toBeLessThanOrEqual(7);
    await stopped.tap();
    await own.page.getByText(/^The forecast says not to spray at that time: .*4 mm/).waitFor();
    expect(own.browserErrors).toEqual([]);
    await own.leave();

    const desk = await world.visit('/?view=day', office.email, { size: 'desk' });
    const chip = desk.page.getByRole('link', { name: /Tô Thị Mưa/ });
    await chip.getByText(words.short.STOP, { exact: true }).waitFor();
    await chip.click();
    await desk.page.getByText(words.verdict.STOP, { exact: true }).waitFor();
    // All orders with STOP: it rains everywhere, so there is no place for them.
    await desk.page.getByRole('button', { name: rebooking.start, exact: true }).click();
    const sheet = desk.page.getByRole('dialog', { name: rebooking.startTitle });
    await sheet.getByText(rebooking.stop, { exact: true }).click();
    await sheet.getByRole('button', { name: rebooking.commonReasons[0] ?? '', exact: true }).click();
    await sheet.getByRole('button', { name: rebooking.propose, exact: true }).click();
    const row = desk.page.getByRole('listitem').filter({ hasText: 'Tô Thị Mưa' });
    await row.getByText(rebooking.reasons.WEATHER).waitFor();
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();

    const crew = await world.visit('/', sprayer.email);
    await crew.page.getByText(words.verdict.STOP, { exact: true }).waitFor();
    expect(crew.browserErrors).toEqual([]);
    await crew.leave();

    const admin = await world.visit('/company/weather', 'admin@swath.example', { size: 'desk' });
    const wind = admin.page.getByRole('textbox', { name: `${limits.groups.wind}: ${limits.limits.windGoKmh}` });
    await expect.poll(() => wind.inputValue()).toBe('15');
    await admin.page.getByText(limits.presets.temperate).click();
    await wind.fill('5');
    await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.page.getByText('Saved.').waitFor();
    await expect
      .poll(() => world.service.sql('select preset, limits from spray_limit'))
      .toEqual([{ preset: 'temperate', limits: { windGoKmh: 5 } }]);
    await wind.fill('50');
    await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.page.getByText(limits.outOfOrder).waitFor();
    await admin.page.getByRole('button', { name: limits.reset }).click();
    await expect.poll(() => wind.inputValue()).toBe('15');
    await admin.leave();
  });

  test('when a crew starts under STOP, then it gives a reason, online after measuring and offline with the age of the forecast', async () => {
    // The test before may have changed the limits.
    await world.service.sql(`update spray_limit set preset = 'tropical', limits = '{}'`);
    const farmer = await createUser(world, 'farmer', 'Âu Thị Gió');
    const office = await createUser(world, 'receptionist', 'Âu Thị Bàn');
    const sprayer = await createUser(world, 'sprayer', 'Âu Văn Cánh');
    const near = await assigned(farmer, office, sprayer, { location: 'Ruộng đo gió', session: { id: 5 } });
    const far = await assigned(farmer, office, sprayer, { location: 'Ruộng mất sóng', session: { id: 6 } });
    await world.service.app.forecasts?.run();
    // Nothing newer arrives.
    forecasts.behaviour = 'down';
    await world.service.sql(`update forecast set fetched_at = fetched_at - interval '3 hours'`);
    const { page, context, browserErrors, leave } = await world.visit('/', sprayer.email, { installed: true });
    const start = page.getByRole('button', { name: field.start, exact: true });
    const dialog = page.getByRole('dialog', { name: starting.stopTitle });
    const reason = dialog.getByRole('textbox', { name: starting.reason });
    const startAnyway = dialog.getByRole('button', { name: starting.startAnyway });

    await page.getByRole('heading', { level: 2, name: 'Ruộng đo gió' }).waitFor();
    await page.getByText(words.source('Open-Meteo')).first().waitFor();
    await page.getByText(starting.measure).tap();
    await page.getByRole('textbox', { name: `${starting.temperature} (°C)` }).fill('31');
    await start.tap();
    await page.getByText(starting.needWind).waitFor();
    await page.getByRole('textbox', { name: `${starting.wind} (km/h)` }).fill('7,5');
    await start.tap();
    await dialog.getByText(`${words.factor.rain}: 4 mm`).waitFor();
    await startAnyway.tap();
    await dialog.getByText(starting.needReason).waitFor();
    await reason.fill('The rain is over here.');
    await startAnyway.tap();
    await expect.poll(() => readOrderState(world, near.id)).toMatchObject({ steps: ['place', 'assign', 'start', 'weather_override'] });
    await page.getByText(field.waiting).waitFor({ state: 'detached' });
    // Otherwise the next page restores the refused start and asks for its reason again.
    await expect.poll(() => persistedState(page)).toMatchObject({ unsent: 0, refused: 0 });

    await page.goto(`${world.service.url}/orders/${far.id}`);
    await start.waitFor();
    await page.getByText(words.source('Open-Meteo')).first().waitFor();
    await waitForOfflineCache(page);
    await context.setOffline(true);
    await page.getByText(words.offline).first().waitFor();
    // By keyboard: the notice that appears offline moves the button.
    await start.press('Enter');
    await dialog.getByText(words.hoursOld(3)).waitFor();
    await reason.fill('Dry behind the dyke.');
    await startAnyway.tap();
    await page.getByText(field.waiting).first().waitFor();
    await context.setOffline(false);
    await expect.poll(() => readOrderState(world, far.id)).toMatchObject({ steps: ['place', 'assign', 'start', 'weather_override'] });
    await page.getByText(field.waiting).waitFor({ state: 'detached' });
    expect(
      await world.service.sql(
        `select reason from order_history where action = 'weather_override' and order_id = any($1) order by order_id`,
        [[near.id, far.id]],
      ),
    ).toEqual([{ reason: 'The rain is over here.' }, { reason: 'Dry behind the dyke.' }]);
    expect(withoutOfflineErrors(browserErrors).filter((text) => !/status of 409/.test(text))).toEqual([]);
    await leave();

    const desk = await world.visit(`/orders/${near.id}`, office.email, { size: 'desk' });
    await desk.page.getByText(words.overrideReason('The rain is over here.')).waitFor();
    await desk.page.getByText(words.measured(`${words.factor.wind} 7.5 km/h, ${words.factor.air} 31 °C`)).waitFor();
    expect(desk.browserErrors).toEqual([]);
    await desk.leave();
  });

  test('when a crew measures too much wind without a network, then its phone asks for a reason, which is stored', async () => {
    await world.service.sql(`update spray_limit set preset = 'tropical', limits = '{}'`);
    const farmer = await createUser(world, 'farmer', 'Ung Thị Lặng');
    const office = await createUser(world, 'receptionist', 'Ung Thị Sổ');
    const sprayer = await createUser(world, 'sprayer', 'Ung Văn Đo');
    const job = await assigned(farmer, office, sprayer, { location: 'Ruộng gió lớn', session: { id: 6 } });
    forecasts.behaviour = 'good';
    forecasts.hourAt = () => ({});
    await world.service.sql('update forecast set fetched_at = null');
    await world.service.app.forecasts?.run();
    const { page, context, browserErrors, leave } = await world.visit(`/orders/${job.id}`, sprayer.email, { installed: true });
    await page.getByText(words.source('Open-Meteo')).first().waitFor();
    await waitForOfflineCache(page);
    await context.setOffline(true);
    await page.getByText(words.offline).first().waitFor();
    await page.getByText(starting.measure).press('Enter');
    await page.getByRole('textbox', { name: `${starting.wind} (km/h)` }).fill('40');
    await page.getByRole('button', { name: field.start, exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: starting.stopTitle });
    await dialog.getByText(starting.measured(`${words.factor.wind}: 40 km/h (${words.limit('19 km/h')})`)).waitFor();
    await dialog.getByRole('textbox', { name: starting.reason }).fill('Calm behind the dyke.');
    await dialog.getByRole('button', { name: starting.startAnyway }).tap();
    await page.getByText(field.waiting).first().waitFor();
    await context.setOffline(false);
    await expect.poll(() => readOrderState(world, job.id)).toMatchObject({ steps: ['place', 'assign', 'start', 'weather_override'] });
    expect(
      await world.service.sql('select verdict, wind_kmh, override_reason, is_unaware from start_weather where order_id = $1', [job.id]),
    ).toEqual([{ verdict: 'STOP', wind_kmh: '40', override_reason: 'Calm behind the dyke.', is_unaware: false }]);
    await page.getByText(field.waiting).waitFor({ state: 'detached' });
    expect(withoutOfflineErrors(browserErrors)).toEqual([]);
    await leave();
  });
});
