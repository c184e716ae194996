import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { ProviderIntent } from './payment-rules.ts';

const insertStatement = statement(
  'insert_sandbox_intent',
  `insert into sandbox_intent (id, order_id, amount, currency, status, created_at)
   values ($1, $2, $3, $4, 'requires_payment_method', $5) on conflict do nothing`,
);

export async function insertSandboxIntent(
  db: Db,
  intent: { id: string; orderId: string; amount: string; currency: string },
  now: Date,
): Promise<void> {
  await db.rows(insertStatement, [intent.id, intent.orderId, intent.amount, intent.currency, now.toISOString()]);
}

const getStatement = statement('get_sandbox_intent', 'select id, order_id, amount, currency, status from sandbox_intent where id = $1');

export async function getSandboxIntent(db: Db, id: string): Promise<ProviderIntent> {
  const [row] = await db.rows(getStatement, [id]);
  if (row === undefined) throw new Error('the sandbox has no such intent');
  const [intentId, orderId, amount, currency, status] = row as string[];
  return { id: intentId, orderId, amount, currency, live: false, status } as ProviderIntent;
}

const moveStatement = statement('move_sandbox_intent', 'update sandbox_intent set status = $3 where id = $1 and status = $2 returning 1');

/** False if the intent is no longer in the expected state. */
export async function moveSandboxIntent(db: Db, id: string, from: string, to: string): Promise<boolean> {
  return (await db.rows(moveStatement, [id, from, to])).length > 0;
}

const endStatement = statement(
  'end_sandbox_intent',
  `update sandbox_intent set status = 'cancelled'
    where id = $1 and status in ('requires_payment_method', 'requires_action', 'failed') and ($2::timestamptz is null or created_at <= $2)`,
);

/** Ends an unpaid intent; with a time, only if it was created by then. */
export async function endSandboxIntent(db: Db, id: string, createdUntil?: Date): Promise<void> {
  await db.rows(endStatement, [id, createdUntil?.toISOString() ?? null]);
}

const refundStatement = statement(
  'refund_sandbox_intent',
  "update sandbox_intent set refunded = true where id = $1 and status = 'succeeded'",
);

export async function refundSandboxIntent(db: Db, id: string): Promise<void> {
  await db.rows(refundStatement, [id]);
}
