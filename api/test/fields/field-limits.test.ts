import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { shifted, validEvilShapes } from './evil-shapes.ts';

/** What a change must send besides. */
const nothingElse = { latitude: null, longitude: null, cropType: null, obstacles: null, notes: null, archived: null };

let service: Service;
let office: Caller;

beforeAll(async () => {
  service = await startService();
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const circle = (points: number) => (validEvilShapes.circle as (points: number) => object)(points);
const square = (n: number) => {
  const [west, south] = [106 + (n % 50) * 0.002, 9 + Math.floor(n / 50) * 0.002];
  const ring = [
    [west, south],
    [west + 0.001, south],
    [west + 0.001, south + 0.001],
    [west, south + 0.001],
    [west, south],
  ];
  return { name: `Thửa ${n}`, boundary: { type: 'Polygon', coordinates: [ring] } };
};

test('when a farmer has nearly 2,000 fields and adds 50 at once, then the limit holds; the office can add more', async () => {
  const farmer = await signedIn(service, 'farmer');
  const fields = Array.from({ length: 1960 }, (_, n) => square(n));
  expect((await farmer.post('/api/farmer/field-import', { fields })).body).toEqual({ added: 1960 });
  const adding = Array.from({ length: 50 }, (_, n) =>
    n % 5 === 0
      ? farmer.post('/api/farmer/field-import', { fields: [square(2000 + n)] })
      : farmer.post('/api/farmer/field', { ...square(2000 + n) }),
  );
  const answers = await Promise.all(adding);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  const refused = answers.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.body.errors]).toEqual([
    400,
    [{ path: 'fields', message: 'must be at most 2000 in all, archived ones too' }],
  ]);
  expect((await farmer.get('/api/farmer/field/')).body.page.totalElements).toBe(2000);
  expect((await office.post('/api/receptionist/field', { farmerId: Number(farmer.id), ...square(3000) })).status).toBe(200);
});

test('when a boundary has more than 5,000 points, then the office can draw it, and its farmer can read and rename it, but not draw one', async () => {
  const farmer = await signedIn(service, 'farmer');
  const tooMany = [{ path: 'boundary', message: 'must have at most 5000 points' }];
  expect((await farmer.post('/api/farmer/field', { name: 'x', boundary: circle(5001) })).body.errors).toEqual(tooMany);
  const imported = await farmer.post('/api/farmer/field-import', { fields: [square(1), { name: 'x', boundary: circle(5001) }] });
  expect(imported.body.errors).toEqual([{ ...tooMany[0], path: 'fields.1.boundary' }]);
  const preview = await fetch(`${service.url}/api/farmer/field-import/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${farmer.token}`, 'content-type': 'application/octet-stream' },
    body: JSON.stringify(circle(5001)),
  });
  expect(await preview.json()).toMatchObject({ fields: [{ boundary: null, error: tooMany[0]?.message }] });
  expect((await farmer.post('/api/farmer/field', { name: 'x', boundary: circle(5000) })).status).toBe(200);
  const drawn = await office.post('/api/receptionist/field', { farmerId: Number(farmer.id), name: 'Lớn', boundary: circle(20_000) });
  expect(drawn.status).toBe(200);
  const path = `/api/farmer/field/${drawn.body.id}`;
  const { boundary } = (await farmer.get(path)).body;
  expect(boundary.coordinates[0]).toHaveLength(20_000);
  expect((await farmer.put(path, { ...nothingElse, name: 'Rất lớn', boundary })).body.name).toBe('Rất lớn');
  boundary.coordinates[0][1] = boundary.coordinates[0][2];
  expect((await farmer.put(path, { ...nothingElse, name: 'Rất lớn', boundary })).body.errors).toEqual(tooMany);
});

test('when farmers and the office send and read boundaries that make slow geometry slow, then another client is answered', async () => {
  const farmer = await signedIn(service, 'farmer');
  const other = await signedIn(service, 'farmer');
  let [isOver, slowestMs] = [false, 0];
  const measuring = (async () => {
    while (!isOver) {
      const beganAt = performance.now();
      expect((await other.get('/api/farmer/field/')).status).toBe(200);
      slowestMs = Math.max(slowestMs, performance.now() - beganAt);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const box = 'box=105,10,106,11';
  try {
    for (const [name, make] of Object.entries(validEvilShapes)) {
      const added = [make(2500), make(2500), shifted(make(2500), 0.0001, 0.0001)].map((boundary) =>
        farmer.post('/api/farmer/field', { name, boundary }),
      );
      const [{ body }] = (await Promise.all(added)) as [Awaited<(typeof added)[0]>];
      const reads = [
        farmer.get(`/api/farmer/field/${body.id}/overlap/?size=200`),
        farmer.get('/api/farmer/field/?size=10'),
        ...[12, 20].map((zoom) => office.get(`/api/receptionist/field-map?${box}&zoom=${zoom}`)),
      ];
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await reads[0])?.body.content).toContainEqual({ name, farmer: null });
    }
  } finally {
    isOver = true;
    await measuring;
  }
  // Diagonals of 800 points stopped the service for 36 s; this bound is for a machine with much other work.
  expect(slowestMs).toBeLessThan(5000);
}, 300_000);
