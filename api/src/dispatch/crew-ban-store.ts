import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { listStatement, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { Ban, BrokenBan } from './crew-rules.ts';

export interface NewBan extends Ban {
  reason: string;
  actorId: string;
}

interface Named {
  id: string;
  fullName: string;
}

export interface StoredBan {
  id: string;
  sprayer: Named;
  farmer: Named | null;
  otherSprayer: Named | null;
  reason: string;
  /** Name of the user who added it. */
  by: string;
  timestamp: string;
  /** Jobs that have not begun and whose crew breaks it. */
  openJobs: number;
}

const columns = `b.id, s.id, s.full_name, f.id, f.full_name, t.id, t.full_name, b.reason, u.full_name,
  to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  (select count(*) from crew_member m
    where m.sprayer_id = b.sprayer_id and not m.closed and m.order_status = 'assigned'
      and (exists (select from crew_member c where c.order_id = m.order_id and c.sprayer_id = b.other_sprayer_id)
           or exists (select from spray_order o where o.id = m.order_id and o.farmer_id = b.farmer_id)))`;
const joins = `join app_user s on s.id = b.sprayer_id left join app_user f on f.id = b.farmer_id
  left join app_user t on t.id = b.other_sprayer_id join app_user u on u.id = b.actor_id`;

const toNamed = (id: unknown, fullName: unknown): Named | null => (id == null ? null : { id: String(id), fullName: String(fullName) });

function toBan(row: Row): StoredBan {
  const [id, sprayerId, sprayer, farmerId, farmer, otherId, other, reason, by, timestamp, openJobs] = row;
  return {
    id: String(id),
    sprayer: { id: String(sprayerId), fullName: String(sprayer) },
    farmer: toNamed(farmerId, farmer),
    otherSprayer: toNamed(otherId, other),
    reason: String(reason),
    by: String(by),
    timestamp: String(timestamp),
    openJobs: Number(openJobs),
  };
}

const brokenStatement = statement(
  'broken_crew_bans',
  `select b.id, s.full_name, t.full_name
     from crew_ban b join app_user s on s.id = b.sprayer_id left join app_user t on t.id = b.other_sprayer_id
    where b.sprayer_id = any($1::bigint[]) and (b.farmer_id = $2 or b.other_sprayer_id = any($1::bigint[]))
    order by b.id`,
);

/** Bans that a crew breaks when it works for the farmer. The sprayers must be locked. */
export async function findBrokenBans(tx: Tx, crewIds: readonly string[], farmerId: string): Promise<BrokenBan[]> {
  const rows = await tx.rows(brokenStatement, [crewIds as string[], farmerId]);
  return rows.map(([id, sprayer, other]) => ({
    id: String(id),
    sprayer: String(sprayer),
    otherSprayer: other == null ? null : String(other),
  }));
}

const ofFarmerStatement = statement(
  'crew_bans_for_order',
  `select b.sprayer_id, b.farmer_id, b.other_sprayer_id from crew_ban b
     join app_user s on s.id = b.sprayer_id and s.role = 'sprayer' and s.active
    where b.farmer_id = $1 or b.other_sprayer_id is not null`,
);

/** Bans of active sprayers that concern a farmer or two sprayers. */
export async function listBansFor(db: Db, farmerId: string): Promise<Ban[]> {
  return (await db.rows(ofFarmerStatement, [farmerId])).map(([sprayerId, farmer, other]) => ({
    sprayerId: String(sprayerId),
    farmerId: farmer == null ? null : String(farmer),
    otherSprayerId: other == null ? null : String(other),
  }));
}

// Waits for a merge of the farmer's account, which moves the bans.
const lockFarmerStatement = statement(
  'share_farmer_of_ban',
  "select 1 from app_user where id = $1 and role = 'farmer' and merged_into is null for share",
);

/** false: there is no such farmer. */
export async function shareFarmer(tx: Tx, id: string): Promise<boolean> {
  return (await tx.rows(lockFarmerStatement, [id])).length > 0;
}

const insertStatement = statement(
  'insert_crew_ban',
  `insert into crew_ban (sprayer_id, farmer_id, other_sprayer_id, reason, actor_id, created_at) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing returning id`,
);

/** The sprayers must be locked (lockSprayers). undefined: there is such a ban already. */
export async function insertBan(tx: Tx, ban: NewBan, now: Date): Promise<string | undefined> {
  const { sprayerId, farmerId, otherSprayerId, reason, actorId } = ban;
  const [row] = await tx.rows(insertStatement, [sprayerId, farmerId, otherSprayerId, reason, actorId, now.toISOString()]);
  return row === undefined ? undefined : String(row[0]);
}

const findStatement = statement('find_crew_ban', `select ${columns} from crew_ban b ${joins} where b.id = $1`);

export async function findBan(db: Db, id: string): Promise<StoredBan | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toBan(row);
}

const deleteStatement = statement('delete_crew_ban', 'delete from crew_ban where id = $1 returning 1');

/** false: there is no such ban. */
export async function deleteBan(tx: Tx, id: string): Promise<boolean> {
  return (await tx.rows(deleteStatement, [id])).length > 0;
}

export interface BanFilter {
  sprayerId?: string | undefined;
  farmerId?: string | undefined;
}

function where({ sprayerId, farmerId }: BanFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [];
  const terms: string[] = [];
  if (sprayerId !== undefined) {
    const n = values.push(sprayerId);
    terms.push(`(b.sprayer_id = $${n} or b.other_sprayer_id = $${n})`);
  }
  if (farmerId !== undefined) terms.push(`b.farmer_id = $${values.push(farmerId)}`);
  const key = `${sprayerId === undefined ? '' : 's'}${farmerId === undefined ? '' : 'f'}`;
  return { text: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values, key };
}

export async function countBans(db: Db, filter: BanFilter): Promise<number> {
  const { text, values, key } = where(filter);
  const counting = listStatement(`crew bans ${key} counted`, [], () => `select count(*) from crew_ban b ${text}`);
  return Number((await db.rows(counting, values))[0]?.[0]);
}

/** Newest first. */
export async function listBans(db: Db, filter: BanFilter, limit: number, offset: number): Promise<StoredBan[]> {
  const { text, values, key } = where(filter);
  const build = (limits: string) =>
    `select ${columns} from (select * from crew_ban b ${text} order by b.id desc ${limits}) b ${joins} order by b.id desc`;
  return (await db.rows(pageStatement(`crew bans ${key}`, [], limit, offset, build), values)).map(toBan);
}

const moveStatement = statement(
  'move_crew_bans_of_farmer',
  `with doubled as (
     delete from crew_ban d where d.farmer_id = $1
        and exists (select from crew_ban k where k.farmer_id = $2 and k.sprayer_id = d.sprayer_id) returning d.id
   ), moved as (
     update crew_ban set farmer_id = $2 where farmer_id = $1
        and not exists (select from crew_ban k where k.farmer_id = $2 and k.sprayer_id = crew_ban.sprayer_id) returning id
   ) select count(*) from moved`,
);

/** Bans of a merged account go to the remaining one. Returns their number. */
export async function moveBans(tx: Tx, duplicateId: string, keptId: string): Promise<number> {
  return Number((await tx.rows(moveStatement, [duplicateId, keptId]))[0]?.[0]);
}
