import type { Database } from '../platform/postgres/database.ts';
import { budgetAlarmMails } from './budget-alarm-mails.ts';
import type { SpendingKind } from './sms-store.ts';
import { mailOffice, recordAlarm } from './sms-store.ts';

/**
 * Mails the office once a day and kind: the admins when most of the budget is used, and receptionists, too, when it refuses the first
 * message, because they have to call people then.
 */
export async function raiseBudgetAlarm(database: Database, day: string, kind: SpendingKind, refused: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const alarm = await recordAlarm(tx, day, kind, refused, now);
    const mails = alarm && budgetAlarmMails[kind][alarm];
    if (mails !== undefined) await mailOffice(tx, alarm === 'used_up' ? ['admin', 'receptionist'] : ['admin'], mails.en, mails.vi, now);
  });
}
