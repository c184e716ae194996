import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface Waiting {
  waiting: number;
  /** Of the one that waits longest; 0 where none does. */
  oldestSeconds: number;
}

/** What has happened and is not told to everyone yet. */
export interface Backlog {
  /** `waiting`: without those that failed, which are tried again later. `deadLetters`: are not tried any more. */
  outbox: Waiting & { retrying: number; deadLetters: number };
  /** `givenUp`: those of a day. */
  mail: Waiting & { givenUp: number };
  webhook: Waiting & { givenUp: number };
  openOrders: number;
}

const seconds = (since: string) => `greatest(0, coalesce(extract(epoch from $1::timestamptz - min(${since})), 0))`;

const backlogStatement = statement(
  'backlog',
  `with outbox as (
     select count(*) filter (where next_attempt_at is null) as n,
            greatest(0, coalesce(extract(epoch from $1::timestamptz - min(at) filter (where next_attempt_at is null)), 0)) as age,
            count(next_attempt_at) as retrying
       from outbox_event),
   dead as (select count(*) as n from dead_letter),
   mail as (
     select count(*) filter (where not_before < 'infinity') as n,
            greatest(0, coalesce(extract(epoch from $1::timestamptz - min(created_at) filter (where not_before < 'infinity')), 0)) as age,
            count(*) filter (where not_before = 'infinity' and created_at > $1::timestamptz - interval '1 day') as given_up
       from outgoing_mail where sent_at is null),
   webhook as (
     select count(*) as n, ${seconds('d.created_at')} as age
       from webhook_delivery d join webhook w on w.id = d.webhook_id where d.status = 'waiting' and w.active),
   given_up as (
     select count(*) as n from webhook_delivery
      where status <> 'waiting' and status = 'failed' and created_at > $1::timestamptz - interval '1 day'),
   open_orders as (select coalesce(sum(size), 0) as n from tally where list = 'open orders')
   select outbox.n, outbox.age, mail.n, mail.age, mail.given_up, webhook.n, webhook.age, given_up.n, open_orders.n, outbox.retrying, dead.n
     from outbox, dead, mail, webhook, given_up, open_orders`,
);

export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const [row = []] = await db.rows(backlogStatement, [now.toISOString()]);
  const at = (column: number) => Number(row[column] ?? 0);
  return {
    outbox: { waiting: at(0), oldestSeconds: at(1), retrying: at(9), deadLetters: at(10) },
    mail: { waiting: at(2), oldestSeconds: at(3), givenUp: at(4) },
    webhook: { waiting: at(5), oldestSeconds: at(6), givenUp: at(7) },
    openOrders: at(8),
  };
}
