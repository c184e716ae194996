import type { Tx } from '../platform/postgres/database.ts';
import { insertNoticeMails, insertNoticeSms, keepFormerContacts, readContacts } from './access-notice-store.ts';
import { type AccessChange, accessNotice } from './access-notice-text.ts';
import { noticeLimits, phoneKey } from './account-rules.ts';
import { countAttempts } from './account-store.ts';
import { endedAccessDays } from './ended-access-rules.ts';
import type { Person } from './person-store.ts';

type ContactData = Pick<Person, 'email' | 'phoneNumber' | 'phoneConfirmed'>;

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
export const sendAccessNotice = (tx: Tx, userId: string, change: AccessChange, context: NoticeContext): Promise<void> =>
  sendAccessNotices(tx, [userId], change, context);

/** The same for many accounts, in one statement each. */
export async function sendAccessNotices(
  tx: Tx,
  userIds: readonly string[],
  change: AccessChange,
  { hasSms, now }: NoticeContext,
): Promise<void> {
  if (userIds.length === 0) return;
  const notices = (await readContacts(tx, userIds, now)).map(({ company, ...contacts }) => ({
    ...contacts,
    ...accessNotice(contacts.language, change, company),
  }));
  const mails = notices.flatMap(({ emails, mail, ...notice }) => emails.map((to) => ({ ...notice, text: mail, to })));
  await insertNoticeMails(tx, await withinLimit(tx, 'mail', mails, now), now);
  if (!hasSms) return;
  const messages = notices.flatMap(({ phoneKeys, sms, ...notice }) => phoneKeys.map((to) => ({ ...notice, text: sms, to })));
  await insertNoticeSms(tx, await withinLimit(tx, 'sms', messages, now), now);
}

/** Those whose address has not had too many notices on this day, of all accounts. */
async function withinLimit<T extends { to: string }>(
  tx: Tx,
  kind: keyof typeof noticeLimits,
  notices: readonly T[],
  now: Date,
): Promise<T[]> {
  const { attempts: most, windowSeconds } = noticeLimits[kind];
  const keyOf = ({ to }: T) => `access-notice:${to.toLowerCase()}`;
  const counted = await countAttempts(tx, notices.map(keyOf), now, windowSeconds);
  return notices.filter((notice) => (counted.get(keyOf(notice)) ?? 0) <= most);
}

/** What differs, of what a new password or a code is sent to. */
export const contactChanges = (before: ContactData, after: ContactData): ('email' | 'phone')[] => [
  ...(isSame(before.email, after.email, (email) => email.toLowerCase()) ? [] : (['email'] as const)),
  ...(isSame(before.phoneNumber, after.phoneNumber, phoneKey) ? [] : (['phone'] as const)),
];

const isSame = (one: string | null, other: string | null, keyOf: (text: string) => string): boolean =>
  one === null || other === null ? one === other : keyOf(one) === keyOf(other);

/** Notices of a new e-mail address or phone number, before it is saved. What is replaced gets later notices, too. */
export const noticeContactChanges = (tx: Tx, userId: string, before: Person, after: Person, context: NoticeContext): Promise<void> =>
  noticeContactChangesOf(tx, [{ userId, before, after }], context);

/** The same for many accounts. The transaction has locked them. */
export async function noticeContactChangesOf(
  tx: Tx,
  changed: readonly { userId: string; before: ContactData; after: ContactData }[],
  context: NoticeContext,
): Promise<void> {
  const differing = changed.map(({ userId, before, after }) => ({ userId, before, changes: contactChanges(before, after) }));
  for (const change of ['email', 'phone'] as const) {
    const userIds = differing.flatMap(({ userId, changes }) => (changes.includes(change) ? [userId] : []));
    await sendAccessNotices(tx, userIds, change, context);
  }
  const former = differing.map(({ userId, before, changes }) => ({
    userId,
    email: changes.includes('email') ? before.email : null,
    phoneKey: changes.includes('phone') && before.phoneConfirmed && before.phoneNumber !== null ? phoneKey(before.phoneNumber) : null,
  }));
  const expiresAt = new Date(context.now.getTime() + endedAccessDays * 86_400_000);
  await keepFormerContacts(
    tx,
    former.filter(({ email, phoneKey }) => email !== null || phoneKey !== null),
    expiresAt,
  );
}
