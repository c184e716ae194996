import { includesSession } from '../catalog/closure-store.ts';
import type { DateRange } from '../catalog/date-range-rules.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { listStatement, pageStatement, statement } from '../platform/postgres/sql.ts';

export const absenceKinds = ['leave', 'illness', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

export const absenceStates = ['requested', 'approved', 'refused'] as const;
/** Only approved absences count. A sprayer's own entry is a request that the office approves or refuses. */
export type AbsenceState = (typeof absenceStates)[number];

export interface NewAbsence extends DateRange {
  sprayerId: string;
  /** null: whole days. */
  sessionIds: readonly string[] | null;
  kind: AbsenceKind;
  note: string | null;
  actorId: string;
  state: AbsenceState;
}

export interface Absence extends NewAbsence {
  id: string;
  sprayer: string;
  sessionIds: string[] | null;
  /** Name of the user who entered it. */
  by: string;
  timestamp: string;
  /** Name of the user who approved or refused it; null: not decided, or entered by the office. */
  decidedBy: string | null;
  decidedAt: string | null;
  /** What the office wrote to the sprayer. */
  decisionNote: string | null;
  /** Jobs of the sprayer in it that have not begun. */
  openJobs: number;
}

/** SQL condition: a sprayer is absent in a session of a date. The column arguments must be qualified. */
export const isAbsent = (sprayerId: string, date: string, sessionId: string): string =>
  `exists (select from absence a
            where a.sprayer_id = ${sprayerId} and a.state = 'approved' and a.to_date >= ${date} and a.from_date <= ${date} and ${includesSession('a', sessionId)})`;

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
      and m.order_status = 'assigned' and ${includesSession('a', 'm.session_id')}),
  a.state, d.full_name, to_char(a.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), a.decision_note`;
const joins = 'join app_user s on s.id = a.sprayer_id join app_user u on u.id = a.actor_id left join app_user d on d.id = a.decided_by';

function toAbsence(row: Row): Absence {
  const [id, sprayerId, sprayer, from, to, sessions, kind, note, actorId, by, timestamp, openJobs, ...decision] = row;
  const [state, decidedBy = null, decidedAt = null, decisionNote = null] = decision;
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
    state: state as AbsenceState,
    decidedBy,
    decidedAt,
    decisionNote,
  };
}

const insertStatement = statement(
  'insert_absence',
  `insert into absence (sprayer_id, from_date, to_date, session_ids, kind, note, actor_id, created_at, state)
   values ($1, $2, $3, $4::bigint[], $5, $6, $7, $8, $9) returning id`,
);

/** The sprayer must be locked (lockSprayers), so that a concurrent assignment is either complete before or rejected afterwards. */
export async function insertAbsence(tx: Tx, absence: NewAbsence, now: Date): Promise<string> {
  const { sprayerId, from, to, sessionIds, kind, note, actorId, state } = absence;
  const values = [sprayerId, from, to, sessionIds, kind, note, actorId, now.toISOString(), state];
  return String((await tx.rows(insertStatement, values))[0]?.[0]);
}

const includingStatement = statement(
  'including_absence',
  `select a.id from absence a
    where a.sprayer_id = $1 and a.from_date <= $2 and a.to_date >= $3 and (a.session_ids is null or a.session_ids @> $4::bigint[])
      and a.kind = $5 and (a.state = 'approved' or a.state = $6) limit 1`,
);

/** Whether an absence of the same kind, which counts as much, has all its days and sessions. The sprayer must be locked. */
export async function isEntered(tx: Tx, { sprayerId, from, to, sessionIds, kind, state }: Omit<NewAbsence, 'actorId'>): Promise<boolean> {
  return (await tx.rows(includingStatement, [sprayerId, from, to, sessionIds, kind, state])).length > 0;
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

const decideStatement = statement(
  'decide_absence',
  'update absence set state = $2, decided_by = $3, decided_at = $4, decision_note = $5, is_decision_sent = false where id = $1',
);

/** Sprayer and absence must be locked, in this order. */
export async function saveDecision(
  tx: Tx,
  id: string,
  { state, actorId, note, now }: { state: AbsenceState; actorId: string; note: string | null; now: Date },
): Promise<void> {
  await tx.rows(decideStatement, [id, state, actorId, now.toISOString(), note]);
}

const deleteStatement = statement('delete_absence', 'delete from absence where id = $1');

export async function deleteAbsence(tx: Tx, id: string): Promise<void> {
  await tx.rows(deleteStatement, [id]);
}

export interface AbsenceFilter extends DateRange {
  sprayerId?: string | undefined;
  state?: AbsenceState | undefined;
}

function where({ from, to, sprayerId, state }: AbsenceFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [from, to];
  const terms = ['a.to_date >= $1', 'a.from_date <= $2'];
  if (sprayerId !== undefined) terms.push(`a.sprayer_id = $${values.push(sprayerId)}`);
  // Not a parameter, so that the planner knows that requests are few.
  if (state !== undefined) terms.push(`a.state = '${state}'`);
  return { text: terms.join(' and '), values, key: `${sprayerId === undefined ? '' : 'of sprayer'} ${state ?? ''}` };
}

export async function countAbsences(db: Db, filter: AbsenceFilter): Promise<number> {
  const { text, values, key } = where(filter);
  const counting = listStatement(`absences ${key} counted`, [], () => `select count(*) from absence a where ${text}`);
  return Number((await db.rows(counting, values))[0]?.[0]);
}

/** Absences that overlap the range, next one first. */
export async function listAbsences(db: Db, filter: AbsenceFilter, limit: number, offset: number): Promise<Absence[]> {
  const { text, values, key } = where(filter);
  const build = (limits: string) => `select ${columns} from absence a ${joins} where ${text} order by a.from_date, a.id ${limits}`;
  return (await db.rows(pageStatement(`absences ${key}`, [], limit, offset, build), values)).map(toAbsence);
}
