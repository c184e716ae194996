import { differences, insertAudit } from '../accounts/audit-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { readSpan, type SpanInput, spanForAudit } from '../catalog/span.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import type { Database } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import {
  type Absence,
  type AbsenceKind,
  deleteAbsence,
  findAbsence,
  insertAbsence,
  isEntered,
  lockAbsence,
  type NewAbsence,
  saveDecision,
} from './absence-store.ts';
import { lockSprayers } from './crew-store.ts';

interface AbsenceContext {
  database: Database;
  catalog: Catalog;
  actor: Actor;
  now: Date;
}

export interface AbsenceInput extends SpanInput {
  kind: AbsenceKind;
  note?: string | undefined;
}

const forAudit = (absence: Pick<NewAbsence, 'sprayerId' | 'from' | 'to' | 'sessionIds' | 'kind' | 'note' | 'state'>) => ({
  ...spanForAudit(absence),
  sprayerId: absence.sprayerId,
  kind: absence.kind,
  note: absence.note,
  state: absence.state,
});

/**
 * Enters an absence. By the office it counts at once, and the sprayer's jobs in it stay and appear on the to-do list. By the sprayer it is
 * a request.
 */
export async function enterAbsence(
  { database, catalog, actor, now }: AbsenceContext,
  sprayerId: string,
  input: AbsenceInput,
): Promise<Absence> {
  const facts = await catalog.facts();
  const span = readSpan(input, facts, wallTime(now, facts.company.timeZone));
  const state = actor.role === 'sprayer' ? ('requested' as const) : ('approved' as const);
  const absence = { ...span, sprayerId, kind: input.kind, note: input.note?.trim() || null, state };
  return database.transaction(async (tx) => {
    const [sprayer] = await lockSprayers(tx, [sprayerId]);
    if (sprayer === undefined) throw new AppError('CREW_UNKNOWN', `${sprayerId} is not an active sprayer.`);
    if (await isEntered(tx, absence)) throw new AppError('ABSENCE_EXISTS', 'There is such an absence already.');
    const id = await insertAbsence(tx, { ...absence, actorId: actor.id }, now);
    const changes = differences({}, forAudit(absence));
    await insertAudit(tx, { actorId: actor.id, action: 'absence_create', subjectType: 'absence', subjectId: id, changes }, now);
    return (await findAbsence(tx, id)) as Absence;
  });
}

const noSuchAbsence = () => new AppError('NOT_FOUND', 'There is no such absence.');

/** A sprayer can remove only own entries; the office can remove any. */
export function removeAbsence({ database, actor, now }: Omit<AbsenceContext, 'catalog'>, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const absence = await lockAbsence(tx, id);
    if (absence === undefined) throw noSuchAbsence();
    if (actor.role === 'sprayer') {
      if (absence.sprayerId !== actor.id) throw noSuchAbsence();
      if (absence.actorId !== actor.id)
        throw new AppError('ACTION_NOT_ALLOWED', 'The office entered this absence. Please ask the office to remove it.');
    }
    await deleteAbsence(tx, id);
    const before = forAudit(absence);
    const nothing = { from: null, to: null, sessionIds: null, sprayerId: null, kind: null, note: null, state: null };
    const changes = differences<Record<keyof typeof nothing, string | null>>(before, nothing);
    await insertAudit(tx, { actorId: actor.id, action: 'absence_delete', subjectType: 'absence', subjectId: id, changes }, now);
  });
}

/**
 * Approves or refuses a request. Lock order: sprayer, absence. An approval locks the sprayer like an assignment, so a job is assigned
 * before it, and is then to do, or rejected.
 */
export function decideAbsence(
  { database, actor, now }: Omit<AbsenceContext, 'catalog'>,
  id: string,
  state: 'approved' | 'refused',
  input: string | undefined,
): Promise<Absence> {
  const note = input?.trim() || null;
  return database.transaction(async (tx) => {
    const seen = await findAbsence(tx, id);
    if (seen === undefined) throw noSuchAbsence();
    const [sprayer] = await lockSprayers(tx, [seen.sprayerId]);
    const absence = await lockAbsence(tx, id);
    if (absence === undefined) throw noSuchAbsence();
    if (absence.state !== 'requested') {
      const by = absence.decidedBy === null ? '' : ` by ${absence.decidedBy}`;
      throw new AppError('REQUEST_DECIDED', `It has been ${absence.state}${by} already. Remove it and enter another absence to change it.`);
    }
    if (state === 'approved' && sprayer === undefined)
      throw new AppError('CREW_UNKNOWN', `${absence.sprayer} is not an active sprayer any more.`);
    await saveDecision(tx, id, { state, actorId: actor.id, note, now });
    const changes = differences<{ state: string; note: string | null }>({ state: absence.state, note: null }, { state, note });
    const action = state === 'approved' ? 'absence_approve' : 'absence_refuse';
    await insertAudit(tx, { actorId: actor.id, action, subjectType: 'absence', subjectId: id, changes }, now);
    return (await findAbsence(tx, id)) as Absence;
  });
}
