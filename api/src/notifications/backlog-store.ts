import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface QueueBacklog {
  waiting: number;
  /** Age of the oldest waiting item; 0 if there is none. */
  oldestSeconds: number;
}

/** Undelivered events, mails and webhooks, and the number of open orders. */
export interface Backlog {
  /** `waiting` excludes `retrying`: events that failed and are due later. */
  outbox: QueueBacklog & { retrying: number; deadLetters: number };
  /** `givenUp`: within the last day. */
  mail: QueueBacklog & { givenUp: number };
  webhook: QueueBacklog & { givenUp: number };
  openOrders: number;
}

const ageSeconds = (since: string) => `greatest(0, coalesce(extract(epoch from $1::timestamptz - min(${since})), 0))`;

// Table tally holds materialised counters.
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
     select count(*) as n, ${ageSeconds('d.created_at')} as age
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
  const [events = 0, eventAge = 0, mails = 0, mailAge = 0, mailsGivenUp = 0, webhooks = 0, webhookAge = 0, ...others] = row.map(Number);
  const [webhooksGivenUp = 0, openOrders = 0, retrying = 0, deadLetters = 0] = others;
  return {
    outbox: { waiting: events, oldestSeconds: eventAge, retrying, deadLetters },
    mail: { waiting: mails, oldestSeconds: mailAge, givenUp: mailsGivenUp },
    webhook: { waiting: webhooks, oldestSeconds: webhookAge, givenUp: webhooksGivenUp },
    openOrders,
  };
}
