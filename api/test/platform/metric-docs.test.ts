import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventTypes } from '../../src/orders/order.ts';
import { problemKinds } from '../../src/platform/http/problem.ts';
import { startService } from '../harness.ts';
import { metricsToken, scrape } from './scrape.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');
const read = (name: string) => readFileSync(join(docs, name), 'utf8');
const service = await startService({ observability: { metricsToken, dataFolder: tmpdir() } });
afterAll(() => service.close());

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string }[];
}
const dashboard = JSON.parse(read('grafana-dashboard.json')) as { uid: string; schemaVersion: number; panels: Panel[] };

const dashboardQueries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
/** The expression of a rule: what follows `expr:`, on the line or indented below it. */
const alertQueries = [...read('alerts.yml').matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+))/gm)].map(
  ([, block, line]) => block ?? line ?? '',
);

const namesIn = (query: string): string[] => query.match(/\b(?:swath|process|nodejs)_\w+/g) ?? [];

test('when the dashboard and the alerts use a metric, then the running service exports it', async () => {
  const { kinds } = await scrape(service);
  const exported = new Set(
    [...kinds].flatMap(([name, kind]) => (kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name])),
  );
  const queries = [...dashboardQueries, ...alertQueries];
  expect(alertQueries.length).toBe(read('alerts.yml').match(/- alert: /g)?.length);
  for (const query of queries) expect(query).toMatch(/\b(swath|process|nodejs)_\w+|\bup\{/);
  expect([...new Set(queries.flatMap(namesIn))].filter((name) => !exported.has(name))).toEqual([]);
});

test('when they use an event, a code or a status, then it exists', () => {
  const queries = [...dashboardQueries, ...alertQueries].join('\n');
  const values = (label: string) =>
    [...queries.matchAll(new RegExp(`${label}=~?"([^"]+)"`, 'g'))].flatMap(([, value]) => String(value).split('|'));
  expect(values('event').filter((event) => !eventTypes.some((known) => known === event))).toEqual([]);
  expect(values('code').filter((code) => !(code in problemKinds))).toEqual([]);
  expect(new Set(values('event')).size).toBeGreaterThan(3);
});

test('when the documentation names a metric, then the running service exports it', async () => {
  const { kinds } = await scrape(service);
  const names = read('observe.md').match(/\bswath_\w+[a-z]\b/g) ?? [];
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => ![...kinds.keys()].some((known) => known === name || known.startsWith(`${name}_`)))).toEqual([]);
  const swath = [...kinds.keys()].filter((name) => name.startsWith('swath_'));
  const text = read('observe.md');
  const covered = (name: string) => text.includes(name) || /^swath_(database_(write_connections)|deliveries)_/.test(name);
  expect(swath.filter((name) => !covered(name))).toEqual([]);
});

test('when the dashboard is imported, then its panels have unique ids and do not overlap', () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const taken = new Set<string>();
  for (const { gridPos, title } of dashboard.panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, x < 24, taken.has(`${x} ${y}`)]).toEqual([title, true, false]);
        taken.add(`${x} ${y}`);
      }
});
