import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notifyContacts } from '../../src/notifications/notify-contacts.ts';
import { orderInState, removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, call, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let admin: Caller;
let office: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  [admin, office, farmer] = await Promise.all([signedIn(service, 'admin'), signedIn(service, 'receptionist'), signedIn(service, 'farmer')]);
});
afterAll(() => service.close());

const path = '/api/receptionist/sensitive-place';
const code = ({ status, body }: Answer) => [status, body.code];
const point = (lng: number, lat: number) => ({ type: 'Point', coordinates: [lng, lat] });
const ring = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const hives = (change: object = {}) => ({ kind: 'hives', name: 'Trại ong', geometry: point(105, 10), bufferMetres: 300, ...change });
const added = async (change: object) => {
  const answer = await office.post(path, hives(change));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
};
const remove = (id: number) => call(service, 'DELETE', `${path}/${id}`, { token: office.token });
const confirmed = (overrides: Record<string, unknown>, crew: Caller[] = []) =>
  orderInState(
    service,
    farmer,
    { orderStatus: crew.length > 0 ? 'assigned' : 'confirmed', paymentStatus: 'pending', paymentMethod: 'cash' },
    crew,
    overrides,
  );
const nearOf = async (id: number, caller = office, role = 'receptionist') =>
  (await caller.get(`/api/${role}/order/${id}/sensitive-place/`)).body.content;

test('when day sheets are printed, then each order has its obstacles, drone, and the places near it with their direction', async () => {
  const at = { latitude: 9.5, longitude: 104.5 };
  const place = await added({ name: 'Trại ong phía bắc', geometry: point(104.5, 9.501) });
  const field = await office.post('/api/receptionist/field', {
    ...{ farmerId: Number(farmer.id), name: 'Ruộng dây điện', ...at, obstacles: 'Dây điện phía tây', notes: 'Đường hẹp' },
  });
  const near = await confirmed(at);
  const far = await confirmed({ latitude: 9.9, longitude: 104.5 });
  await service.sql('insert into order_field (order_id, field_id) values ($1, $2)', [near.id, field.body.id]);
  const { status, body } = await office.get(`/api/receptionist/order-ground/?orderId=${near.id}&orderId=${far.id}`);
  expect([status, body.content]).toEqual([
    200,
    [
      {
        ...{ orderId: near.id, obstacles: 'Dây điện phía tây', notes: 'Đường hẹp', drone: null },
        sensitivePlaces: [{ kind: 'hives', name: 'Trại ong phía bắc', distanceMetres: 111, bearingDegrees: 0 }],
      },
      { orderId: far.id, obstacles: null, notes: null, drone: null, sensitivePlaces: [] },
    ],
  ]);
  await remove(place.id);
});

describe('the register of sensitive places', () => {
  test('when the office adds, changes and deletes a place, then list, search, map and audit trail follow', async () => {
    const contact = { name: 'Trần Văn Sáu', phoneNumber: '0912 345 678', email: 'sau@test.example', asksNotice: true };
    const { id, ...place } = await added({ name: ' Trại ong cồn Én ', geometry: point(104, 9), contact, notes: ' ' });
    expect(place).toMatchObject({ name: 'Trại ong cồn Én', version: 1, notes: null, contact: { ...contact, language: 'vi' } });
    const found = async (query: string) => (await admin.get(`${path}/?${query}`)).body.content.map((one: { id: number }) => one.id);
    expect([await found('search=con'), await found('search=sau'), await found('kind=hives&search=trai')]).toEqual([[id], [id], [id]]);
    expect([await found('search=nothing'), await found('kind=water&search=con')]).toEqual([[], []]);
    // The buffer reaches into the box, the place does not.
    expect([await found('box=104.002,9,104.1,9.1'), await found('box=104.004,9,104.1,9.1')]).toEqual([[id], []]);
    const changed = await office.put(
      `${path}/${id}`,
      hives({ geometry: { type: 'Polygon', coordinates: [ring(104, 9, 0.001)] }, contact: null, notes: null, version: 1 }),
    );
    expect(changed.body).toMatchObject({ version: 2, geometry: { type: 'Polygon' }, contact: { email: null, asksNotice: false } });
    expect(code(await office.put(`${path}/${id}`, hives({ contact: null, notes: null, version: 1 })))).toEqual([
      409,
      'SENSITIVE_PLACE_CHANGED',
    ]);
    expect((await remove(id)).status).toBe(200);
    for (const answer of [
      await remove(id),
      await office.get(`${path}/${id}`),
      await office.put(`${path}/${id}`, hives({ contact: null, notes: null })),
    ])
      expect(code(answer)).toEqual([404, 'NOT_FOUND']);
    const actions = 'sensitive_place_create,sensitive_place_update,sensitive_place_delete';
    const { content: all } = (await admin.get(`/api/admin/audit/?action=${actions}`)).body;
    const content = all.filter(({ subjectId }: { subjectId: number }) => subjectId === id);
    expect(content.map(({ action }: { action: string }) => action)).toEqual(actions.split(',').reverse());
    expect(content[1].changes).toContainEqual({ field: 'contactEmail', from: 'sau@test.example', to: null });
  });

  test('when places are listed, then the alphabet decides, without case and accents, and numbers by their value', async () => {
    const inOrder = ['Ao 3', 'ao 12', 'Đình làng', 'Trường học', 'Ủy ban'];
    for (const name of [...inOrder].reverse()) await added({ name, kind: 'water', geometry: point(103, 9) });
    const { content } = (await office.get(`${path}/?kind=water&box=102.9,8.9,103.1,9.1`)).body;
    expect(content.map(({ name }: { name: string }) => name)).toEqual(inOrder);
  });

  test('when details are wrong, then every one is named, and nothing is stored', async () => {
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
    const pathsOf = async (change: object) => {
      const answer = await office.post(path, hives(change));
      expect(code(answer)).toEqual([400, 'VALIDATION_FAILED']);
      return answer.body.errors.map((error: { path: string }) => error.path);
    };
    expect(await pathsOf({ kind: 'zoo', name: ' ', bufferMetres: 5001, contact: { email: 'x' } })).toEqual([
      'kind',
      'name',
      'bufferMetres',
      'contact.email',
    ]);
    expect(await pathsOf({ geometry: crossing, contact: { phoneNumber: '12', asksNotice: true } })).toEqual([
      'geometry',
      'contact.phoneNumber',
      'contact.email',
    ]);
    for (const [geometry, at] of [
      [point(10, 105), 'geometry.coordinates'],
      [{ type: 'Point', coordinates: [1] }, 'geometry.coordinates'],
      [{ type: 'Polygon', coordinates: [ring(105, 10, 0.00001)] }, 'geometry'],
      [{ type: 'Point', coordinates: [['a', {}]] }, 'geometry.coordinates'],
    ] as const)
      expect(await pathsOf({ geometry })).toEqual([at]);
    for (const box of ['1,2,3', '1,2,0,3', '200,0,201,1', 'a,b,c,d', '1e9,0,1,1'])
      expect(code(await office.get(`${path}/?box=${box}`))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await office.get(`${path}/?kind=hives`)).body.page.totalElements).toBe(0);
  });
});

describe('sensitive places near an order', () => {
  test('when a field comes within the buffer, then the office and the crew see the place with its distance, nearest first', async () => {
    const [sprayer, other] = await Promise.all([signedIn(service, 'sprayer'), signedIn(service, 'sprayer')]);
    const hole = ring(106.004, 10.504, 0.002);
    const field = await farmer.post('/api/farmer/field', {
      name: 'Ruộng có ao',
      boundary: { type: 'Polygon', coordinates: [ring(106, 10.5, 0.01), hole] },
    });
    const order = await confirmed({ date: '2027-01-20' }, [sprayer]);
    expect((await office.put(`/api/receptionist/order/${order.id}/field`, { fieldId: field.body.id })).status).toBe(200);
    const places = [
      await added({ name: 'In the hole, too far', geometry: point(106.005, 10.505), bufferMetres: 100 }),
      await added({ name: 'In the hole', kind: 'water', geometry: point(106.005, 10.505), bufferMetres: 150 }),
      await added({ name: 'In the field', kind: 'house', geometry: point(106.002, 10.502), bufferMetres: 0 }),
      await added({
        name: 'Beside',
        kind: 'school',
        geometry: { type: 'Polygon', coordinates: [ring(106.0105, 10.5, 0.001)] },
        bufferMetres: 60,
      }),
      await added({ name: 'Box only', geometry: point(106.0109, 10.5109), bufferMetres: 110 }),
    ];
    const shown = await nearOf(order.id);
    expect(shown.map(({ name, distanceMetres }: { name: string; distanceMetres: number }) => [name, distanceMetres])).toEqual([
      ['In the field', 0],
      ['Beside', 55],
      ['In the hole', expect.closeTo(109, -1)],
    ]);
    expect(shown[0]).toMatchObject({ notice: null, contact: { asksNotice: false } });
    expect(await nearOf(order.id, sprayer, 'sprayer')).toEqual(shown);
    expect(code(await other.get(`/api/sprayer/order/${order.id}/sensitive-place/`))).toEqual([404, 'NOT_FOUND']);
    for (const caller of [farmer, other])
      expect(code(await caller.get(`/api/receptionist/order/${order.id}/sensitive-place/`))).toEqual([403, 'FORBIDDEN']);
    // Without a boundary the point of the order counts.
    const atPoint = await confirmed({ latitude: 10.5, longitude: 106.0104 });
    expect((await nearOf(atPoint.id)).map(({ name }: { name: string }) => name)).toEqual(['Beside']);
    for (const { id } of places) await remove(id);
  });
});

describe('notices to contacts', () => {
  const mails = async (email: string) =>
    (await service.sql<{ subject: string }>('select subject from outgoing_mail where to_address = $1 order by id', [email])).map(
      ({ subject }) => subject.replaceAll(',', ''),
    );
  const at = (local: string, of = service) => notifyContacts(of.database, of.app.catalog, new Date(`${local}+07:00`));
  const placeAt = (lng: number, email: string, change: object = {}) =>
    added({ geometry: point(lng, 12), contact: { email, language: 'en', asksNotice: true }, ...change });

  test('when the session is 48 hours away, moves and is cancelled, then the contact gets one mail each', async () => {
    const { id } = await placeAt(107, 'each@test.example');
    await placeAt(107, 'none@test.example', { contact: { email: 'none@test.example', asksNotice: false } });
    const order = await confirmed({ latitude: 12.001, longitude: 107, date: '2026-12-22', session: { id: 3 } });
    expect([await at('2026-12-20T05:59:00'), await at('2026-12-20T06:00:00'), await at('2026-12-20T06:00:00')]).toEqual([0, 1, 0]);
    expect((await nearOf(order.id)).map(({ notice }: { notice: object }) => notice)).toEqual([
      { kind: 'upcoming', sentAt: '2026-12-19T23:00:00.000Z' },
      null,
    ]);
    const move = (date: string) => office.post(`/api/receptionist/order/${order.id}/reschedule`, { date, session: { id: 4 } });
    expect((await move('2026-12-29')).status).toBe(200);
    expect([await at('2026-12-20T07:00:00'), await at('2026-12-27T06:00:00'), await at('2026-12-27T07:00:00')]).toEqual([1, 0, 1]);
    expect((await move('2026-12-22')).status).toBe(200);
    expect([await at('2026-12-20T09:00:00'), await at('2026-12-20T09:00:00')]).toEqual([1, 0]);
    expect((await office.post(`/api/receptionist/order/${order.id}/cancel`, { reason: 'Mưa' })).status).toBe(200);
    expect([await at('2026-12-20T10:00:00'), await at('2026-12-20T10:00:00')]).toEqual([1, 0]);
    expect(await mails('each@test.example')).toEqual([
      'Spraying near Trại ong on Tuesday 22 December 2026',
      'Spraying near Trại ong has moved to Tuesday 29 December 2026',
      'Spraying near Trại ong on Tuesday 29 December 2026',
      'Spraying near Trại ong has moved to Tuesday 22 December 2026',
      'No spraying near Trại ong on Tuesday 22 December 2026',
    ]);
    expect(await mails('none@test.example')).toEqual([]);
    expect((await remove(id)).status).toBe(200);
    expect(await service.sql('select from sensitive_place_notice')).toEqual([]);
  });

  test('when an order is booked late, or the place moves away after the notice, then the contact learns it at once', async () => {
    const place = await placeAt(108, 'late@test.example');
    await confirmed({ latitude: 12, longitude: 108, date: '2026-12-24', session: { id: 3 } });
    expect(await at('2026-12-24T05:00:00')).toBe(1);
    const { id, updatedAt: _, notes: __, contact, ...details } = place;
    const body = {
      ...details,
      notes: null,
      contact: { email: contact.email, language: 'en', asksNotice: true },
      geometry: point(108.1, 12),
    };
    expect((await office.put(`${path}/${id}`, body)).status).toBe(200);
    expect([await at('2026-12-24T05:30:00'), await at('2026-12-24T05:30:00')]).toEqual([1, 0]);
    expect((await mails('late@test.example'))[1]).toContain('No spraying');
  });

  test('when a mail cannot be stored, then the notice is not marked as sent, and is sent later', async () => {
    await placeAt(109, 'fails@test.example');
    await confirmed({ latitude: 12, longitude: 109, date: '2026-12-26', session: { id: 3 } });
    await service.sql("alter table outgoing_mail add constraint fails check (to_address <> 'fails@test.example')");
    await expect(at('2026-12-26T05:00:00')).rejects.toThrow();
    await service.sql('alter table outgoing_mail drop constraint fails');
    expect([await at('2026-12-26T05:00:00'), await at('2026-12-26T05:00:00')]).toEqual([1, 0]);
  });

  test('when fifty runs of two instances start at once, then each notice is sent once', async () => {
    const other = await service.another();
    const emails = ['a', 'b', 'c'].map((name) => `${name}@fifty.example`);
    for (const email of emails) await placeAt(110, email);
    const orders = [];
    for (let n = 0; n < 4; n++) orders.push(await confirmed({ latitude: 12, longitude: 110, date: '2026-12-28', session: { id: 3 } }));
    const fifty = async () => {
      const sent = await Promise.all(Array.from({ length: 50 }, (_, n) => at('2026-12-27T05:00:00', n % 2 === 0 ? service : other)));
      return sent.reduce((sum, count) => sum + count, 0);
    };
    expect(await fifty()).toBe(12);
    for (const { id } of orders) await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Mưa' });
    expect(await fifty()).toBe(12);
    for (const email of emails) expect(await mails(email)).toHaveLength(8);
  });
});
