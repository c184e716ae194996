import { type Absence, findAbsence } from '../dispatch/absence-store.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const unsentStatement = statement('unsent_leave_decisions', 'select id from absence where not is_decision_sent order by id limit $1', {
  short: true,
});

/** Decided requests whose sprayers have no message yet, oldest first. */
export async function listUnsentDecisions(db: Db, limit: number): Promise<string[]> {
  return (await db.rows(unsentStatement, [limit])).map(([id]) => String(id));
}

const markStatement = statement(
  'mark_leave_decision_sent',
  'update absence set is_decision_sent = true where id = $1 and not is_decision_sent returning 1',
);

/** The absence, for the one process that sends its message; undefined: it is sent already, or removed. */
export async function claimDecision(tx: Tx, id: string): Promise<Absence | undefined> {
  return (await tx.rows(markStatement, [id])).length === 0 ? undefined : findAbsence(tx, id);
}
