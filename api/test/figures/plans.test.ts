import { expect, test } from 'vitest';
import { byCrop, bySession, byWeek, readBreakdown, readSprayerFigures, readTotals, readUnpaid } from '../../src/figures/figure-store.ts';
import { attentionReasons } from '../../src/orders/attention.ts';
import { countAttention, listAttention } from '../../src/orders/attention-store.ts';
import type { Db, Row } from '../../src/platform/db.ts';
import { signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

const zone = 'Asia/Ho_Chi_Minh';
const period = { from: '2026-10-19', to: '2026-11-15', previousFrom: '2026-09-21', previousTo: '2026-10-18' };

async function manyOrders(service: Service): Promise<void> {
  const farmer = await signedIn(service, 'farmer');
  const sprayer = await signedIn(service, 'sprayer');
  await service.sql(
    `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_status, payment_method,
                              confirmed, completion_date, creation_date, created_at)
     select $1, date '2022-01-01' + n / 17, 1 + n % 6, 'Nơi ' || n, 10, 105, 1 + n % 3, 10, 300000, 'completed', 'paid', 'cash', true,
            date '2022-01-01' + n / 17, '2022-01-01', '2022-01-01' from generate_series(1, 30000) n`,
    [farmer.id],
  );
  await service.sql(
    `insert into payment (order_id, kind, amount, currency, method, at) select id, 'cash', cost, 'VND', 'cash', date from spray_order`,
  );
  await service.sql(
    `insert into order_history (order_id, at, action, to_status) select id, date, action, 'completed' from spray_order, unnest('{place,start}'::text[]) action`,
  );
  await service.sql(
    `insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at) select id, 5, 5, 5, 5, '', date from spray_order`,
  );
  await service.sql(
    `insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
     select min(id), $1, date, session_id, 'completed' from spray_order group by date, session_id`,
    [sprayer.id],
  );
  await service.sql('insert into session_day (date, session_id, taken) select date, session_id, count(*) from spray_order group by 1, 2');
  await service.sql('vacuum analyze');
}

test('when there are many orders, then figures read those of their dates, and the inbox those that need someone, by an index', async () => {
  const service = await startService({ idle: true });
  await manyOrders(service);
  const plans = new Map<string, string>();
  /** Asks how a statement would be run instead of running it. */
  const explaining = (name: string): Db => {
    const rows: Db['rows'] = async ({ text }, values = []) => {
      const lines = await service.sql<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
      plans.set(name, lines.map((line) => line['QUERY PLAN']).join('\n'));
      return [] as Row[];
    };
    return { rows, rawRows: async () => [] };
  };
  await readTotals(explaining('totals'), period, zone);
  for (const by of [byWeek, byCrop, bySession]) await readBreakdown(explaining(by.name), by, period, zone, []);
  await readSprayerFigures(explaining('sprayer'), period, zone, []);
  for (const [name, plan] of plans) {
    expect([name, plan]).toEqual([name, expect.stringMatching(/spray_order_of_day[\s\S]*Index Cond: \(+\(?date >= /)]);
    expect([name, /Seq Scan on (spray_order|session_day)\b/.exec(plan)?.[0]]).toEqual([name, undefined]);
  }
  plans.clear();
  await readUnpaid(explaining('unpaid'), '2026-11-15');
  const filter = { reasons: attentionReasons, today: '2026-11-15', timeZone: zone, now: testNow };
  await countAttention(explaining('inbox count'), filter);
  await listAttention(explaining('inbox'), filter, 20, 0);
  for (const [name, plan] of plans) expect([name, plan]).toEqual([name, expect.not.stringMatching(/Seq Scan on (spray_order|payment)\b/)]);
  await service.close();
});
