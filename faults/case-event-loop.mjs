// Boundaries and files that once blocked the event loop, sent under load: everybody else is answered meanwhile.
import { call } from './client.mjs';
import { FaultEnvironment } from './fault-environment.mjs';
import { row } from './report.mjs';
import { pause } from './wait.mjs';

const points = 4000;
/** Before, each of these blocked all answers for ten seconds and more. */
const maxAnswerSeconds = 3;

/** Long diagonals beside each other: each crosses the boxes of all others. */
function diagonals() {
  const ring = Array.from({ length: points - 1 }, (_, n) => {
    const [x, y] = [1 - n / points, n % 2 === 0 ? 0.1 : 1];
    return [105.4 + 0.02 * (y * 0.9 + 0.05 * x), 10.5 + 0.02 * (y * 0.9 + 0.05 * (1 - x))];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}
const pairs = `{"name":"a","boundary":{"type":"Polygon","coordinates":[${'[0,0],'.repeat(200_000)}[0,0]]}}`;
const nested = `<kml>${'<Placemark>'.repeat(20_000)}${'</Placemark>'.repeat(20_000)}</kml>`;

export async function eventLoop({ seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'event-loop', seed });
  const { url } = environment.service;
  const { token } = environment.people.farmers[0];
  await environment.startLoad();
  await environment.load.progress(30);
  let isDone = false;
  let longest = 0;
  const watching = (async () => {
    while (!isDone) {
      const began = performance.now();
      await call(url, 'GET', '/api/health/live', { agent: false });
      longest = Math.max(longest, (performance.now() - began) / 1000);
      await pause(20);
    }
  })();
  const post = (path, body, type = 'application/json') => call(url, 'POST', path, { token, body, headers: { 'content-type': type } });
  const sent = [];
  for (let time = 0; time < 3; time++) {
    sent.push(
      ...(await Promise.all([
        post('/api/farmer/field', { name: 'slow', boundary: diagonals() }),
        post('/api/farmer/field', pairs),
        post('/api/farmer/field-import/preview', nested, 'application/octet-stream'),
        post('/api/farmer/field-import/preview', '['.repeat(9_000_000), 'application/octet-stream'),
      ])),
    );
  }
  isDone = true;
  await watching;
  await environment.load.stop();
  // 503: a thread that has reached its limit of time on a busy machine.
  const expected = [200, 400, 413, 415, 429, 503];
  const unexpected = sent.filter(({ status }) => !expected.includes(status)).map(({ status, gone }) => String(status ?? gone));
  report(
    row({
      title: 'shapes and files that block the event loop',
      tried: sent.length,
      found: await environment.settle(),
      load: environment.load,
      extra: [
        ['longest answer to another client, s:', longest, longest <= maxAnswerSeconds],
        ['answers that are neither a success nor a refusal:', unexpected.join(', ') || 'none', unexpected.length === 0],
      ],
    }),
  );
  await environment.close();
}
