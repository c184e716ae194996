import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface Contacts {
  userId: string;
  language: 'en' | 'vi';
  company: { name: string; phone: string | null };
  emails: string[];
  /** Confirmed numbers only: others may be anybody's. */
  phoneKeys: string[];
}

const contactsStatement = statement(
  'contacts_of_accounts',
  `with contact (user_id, email, phone_key) as (
     select id, email, case when phone_confirmed then phone_key end from app_user where id = any($1::bigint[])
     union all select user_id, email, phone_key from former_contact where user_id = any($1::bigint[]) and expires_at > $2),
   emails as (
     select user_id, json_agg(email) as list
       from (select distinct on (user_id, lower(email)) user_id, email from contact where email is not null) as one group by user_id),
   numbers as (
     select user_id, json_agg(phone_key) as list
       from (select distinct user_id, phone_key from contact where phone_key is not null) as one group by user_id)
   select u.id, u.language, c.name, c.phone_number, e.list, n.list
     from app_user u cross join company c left join emails e on e.user_id = u.id left join numbers n on n.user_id = u.id
    where u.id = any($1::bigint[]) order by u.id`,
);

/** Every address and number that the accounts have, and those that they had of late. */
export async function readContacts(tx: Tx, userIds: readonly string[], now: Date): Promise<Contacts[]> {
  const rows = await tx.rows(contactsStatement, [[...userIds], now.toISOString()]);
  return rows.map(([id, language, name, phone, emails, phoneKeys]) => ({
    userId: String(id),
    language: language === 'en' ? 'en' : 'vi',
    company: { name: String(name), phone: phone ?? null },
    emails: emails == null ? [] : JSON.parse(emails),
    phoneKeys: phoneKeys == null ? [] : JSON.parse(phoneKeys),
  }));
}

/** A notice to one address or number. */
export interface NoticeTo {
  userId: string;
  to: string;
  language: string;
  subject: string;
  text: string;
}

const json = (notices: readonly NoticeTo[]): string => JSON.stringify(notices);

const insertMailsStatement = statement(
  'insert_access_notice_mails',
  `insert into outgoing_mail (to_address, subject, text, created_at, not_before)
   select "to", subject, text, $2::timestamptz, $2::timestamptz from jsonb_to_recordset($1::jsonb) as n ("to" text, subject text, text text)`,
);

export async function insertNoticeMails(tx: Tx, notices: readonly NoticeTo[], now: Date): Promise<void> {
  if (notices.length > 0) await tx.rows(insertMailsStatement, [json(notices), now.toISOString()]);
}

const insertSmsStatement = statement(
  'insert_access_notice_sms',
  `insert into message_delivery (key, recipient_id, type, urgent, language, subject, text, channels, channel, status, created_at, due_at, to_phone)
   select 'access:' || gen_random_uuid(), "userId", 'access_notice', true, language, subject, text, '{sms}', 'sms', 'waiting',
          $2::timestamptz, $2::timestamptz, "to"
     from jsonb_to_recordset($1::jsonb) as n ("userId" bigint, "to" text, language text, subject text, text text)`,
);

export async function insertNoticeSms(tx: Tx, notices: readonly NoticeTo[], now: Date): Promise<void> {
  if (notices.length > 0) await tx.rows(insertSmsStatement, [json(notices), now.toISOString()]);
}

const keepStatement = statement(
  'keep_former_contacts',
  `insert into former_contact (user_id, email, phone_key, expires_at)
   select n."userId", former.email, former.phone_key, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as n ("userId" bigint, email text, "phoneKey" text)
     cross join lateral (values (n.email, null::text), (null, n."phoneKey")) as former (email, phone_key)
    where num_nonnulls(former.email, former.phone_key) = 1`,
);

/** What an account had before a change; null: it stays. */
export interface FormerContact {
  userId: string;
  email: string | null;
  phoneKey: string | null;
}

export async function keepFormerContacts(tx: Tx, former: readonly FormerContact[], expiresAt: Date): Promise<void> {
  if (former.length > 0) await tx.rows(keepStatement, [JSON.stringify(former), expiresAt.toISOString()]);
}
