import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Pin } from './crew-rules.ts';

export interface PinnedSprayer {
  id: string;
  fullName: string;
  /** null: not a sprayer any more. */
  expertise: string | null;
  active: boolean;
}

export interface StoredPin extends Pin {
  sprayerIds: string[];
  /** In the order of their ids. */
  sprayers: PinnedSprayer[];
  /** Name of the user who set it. */
  by: string;
  timestamp: string;
}

const findStatement = statement(
  'find_order_pin',
  `select p.kind, u.full_name, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          (select json_agg(json_build_object('id', s.id::text, 'fullName', s.full_name, 'expertise', s.expertise, 'active', s.active) order by s.id)
             from app_user s where s.id = any(p.sprayer_ids))
     from order_pin p join app_user u on u.id = p.actor_id where p.order_id = $1`,
);

export async function findPin(db: Db, orderId: string): Promise<StoredPin | undefined> {
  const [row] = await db.rows(findStatement, [orderId]);
  if (row === undefined) return undefined;
  const sprayers = JSON.parse(String(row[3])) as PinnedSprayer[];
  return {
    kind: row[0] as Pin['kind'],
    sprayerIds: sprayers.map(({ id }) => id),
    sprayers,
    by: String(row[1]),
    timestamp: String(row[2]),
  };
}

const saveStatement = statement(
  'save_order_pin',
  `insert into order_pin (order_id, kind, sprayer_ids, actor_id, created_at) values ($1, $2, $3::bigint[], $4, $5)
   on conflict (order_id) do update set kind = excluded.kind, sprayer_ids = excluded.sprayer_ids, actor_id = excluded.actor_id,
     created_at = excluded.created_at`,
);

/** The order must be locked, so that a concurrent assignment is either complete before or keeps the pin. */
export async function savePin(tx: Tx, orderId: string, { kind, sprayerIds }: Pin, actorId: string, now: Date): Promise<void> {
  await tx.rows(saveStatement, [orderId, kind, sprayerIds as string[], actorId, now.toISOString()]);
}

const deleteStatement = statement('delete_order_pin', 'delete from order_pin where order_id = $1');

export async function deletePin(tx: Tx, orderId: string): Promise<void> {
  await tx.rows(deleteStatement, [orderId]);
}
