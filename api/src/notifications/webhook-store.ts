import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { WebhookEventType } from './webhook.ts';

export interface Webhook {
  id: string;
  url: string;
  description: string;
  eventTypes: WebhookEventType[];
  active: boolean;
  createdAt: string;
  failingSince: string | null;
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
// Without the secret, which is read only for signing.
const webhookColumns = `w.id, w.url, w.description, array_to_string(w.event_types, ','), w.active, ${time('w.created_at')}, ${time('w.failing_since')}`;

const toWebhook = ([id, url, description, eventTypes, active, createdAt, failingSince]: Row): Webhook => ({
  id: String(id),
  url: String(url),
  description: String(description),
  eventTypes: String(eventTypes).split(',') as WebhookEventType[],
  active: active === 't',
  createdAt: String(createdAt),
  failingSince: failingSince ?? null,
});

export const webhookSortColumns: Record<string, string> = { id: 'w.id', url: 'w.url', active: 'w.active' };

const countStatement = statement('count_webhooks', 'select count(*) from webhook');

export async function countWebhooks(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

export async function listWebhooks(db: Db, sort: Sort[], limit: number, offset: number): Promise<Webhook[]> {
  const order = orderBy(sort, webhookSortColumns, 'w.id', 'w.id');
  const build = () => `select ${webhookColumns} from webhook w order by ${order} limit $1 offset $2`;
  return (await db.rows(listStatement('webhooks', sort, build), [limit, offset])).map(toWebhook);
}

const findStatement = statement('find_webhook', `select ${webhookColumns} from webhook w where w.id = $1`);

export async function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toWebhook(row);
}

const lockStatement = statement('lock_webhook', `select ${webhookColumns} from webhook w where w.id = $1 for no key update`);

export async function lockWebhook(tx: Tx, id: string): Promise<Webhook | undefined> {
  const [row] = await tx.rows(lockStatement, [id]);
  return row === undefined ? undefined : toWebhook(row);
}

export type WebhookSettings = Pick<Webhook, 'url' | 'description' | 'eventTypes' | 'active'>;

const insertStatement = statement(
  'insert_webhook',
  `insert into webhook as w (url, description, event_types, active, secret, created_at)
   select $1, $2, $3::text[], $4, $5, $6 where (select count(*) from webhook) < $7
   returning ${webhookColumns}`,
);

/** Undefined: the maximum number is reached. */
export async function insertWebhook(
  tx: Tx,
  { url, description, eventTypes, active }: WebhookSettings,
  secret: Buffer,
  now: Date,
  maxWebhooks: number,
): Promise<Webhook | undefined> {
  const [row] = await tx.rows(insertStatement, [url, description, eventTypes, active, secret, now.toISOString(), maxWebhooks]);
  return row === undefined ? undefined : toWebhook(row);
}

const updateStatement = statement(
  'update_webhook',
  `update webhook w set url = $2, description = $3, event_types = $4::text[],
          failing_since = case when $5 and not w.active then null else w.failing_since end, active = $5
    where id = $1 returning ${webhookColumns}`,
);

export async function updateWebhook(tx: Tx, id: string, { url, description, eventTypes, active }: WebhookSettings): Promise<Webhook> {
  const [row] = await tx.rows(updateStatement, [id, url, description, eventTypes, active]);
  return toWebhook(row as Row);
}

const rotateStatement = statement(
  'rotate_webhook_secret',
  `update webhook w set old_secret = secret, old_secret_until = $3::timestamptz + interval '1 day', secret = $2
    where id = $1 returning ${webhookColumns}`,
);

export async function rotateSecret(tx: Tx, id: string, secret: Buffer, now: Date): Promise<Webhook | undefined> {
  const [row] = await tx.rows(rotateStatement, [id, secret, now.toISOString()]);
  return row === undefined ? undefined : toWebhook(row);
}

const deleteStatement = statement('delete_webhook', `delete from webhook w where id = $1 returning ${webhookColumns}`);

/** Also deletes its deliveries. Undefined: not found. */
export async function deleteWebhook(tx: Tx, id: string): Promise<Webhook | undefined> {
  const [row] = await tx.rows(deleteStatement, [id]);
  return row === undefined ? undefined : toWebhook(row);
}

const secretsAtOnce = 200;

const secretsStatement = statement(
  'webhook_secrets',
  "select id, encode(secret, 'hex'), encode(old_secret, 'hex') from webhook where id > $1 order by id limit $2",
);

export interface StoredSecrets {
  id: string;
  secret: Buffer;
  oldSecret: Buffer | null;
}

/** As they are stored, in the order of the ids. */
export async function listWebhookSecrets(db: Db): Promise<StoredSecrets[]> {
  const found: StoredSecrets[] = [];
  for (let after = '0'; ; after = found.at(-1)?.id ?? after) {
    const rows = await db.rows(secretsStatement, [after, secretsAtOnce]);
    for (const [id, secret, oldSecret] of rows)
      found.push({
        id: String(id),
        secret: Buffer.from(String(secret), 'hex'),
        oldSecret: oldSecret == null ? null : Buffer.from(oldSecret, 'hex'),
      });
    if (rows.length < secretsAtOnce) return found;
  }
}

const replaceStatement = statement(
  'replace_webhook_secrets',
  'update webhook set secret = $4, old_secret = $5 where id = $1 and secret = $2 and old_secret is not distinct from $3',
);

/** Only if they are still the same: another process may seal them as well, and an admin may rotate them. */
export async function replaceSecrets(db: Db, before: StoredSecrets, after: Omit<StoredSecrets, 'id'>): Promise<void> {
  await db.rows(replaceStatement, [before.id, before.secret, before.oldSecret, after.secret, after.oldSecret]);
}
