import { includesSession } from '../catalog/closure-store.ts';
import type { DateRange } from '../catalog/date-range-rules.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';

export const absenceKinds = ['leave', 'illness', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

export interface NewAbsence extends DateRange {
  sprayerId: string;
  /** null: whole days. */
  sessionIds: readonly string[] | null;
  kind: AbsenceKind;
  note: string | null;
  actorId: string;
}

export interface Absence extends NewAbsence {
  id: string;
  sprayer: string;
  sessionIds: string[] | null;
  /** Name of the user who entered it. */
  by: string;
  timestamp: string;
  /** Jobs of the sprayer in it that have not begun. */
  openJobs: number;
}

/** SQL condition: a sprayer is absent in a session of a date. The column arguments must be qualified. */
export const isAbsent = (sprayerId: string, date: string, sessionId: string): string =>
  `exists (select from absence a
            where a.sprayer_id = ${sprayerId} and a.to_date >= ${date} and a.from_date <= ${date} and ${includesSession('a', sessionId)})`;

const absentStatement = statement(
  'absent_sprayers',
  `select s.id from unnest($1::bigint[]) s (id) where ${isAbsent('s.id', '$2::date', '$3::bigint')}`,
);

/** Sprayers who are absent in that session. */
export async function findAbsent(tx: Tx, ids: string[], date: string, sessionId: string): Promise<string[]> {
  return (await tx.rows(absentStatement, [ids, date, sessionId])).map((row) => String(row[0]));
}

const columns = `a.id, a.sprayer_id, s.full_name, a.from_date, a.to_date, array_to_string(a.session_ids, ','), a.kind, a.note,
  a.actor_id, u.full_name, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  (select count(*) from crew_member m
    where m.sprayer_id = a.sprayer_id and m.date between a.from_date and a.to_date and m.order_status <> 'cancelled'
      and m.order_status = 'assigned' and ${includesSession('a', 'm.session_id')})`;
const joins = 'join app_user s on s.id = a.sprayer_id join app_user u on u.id = a.actor_id';

function toAbsence(row: Row): Absence {
  const [id, sprayerId, sprayer, from, to, sessions, kind, note, actorId, by, timestamp, openJobs] = row;
  return {
    id: String(id),
    sprayerId: String(sprayerId),
    sprayer: String(sprayer),
    from: String(from),
    to: String(to),
    sessionIds: sessions === null || sessions === undefined ? null : String(sessions).split(','),
    kind: kind as AbsenceKind,
    note: note ?? null,
    actorId: String(actorId),
    by: String(by),
    timestamp: String(timestamp),
    openJobs: Number(openJobs),
  };
}

const insertStatement = statement(
  'insert_absence',
  `insert into absence (sprayer_id, from_date, to_date, session_ids, kind, note, actor_id, created_at)
   values ($1, $2, $3, $4::bigint[], $5, $6, $7, $8) returning id`,
);

/** The sprayer must be locked (lockSprayers), so that a concurrent assignment is either complete before or rejected afterwards. */
export async function insertAbsence(tx: Tx, absence: NewAbsence, now: Date): Promise<string> {
  const { sprayerId, from, to, sessionIds, kind, note, actorId } = absence;
  const values = [sprayerId, from, to, sessionIds, kind, note, actorId, now.toISOString()];
  return String((await tx.rows(insertStatement, values))[0]?.[0]);
}

const lockStatement = statement('lock_absence', 'select id from absence where id = $1 for update');
const findStatement = statement('find_absence', `select ${columns} from absence a ${joins} where a.id = $1`);

export async function findAbsence(db: Db, id: string): Promise<Absence | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toAbsence(row);
}

export async function lockAbsence(tx: Tx, id: string): Promise<Absence | undefined> {
  return (await tx.rows(lockStatement, [id])).length === 0 ? undefined : findAbsence(tx, id);
}

const deleteStatement = statement('delete_absence', 'delete from absence where id = $1');

export async function deleteAbsence(tx: Tx, id: string): Promise<void> {
  await tx.rows(deleteStatement, [id]);
}

const where = (sprayerId: string | undefined): string =>
  `a.to_date >= $1 and a.from_date <= $2${sprayerId === undefined ? '' : ' and a.sprayer_id = $3'}`;
const valuesOf = ({ from, to }: DateRange, sprayerId: string | undefined): Value[] => [
  from,
  to,
  ...(sprayerId === undefined ? [] : [sprayerId]),
];

const countAllStatement = statement('count_absences', `select count(*) from absence a where ${where(undefined)}`, { short: true });
const countOfStatement = statement('count_absences_of', `select count(*) from absence a where ${where('one')}`, { short: true });

export async function countAbsences(db: Db, range: DateRange, sprayerId: string | undefined): Promise<number> {
  const counting = sprayerId === undefined ? countAllStatement : countOfStatement;
  return Number((await db.rows(counting, valuesOf(range, sprayerId)))[0]?.[0]);
}

/** Absences that overlap the range, next one first. */
export async function listAbsences(
  db: Db,
  range: DateRange,
  sprayerId: string | undefined,
  limit: number,
  offset: number,
): Promise<Absence[]> {
  const build = (limitClause: string) =>
    `select ${columns} from absence a ${joins} where ${where(sprayerId)} order by a.from_date, a.id ${limitClause}`;
  const shape = sprayerId === undefined ? 'absences' : 'absences of a sprayer';
  return (await db.rows(pageStatement(shape, [], limit, offset, build), valuesOf(range, sprayerId))).map(toAbsence);
}
