import { blockLimit, hashPhoneCode, newPhoneCode } from '../accounts/phone-code.ts';
import { type CodeBudget, phoneCodeText } from '../accounts/phone-code-rules.ts';
import { claimPhoneCodes, type DuePhoneCode, savePhoneCode } from '../accounts/phone-code-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { DeliveryQueue } from '../platform/jobs/delivery-queue.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { OutageLog } from '../platform/postgres/outage-log.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { sendCode } from './send-code.ts';
import type { SmsProvider } from './sms.ts';
import { hasCodeBudget } from './sms-store.ts';

const maxConcurrent = 32;

export interface DeliverCodesOptions {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  outages: OutageLog;
  provider: SmsProvider;
  secrets: SecretBox;
  publicUrl: string;
  /** Time limit of a call to the provider in milliseconds. */
  limit: number;
}

/** Makes the codes that were asked for, and sends those that someone can use. A code is only in the memory of this process and in the SMS. */
export function deliverCodes(options: DeliverCodesOptions): DeliveryQueue<DuePhoneCode> {
  const { database, catalog, clock, outages, provider, secrets, publicUrl, limit } = options;
  const host = new URL(publicUrl).hostname;
  return new DeliveryQueue({
    outages,
    items: 'sign-in codes',
    timeoutMs: limit,
    laneOf: () => 'sms',
    claim: async (inFlight) => claimPhoneCodes(database.write, clock(), maxConcurrent - (inFlight.get('sms') ?? 0)),
    async deliver({ id, purpose, phoneKey }, signal) {
      const code = newPhoneCode();
      const { company } = await catalog.facts();
      const saved = await savePhoneCode(database.write, id, hashPhoneCode(secrets, id, code), blockLimit(phoneKey), clock());
      if (saved === undefined || !saved.isSent) return;
      const { language, budget } = saved;
      const text = phoneCodeText({ purpose, language, companyName: company.name, host, code });
      await sendCode({ database, catalog, clock, provider }, { phoneKey, language, text, budget }, signal);
    },
  });
}

/** Whether a budget of today is enough for another code. */
export async function isCodeBudgetLeft(
  { database, catalog, clock }: Pick<DeliverCodesOptions, 'database' | 'catalog' | 'clock'>,
  budget: CodeBudget,
): Promise<boolean> {
  const { company } = await catalog.facts();
  return hasCodeBudget(database.read, wallTime(clock(), company.timeZone).date, budget);
}
