import { afterAll, expect, test } from 'vitest';
import { call } from '../factories.ts';
import { cleanUp, kill } from '../faults/built-service.ts';
import { newDatabase, serveOn } from './built-pair.ts';

const database = await newDatabase();
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

// On one database, because adding the demo data takes seconds. A start without the setting adds none.
test.each([
  ['nothing is set', {}, null],
  ['the sandbox is configured', { SWATH_PAYMENTS: 'sandbox' }, 'sandbox'],
  ['there is demo data', { SWATH_DEMO: 'on' }, 'sandbox'],
  ['there is demo data for several processes', { SWATH_DEMO: 'on', SWATH_WORKERS: '2' }, 'sandbox'],
])('when %s, then the setting decides the card provider', async (_, env, cardProvider) => {
  const { service, url } = await serveOn(database.url, env);
  expect((await call({ url }, 'GET', '/api/auth/company')).body.cardProvider).toBe(cardProvider);
  await kill(service, 'SIGTERM');
});
