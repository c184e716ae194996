import { randomUUID } from 'node:crypto';
import type { CodeBudget } from '../accounts/phone-code-rules.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Language } from '../catalog/catalog-words.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { raiseBudgetAlarm } from './budget-alarm.ts';
import type { SmsProvider } from './sms.ts';
import { insertCodeMessage, markCode, releaseBudget, reserveBudget } from './sms-store.ts';
import { internationalNumber, smsText } from './sms-text-rules.ts';

export interface SendCodeDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  /** Undefined: SMS is not configured. */
  provider: SmsProvider | undefined;
}

export interface Code {
  phoneKey: string;
  language: Language;
  /** With the code; it is neither stored nor logged. */
  text: string;
  budget: CodeBudget;
}

/** `unknown`: perhaps sent; the person can ask for another code. */
export type CodeResult = 'sent' | 'unknown' | 'failed' | 'over-budget' | 'not-configured';

const overBudget: Record<CodeBudget, string> = {
  code: 'The budget for sign-in codes of the day is used up.',
  new_number: 'The budget for codes to new numbers of the day is used up.',
};

/** Sends a sign-in code at once, at any hour, from a budget for codes. Call it outside a transaction. */
export async function sendCode(deps: SendCodeDeps, { phoneKey, language, text, budget }: Code, signal: AbortSignal): Promise<CodeResult> {
  const { database, catalog, clock, provider } = deps;
  if (provider === undefined) return 'not-configured';
  const now = clock();
  const day = wallTime(now, (await catalog.facts()).company.timeZone).date;
  const key = `code:${randomUUID()}`;
  const id = await insertCodeMessage(database.write, key, language, now);
  const sms = smsText(text, true);
  const reserved = await reserveBudget(database.write, { messageId: id, day, kind: budget, parts: sms.parts });
  if (reserved !== 'enough') await raiseBudgetAlarm(database, day, budget, reserved === 'refused' ? 1 : 0, now);
  if (reserved === 'refused') {
    await markCode(database.write, id, 'failed', null, overBudget[budget]);
    return 'over-budget';
  }
  const outcome = await provider.send({ to: internationalNumber(phoneKey), text: sms.text, key }, signal);
  if (outcome.result === 'accepted') {
    await markCode(database.write, id, 'sent', outcome.providerId, null);
    return 'sent';
  }
  const isUnknown = outcome.result === 'unknown';
  await markCode(database.write, id, isUnknown ? 'unknown' : 'failed', null, outcome.error);
  if (!isUnknown) await releaseBudget(database.write, id);
  return isUnknown ? 'unknown' : 'failed';
}
