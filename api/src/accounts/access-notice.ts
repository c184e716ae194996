import type { Tx } from '../platform/postgres/database.ts';
import { insertNoticeMails, insertNoticeSms, keepFormerContact, readContacts } from './access-notice-store.ts';
import { type AccessChange, accessNotice } from './access-notice-text.ts';
import { noticeLimits, phoneKey } from './account-rules.ts';
import { countAttempt } from './account-store.ts';
import { endedAccessDays } from './ended-access-rules.ts';
import type { Person } from './person-store.ts';

export interface NoticeContext {
  /** Whether SMS are sent. */
  hasSms: boolean;
  now: Date;
}

/**
 * Sends a notice to every e-mail address and confirmed number that the account has or had of late, so that its owner learns what an
 * intruder does. Whoever causes notices again and again does not hide anything: the first ones of the day are sent. The transaction has
 * locked the user.
 */
export async function sendAccessNotice(tx: Tx, userId: string, change: AccessChange, { hasSms, now }: NoticeContext): Promise<void> {
  const { language, company, emails, phoneKeys } = await readContacts(tx, userId, now);
  const { subject, mail, sms } = accessNotice(language, change, company);
  await insertNoticeMails(tx, await withinLimit(tx, 'mail', emails, now), subject, mail, now);
  if (!hasSms) return;
  await insertNoticeSms(tx, await withinLimit(tx, 'sms', phoneKeys, now), { userId, language, subject, text: sms }, now);
}

/** Those that have not had too many notices on this day, of all accounts. */
async function withinLimit(tx: Tx, kind: keyof typeof noticeLimits, addresses: readonly string[], now: Date): Promise<string[]> {
  const { attempts: most, windowSeconds } = noticeLimits[kind];
  const allowed: string[] = [];
  for (const address of addresses) {
    const { attempts } = await countAttempt(tx, `access-notice:${address.toLowerCase()}`, now, windowSeconds);
    if (attempts <= most) allowed.push(address);
  }
  return allowed;
}

/** What differs, of what a new password or a code is sent to. */
export const contactChanges = (before: Person, after: Person): ('email' | 'phone')[] => [
  ...(isSame(before.email, after.email, (email) => email.toLowerCase()) ? [] : (['email'] as const)),
  ...(isSame(before.phoneNumber, after.phoneNumber, phoneKey) ? [] : (['phone'] as const)),
];

const isSame = (one: string | null, other: string | null, keyOf: (text: string) => string): boolean =>
  one === null || other === null ? one === other : keyOf(one) === keyOf(other);

/** Notices of a new e-mail address or phone number, before it is saved. What is replaced gets later notices, too. */
export async function noticeContactChanges(tx: Tx, userId: string, before: Person, after: Person, context: NoticeContext): Promise<void> {
  const changes = contactChanges(before, after);
  for (const change of changes) await sendAccessNotice(tx, userId, change, context);
  const former = {
    email: changes.includes('email') ? before.email : null,
    phoneKey: changes.includes('phone') && before.phoneConfirmed && before.phoneNumber !== null ? phoneKey(before.phoneNumber) : null,
  };
  if (former.email === null && former.phoneKey === null) return;
  await keepFormerContact(tx, userId, former, new Date(context.now.getTime() + endedAccessDays * 86_400_000));
}
