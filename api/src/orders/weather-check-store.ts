import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Verdict } from '../weather/spray-window-rules.ts';
import { orderSnapshot } from './event-store.ts';
import type { OpenOrder } from './order-window-store.ts';
import type { WeatherCheckKind } from './weather-check-rules.ts';

const hasRunStatement = statement('has_weather_check_run', 'select 1 from weather_check_run where date = $1 and kind = $2');

export async function hasWeatherCheckRun(db: Db, date: string, kind: WeatherCheckKind): Promise<boolean> {
  return (await db.rows(hasRunStatement, [date, kind])).length > 0;
}

const claimStatement = statement(
  'claim_weather_check',
  'insert into weather_check_run (date, kind, at) values ($1, $2, $3) on conflict do nothing returning 1',
);

/** False: another process has run it. Waits for a process that is running it now. */
export async function claimWeatherCheck(tx: Tx, date: string, kind: WeatherCheckKind, now: Date): Promise<boolean> {
  return (await tx.rows(claimStatement, [date, kind, now.toISOString()])).length > 0;
}

// A moved order is judged anew: a STOP at its new time is news.
const saveStatement = statement(
  'save_weather_check',
  `with before as (select verdict from weather_check where order_id = $1 and date = $2 and session_id = $3)
   insert into weather_check as c (order_id, date, session_id, verdict, since)
   select o.id, $2, $3, $4, $5 from spray_order o where o.id = $1
   on conflict (order_id) do update
      set date = excluded.date, session_id = excluded.session_id, verdict = excluded.verdict,
          since = case when (c.date, c.session_id, c.verdict) = (excluded.date, excluded.session_id, excluded.verdict) then c.since else excluded.since end
   returning (select verdict from before)`,
);

/** Stores a verdict; answers with the one before, if there was one for the same time. */
export async function saveWeatherCheck(tx: Tx, order: OpenOrder, verdict: Verdict, now: Date): Promise<Verdict | undefined> {
  const [row] = await tx.rows(saveStatement, [order.id, order.date, order.sessionId, verdict, now.toISOString()]);
  return (row?.[0] ?? undefined) as Verdict | undefined;
}

const lastStopsStatement = statement(
  'last_weather_stops',
  `select o.id, extract(epoch from w.since) * 1000 from weather_check w join spray_order o on o.id = w.order_id and o.date = w.date and o.session_id = w.session_id
    where w.order_id = any($1::bigint[]) and w.verdict = 'STOP'`,
);

/** Of these orders those whose last check at their present time was STOP, and since when. */
export async function listLastStops(db: Db, orderIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db.rows(lastStopsStatement, [[...orderIds]]);
  return new Map(rows.map(([id, since]) => [String(id), new Date(Number(since))]));
}

const insertEventStatement = statement(
  'insert_weather_event',
  `insert into outbox_event (at, type, order_id, note, snapshot)
   select $2::timestamptz, 'weather_stop', o.id, $3::text, ${orderSnapshot('o')} from spray_order o where o.id = $1`,
);

export async function insertWeatherEvent(tx: Tx, orderId: string, note: string, now: Date): Promise<void> {
  await tx.rows(insertEventStatement, [orderId, now.toISOString(), note]);
}

const deleteStatement = statement(
  'delete_old_weather_checks',
  `with old as (delete from weather_check where date < $1::date - 7)
   delete from weather_check_run where date < $1::date - 7`,
);

export async function deleteOldWeatherChecks(tx: Tx, today: string): Promise<void> {
  await tx.rows(deleteStatement, [today]);
}
