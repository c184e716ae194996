import { includesSession } from '../catalog/closure-store.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';
import { type AttentionReason, attentionReasons } from './attention.ts';
import { orderColumns, orderJoins } from './order-store.ts';

/** Filter of the office's to-do list. */
export interface AttentionFilter {
  reasons: readonly AttentionReason[];
  /** Date in the company's time zone. */
  today: string;
  timeZone: string;
  now: Date;
  /** Orders of today and tomorrow in STOP weather; none if the reason is not requested. */
  stopped: readonly { id: string; since: Date }[];
}

/** For each reason: the orders that have it, and since when. Parameters: $1 today, $2 now, $3 the reasons, $4 the time zone, $5 and $6 the orders in STOP weather. */
const reasonQueries: Record<AttentionReason, { since: string; from: string }> = {
  unassigned_soon: {
    since: 'greatest(o.created_at, (o.date - 1)::timestamp at time zone $4::text)',
    from: `spray_order o where not o.closed and o.date between $1::date and $1::date + 1 and o.order_status = 'confirmed'`,
  },
  not_sprayed: {
    since: 'n.since',
    from: `(select order_id, date, session_id, max(at) as since from not_sprayed group by 1, 2, 3) n
            join spray_order o on o.id = n.order_id and o.date = n.date and o.session_id = n.session_id
            where not o.closed and o.order_status = 'confirmed'`,
  },
  overdue: {
    since: '(o.date + s.end_time) at time zone $4::text',
    from: `spray_order o join spray_session s on s.id = o.session_id
            where not o.closed and o.date < $1::date and (o.order_status <> 'in_progress' or o.reported_at is null)`,
  },
  objection: {
    since: 'b.created_at',
    from: 'spray_order o join objection b on b.order_id = o.id and b.resolved_at is null where o.objected',
  },
  session_closed: {
    since: `(select max(c.created_at) from closure c where c.from_date <= o.date and c.to_date >= o.date and ${includesSession('c', 'o.session_id')})`,
    from: `session_day d join spray_order o on o.date = d.date and o.session_id = d.session_id
            where d.closures > 0 and d.date >= $1::date and not o.closed and o.order_status in ('pending', 'confirmed', 'assigned')`,
  },
  crew_absent: {
    since: 'a.since',
    from: `(select m.order_id, max(coalesce(a.decided_at, a.created_at)) as since
              from absence a join crew_member m on m.sprayer_id = a.sprayer_id and m.date between a.from_date and a.to_date
             where a.to_date >= $1::date and a.state = 'approved' and m.date >= $1::date and m.order_status = 'assigned' and ${includesSession('a', 'm.session_id')}
             group by m.order_id) a join spray_order o on o.id = a.order_id where true`,
  },
  weather_stop: {
    since: 'coalesce(c.since, w.since)',
    from: `unnest($5::bigint[], $6::timestamptz[]) as w (order_id, since) join spray_order o on o.id = w.order_id
             left join weather_check c on c.order_id = o.id and c.date = o.date and c.session_id = o.session_id and c.verdict = 'STOP' where true`,
  },
  disputed_report: {
    since: 'r.at',
    from: `spray_order o join (select order_id, min(at) as at from disputed_report where decision is null group by order_id) r on r.order_id = o.id where true`,
  },
  area_difference: {
    since: 'w.at',
    from: `spray_order o join work_report w on w.order_id = o.id and w.decision is null and w.ordered_area <> w.area_sprayed
            where o.order_status in ('in_progress', 'completed')`,
  },
  waiting: {
    since: 'o.created_at',
    from: `spray_order o where o.order_status = 'pending' and o.date >= $1::date
             and (o.date <= $1::date + 2 or o.created_at < $2::timestamptz - interval '24 hours')`,
  },
  payment_failed: {
    since: `coalesce((select max(p.at) from payment p where p.order_id = o.id and p.kind = 'failure'), o.created_at)`,
    from: `spray_order o where o.payment_status = 'failed' and o.order_status <> 'cancelled'`,
  },
  transfer_reported: {
    since: 't.reported_at',
    from: `spray_order o join bank_transfer t on t.order_id = o.id and t.status = 'reported' where o.payment_status <> 'paid' and o.order_status <> 'cancelled'`,
  },
  refund_due: {
    since: `coalesce(greatest(
              case when o.order_status = 'cancelled' then (select max(h.at) from order_history h where h.order_id = o.id and h.action = 'cancel') end,
              (select max(p.at) from payment p where p.order_id = o.id and p.kind <> 'refund')), o.created_at)`,
    // What a card can take back is refunded by the service itself.
    from: 'spray_order o where o.overpaid > 0 and amount_to_return_by_hand(o.id, o.overpaid) > 0',
  },
  payment_stuck: {
    since: 'i.stuck_at',
    from: `spray_order o join (select order_id, min(stuck_at) as stuck_at from payment_intent where stuck_at is not null group by order_id) i on i.order_id = o.id where true`,
  },
  sign_off_due: {
    since: 'coalesce(o.settled_at, o.reported_at)',
    from: `spray_order o where o.order_status = 'in_progress' and o.reported_at is not null and not o.objected
             and coalesce(o.settled_at, o.reported_at) < $2::timestamptz - interval '24 hours'`,
  },
  message_failed: {
    since: 'd.failed_at',
    from: `spray_order o join (select order_id, max(failed_at) as failed_at from dead_letter group by order_id) d on d.order_id = o.id where true`,
  },
};

// The condition depends on a parameter only, so PostgreSQL skips the query of a reason that is not requested.
const isRequested = (reason: AttentionReason) => `'${reason}' = any($3::text[])`;

const parameters = ({ reasons, today, now }: AttentionFilter) => [today, now.toISOString(), [...reasons]];

// Failed payments can accumulate over years, so they come from the materialised counter `order_tally`. The other reasons have few orders.
const countStatement = statement(
  'count_attention',
  attentionReasons
    .filter((reason) => reason !== 'weather_stop')
    .map((reason) =>
      reason === 'payment_failed'
        ? `select '${reason}', coalesce(sum(orders), 0) from order_tally where payment_status = 'failed' and order_status <> 'cancelled' and ${isRequested(reason)}`
        : `select '${reason}', count(*) from ${reasonQueries[reason].from} and ${isRequested(reason)}`,
    )
    .join('\n union all '),
  { short: true },
);

/** Number of entries of the to-do list by reason. */
export async function countAttention(db: Db, filter: AttentionFilter): Promise<Map<AttentionReason, number>> {
  const rows = await db.rows(countStatement, parameters(filter));
  const counted = rows.map((row) => [row[0] as AttentionReason, Number(row[1])] as const);
  return new Map([...counted, ['weather_stop', filter.stopped.length]]);
}

// Only the first rows of each reason by date, which an index provides in order. `with ties` includes all rows of the last date, because
// rows of one date are sorted again by the outer query.
const firstRows = (maxRows: string) =>
  attentionReasons
    .map((reason, urgency) => {
      const { since, from } = reasonQueries[reason];
      return `(select '${reason}' as reason, ${urgency} as urgency, ${since} as since, o.id, o.date from ${from} and ${isRequested(reason)}
              order by o.date fetch first ${maxRows} rows with ties)`;
    })
    .join('\n union all ');

const pageText = (limitClause: string, maxRows: string) =>
  `select n.reason, to_char(n.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ${orderColumns}
     from (select * from (${firstRows(maxRows)}) n order by urgency, date, since, id ${limitClause}) n
     join spray_order o on o.id = n.id ${orderJoins}
    order by n.urgency, n.date, n.since, n.id`;

/** A page of the to-do list, most urgent first. An order appears once for each of its reasons. */
export function listAttention(db: Db, filter: AttentionFilter, limit: number, offset: number): Promise<Row[]> {
  return db.rows(pageStatement('attention', [], limit, offset, pageText), [
    ...parameters(filter),
    filter.timeZone,
    filter.stopped.map(({ id }) => id),
    filter.stopped.map(({ since }) => since.toISOString()),
  ]);
}
