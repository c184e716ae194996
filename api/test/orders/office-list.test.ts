import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertWithoutSearchWords } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let receptionist: Caller;
let sprayer: Caller;
let lua: Caller;
let dao: Caller;
const ids: Record<string, number> = {};

beforeAll(async () => {
  service = await startService();
  receptionist = await signedIn(service, 'receptionist');
  sprayer = await signedIn(service, 'sprayer');
  lua = await signedIn(service, 'farmer', { fullName: 'Nguyễn Thị Lụa', phoneNumber: '+84 913 555 001' });
  dao = await signedIn(service, 'farmer', { fullName: 'Đỗ Văn Đào', phoneNumber: '0988 777 002' });
  const place = async (name: string, farmer: Caller, overrides: Record<string, unknown>) => {
    ids[name] = (await placed(farmer, overrides)).id;
  };
  await place('early', lua, { date: '2026-11-17', session: { id: 1 }, location: 'Ruộng sau đình, Long Điền A' });
  await place('cereal', lua, { date: '2026-11-18', cropType: { id: 2 }, location: 'Kênh 7, Mỹ Hiệp', paymentMethod: 'visa' });
  await place('assigned', dao, { date: '2026-11-19', confirmed: true, location: 'LONG ĐIỀN B, ấp 12' });
  await place('cancelled', dao, { date: '2026-12-01', paymentMethod: 'mastercard', location: 'Hội An' });
  await place('late', dao, { date: '2026-11-20', session: { id: 6 }, location: "O'Brien; drop -- 100%_farm" });
  expect((await receptionist.put(`/api/receptionist/order/${ids.assigned}/sprayers`, { sprayerIds: [Number(sprayer.id)] })).status).toBe(
    200,
  );
  expect((await dao.post(`/api/farmer/order/${ids.cancelled}/cancel`)).status).toBe(200);
  await service.sql("update spray_order set payment_status = 'failed' where id = $1", [ids.cereal]);
  await service.sql("update spray_order set payment_status = 'paid' where id = $1", [ids.late]);
});
afterAll(() => service.close());

async function found(query: string): Promise<string[]> {
  const { status, body, text } = await receptionist.get(`/api/receptionist/order/?${query}`);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  expect(body.page.totalElements).toBe(body.content.length);
  return body.content.map(({ id }: { id: number }) => Object.keys(ids).find((name) => ids[name] === id));
}

describe('filters', () => {
  test('when no filter is given, then all orders are listed, newest date first, closed ones last, with farmer and receptionist', async () => {
    expect(await found('')).toEqual(['late', 'assigned', 'cereal', 'early', 'cancelled']);
    const { body } = await receptionist.get('/api/receptionist/order?size=1');
    expect(String(body.content[0].farmer.id)).toBe(dao.id);
    expect(String(body.content[0].receptionist.id)).toBe(receptionist.id);
    expect(body.page).toEqual({ size: 1, number: 0, totalElements: 5, totalPages: 5 });
  });

  test.each([
    ['orderStatus=pending', ['late', 'cereal', 'early']],
    ['orderStatus=assigned&orderStatus=cancelled', ['assigned', 'cancelled']],
    ['orderStatus=assigned,cancelled', ['assigned', 'cancelled']],
    ['orderStatus=cancelled,completed', ['cancelled']],
    ['paymentStatus=failed', ['cereal']],
    ['paymentStatus=paid,failed', ['late', 'cereal']],
    ['paymentMethod=visa,mastercard', ['cereal', 'cancelled']],
    ['from=2026-11-19', ['late', 'assigned', 'cancelled']],
    ['to=2026-11-18', ['cereal', 'early']],
    ['from=2026-11-18&to=2026-11-19', ['assigned', 'cereal']],
    ['sessionId=1', ['early']],
    ['cropId=2', ['cereal']],
    [
      'orderStatus=pending&paymentStatus=failed&paymentMethod=visa&from=2026-11-01&to=2026-11-30&sessionId=3&cropId=2&search=hiep',
      ['cereal'],
    ],
    ['orderStatus=pending&search=long+dien', ['early']],
    ['orderStatus=completed', []],
    ['sessionId=999999', []],
    ['sort=date,asc', ['early', 'cereal', 'assigned', 'late', 'cancelled']],
    ['sort=paymentMethod,asc&sort=date,desc', ['late', 'assigned', 'early', 'cancelled', 'cereal']],
    ['search=&page=0', ['late', 'assigned', 'cereal', 'early', 'cancelled']],
  ])('when the filter is %s, then the result is %j', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  test('when the filter is a sprayer or a farmer, then only their orders are listed', async () => {
    expect(await found(`sprayerId=${sprayer.id}`)).toEqual(['assigned']);
    expect(await found(`sprayerId=${lua.id}`)).toEqual([]);
    expect(await found(`farmerId=${lua.id}`)).toEqual(['cereal', 'early']);
    expect(await found(`farmerId=${dao.id}&sprayerId=${sprayer.id}`)).toEqual(['assigned']);
  });

  test('when the filter is reported work, then it applies to orders in progress only', async () => {
    await service.sql("update spray_order set order_status = 'in_progress', reported_at = now() where id = $1", [ids.assigned]);
    try {
      expect(await found('orderStatus=in_progress&reported=true')).toEqual(['assigned']);
      expect(await found('orderStatus=in_progress&reported=false')).toEqual([]);
      expect(await found('orderStatus=in_progress&orderStatus=cancelled&reported=true')).toEqual(['assigned', 'cancelled']);
      expect(await found(`reported=false&sort=orderStatus,desc`)).not.toContain('assigned');
      expect(await found(`reported=false&from=2026-11-18`)).toEqual(['late', 'cereal', 'cancelled']);
      expect(await found(`reported=true&sprayerId=${sprayer.id}`)).toEqual(['assigned']);
      expect(await found('reported=false&search=long')).toEqual(['early']);
    } finally {
      await service.sql("update spray_order set order_status = 'assigned', reported_at = null where id = $1", [ids.assigned]);
    }
  });

  test('when pages are read one by one, then together they are the whole list', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((page) => receptionist.get(`/api/receptionist/order/?search=o&size=2&page=${page}`)));
    const all = await receptionist.get('/api/receptionist/order/?search=o');
    expect(pages.flatMap(({ body }) => body.content)).toEqual(all.body.content);
  });

  test.each([
    ['orderStatus=lost', 'orderStatus'],
    ['paymentStatus=maybe', 'paymentStatus'],
    ['from=17.11.2026', 'from'],
    ['from=2026-11-19&to=2026-11-18', 'to'],
    ['sessionId=0', 'sessionId'],
    ['farmerId=9223372036854775808', 'farmerId'],
    ['sprayerId=x', 'sprayerId'],
    [`search=${'a'.repeat(201)}`, 'search'],
    ['sort=found_by', 'sort'],
  ])('when the filter is %s, then the error names the wrong field', async (query, path) => {
    const { status, body } = await receptionist.get(`/api/receptionist/order/?${query}`);
    expect([status, body.errors?.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
  });
});

describe('search', () => {
  test.each([
    ['long dien', ['assigned', 'early']],
    ['Long Điền', ['assigned', 'early']],
    ['LONG ĐIỀN', ['assigned', 'early']],
    ['Long Điền'.normalize('NFD'), ['assigned', 'early']],
    ['dien lo', ['assigned', 'early']],
    ['nguyen thi lua', ['cereal', 'early']],
    ['Nguyễn', ['cereal', 'early']],
    ['đào', ['late', 'assigned', 'cancelled']],
    ['dao long', ['assigned']],
    ['0913555001', ['cereal', 'early']],
    ['0913 555', ['cereal', 'early']],
    ['+84 913-555-001', ['cereal', 'early']],
    ['84913555001', ['cereal', 'early']],
    ['913555001', ['cereal', 'early']],
    ["o'brien", ['late']],
    ['100%_farm', ['late']],
    ['ien', []],
    ["'", []],
    ["!!! & | :* '\\", []],
    ["x' | 'long", []],
    ['ấp 12', ['assigned']],
    ['한'.repeat(200), []],
  ])('when the search is %s, then the result is %j', async (search, names) => {
    expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(names);
  });

  test('when the search is the number of an order, then that order is found', async () => {
    for (const [name, id] of Object.entries(ids)) {
      expect(await found(`search=${id}`)).toContain(name);
      expect(await found(`search=%23${id}`)).toEqual([name]);
    }
  });

  test('when a farmer changes name and number, then orders are found by the new ones and not by the old ones', async () => {
    const farmer = await signedIn(service, 'farmer', { fullName: 'Quách Cũ', phoneNumber: '0977 000 111' });
    await placed(farmer, { date: '2026-12-24', location: 'Tân Châu' });
    await service.sql("update app_user set full_name = 'Quách Mới', phone_number = '0966 000 111' where id = $1", [farmer.id]);
    const total = async (search: string) =>
      (await receptionist.get(`/api/receptionist/order/?search=${encodeURIComponent(search)}`)).body.page.totalElements;
    expect(await Promise.all(['quach moi', 'quach cu', '0966000111', '0977000111', 'tan chau'].map(total))).toEqual([1, 0, 1, 0, 1]);
  });

  test('when a location is one very long word, then it can be booked', async () => {
    const farmer = await signedIn(service, 'farmer');
    const order = await placed(farmer, { date: '2026-12-25', location: '한'.repeat(500) });
    expect(order.location).toHaveLength(500);
    await receptionist.post(`/api/receptionist/order/${order.id}/cancel`, { reason: 'test' });
  });
});

test('when there are many orders, then the list and its filters use an index', async () => {
  await insertWithoutSearchWords(
    service,
    `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_method, confirmed, completion_date, creation_date, created_at)
     select ${lua.id}, date '2024-01-01' + n % 500, 1 + n % 6, 'Nơi ' || n, 10, 105, 1, 1, 1, 'completed', 'cash', true, '2026-01-01', '2024-01-01', now() from generate_series(1, 20000) n`,
  );
  await service.sql('vacuum analyze spray_order');
  const plan = async (where: string) =>
    (
      await service.sql<{ 'QUERY PLAN': string }>(
        `explain select o.id from spray_order o where ${where} order by o.closed, o.date desc, o.id desc limit 20`,
      )
    )
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  for (const where of ['true', "o.order_status = any('{pending}') and not o.closed", "o.payment_status = 'failed'", 'o.crop_id = 1'])
    expect(await plan(where)).not.toMatch(/Seq Scan/);
});

test('when orders were placed and changed in any way, then the totals equal a count of the orders', async () => {
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const { id } = await placed(lua, { date: `2027-01-${10 + n}`, confirmed: n % 2 === 0 });
      if (n % 3 === 0) await receptionist.post(`/api/receptionist/order/${id}/cancel`, { reason: 'rain' });
    }),
  );
  const counted = await service.sql(
    'select order_status, payment_status, payment_method, count(*)::int as n from spray_order group by 1, 2, 3 order by 1, 2, 3',
  );
  const tallied = await service.sql(
    'select order_status, payment_status, payment_method, sum(orders)::int as n from order_tally group by 1, 2, 3 having sum(orders) <> 0 order by 1, 2, 3',
  );
  expect(tallied).toEqual(counted);
});

test('when the office reads the timeline of an order, then it is the same as for its farmer', async () => {
  const office = await receptionist.get(`/api/receptionist/order/${ids.cancelled}/timeline`);
  expect(office.text).toBe((await dao.get(`/api/farmer/order/${ids.cancelled}/timeline`)).text);
  expect(office.body.content.map(({ action }: { action: string }) => action)).toEqual(['place', 'cancel']);
  const newestFirst = await receptionist.get(`/api/receptionist/order/${ids.cancelled}/timeline?sort=id,desc`);
  expect(newestFirst.body.content).toEqual([...office.body.content].reverse());
  expect((await receptionist.get('/api/receptionist/order/999999/timeline')).body.code).toBe('NOT_FOUND');
});

test.each(['farmer', 'sprayer'] as const)('when a %s requests the office list, then it is refused', async (role) => {
  const caller = await signedIn(service, role);
  expect((await caller.get('/api/receptionist/order/')).status).toBe(403);
});
