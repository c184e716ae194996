import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { LinkKind } from './account-rules.ts';
import type { FormOfAddress } from './address-rules.ts';

export interface Addressee {
  id: string;
  email: string;
}

const addresseeText = 'left join app_user u on u.active and u.email is not null and';
const findAddresseeStatements = {
  email: statement(
    'find_addressee_by_email',
    `select g.value, u.id, u.email from (select lower($1::text) as value) g ${addresseeText} lower(u.email) = g.value`,
  ),
  phone: statement(
    'find_addressee_by_phone',
    // A mail goes to the account's own address, so it may also be one that has not confirmed the number.
    `select g.value, u.id, u.email from (select $1::text as value) g ${addresseeText} u.phone_key = g.value order by u.phone_confirmed desc, u.id limit 1`,
  ),
};

export interface AddresseeLookup {
  /** The given e-mail address or phone number in the form that the database compares. */
  value: string;
  /** undefined: there is no active account with an e-mail address. */
  addressee: Addressee | undefined;
}

export async function findAddressee(db: Db, by: 'email' | 'phone', given: string): Promise<AddresseeLookup> {
  const [[value, id, email] = []] = await db.rows(findAddresseeStatements[by], [given]);
  return { value: String(value), addressee: id == null ? undefined : { id, email: String(email) } };
}

// The link is created when the mail is sent. Without an addressee the same statement runs and inserts nothing, so timing does not differ.
const queueLinkMailStatement = statement(
  'queue_link_mail',
  `insert into outgoing_mail (to_address, subject, text, created_at, not_before, link_kind, user_id)
   select $2, '', '', $3::timestamptz, $3::timestamptz, $4::text, $1::bigint where $1::bigint is not null`,
);

export async function queueLinkMail(tx: Tx, kind: LinkKind, to: Addressee | undefined, now: Date): Promise<void> {
  await tx.rows(queueLinkMailStatement, [to?.id ?? null, to?.email ?? '', now.toISOString(), kind]);
}

// Locks the mail, so that a concurrent deleteLinks waits and then deletes this link as well.
const insertLinkStatement = statement(
  'insert_password_link',
  `with mail as (
     select user_id, to_address from outgoing_mail where id = $1 and attempts = $2 and sent_at is null for update
   ), link as (
     insert into password_reset (hash, user_id, created_at, expires_at, email)
     select $3::bytea, u.id, $4::timestamptz, $5::timestamptz, u.email
       from mail join app_user u on u.id = mail.user_id and u.active and u.email = mail.to_address
     returning user_id
   )
   select u.full_name, u.language, u.form_of_address from link join app_user u on u.id = link.user_id`,
);

/** Stores the link of a mail that is being sent. undefined: the mail was deleted, or its receiver has no active account. */
export async function insertLink(
  db: Db,
  mail: { id: string; attempts: number },
  hash: Buffer,
  expiresAt: Date,
  now: Date,
): Promise<{ fullName: string; language: 'en' | 'vi'; form: FormOfAddress | null } | undefined> {
  const [row] = await db.rows(insertLinkStatement, [mail.id, mail.attempts, hash, now.toISOString(), expiresAt.toISOString()]);
  if (row === undefined) return undefined;
  return { fullName: String(row[0]), language: row[1] === 'en' ? 'en' : 'vi', form: (row[2] ?? null) as FormOfAddress | null };
}

const insertUserLinkStatement = statement(
  'insert_user_password_link',
  `insert into password_reset (hash, user_id, created_at, expires_at)
   select $2::bytea, u.id, $3::timestamptz, $4::timestamptz from app_user u where u.id = $1 and u.active returning 1`,
);

/** Stores a link that is not mailed. false: there is no such active user. */
export async function insertUserLink(tx: Tx, userId: string, hash: Buffer, expiresAt: Date, now: Date): Promise<boolean> {
  return (await tx.rows(insertUserLinkStatement, [userId, hash, now.toISOString(), expiresAt.toISOString()])).length > 0;
}

const ownerText = 'from password_reset r join app_user u on u.id = r.user_id where r.hash = $1 and r.expires_at > $2 and u.active';
const hasLinkStatement = statement('has_password_link', `select 1 ${ownerText}`);

export async function isValidLink(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  return (await db.rows(hasLinkStatement, [hash, now.toISOString()])).length > 0;
}

// The user is locked before the link, as by every change of an address, which deletes links.
const lockLinkOwnerStatement = statement(
  'lock_owner_of_password_link',
  `select u.id from password_reset r join app_user u on u.id = r.user_id
    where r.hash = $1 and r.expires_at > $2 and u.active and (r.email is null or r.email = u.email) for no key update of u`,
);
const takeLinkStatement = statement('take_password_link', 'delete from password_reset where hash = $1 and user_id = $2 returning email');

export interface TakenLink {
  userId: string;
  /** The address to which it was mailed; null: it was shown to someone. */
  email: string | null;
}

/** Consumes a link, for exactly one caller, and locks its user. */
export async function takeLink(tx: Tx, hash: Buffer, now: Date): Promise<TakenLink | undefined> {
  const [owner] = await tx.rows(lockLinkOwnerStatement, [hash, now.toISOString()]);
  if (owner === undefined) return undefined;
  const userId = String(owner[0]);
  const [row] = await tx.rows(takeLinkStatement, [hash, userId]);
  return row === undefined ? undefined : { userId, email: row[0] ?? null };
}

const insertShownLinkStatement = statement(
  'insert_shown_link',
  'insert into password_reset (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
);

/** Stores a link that is not sent by mail. */
export async function insertShownLink(tx: Tx, userId: string, hash: Buffer, expiresAt: Date, now: Date): Promise<void> {
  await tx.rows(insertShownLinkStatement, [hash, userId, now.toISOString(), expiresAt.toISOString()]);
}

const deleteLinkMailsStatement = statement(
  'delete_link_mails',
  'delete from outgoing_mail where user_id = $1 and link_kind is not null and sent_at is null',
);
const deleteLinksStatement = statement('delete_password_links', 'delete from password_reset where user_id = $1');

/** Invalidates sent links and deletes unsent ones. The mails first, because insertLink locks the mail. */
export async function deleteLinks(tx: Tx, userId: string): Promise<void> {
  await tx.rows(deleteLinkMailsStatement, [userId]);
  await tx.rows(deleteLinksStatement, [userId]);
}
