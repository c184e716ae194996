import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { raiseBudgetAlarm } from './budget-alarm.ts';
import type { SendOutcome } from './channel.ts';
import { releaseBudget, reserveBudget } from './sms-store.ts';

export interface MessageBudgetDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}

const refusals = {
  refused: 'The budget of the day for messages is used up.',
  sender_refused: 'The budget of the day of the person who caused the message is used up.',
};

/**
 * Sends a message within the budgets of the day and of its sender: reserves its cost first, and gives it back if the message was surely not sent.
 * `parts`: of an SMS; null: a Zalo message.
 */
export async function sendWithinBudget<Outcome extends SendOutcome>(
  { database, catalog, clock }: MessageBudgetDeps,
  { id, isReserved }: { id: string; isReserved: boolean },
  parts: number | null,
  send: () => Promise<Outcome>,
): Promise<Outcome | SendOutcome> {
  if (!isReserved) {
    const now = clock();
    const day = wallTime(now, (await catalog.facts()).company.timeZone).date;
    const reserved = await reserveBudget(database.write, { messageId: id, day, kind: 'message', parts });
    if (reserved !== 'enough')
      await raiseBudgetAlarm(database, day, reserved === 'sender_refused' ? 'sender' : 'message', reserved === 'almost' ? 0 : 1, now);
    if (reserved === 'refused' || reserved === 'sender_refused') return { result: 'refused', error: refusals[reserved] };
  }
  const outcome = await send();
  if (outcome.result !== 'accepted' && outcome.result !== 'unknown') await releaseBudget(database.write, id);
  return outcome;
}
