import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';

const folder = mkdtempSync(join(tmpdir(), 'swath-basemap-'));
const file = join(folder, 'area.pmtiles');
const content = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));
const attribution = '© OpenStreetMap contributors';
let service: Service;
let admin: Caller;
let farmer: Caller;

beforeAll(async () => {
  writeFileSync(file, content);
  service = await startService({ basemap: { file, attribution } });
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer');
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const area = { west: 105.2, south: 10.35, east: 105.6, north: 10.65 };
const put = (value: unknown, caller = admin) => caller.put('/api/admin/setting/map-area', { area: value });
const seen = async () => (await farmer.get('/api/common/map')).body.area;

test('when an admin sets, changes and clears the area, then every user gets it at once, and each change is audited', async () => {
  expect((await farmer.get('/api/common/map')).body).toEqual({
    area: null,
    basemapUrl: '/basemap.pmtiles',
    basemapAttribution: attribution,
  });
  expect((await put(area)).body).toEqual({ area });
  expect(await seen()).toEqual(area);
  await put(area);
  await put({ ...area, west: 105 });
  expect(await seen()).toEqual({ ...area, west: 105 });
  expect((await put(null)).body).toEqual({ area: null });
  expect(await seen()).toBeNull();
  const entries = (await admin.get('/api/admin/audit/?action=setting_update&sort=id,asc')).body.content as { changes: unknown[] }[];
  expect(entries.flatMap(({ changes }) => changes)).toEqual([
    { field: 'mapArea', from: null, to: '10.35, 105.2 – 10.65, 105.6' },
    { field: 'mapArea', from: '10.35, 105.2 – 10.65, 105.6', to: '10.35, 105 – 10.65, 105.6' },
    { field: 'mapArea', from: '10.35, 105 – 10.65, 105.6', to: null },
  ]);
});

test('when fifty requests set the first area at once, then one of them is stored', async () => {
  await put(null);
  const westEdges = Array.from({ length: 50 }, (_, n) => 100 + n / 100);
  const answers = await Promise.all(westEdges.map((west) => put({ ...area, west })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(westEdges).toContain((await seen()).west);
});

test.each([
  [{ ...area, west: 106 }, 'area.east'],
  [{ ...area, north: 10.35 }, 'area.north'],
  [{ ...area, south: -91 }, 'area.south'],
])('when the area is %j, then it is refused by name', async (value, path) => {
  const answer = await put(value);
  expectProblem(answer, 400, 'VALIDATION_FAILED');
  expect(answer.body.errors[0].path).toBe(path);
});

test('when a farmer sets the area, then it is refused', async () => {
  expectProblem(await put(area, farmer), 403, 'FORBIDDEN');
});

test('when a client requests ranges of the basemap, then it gets these bytes', async () => {
  const ask = (headers: Record<string, string> = {}, method = 'GET') => fetch(`${service.url}/basemap.pmtiles`, { method, headers });
  const part = await ask({ range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
    206,
    'bytes 10-19/1000',
    'application/vnd.pmtiles',
  ]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(10, 20));
  const last = await ask({ range: 'bytes=-5' });
  expect(Buffer.from(await last.arrayBuffer())).toEqual(content.subarray(995));
  const whole = await ask();
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(content);
  const beyond = await ask({ range: 'bytes=1000-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  const etag = whole.headers.get('etag') ?? '';
  expect((await ask({ 'if-none-match': etag })).status).toBe(304);
  expect((await ask({ range: 'bytes=10-19', 'if-range': '"another"' })).status).toBe(200);
  const head = await ask({}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
});
