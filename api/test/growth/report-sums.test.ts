import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyOrderDeltas } from '../../src/orders/order-delta-store.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let admin: Caller;
let crew: Caller[];

beforeAll(async () => {
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  crew = await Promise.all(Array.from({ length: 4 }, () => signedIn(service, 'sprayer')));
});
afterAll(() => service.close());

const measures = 'orders, cancelled, area, income, owing, begun, punctual, rating, ratings';
const summed = measures
  .split(', ')
  .map((measure) => `trim_scale(sum(${measure})::numeric)::text as ${measure}`)
  .join(', ');

/** Sums and pending deltas, as the reports read them. */
const kept = (span: string) => `
  select list, date, owner_id, session_id, crop_id, ${measures} from figure_sum where span = '${span}'
  union all
  select n.list, s.date, owner_id, session_id, crop_id, ${measures} from figure_news n, figure_spans(n.list, n.date) s where s.span = '${span}'
  union all
  select 'work', s.date, 0, session_id, crop_id, case when order_status <> 'cancelled' then orders else 0 end, case when order_status = 'cancelled' then orders else 0 end,
         case when order_status <> 'cancelled' then area else 0 end, 0, 0, 0, 0, 0, 0
    from order_news n, figure_spans('work', n.date) s where s.span = '${span}'`;

/** The same, calculated from the orders, without the functions that maintain the sums. */
const fact = `
  select o.*, coalesce(p.net, 0) as income, case when o.order_status = 'completed' and o.payment_status <> 'paid' then greatest(o.cost - coalesce(p.net, 0), 0) else 0 end as owing,
         h.begun, h.punctual, b.rating, b.ratings, (o.order_status <> 'cancelled')::int as orders, (o.order_status = 'cancelled')::int as cancelled,
         case when o.order_status <> 'cancelled' then o.area else 0 end as counted_area
    from spray_order o join spray_session s on s.id = o.session_id cross join company k
    left join (select order_id, sum(case kind when 'refund' then -amount when 'correction' then -amount when 'failure' then 0 else amount end) as net from payment group by 1) p on p.order_id = o.id
    cross join lateral (select count(*) as begun, count(*) filter (where at <= ((o.date + s.start_time) at time zone k.time_zone) + interval '15 minutes') as punctual
                          from order_history where order_id = o.id and action = 'start') h
    cross join lateral (select coalesce(sum(overall_rating), 0) as rating, count(*) as ratings from feedback where order_id = o.id) b`;
const counted = `
  select 'work' as list, date, 0::bigint as owner_id, session_id, crop_id, orders, cancelled, counted_area as area, income, owing, begun, punctual, rating, ratings from fact
  union all
  select 'jobs', f.date, m.sprayer_id, 0, 0, orders, cancelled, counted_area, income, 0, begun, punctual, rating, ratings from fact f join crew_member m on m.order_id = f.id
  union all
  select 'unpaid', completion_date, 0, 0, 0, 1, 0, 0, 0, owing, 0, 0, 0, 0 from fact where order_status = 'completed' and payment_status <> 'paid' and cost > 0`;

const key = 'list, date::text, owner_id, session_id, crop_id';
const grouped = (rows: string) =>
  `select ${key}, ${summed} from (${rows}) r group by list, date, owner_id, session_id, crop_id
   having (${measures.replaceAll(/\w+/g, 'sum($&)')}) <> (${measures.replaceAll(/\w+/g, '0')}) order by list, date, owner_id, session_id, crop_id`;

async function expectExactReports(): Promise<void> {
  // Sums and orders in one statement: the same snapshot.
  for (const [span, list, date] of [
    ['day', "list in ('work', 'jobs', 'unpaid')", 'date'],
    ['week', "list in ('work', 'jobs')", "date_trunc('week', date)::date"],
    ['ever', "list = 'unpaid'", "date 'epoch'"],
  ] as const) {
    const [row] = await service.sql<{ kept: unknown; counted: unknown }>(
      `with fact as (${fact}), k as (${grouped(kept(span))}),
            c as (${grouped(`select list, ${date} as date, owner_id, session_id, crop_id, ${measures} from (${counted}) c where ${list}`)})
       select (select json_agg(k) from k) as kept, (select json_agg(c) from c) as counted`,
    );
    expect([span, row?.kept]).toEqual([span, row?.counted]);
  }
}

test('when fifty orders are booked, moved, assigned, started, paid, rated and cancelled at once, then every report is exact at every moment', async () => {
  let done = false;
  const adding = (async () => {
    while (!done) {
      await Promise.all([applyOrderDeltas(service.database.write), applyOrderDeltas(service.database.write)]);
      await expectExactReports();
    }
  })();
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const { id } = await placed(farmer, {
        date: `2026-12-${10 + Math.floor(n / 6)}`,
        session: { id: 1 + (n % 6) },
        cropType: { id: 1 + (n % 3) },
      });
      const [one, other] = [crew[n % 4] as Caller, crew[(n + 1) % 4] as Caller];
      const man = (who: Caller) =>
        service.sql(
          `insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
           select id, $2, date, session_id, order_status from spray_order where id = $1 on conflict do nothing`,
          [id, who.id],
        );
      // Directly in the database, so that they interleave freely, without the locks of the service.
      await Promise.all([
        man(one),
        man(other),
        n % 3 === 0 ? office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'rain' }) : undefined,
        n % 4 === 1 ? service.sql('update spray_order set date = date + 10, area = area + 0.5 where id = $1', [id]) : undefined,
        n % 5 === 0
          ? service.sql("update spray_order set order_status = 'completed', confirmed = true, completion_date = date where id = $1", [id])
          : undefined,
        service.sql(
          "insert into payment (order_id, kind, amount, currency, method, at) select id, k, cost / 3, 'VND', 'visa', now() from spray_order, unnest(array['charge', 'cash', 'failure', 'refund']) k where id = $1",
          [id],
        ),
        service.sql(
          "insert into order_history (order_id, at, action, to_status) select id, date + interval '22 hours' - $2 * interval '1 minute', 'start', 'in_progress' from spray_order where id = $1",
          [id, n],
        ),
        service.sql(
          "insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at) values ($1, $2, 3, 3, 3, '', now())",
          [id, 1 + (n % 5)],
        ),
        n % 7 === 0
          ? service.sql(
              'with o as (select id from spray_order where id = $1 for no key update) delete from crew_member using o where order_id = o.id and sprayer_id = $2',
              [id, one.id],
            )
          : undefined,
        n % 6 === 2 ? service.sql("update spray_order set payment_status = 'paid' where id = $1", [id]) : undefined,
      ]);
    }),
  );
  done = true;
  await adding;
  await expectExactReports();
  await applyOrderDeltas(service.database.write);
  await expectExactReports();
  expect(await service.sql('select 1 from figure_news')).toEqual([]);
});

test('when the sums are rebuilt, then they are unchanged', async () => {
  const sums = () =>
    service.sql(`select span, ${key}, ${summed} from figure_sum group by span, list, date, owner_id, session_id, crop_id
    having (${measures.replaceAll(/\w+/g, 'sum($&)')}) <> (${measures.replaceAll(/\w+/g, '0')}) order by list, span, date, owner_id, session_id, crop_id`);
  const before = await sums();
  expect(before.length).toBeGreaterThan(100);
  await service.sql('call tally_everything()');
  expect(await sums()).toEqual(before);
});

test.each([
  'from=2026-12-10&to=2026-12-31',
  'from=2026-12-14&to=2026-12-20',
  'from=2026-12-11&to=2026-12-12',
  'from=2026-01-01&to=2026-12-31',
])(
  'when reports are requested for "%s", then weeks and days equal the sums of their orders, before and after deltas are applied',
  async (query) => {
    const [from, to] = query.split('&').map((part) => part.split('=')[1]);
    await placed(farmer, { date: '2026-12-15', area: 7.5 });
    const [expected] = await service.sql<Record<string, string>>(
      `select sum(orders)::int as orders, sum(counted_area)::float as area, sum(income)::float as income, sum(cancelled)::int as cancelled, sum(owing)::float as unpaid
         from (${fact}) f where date between $1 and $2`,
      [from, to],
    );
    const look = async () => {
      const { totals } = (await admin.get(`/api/admin/figure?${query}`)).body;
      expect(totals).toMatchObject(expected as object);
      const { unpaid, ...others } = expected as Record<string, string>;
      for (const list of ['week', 'crop', 'session']) {
        const { content } = (await admin.get(`/api/admin/figure/${list}/?size=200&${query}`)).body;
        for (const [name, value] of Object.entries(others))
          expect([list, name, content.reduce((total: number, row: Record<string, number>) => total + Number(row[name]), 0)]).toEqual([
            list,
            name,
            expect.closeTo(Number(value), 2),
          ]);
      }
    };
    await look();
    await applyOrderDeltas(service.database.write);
    await look();
  },
);

test('when a session gets another start time later, then earlier orders stay punctual', async () => {
  await applyOrderDeltas(service.database.write);
  const punctuality = async () => (await admin.get('/api/admin/figure?from=2026-12-10&to=2026-12-31')).body.totals.punctuality;
  const before = await punctuality();
  await service.sql("update spray_session set start_time = start_time + interval '5 minutes'");
  expect(await punctuality()).toBe(before);
});

test('when there are more sprayers than a page has, then each is listed once, sorted by name, with former ones who had jobs', async () => {
  await service.sql("update app_user set role = 'receptionist', expertise = null where id = $1", [crew[0]?.id]);
  const list = async (query: string) => (await admin.get(`/api/admin/figure/sprayer/?from=2026-12-10&to=2026-12-31${query}`)).body;
  const whole = await list('');
  expect(whole.page.totalElements).toBe(4);
  const ids = whole.content.map((row: { sprayer: { id: number } }) => row.sprayer.id);
  expect(new Set(ids)).toEqual(new Set(crew.map(({ id }) => Number(id))));
  const pages = await Promise.all([0, 1, 2].map((page) => list(`&size=2&page=${page}`)));
  expect(pages.flatMap(({ content }) => content)).toEqual(whole.content);
  const sorted = (await list('&sort=fullName,asc')).content;
  expect(sorted).toEqual(whole.content);
  expect((await admin.get('/api/admin/figure/sprayer/?from=2025-01-01&to=2025-01-31')).body.page.totalElements).toBe(3);
});
