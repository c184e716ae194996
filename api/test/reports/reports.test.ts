import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let admin: Caller;
let bay: Caller;
let sau: Caller;

interface Past {
  date: string;
  session?: number;
  crop?: number;
  area?: number;
  status?: 'pending' | 'confirmed' | 'assigned' | 'completed' | 'cancelled';
  paid?: boolean;
  ledger?: [kind: string, amount: number][];
  /** Minutes after the session's start. */
  startedAfter?: number;
  rating?: number;
  crew?: Caller[];
}

/** An order of a past day, written directly to the database, as the service accepts no bookings for the past. */
async function past({ date, session = 1, crop = 1, area = 10, status = 'completed', paid = false, ...rest }: Past): Promise<string> {
  const [row] = await service.sql<{ id: string; start: Date }>(
    `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_status,
                              payment_method, confirmed, completion_date, creation_date, created_at)
     values ($1, $2, $3, 'Ruộng', 10.5, 105.4, $4, $5, $5::numeric * 30000, $6, $7, 'visa', $6 <> 'pending', case when $6 = 'completed' then $2::date end, $2, now())
     returning id, (date + (select start_time from spray_session where id = $3)) at time zone 'Asia/Ho_Chi_Minh' as start`,
    [farmer.id, date, session, crop, area, status, paid ? 'paid' : 'pending'],
  );
  const { id, start } = row as { id: string; start: Date };
  if (status !== 'cancelled')
    await service.sql(
      `insert into session_day as d (date, session_id, taken) values ($1, $2, 1) on conflict (date, session_id) do update set taken = d.taken + 1`,
      [date, session],
    );
  for (const [kind, amount] of rest.ledger ?? [])
    await service.sql(
      `insert into payment (order_id, kind, amount, currency, method, at, corrects, note)
       select $1, $2, $3, 'VND', 'visa', now(), taken_back.id, case when taken_back.id is not null then 'Wrong order' end
         from (select max(id) as id from payment where order_id = $1 and $2 = 'correction') taken_back`,
      [id, kind, amount],
    );
  if (rest.startedAfter !== undefined)
    await service.sql(
      `insert into order_history (order_id, at, action, from_status, to_status) values ($1, $2, 'start', 'assigned', 'in_progress')`,
      [id, new Date(start.getTime() + rest.startedAfter * 60_000)],
    );
  if (rest.rating !== undefined)
    await service.sql(
      `insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at)
       values ($1, $2, 3, 3, 3, '', now())`,
      [id, rest.rating],
    );
  for (const { id: sprayer } of rest.crew ?? [])
    await service.sql('insert into crew_member (order_id, sprayer_id, date, session_id, order_status) values ($1, $2, $3, $4, $5)', [
      id,
      sprayer,
      date,
      session,
      status,
    ]);
  return id;
}

beforeAll(async () => {
  service = await startService({ idle: true });
  farmer = await signedIn(service, 'farmer');
  admin = await signedIn(service, 'admin');
  bay = await signedIn(service, 'sprayer', { fullName: '=Bay, "Lê"' });
  sau = await signedIn(service, 'sprayer', { fullName: 'Sáu' });
  // Two weeks, 2 to 15 November 2026, and the two before them. Each day has six sessions of two places.
  await past({ date: '2026-11-02', area: 12.5, paid: true, ledger: [['charge', 375000.5]], startedAfter: 15, rating: 5, crew: [bay] });
  await past({
    date: '2026-11-08',
    session: 2,
    crop: 2,
    ledger: [
      ['failure', 300000],
      ['cash', 100000.25],
    ],
    startedAfter: 16,
    rating: 2,
    crew: [bay, sau],
  });
  await past({ date: '2026-11-09', session: 2, status: 'assigned', crew: [sau] });
  await past({
    date: '2026-11-15',
    session: 2,
    status: 'cancelled',
    ledger: [
      ['charge', 300000],
      ['refund', 299999],
    ],
    crew: [sau],
  });
  await past({
    date: '2026-10-19',
    ledger: [
      ['cash', 300000],
      ['correction', 300000],
    ],
    startedAfter: -5,
    rating: 5,
    crew: [bay],
  });
  await past({ date: '2026-11-01', session: 6, crop: 3, startedAfter: 0, crew: [sau] });
  await past({ date: '2026-11-16', area: 1000, ledger: [['cash', 1]] });
  await past({ date: '2026-10-18', area: 1000, ledger: [['cash', 1]] });
});
afterAll(() => service.close());

const figure = (path: string) => admin.get(`/api/admin/figure${path}`);
const twoWeeks = 'from=2026-11-02&to=2026-11-15';
const rows = ({ body }: Answer) => body.content;

test('when the report is for two weeks, then the totals are those of their orders, with those of the two weeks before', async () => {
  const { status, body } = await figure(`?${twoWeeks}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    from: '2026-11-02',
    to: '2026-11-15',
    previousFrom: '2026-10-19',
    previousTo: '2026-11-01',
    currency: 'VND',
    unit: 'decare',
    // 3 of 14 × 12 places; one of two started on time; the second owes 300,000 minus its payments.
    totals: {
      orders: 3,
      area: 32.5,
      income: 475001.75,
      utilisation: 0.0179,
      punctuality: 0.5,
      rating: 3.5,
      cancelled: 1,
      unpaid: 199999.75,
    },
    before: { orders: 2, area: 20, income: 0, utilisation: 0.0119, punctuality: 1, rating: 5, cancelled: 0, unpaid: 600000 },
  });
});

test('when no period is given, then it is the last 28 days up to today; the maximum is 366 days', async () => {
  expect((await figure('')).body).toMatchObject({
    from: '2026-10-19',
    to: '2026-11-15',
    previousFrom: '2026-09-21',
    previousTo: '2026-10-18',
  });
  expect((await figure('?to=2026-03-01')).body).toMatchObject({ from: '2026-02-02', previousTo: '2026-02-01' });
  expect((await figure('?from=2026-11-20')).body).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
  expect((await figure('?from=2025-11-15')).status).toBe(200);
  for (const query of [
    'from=2025-11-14',
    'from=2026-11-15&to=2026-11-14',
    'from=1999-12-31&to=2000-01-01',
    'to=9999-12-31',
    'from=soon',
    'from=2026-02-30',
  ])
    for (const path of ['', '/week/', '/sprayer/', '/crop.csv'])
      expect([query, path, (await figure(`${path}?${query}`)).status]).toEqual([query, path, 400]);
});

test('when it is by week, then each week of the period is listed, cut to the period', async () => {
  const answer = await figure('/week/?from=2026-10-27&to=2026-11-10');
  expect(rows(answer)).toEqual([
    {
      from: '2026-10-27',
      to: '2026-11-01',
      orders: 1,
      area: 10,
      income: 0,
      cancelled: 0,
      utilisation: 0.0139,
      punctuality: 1,
      rating: null,
      ratings: 0,
    },
    {
      from: '2026-11-02',
      to: '2026-11-08',
      orders: 2,
      area: 22.5,
      income: 475000.75,
      cancelled: 0,
      utilisation: 0.0238,
      punctuality: 0.5,
      rating: 3.5,
      ratings: 2,
    },
    {
      from: '2026-11-09',
      to: '2026-11-10',
      orders: 1,
      area: 10,
      income: 0,
      cancelled: 0,
      utilisation: 0.0417,
      punctuality: null,
      rating: null,
      ratings: 0,
    },
  ]);
  expect(rows(await figure('/week/?from=2026-10-27&to=2026-11-10&sort=income,desc&size=1'))).toMatchObject([{ from: '2026-11-02' }]);
  expect((await figure('/week/?from=2026-10-27&to=2026-11-10&page=1&size=2')).body).toMatchObject({
    content: [{ from: '2026-11-09' }],
    page: { size: 2, number: 1, totalElements: 3, totalPages: 2 },
  });
});

test('when it is by crop, then every crop is listed with its share of the places', async () => {
  const found = rows(await figure(`/crop/?${twoWeeks}`));
  expect(found.map((row: { cropType: { name: string } }) => row.cropType.name)).toEqual(['fruit', 'cereal', 'vegetable']);
  expect(found).toMatchObject([
    { orders: 2, area: 22.5, income: 375001.5, cancelled: 1, utilisation: 0.0119, rating: 5, ratings: 1 },
    { orders: 1, area: 10, income: 100000.25, cancelled: 0, utilisation: 0.006, punctuality: 0, rating: 2, ratings: 1 },
    { orders: 0, area: 0, income: 0, cancelled: 0, utilisation: 0, punctuality: null, rating: null, ratings: 0 },
  ]);
});

test('when it is by session, then it shows the utilisation of each', async () => {
  const found = rows(await figure(`/session/?${twoWeeks}`));
  expect(found.map((row: { session: { id: number }; utilisation: number }) => [row.session.id, row.utilisation])).toEqual([
    [1, 0.0357],
    [2, 0.0714],
    [3, 0],
    [4, 0],
    [5, 0],
    [6, 0],
  ]);
  expect(found[1]).toMatchObject({ orders: 2, cancelled: 1, punctuality: 0, session: { startTime: { hour: 5 } } });
  expect(rows(await figure(`/session/?${twoWeeks}&sort=utilisation,desc&size=1`))).toMatchObject([{ session: { id: 2 } }]);
});

test('when it is by sprayer, then each has the jobs of this and the previous period, and the change of the rating', async () => {
  const found = rows(await figure(`/sprayer/?${twoWeeks}&sort=ratingChange,asc`));
  expect(found).toEqual([
    {
      sprayer: { id: Number(bay.id), fullName: '=Bay, "Lê"', expertise: 'expert', active: true },
      orders: 2,
      area: 22.5,
      income: 475000.75,
      cancelled: 0,
      utilisation: 0.0238,
      punctuality: 0.5,
      rating: 3.5,
      ratings: 2,
      jobs: 2,
      ratingChange: -1.5,
      before: { jobs: 1, area: 10, rating: 5, ratings: 1 },
    },
    {
      sprayer: { id: Number(sau.id), fullName: 'Sáu', expertise: 'expert', active: true },
      orders: 2,
      area: 20,
      income: 100001.25,
      cancelled: 1,
      utilisation: 0.0238,
      punctuality: 0,
      rating: 2,
      ratings: 1,
      jobs: 1,
      ratingChange: null,
      before: { jobs: 1, area: 10, rating: null, ratings: 0 },
    },
  ]);
});

test('when completed orders are unpaid, then they are listed by age, as of today', async () => {
  service.clock.now = new Date('2026-12-02T02:00:00Z');
  // 24 days since 8 November, 31 since 1 November, 44 since 19 October; and those of 16 November and 18 October.
  expect(rows(await figure('/unpaid/'))).toEqual([
    { age: '0-7', orders: 0, amount: 0 },
    { age: '8-30', orders: 2, amount: 199999.75 + 29999999 },
    { age: '31+', orders: 3, amount: 600000 + 29999999 },
  ]);
  service.clock.now = new Date('2026-11-15T02:00:00Z');
});

describe('CSV export', () => {
  /** A line with every value quoted, and nothing for null. */
  const quoted = (line: string) =>
    line
      .split('|')
      .map((value) => (value === '' ? '' : `"${value}"`))
      .join(',');

  test('when a list is downloaded, then it is CSV with a UTF-8 byte order mark and a descriptive file name', async () => {
    const response = await fetch(`${service.url}/api/admin/figure/sprayer.csv?${twoWeeks}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="swath-sprayer-2026-11-02-2026-11-15.csv"',
    ]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString().split('\r\n')).toEqual([
      quoted(
        'sprayer.id|sprayer.fullName|sprayer.expertise|sprayer.active|orders|area|income|cancelled|utilisation|punctuality|rating|ratings|jobs|ratingChange|before.jobs|before.area|before.rating|before.ratings',
      ),
      quoted(`${bay.id}|'=Bay, ""Lê""|expert|true|2|22.5|475000.75|0|0.0238|0.5|3.5|2|2|-1.5|1|10|5|1`),
      quoted(`${sau.id}|Sáu|expert|true|2|20|100001.25|1|0.0238|0|2|1|1||1|10||0`),
      '',
    ]);
  });

  test.each([
    [
      'week',
      'from|to|orders|area|income|cancelled|utilisation|punctuality|rating|ratings',
      '2026-11-02|2026-11-08|2|22.5|475000.75|0|0.0238|0.5|3.5|2',
    ],
    [
      'crop',
      'cropType.id|cropType.name|orders|area|income|cancelled|utilisation|punctuality|rating|ratings',
      '1|fruit|2|22.5|375001.5|1|0.0119|1|5|1',
    ],
    [
      'session',
      'session.id|session.startTime|session.endTime|orders|area|income|cancelled|utilisation|punctuality|rating|ratings',
      '1|04:00|05:00|1|12.5|375000.5|0|0.0357|1|5|1',
    ],
    ['unpaid', 'age|orders|amount', '0-7|2|30199998.75'],
  ])('when the file is %s, then its first lines equal the list', async (name, header, first) => {
    const { text } = await figure(`/${name}.csv?${name === 'unpaid' ? '' : twoWeeks}`);
    expect(
      text
        .replace(/^\ufeff/, '')
        .split('\r\n')
        .slice(0, 2),
    ).toEqual([quoted(header), quoted(first)]);
  });
});

test('when a session is booked beyond its capacity, then the booked places count as offered', async () => {
  const own = await startService({ idle: true });
  const owner = await signedIn(own, 'admin');
  await removeBookingLimits(own);
  const neighbour = await signedIn(own, 'farmer');
  for (let n = 0; n < 4; n++) await placed(neighbour, { date: '2026-11-17', session: { id: 3 } });
  await own.sql('update spray_session set capacity = 2, active = id <> 3');
  const { body } = await owner.get('/api/admin/figure/session/?from=2026-11-17&to=2026-11-17');
  expect(body.content.map((row: { session: { id: number }; utilisation: number }) => [row.session.id, row.utilisation])).toContainEqual([
    3, 1,
  ]);
  expect((await owner.get('/api/admin/figure?from=2026-11-17&to=2026-11-17')).body.totals.utilisation).toBe(0.2857);
  await own.close();
});
