// Stored forecasts for the measurement: the verdicts of a week at some places, without a forecast server.
import { load } from './built.mjs';
import { recordStatements } from './statements.mjs';

const { demoForecast } = await load('weather/demo-forecast.js');
const forecastStore = await load('weather/forecast-store.js');

const places = 20;
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/**
 * Stores the forecasts and returns `{ requests, floor }`: a week of six sessions in one page, requested like a browser does, and the
 * statement that reads the stored forecast of the place.
 */
export async function weatherPath(client, people) {
  const cells = Array.from({ length: places }, (_, at) => ({ latitudeTenths: 100 + at, longitudeTenths: 1050 + at }));
  const now = new Date();
  const forecasts = await demoForecast(() => now).fetch(cells, AbortSignal.timeout(60_000));
  const run = async (call) => {
    for (const statement of await recordStatements(call)) await client.query(statement);
  };
  await run((db) => forecastStore.wantCells(db, cells, now));
  for (const [at, cell] of cells.entries())
    await run((db) => forecastStore.saveForecast(db, cell, { source: 'demo', fetchedAt: now, forecast: forecasts[at] }));
  const range = `from=${day(0)}&to=${day(6)}&size=42`;
  return {
    requests: cells.map(({ latitudeTenths, longitudeTenths }, at) => ({
      path: `/api/common/spray-window?${range}&latitude=${latitudeTenths / 10}&longitude=${longitudeTenths / 10}`,
      headers: { ...people[at % people.length].headers, 'accept-encoding': 'gzip' },
    })),
    floor: await Promise.all(cells.map((cell) => recordStatements((db) => forecastStore.findForecasts(db, [cell])))),
  };
}
