import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDemoData } from '../../src/demo/demo-data.ts';
import { orderStatuses, paymentMethods, paymentStatuses } from '../../src/orders/order.ts';
import { transitions } from '../../src/orders/order-rules.ts';
import { type LedgerEntry, paymentStatusOf } from '../../src/payments/payment-rules.ts';
import { type Service, startService } from '../harness.ts';

/** Times in Ho Chi Minh City: at night, within a session, between sessions, after the last one. */
const moments = {
  '00:05': '2026-11-14T17:05:00Z',
  '05:30': '2026-11-14T22:30:00Z',
  '09:00': '2026-11-15T02:00:00Z',
  '23:50': '2026-11-15T16:50:00Z',
};

/** Payments are in the history, too, and do not change the order status. */
const paymentActions = "('paid', 'payment_failed', 'refunded', 'transfer_reported')";

describe.each(Object.entries(moments))('when the demo data are added at %s', (_, moment) => {
  const now = new Date(moment);
  let service: Service;

  beforeAll(async () => {
    service = await startService();
    await addDemoData(service.database, service.app.catalog, now);
  });
  afterAll(() => service.close());

  const numbers = async (text: string) =>
    Object.fromEntries((await service.sql<{ key: string; n: number }>(text)).map(({ key, n }) => [key, n]));
  const none = async (text: string, values?: unknown[]) => expect(await service.sql(text, values)).toEqual([]);

  test('then there is every order status, payment status and method, from six weeks ago to two weeks ahead', async () => {
    const [span] = await service.sql<{ n: number; first: number; last: number }>(
      "select count(*)::int as n, min(date) - '2026-11-15' as first, max(date) - '2026-11-15' as last from spray_order",
    );
    expect(span?.n).toBeGreaterThanOrEqual(60);
    expect(span?.first).toBeLessThan(-38);
    expect(span?.last).toBeGreaterThan(10);
    for (const [column, values] of Object.entries({
      order_status: orderStatuses,
      payment_status: paymentStatuses,
      payment_method: paymentMethods,
    })) {
      const found = await numbers(`select ${column} as key, count(*)::int as n from spray_order group by 1`);
      expect(Object.keys(found).sort()).toEqual([...values].sort());
    }
  });

  test('then every order with a crew has a mix within its label, but one whose record is to be completed; a licence expires soon, and there are two drones', async () => {
    const withoutMix = await service.sql(`select r.is_complete from spray_order o left join spray_record r on r.order_id = o.id
                                           where exists (select from crew_member m where m.order_id = o.id)
                                             and not exists (select from order_mix x where x.order_id = o.id)`);
    expect(withoutMix).toEqual([{ is_complete: false }]);
    await none(`select m.order_id from order_mix_product m join product_use u on u.id = m.use_id join spray_order o on o.id = m.order_id
                 where u.crop_id <> o.crop_id or m.dose_unit <> u.dose_unit or m.dose not between u.dose_min and u.dose_max`);
    const [found] = await service.sql(
      `select (select count(*)::int from product) as products, (select count(*)::int from drone) as drones,
              (select count(*)::int from licence where valid_until - '2026-11-15' < 30) as soon`,
    );
    expect(found).toEqual({ products: 10, drones: 2, soon: 1 });
  });

  test('then farmers have fields with and without a boundary, every order has its field, and areas are those of the boundaries', async () => {
    const [fields] = await service.sql(
      `select count(*)::int as all, count(boundary)::int as drawn,
              (select count(*)::int from field f join app_user u on u.id = f.farmer_id where u.email = 'farmer@swath.example') as own from field`,
    );
    expect(fields).toEqual({ all: 20, drawn: 12, own: 6 });
    await none(`select o.id from spray_order o left join order_field x on x.order_id = o.id
                 where x.field_id is null or abs(x.area_m2 / 1000 - o.area) > 0.001`);
  });

  test('then every record names the products of the mix of its order, and no drone is on two orders of a session', async () => {
    await none(
      `select r.id from spray_record r
        where exists (select from order_mix x where x.order_id = r.order_id)
          and r.products <> (select string_agg(p.name, ', ' order by m.position) from order_mix_product m join product p on p.id = m.product_id
                              where m.order_id = r.order_id)`,
    );
    await none(
      `select drone_id from order_drone x join spray_order o on o.id = x.order_id where o.order_status <> 'cancelled'
        group by drone_id, o.date, o.session_id having count(*) > 1`,
    );
  });

  test('then farmers and crew have many orders, and every user has an inbox', async () => {
    const orders = await numbers('select email as key, count(*)::int as n from spray_order join app_user u on u.id = farmer_id group by 1');
    expect(orders['farmer@swath.example']).toBeGreaterThanOrEqual(12);
    expect(orders['farmer2@swath.example']).toBeGreaterThanOrEqual(12);
    const jobs = await numbers('select email as key, count(*)::int as n from crew_member join app_user u on u.id = sprayer_id group by 1');
    expect(jobs['sprayer@swath.example']).toBeGreaterThanOrEqual(10);
    const states = await numbers(
      `select email as key, count(distinct o.order_status)::int as n from spray_order o left join crew_member m on m.order_id = o.id
         join app_user u on u.id in (farmer_id, sprayer_id) group by 1`,
    );
    expect(states['farmer@swath.example']).toBe(6);
    expect(states['farmer2@swath.example']).toBe(6);
    expect(states['sprayer@swath.example']).toBeGreaterThanOrEqual(3);
    await none('select email from app_user u where not exists (select from notification where recipient_id = u.id)');
    const [unread] = await service.sql<{ read: number; unread: number }>(
      'select count(read_at)::int as read, (count(*) - count(read_at))::int as unread from notification',
    );
    expect(unread?.read).toBeGreaterThan(100);
    expect(unread?.unread).toBeGreaterThan(10);
  });

  test('then the places taken match the orders, and no session is overbooked', async () => {
    await none(
      `select * from session_day d
         full join (select date, session_id, count(*) as n from spray_order where order_status <> 'cancelled' group by 1, 2) o using (date, session_id)
        where coalesce(d.taken - d.held, 0) <> coalesce(o.n, 0)`,
    );
    await none('select * from session_day d join spray_session s on s.id = d.session_id where d.taken > s.capacity');
  });

  test('then farmers wait for a full session, and its places are held by open offers', async () => {
    const states = await numbers('select status as key, count(*)::int as n from waiting_entry group by 1');
    expect(states).toEqual({ offered: 2, waiting: 2 });
    await none(
      `select * from waiting_offer o join session_day d using (date, session_id) join spray_session s on s.id = d.session_id
        where o.status <> 'open' or o.expires_at <= $1 or d.held <> 2 or d.taken <> s.capacity`,
      [now],
    );
  });

  test('then every crew is legal, and no sprayer has two jobs in one session', async () => {
    await none(
      `select o.id from spray_order o left join crew_member m on m.order_id = o.id left join app_user u on u.id = m.sprayer_id
        group by o.id
       having count(m.*) > 2
           or (count(m.*) = 0 and o.order_status in ('assigned', 'in_progress', 'completed'))
           or (count(m.*) > 0 and o.order_status in ('pending', 'confirmed'))
           or (count(m.*) > 0 and not coalesce(bool_or(u.expertise <> 'apprentice'), false))
           or not coalesce(bool_and(u.role = 'sprayer' and u.active), true)`,
    );
    await none('select sprayer_id, date, session_id from crew_member group by 1, 2, 3 having count(*) > 1');
    await none(
      'select * from crew_member m join spray_order o on o.id = m.order_id where (m.date, m.session_id, m.order_status) <> (o.date, o.session_id, o.order_status)',
    );
  });

  test('then every history has only allowed transitions by allowed roles, and ends in the status of the order', async () => {
    const rows = await service.sql<Record<string, string> & { at: Date; from_status: string | null; mine: boolean }>(
      `select h.order_id, h.at, h.action, h.from_status, h.to_status, coalesce(u.role, 'system') as role, o.order_status,
              case u.role when 'farmer' then u.id = o.farmer_id
                          when 'sprayer' then exists (select from crew_member where order_id = o.id and sprayer_id = u.id) else true end as mine
         from order_history h join spray_order o on o.id = h.order_id left join app_user u on u.id = h.actor_id
        where h.action not in ${paymentActions} order by h.id`,
    );
    const last = new Map<string, (typeof rows)[number]>();
    for (const row of rows) {
      const before = last.get(row.order_id as string);
      last.set(row.order_id as string, row);
      expect([row.mine, row.at <= now, row.at >= (before?.at ?? row.at)]).toEqual([true, true, true]);
      expect(row.from_status).toBe(before?.to_status ?? null);
      const legal =
        before === undefined
          ? row.action === 'place' && row.role === 'farmer' && ['pending', 'confirmed'].includes(row.to_status as string)
          : transitions.some(
              ({ action, by, from, to }) =>
                action === row.action &&
                (by as readonly string[]).includes(row.role as string) &&
                (from as readonly string[]).includes(row.from_status as string) &&
                (to as readonly string[]).includes(row.to_status as string),
            );
      expect({ ...row, legal }).toMatchObject({ legal: true });
    }
    expect([...last.values()].filter((row) => row.to_status !== row.order_status)).toEqual([]);
    await none('select id from spray_order o where not exists (select from order_history where order_id = o.id)');
  });

  test('then the work was done on its day, and past and future orders are in a matching status', async () => {
    const zone = 'Asia/Ho_Chi_Minh';
    await none(
      `select * from order_history h join spray_order o on o.id = h.order_id where action = 'start' and (h.at at time zone $1)::date <> o.date`,
      [zone],
    );
    await none(
      `select o.id from spray_order o join spray_session s on s.id = o.session_id
        where order_status in ('pending', 'confirmed', 'assigned') and (o.date + s.start_time) at time zone $1 < $2::timestamptz - interval '10 minutes'`,
      [zone, now],
    );
    await none(
      `select o.id from spray_order o join spray_session s on s.id = o.session_id
        where order_status in ('in_progress', 'completed') and (o.date + s.start_time) at time zone $1 > $2`,
      [zone, now],
    );
    await none(
      `select o.id from spray_order o where order_status = 'completed'
          and completion_date is distinct from (select (max(at) at time zone $1)::date from order_history where order_id = o.id and to_status = 'completed' and action not in ${paymentActions})`,
      [zone],
    );
    await none(
      `select id from spray_order where (order_status = 'completed' and reported_at is null)
           or (order_status = 'in_progress' and reported_at < $1::timestamptz - interval '72 hours')
           or creation_date <> (created_at at time zone 'Asia/Ho_Chi_Minh')::date`,
      [now],
    );
    await none(
      `select * from order_history h join spray_order o on o.id = h.order_id join spray_session s on s.id = o.session_id join app_user u on u.id = h.actor_id
        where action = 'cancel' and ((u.role = 'farmer' and h.at > (o.date + s.start_time) at time zone $1 - interval '12 hours')
                                  or (u.role <> 'farmer' and h.reason is null))`,
      [zone],
    );
  });

  test('then every payment status follows from the ledger, and the ledger from the payment provider', async () => {
    const orders = await service.sql<{ id: string; payment_status: string; kinds: LedgerEntry['kind'][] }>(
      `select o.id, o.payment_status, coalesce(array_agg(p.kind order by p.id) filter (where p.id is not null), '{}') as kinds
         from spray_order o left join payment p on p.order_id = o.id group by o.id`,
    );
    for (const { payment_status, kinds } of orders) expect(payment_status).toBe(paymentStatusOf(kinds.map((kind) => ({ kind }))));
    expect(new Set(orders.flatMap(({ kinds }) => kinds))).toEqual(new Set(['cash', 'charge', 'failure', 'refund']));
    await none(
      `select * from payment p join spray_order o on o.id = p.order_id
        where p.amount <> o.cost or p.currency <> 'VND' or p.method <> o.payment_method or p.kind = 'cash' and p.method <> 'cash'
           or p.method = 'cash' and p.kind not in ('cash', 'refund') or p.at > $1`,
      [now],
    );
    await none(
      `select * from payment_intent i left join sandbox_intent s on s.id = i.id left join payment p on p.provider_reference = i.id and p.kind in ('charge', 'failure')
        where (i.status, s.status, p.kind) not in (('succeeded', 'succeeded', 'charge'), ('failed', 'failed', 'failure'), ('failed', 'cancelled', 'failure'))
           or s.id is null or p.id is null or s.amount <> i.amount or s.order_id <> i.order_id`,
    );
    await none("select * from payment p where method <> 'cash' and not exists (select from payment_intent where id = provider_reference)");
    await none("select id from spray_order where order_status = 'cancelled' and payment_status = 'paid'");
    const transfers = await service.sql(
      `select t.status, o.payment_status, t.amount = o.cost as whole, exists (select 1 from bank_account) as payable
         from bank_transfer t join spray_order o on o.id = t.order_id`,
    );
    expect(transfers).toEqual([{ status: 'reported', payment_status: 'pending', whole: true, payable: true }]);
  });

  test('then pages have an office to call', async () => {
    expect(await service.sql('select phone_number from company')).toEqual([{ phone_number: '0296 3888 123' }]);
  });

  test('then the office refunded cash yesterday', async () => {
    const refunds = await service.sql(
      "select (at at time zone 'Asia/Ho_Chi_Minh')::date::text as date from payment where kind = 'refund' and method = 'cash'",
    );
    expect(refunds).toEqual([{ date: '2026-11-14' }]);
  });

  test('then all cash that crews took before today was handed over after it was taken', async () => {
    const [cash] = await service.sql<{ counted: number }>('select count(*)::int as counted from cash_handed_over');
    expect(cash?.counted).toBeGreaterThan(5);
    await none(
      `select * from payment p left join cash_handed_over h on h.payment_id = p.id left join cash_hand_over v on v.id = h.hand_over_id
        where p.cause = 'crew' and (p.at at time zone $1)::date < ($2::timestamptz at time zone $1)::date
          and (v.id is null or v.at < p.at or v.at > $2 or v.collector_id <> p.actor_id)`,
      ['Asia/Ho_Chi_Minh', now],
    );
  });

  test('then most completed orders have a rating from 1 to 5, created after completion', async () => {
    const [share] = await service.sql<{ rated: number; completed: number; ratings: number }>(
      `select count(b.id)::int as rated, count(*)::int as completed, count(distinct b.overall_rating)::int as ratings
         from spray_order o left join feedback b on b.order_id = o.id where o.order_status = 'completed'`,
    );
    expect((share?.rated ?? 0) / (share?.completed ?? 1)).toBeGreaterThan(0.5);
    expect(share?.ratings).toBe(5);
    await none(
      `select * from feedback b join spray_order o on o.id = b.order_id
        where o.order_status <> 'completed' or b.created_at > $1
           or b.created_at < (select max(at) from order_history where order_id = o.id and action not in ${paymentActions})`,
      [now],
    );
  });

  test('then a proposal of new places for the orders of the next days is prepared, judged by the demo forecast', async () => {
    const rows = await service.sql<{ verdict: string; days: number }>(
      "select r.verdict, r.to_date - '2026-11-15' as days from rebooking b join rebooking_row r on r.rebooking_id = b.id where b.state = 'proposed'",
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const { verdict, days } of rows) expect([['GO', 'CAUTION'].includes(verdict), days > 3 || days === 0]).toEqual([true, true]);
    await none('select * from forecast');
  });

  test('then every event has been dispatched, with the time when it happened', async () => {
    await none('select * from outbox_event');
    await none('select n.id from notification n join spray_order o on o.id = n.order_id where n.at > $1 or n.at < o.created_at', [now]);
    await none(
      `select o.id from spray_order o where o.order_status = 'completed'
          and (select count(*) from notification where order_id = o.id and recipient_id = o.farmer_id) < 4`,
    );
    await none(
      `select m.* from crew_member m where not exists (select from notification where order_id = m.order_id and recipient_id = m.sprayer_id)`,
    );
  });
});
