import type { Db, Tx } from '../platform/db.ts';
import { statement } from '../platform/sql.ts';

export interface Addressee {
  id: string;
  email: string;
  fullName: string;
  language: 'en' | 'vi';
}

const addresseeText = 'select id, email, full_name, language from app_user where active and email is not null';
const findAddresseeStatements = {
  email: statement('find_addressee_by_email', `${addresseeText} and lower(email) = lower($1)`),
  phone: statement('find_addressee_by_phone', `${addresseeText} and phone_key = $1`),
};

/** Someone who can be sent a link. */
export async function findAddressee(db: Db, by: 'email' | 'phone', value: string): Promise<Addressee | undefined> {
  const [row] = await db.rows(findAddresseeStatements[by], [value]);
  if (row === undefined) return undefined;
  return { id: String(row[0]), email: String(row[1]), fullName: String(row[2]), language: row[3] as Addressee['language'] };
}

const insertLinkStatement = statement(
  'insert_password_link',
  `with link as (
     insert into password_reset (hash, user_id, created_at, expires_at)
     select $1::bytea, $2::bigint, $3::timestamptz, $4::timestamptz where $2::bigint is not null
     returning 1
   )
   insert into outgoing_mail (to_address, subject, text, created_at, not_before)
   select $5, $6, $7, $3::timestamptz, $3::timestamptz from link`,
);

export interface Link {
  hash: Buffer;
  expiresAt: Date;
  subject: string;
  text: string;
}

/** The link and the letter that brings it. For nobody it does the same work and leaves nothing. */
export async function insertLink(tx: Tx, to: { id: string; email: string } | undefined, link: Link, now: Date): Promise<void> {
  await tx.rows(insertLinkStatement, [
    link.hash,
    to?.id ?? null,
    now.toISOString(),
    link.expiresAt.toISOString(),
    to?.email ?? '',
    link.subject,
    link.text,
  ]);
}

const ownerText = 'from password_reset r join app_user u on u.id = r.user_id where r.hash = $1 and r.expires_at > $2 and u.active';
const hasLinkStatement = statement('has_password_link', `select 1 ${ownerText}`);

export async function isGoodLink(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  return (await db.rows(hasLinkStatement, [hash, now.toISOString()])).length > 0;
}

const takeLinkStatement = statement(
  'take_password_link',
  `delete from password_reset r using app_user u
    where r.hash = $1 and r.expires_at > $2 and u.id = r.user_id and u.active returning r.user_id`,
);

/** Whose link it is, for exactly one caller. */
export async function takeLink(tx: Tx, hash: Buffer, now: Date): Promise<string | undefined> {
  return (await tx.rows(takeLinkStatement, [hash, now.toISOString()]))[0]?.[0] ?? undefined;
}

const deleteLinksStatement = statement('delete_password_links', 'delete from password_reset where user_id = $1');

export async function deleteLinks(tx: Tx, userId: string): Promise<void> {
  await tx.rows(deleteLinksStatement, [userId]);
}
