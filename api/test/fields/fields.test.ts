import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForOutbox } from '../arrange.ts';
import { type Answer, booking, type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

/** What a change must send besides. */
const nothingElse = { boundary: null, latitude: null, longitude: null, cropType: null, obstacles: null, notes: null, archived: null };

let service: Service;
let farmer: Caller;
let other: Caller;
let office: Caller;

beforeAll(async () => {
  service = await startService();
  [farmer, other, office] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer'), await signedIn(service, 'receptionist')];
});
afterAll(() => service.close());

const code = ({ status, body }: Answer) => [status, body.code];
const square = (west: number, south: number, side = 0.001) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});
const { location: _, latitude: __, longitude: ___, area: ____, ...time } = booking();

describe('the registry of fields', () => {
  test('when a farmer adds, changes and archives a field, then the list and the office see it, and other farmers do not', async () => {
    const added = await farmer.post('/api/farmer/field', { name: ' Ruộng sau đình ', boundary: square(105.4, 10.5), cropType: { id: 1 } });
    expect(added.body).toMatchObject({
      name: 'Ruộng sau đình',
      areaM2: expect.closeTo(12_107, -1),
      area: 12.11,
      latitude: 10.5,
      longitude: 105.4,
      cropType: { id: 1 },
      version: 1,
    });
    const { id } = added.body;
    const changed = await farmer.put(`/api/farmer/field/${id}`, {
      ...nothingElse,
      name: 'Ruộng sau đình',
      latitude: 10.5,
      longitude: 105.4,
      version: 1,
    });
    expect(changed.body).toMatchObject({ boundary: null, areaM2: null, area: null, cropType: null, version: 2 });
    expect(code(await farmer.put(`/api/farmer/field/${id}`, { ...nothingElse, name: 'x', latitude: 1, longitude: 1, version: 1 }))).toEqual(
      [409, 'FIELD_CHANGED'],
    );
    expect((await office.get(`/api/receptionist/field/?farmerId=${farmer.id}`)).body.content).toHaveLength(1);
    for (const answer of [
      await other.get(`/api/farmer/field/${id}`),
      await other.put(`/api/farmer/field/${id}`, { ...nothingElse, name: 'x', latitude: 1, longitude: 1 }),
      await other.get(`/api/farmer/field/${id}/overlap/`),
      await other.post(`/api/farmer/field/${id}/order`, { ...time, area: 2 }),
    ])
      expect(code(answer)).toEqual([404, 'NOT_FOUND']);
    await office.put(`/api/receptionist/field/${id}`, {
      ...nothingElse,
      name: 'Ruộng sau đình',
      latitude: 10.5,
      longitude: 105.4,
      archived: true,
    });
    expect((await farmer.get('/api/farmer/field/')).body.content).toEqual([]);
    expect((await farmer.get('/api/farmer/field/?archived=true')).body.content).toMatchObject([{ id, archived: true }]);
    expect(code(await farmer.post(`/api/farmer/field/${id}/order`, { ...time, area: 2 }))).toEqual([404, 'NOT_FOUND']);
  });

  test('when fields are listed, then the alphabet decides, without case and accents, and numbers by their value', async () => {
    const owner = await signedIn(service, 'farmer');
    const inOrder = ['ao cá', 'Đất 7B, 12 công', 'đất 10 A', 'Ruộng', 'Thửa 2', 'Thửa 010', 'Thửa 11', 'Thửa 123456789012', 'Vườn'];
    for (const name of [...inOrder].reverse())
      expect((await owner.post('/api/farmer/field', { name, latitude: 10.5, longitude: 105.4 })).status).toBe(200);
    for (const [caller, path] of [
      [owner, '/api/farmer/field/?size=50'],
      [office, `/api/receptionist/field/?size=50&farmerId=${owner.id}`],
    ] as const)
      expect((await caller.get(path)).body.content.map(({ name }: { name: string }) => name)).toEqual(inOrder);
  });

  test('when a boundary cannot be used, then the answer names the place, and nothing is stored', async () => {
    const crossing = {
      type: 'Polygon',
      coordinates: [
        [
          [105, 10],
          [105.01, 10.01],
          [105.01, 10],
          [105, 10.01],
        ],
      ],
    };
    const refused = await other.post('/api/farmer/field', { name: 'x', boundary: crossing });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'boundary', message: 'crosses itself near 10.005000, 105.005000' }],
    ]);
    expect((await other.post('/api/farmer/field', { name: 'x' })).body.errors[0].path).toBe('latitude');
    expect(
      (await office.post('/api/receptionist/field', { farmerId: Number(office.id), name: 'x', latitude: 1, longitude: 1 })).status,
    ).toBe(404);
    expect((await other.get('/api/farmer/field/')).body.page.totalElements).toBe(0);
  });

  test('when two fields share ground, then the office reads name and farmer of the other, and a farmer only names of own fields', async () => {
    const one = (await farmer.post('/api/farmer/field', { name: 'Đông', boundary: square(106, 11) })).body;
    await other.post('/api/farmer/field', { name: 'Tây', boundary: square(106.0005, 11.0005) });
    await other.post('/api/farmer/field', { name: 'Kề bên', boundary: square(106.001, 11) });
    await farmer.post('/api/farmer/field', { name: 'Nam', boundary: square(106.0002, 10.9995) });
    expect((await farmer.get(`/api/farmer/field/${one.id}/overlap/`)).body.content).toEqual([
      { name: null, farmer: null },
      { name: 'Nam', farmer: null },
    ]);
    const seen = (await office.get(`/api/receptionist/field/${one.id}/overlap/`)).body.content;
    expect(seen).toEqual(['Tây', 'Nam'].map((name) => ({ name, farmer: expect.stringMatching(/./) })));
  });

  test('when hundreds of older fields have boxes around a field, then a newer one at its place is still found', async () => {
    const { body: one } = await farmer.post('/api/farmer/field', { name: 'Giữa', boundary: square(107, 12) });
    // Frames whose box has the field in it, but which share no ground with it, and none of whose centres is that of the field.
    await service.sql(
      `insert into field (farmer_id, name, boundary, area_m2, extent, latitude, longitude, created_at, updated_at)
       select $1, 'Khung ' || n, $2::jsonb, 1000, box(point(107.02, 12.02), point(106.999, 11.999)), 12, 107, now(), now()
         from generate_series(1, 600) n`,
      [other.id, JSON.stringify(square(107.01, 12.01))],
    );
    await other.post('/api/farmer/field', { name: 'Trùng', boundary: square(107.0005, 12.0005) });
    const seen = (await office.get(`/api/receptionist/field/${one.id}/overlap/`)).body.content;
    expect(seen.map(({ name }: { name: string }) => name)).toEqual(['Trùng']);
    await service.sql("update field set archived = true where name like 'Khung %'");
  });
});

describe('files with fields', () => {
  const preview = async (caller: Caller, path: string, body: Buffer) => {
    const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/octet-stream' };
    const response = await fetch(service.url + path, { method: 'POST', headers, body: new Uint8Array(body) });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const exported = async (caller: Caller, path: string) => {
    const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${caller.token}` } });
    return Buffer.from(await response.arrayBuffer());
  };

  test('when fields are imported, then all or none are stored, and each export can be read again as duplicates', async () => {
    const owner = await signedIn(service, 'farmer');
    const features = Array.from({ length: 120 }, (_, n) => ({
      type: 'Feature',
      properties: { name: `Thửa ${n}` },
      geometry: square(105 + (n % 100) * 0.002, 11 + Math.floor(n / 100) * 0.002),
    }));
    const file = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
    const read = await preview(owner, '/api/farmer/field-import/preview?fileName=all.geojson', file);
    expect(read.body.fields).toHaveLength(120);
    const fields = read.body.fields.map(({ name, boundary }: { name: string; boundary: unknown }) => ({ name, boundary }));
    const broken = { name: 'x', boundary: square(105, 10, 0.00001) };
    const refused = await owner.post('/api/farmer/field-import', { fields: [...fields.slice(0, 3), broken] });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'fields.3.boundary']);
    expect((await owner.post('/api/farmer/field-import', { fields })).body).toEqual({ added: 120 });
    expect((await owner.get('/api/farmer/field/')).body.page.totalElements).toBe(120);
    for (const format of ['geojson', 'kml', 'isoxml', 'shapefile']) {
      const again = await preview(
        office,
        `/api/receptionist/field-import/preview?farmerId=${owner.id}&fileName=fields`,
        await exported(owner, `/api/farmer/field-export/${format}`),
      );
      const duplicates = again.body.fields.filter(({ duplicateOf }: { duplicateOf: string | null }) => duplicateOf !== null);
      expect([format, duplicates.length]).toEqual([format, 120]);
    }
    expect((await exported(office, `/api/receptionist/field-export/kml?farmerId=${farmer.id}`)).toString()).toContain('<kml');
  });

  test('when fields are exported and imported for another farmer, then what the format has of entry point, crop, obstacles and notes comes with them', async () => {
    const [owner, buyer] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
    const details = { latitude: 12.0005, longitude: 106.0001, cropType: { id: 1 }, obstacles: 'Dây điện\nphía bắc', notes: 'Cổng sau' };
    await owner.post('/api/farmer/field/', { name: 'Thửa đủ', boundary: square(106, 12), ...details });
    for (const format of ['geojson', 'kml', 'isoxml', 'shapefile']) {
      const file = await exported(owner, `/api/farmer/field-export/${format}`);
      const read = await preview(office, `/api/receptionist/field-import/preview?farmerId=${buyer.id}&fileName=fields`, file);
      const texts = format === 'isoxml' ? { obstacles: null, notes: null } : { obstacles: details.obstacles, notes: details.notes };
      const { latitude, longitude } = details;
      expect(read.body.fields).toMatchObject([{ name: 'Thửa đủ', latitude, longitude, cropType: { id: 1 }, ...texts }]);
    }
    const entered = { name: 'Thửa mua', boundary: square(106, 12), ...details };
    expect((await buyer.post('/api/farmer/field-import', { fields: [entered] })).body).toEqual({ added: 1 });
    expect((await buyer.get('/api/farmer/field/')).body.content).toMatchObject([{ ...entered, boundary: expect.anything() }]);
    const refused = await buyer.post('/api/farmer/field-import', { fields: [{ ...entered, cropType: { id: 999 } }] });
    expect([refused.status, refused.body.errors]).toEqual([400, [expect.objectContaining({ path: 'fields.0.cropType.id' })]]);
  });

  test('when a field lies on both sides of the 180th meridian, then a map of Africa does not have it', async () => {
    const owner = await signedIn(service, 'farmer');
    const ring = [
      [179.998, -16.9],
      [-179.998, -16.9],
      [-179.998, -16.896],
      [179.998, -16.896],
      [179.998, -16.9],
    ];
    const added = await owner.post('/api/farmer/field/', { name: 'Taveuni', boundary: { type: 'Polygon', coordinates: [ring] } });
    expect(added.body.boundary.type).toBe('MultiPolygon');
    const onMap = async (box: string) =>
      (await office.get(`/api/receptionist/field-map?zoom=12&box=${box}`)).body.fields.map(({ name }: { name: string }) => name);
    expect(await onMap('28,-17,29,-16')).toEqual([]);
    expect([await onMap('179.9,-17,180,-16'), await onMap('-180,-17,-179.9,-16')]).toEqual([['Taveuni'], ['Taveuni']]);
  });

  test('when a file has a broken field, then its reason is named, and a file that cannot be read is a 415', async () => {
    const swapped = { type: 'Polygon', coordinates: square(105, 10).coordinates.map((ring) => ring.map(([x, y]) => [y, x])) };
    const read = await preview(office, `/api/receptionist/field-import/preview?farmerId=${other.id}`, Buffer.from(JSON.stringify(swapped)));
    expect(read.body.fields).toMatchObject([{ boundary: null, error: 'is outside the map: latitude and longitude seem to be swapped' }]);
    const refused = await preview(other, '/api/farmer/field-import/preview', Buffer.from('<!DOCTYPE kml><kml/>'));
    expect([refused.status, refused.body.code]).toEqual([415, 'FIELD_FILE_UNREADABLE']);
    const fields = [{ name: 'x', boundary: square(105, 10) }];
    expect((await office.post('/api/receptionist/field-import?farmerId=999999', { fields })).status).toBe(404);
    expect((await office.post(`/api/receptionist/field-import?farmerId=${other.id}`, { fields })).body).toEqual({ added: 1 });
  });
});

describe('the map of fields', () => {
  test('when a part of the map is read, then it has the current fields in it, simplified, in parts without gaps', async () => {
    const owner = await signedIn(service, 'farmer');
    const fields = Array.from({ length: 1300 }, (_, n) => ({
      name: `Thửa ${n}`,
      boundary: square(120 + (n % 40) * 0.002, 10 + Math.floor(n / 40) * 0.002),
    }));
    expect((await owner.post('/api/farmer/field-import', { fields })).body).toEqual({ added: 1300 });
    const map = async (query: string) => (await office.get(`/api/receptionist/field-map?${query}`)).body;
    const first = await map('box=119,9,121,11&zoom=14');
    const second = await map(`box=119,9,121,11&zoom=14&after=${first.next}`);
    const ids = [...first.fields, ...second.fields].map(({ id }: { id: number }) => id);
    expect([first.fields.length, second.fields.length, second.next, new Set(ids).size]).toEqual([1000, 300, null, 1300]);
    expect((await map('box=119.999,9.999,120.0005,10.0005&zoom=14')).fields).toMatchObject([{ name: 'Thửa 0', boundary: square(120, 10) }]);
    expect((await map(`box=119,9,121,11&zoom=5&farmerId=${farmer.id}`)).fields).toEqual([]);
    expect((await map('box=119,9,121,11&zoom=5')).fields[0].boundary.coordinates[0]).toHaveLength(5);
    for (const query of ['box=1,2,3&zoom=5', 'box=0,0,1,1&zoom=23', 'box=0,0,1,1', 'zoom=3'])
      expect(code(await office.get(`/api/receptionist/field-map?${query}`))).toEqual([400, 'VALIDATION_FAILED']);
    expect(code(await farmer.get('/api/receptionist/field-map?box=0,0,1,1&zoom=5'))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the field of an order', () => {
  test('when a field is booked, then place and area follow from it, and the order keeps the boundary of that time', async () => {
    const { id } = (await farmer.post('/api/farmer/field', { name: 'Bờ kênh', boundary: square(105.6, 10.2) })).body;
    const order = (await farmer.post(`/api/farmer/field/${id}/order`, time)).body;
    expect(order).toMatchObject({ location: 'Bờ kênh', latitude: 10.2, longitude: 105.6, area: 12.12 });
    await farmer.put(`/api/farmer/field/${id}`, { ...nothingElse, name: 'Bờ kênh', boundary: square(105.6, 10.2, 0.002) });
    const { content } = (await office.get(`/api/receptionist/order-boundary/?orderId=${order.id}&orderId=999999`)).body;
    expect(content).toMatchObject([{ orderId: order.id, fieldId: id, name: 'Bờ kênh', boundary: { type: 'Polygon' } }]);
    expect(content[0].boundary.coordinates[0]).toContainEqual([105.601, 10.201]);
    const before = (await farmer.get(`/api/farmer/order/${order.id}/field`)).body;
    expect(before).toMatchObject({ fieldId: id, boundary: square(105.6, 10.2), areaM2: expect.closeTo(12_119, -1) });
    await office.put(`/api/receptionist/order/${order.id}/field`, { fieldId: id });
    expect((await office.get(`/api/receptionist/order/${order.id}/field`)).body.boundary).toEqual(square(105.6, 10.2, 0.002));
    await office.post(`/api/receptionist/order/${order.id}/edit`, { location: 'Elsewhere' });
    // A typed place becomes a field of its own.
    await waitForOutbox(service);
    const typed = (await office.get(`/api/receptionist/order/${order.id}/field`)).body;
    expect(typed).toMatchObject({ name: 'Elsewhere', boundary: null, areaM2: null });
    expect(typed.fieldId).not.toBe(id);
    await office.post(`/api/receptionist/order/${order.id}/edit`, { fieldId: id, area: 5 });
    expect((await office.get(`/api/receptionist/order/${order.id}`)).body).toMatchObject({ location: 'Bờ kênh', area: 5 });
    expect((await office.get(`/api/receptionist/order/${order.id}/field`)).body.fieldId).toBe(id);
    expect((await office.post(`/api/receptionist/field/${id}/order`, { ...time, area: 3 })).body).toMatchObject({
      area: 3,
      orderStatus: 'confirmed',
      farmer: { id: Number(farmer.id) },
    });
  });

  test('when orders name a new place several times, then it becomes one field without a boundary, and a far place of that name another one', async () => {
    const place = { location: 'Đất mới thuê', latitude: 10.41, longitude: 105.41 };
    const near = [await placed(other, { ...place, date: '2026-11-26' }), await placed(other, { ...place, date: '2026-11-27' })];
    await waitForOutbox(service);
    const again = await placed(other, { ...place, date: '2026-11-28' });
    const far = await placed(other, { ...place, latitude: 10.51, date: '2026-11-29' });
    await waitForOutbox(service);
    const fieldOf = async ({ id }: { id: number }) => (await other.get(`/api/farmer/order/${id}/field`)).body.fieldId;
    const ids = [await fieldOf(near[0]), await fieldOf(near[1]), await fieldOf(again)];
    expect(new Set(ids).size).toBe(1);
    expect((await other.get(`/api/farmer/field/${ids[0]}`)).body).toMatchObject({ name: place.location, boundary: null, latitude: 10.41 });
    expect(await fieldOf(far)).not.toBe(ids[0]);
  });

  test('when a field is added, changed, archived or imported, then the audit trail says by whom, and what changed', async () => {
    const admin = await signedIn(service, 'admin');
    const { id } = (await farmer.post('/api/farmer/field', { name: 'Ruộng ghi sổ', boundary: square(105.7, 10.3) })).body;
    await office.put(`/api/receptionist/field/${id}`, {
      ...nothingElse,
      name: 'Ruộng ghi sổ',
      boundary: square(105.7, 10.3, 0.002),
      cropType: { id: 1 },
    });
    await farmer.put(`/api/farmer/field/${id}`, {
      ...nothingElse,
      name: 'Ruộng ghi sổ',
      boundary: square(105.7, 10.3, 0.002),
      cropType: { id: 1 },
      archived: true,
    });
    await office.post(`/api/receptionist/field-import?farmerId=${other.id}`, { fields: [{ name: 'A', boundary: square(105.8, 10.3) }] });
    const { content } = (await admin.get('/api/admin/audit/?action=field_create,field_update,field_import&size=4')).body;
    const shown = content.map((entry: Answer['body']) => [
      entry.actor.id,
      entry.action,
      entry.subjectId,
      entry.changes.map(({ field }: { field: string }) => field),
    ]);
    expect(shown).toEqual([
      [Number(office.id), 'field_import', null, ['added', 'farmerId']],
      [Number(farmer.id), 'field_update', id, ['archived']],
      [Number(office.id), 'field_update', id, ['boundary', 'cropType']],
      [Number(farmer.id), 'field_create', id, ['name', 'boundary', 'coordinates']],
    ]);
  });

  test('when the field of an order is chosen, then it must be of the same farmer', async () => {
    const order = await placed(farmer, { date: '2026-11-25' });
    const { id } = (await other.post('/api/farmer/field', { name: 'Của người khác', latitude: 10, longitude: 105 })).body;
    const refused = await office.put(`/api/receptionist/order/${order.id}/field`, { fieldId: id });
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'fieldId', message: 'is not a field of this farmer' }]]);
    expect((await office.get(`/api/receptionist/order/${order.id}`)).body.location).toBe(order.location);
    expect(code(await other.put(`/api/farmer/order/${order.id}/field`, { fieldId: id }))).toEqual([404, 'NOT_FOUND']);
    const sprayer = await signedIn(service, 'sprayer');
    expect(code(await sprayer.get(`/api/sprayer/order/${order.id}/field`))).toEqual([404, 'NOT_FOUND']);
    expect(code(await other.post(`/api/farmer/field/${id}/order`, time))).toEqual([400, 'VALIDATION_FAILED']);
  });
});
