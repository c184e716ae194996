import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface Contacts {
  language: 'en' | 'vi';
  company: { name: string; phone: string | null };
  emails: string[];
  /** Confirmed numbers only: others may be anybody's. */
  phoneKeys: string[];
}

// Sorted, because each is a row to lock later.
const contactsStatement = statement(
  'contacts_of_account',
  `with contact (email, phone_key) as (
     select email, case when phone_confirmed then phone_key end from app_user where id = $1
     union all select email, phone_key from former_contact where user_id = $1 and expires_at > $2)
   select u.language, c.name, c.phone_number,
          (select json_agg(e order by e) from (select distinct on (lower(email)) email as e from contact where email is not null) as emails),
          (select json_agg(p order by p) from (select distinct phone_key as p from contact where phone_key is not null) as numbers)
     from app_user u cross join company c where u.id = $1`,
);

/** Every address and number that the account has, and those that it had of late. */
export async function readContacts(tx: Tx, userId: string, now: Date): Promise<Contacts> {
  const [row] = await tx.rows(contactsStatement, [userId, now.toISOString()]);
  if (row === undefined) throw new Error('the user is missing');
  const [language, name, phone, emails, phoneKeys] = row;
  return {
    language: language === 'en' ? 'en' : 'vi',
    company: { name: String(name), phone: phone ?? null },
    emails: emails == null ? [] : JSON.parse(emails),
    phoneKeys: phoneKeys == null ? [] : JSON.parse(phoneKeys),
  };
}

const insertMailsStatement = statement(
  'insert_access_notice_mails',
  `insert into outgoing_mail (to_address, subject, text, created_at, not_before)
   select to_address, $2, $3, $4::timestamptz, $4::timestamptz from unnest($1::text[]) to_address`,
);

export async function insertNoticeMails(tx: Tx, emails: readonly string[], subject: string, text: string, now: Date): Promise<void> {
  if (emails.length > 0) await tx.rows(insertMailsStatement, [[...emails], subject, text, now.toISOString()]);
}

const insertSmsStatement = statement(
  'insert_access_notice_sms',
  `insert into message_delivery (key, recipient_id, type, urgent, language, subject, text, channels, channel, status, created_at, due_at, to_phone)
   select 'access:' || gen_random_uuid(), $2, 'access_notice', true, $3, $4, $5, '{sms}', 'sms', 'waiting', $6::timestamptz, $6::timestamptz, to_phone
     from unnest($1::text[]) to_phone`,
);

export async function insertNoticeSms(
  tx: Tx,
  phoneKeys: readonly string[],
  { userId, language, subject, text }: { userId: string; language: string; subject: string; text: string },
  now: Date,
): Promise<void> {
  if (phoneKeys.length > 0) await tx.rows(insertSmsStatement, [[...phoneKeys], userId, language, subject, text, now.toISOString()]);
}

const keepStatement = statement(
  'keep_former_contact',
  `insert into former_contact (user_id, email, phone_key, expires_at)
   select $1, email, phone_key, $4::timestamptz
     from (values ($2::text, null::text), (null, $3::text)) as former (email, phone_key) where num_nonnulls(email, phone_key) = 1`,
);

/** `null`: it has not changed. */
export async function keepFormerContact(
  tx: Tx,
  userId: string,
  { email, phoneKey }: { email: string | null; phoneKey: string | null },
  expiresAt: Date,
): Promise<void> {
  await tx.rows(keepStatement, [userId, email, phoneKey, expiresAt.toISOString()]);
}
