import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError, invalid } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import type { Database } from '../platform/postgres/database.ts';
import { deleteBan, findBan, insertBan, type StoredBan, shareFarmer } from './crew-ban-store.ts';
import { lockSprayers } from './crew-store.ts';

interface BanContext {
  database: Database;
  actor: Actor;
  now: Date;
}

export interface BanInput {
  sprayerId: string;
  farmerId?: string | undefined;
  otherSprayerId?: string | undefined;
  reason: string;
}

const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

function checkInput({ sprayerId, farmerId, otherSprayerId }: BanInput): void {
  if ((farmerId === undefined) === (otherSprayerId === undefined))
    throw invalid({ path: 'farmerId', message: 'give either the farmer or the other sprayer' });
  if (sprayerId === otherSprayerId) throw invalid({ path: 'otherSprayerId', message: 'must be another sprayer' });
}

/**
 * Adds a ban. Lock order: sprayers by id, farmer. Assigning a crew locks the sprayers too, so a crew is assigned before the ban, and counts
 * as an open job of it, or rejected.
 */
export function addBan({ database, actor, now }: BanContext, input: BanInput): Promise<StoredBan> {
  checkInput(input);
  const { farmerId = null, reason } = input;
  const ids = [input.sprayerId, ...(input.otherSprayerId === undefined ? [] : [input.otherSprayerId])].sort(compareIds);
  const [sprayerId = '', otherSprayerId = null] = ids;
  return database.transaction(async (tx) => {
    const active = await lockSprayers(tx, ids);
    const unknown = ids.filter((id) => !active.some((sprayer) => sprayer.id === id));
    if (unknown.length > 0) throw new AppError('CREW_UNKNOWN', `${unknown.join(' and ')} is not an active sprayer.`);
    if (farmerId !== null && !(await shareFarmer(tx, farmerId))) throw invalid({ path: 'farmerId', message: 'is not a farmer' });
    const ban = { sprayerId, farmerId, otherSprayerId, reason: reason.trim() };
    const id = await insertBan(tx, { ...ban, actorId: actor.id }, now);
    if (id === undefined) throw new AppError('BAN_EXISTS', 'There is such a ban already. Remove it first to change its reason.');
    await insertAudit(
      tx,
      { actorId: actor.id, action: 'ban_create', subjectType: 'ban', subjectId: id, changes: differences({}, ban) },
      now,
    );
    return (await findBan(tx, id)) as StoredBan;
  });
}

export function removeBan({ database, actor, now }: BanContext, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const ban = await findBan(tx, id);
    if (ban === undefined || !(await deleteBan(tx, id))) throw new AppError('NOT_FOUND', 'There is no such ban.');
    const before = {
      sprayerId: ban.sprayer.id,
      farmerId: ban.farmer?.id ?? null,
      otherSprayerId: ban.otherSprayer?.id ?? null,
      reason: ban.reason,
    };
    const nothing = { sprayerId: null, farmerId: null, otherSprayerId: null, reason: null };
    const changes = differences<Record<keyof typeof nothing, string | null>>(before, nothing);
    await insertAudit(tx, { actorId: actor.id, action: 'ban_delete', subjectType: 'ban', subjectId: id, changes }, now);
  });
}
