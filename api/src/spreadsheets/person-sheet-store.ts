import type { Expertise } from '../accounts/user.ts';
import type { Role } from '../platform/http/auth.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** The columns of an account that an import reads and writes. */
export interface PersonColumns {
  fullName: string;
  phoneNumber: string | null;
  phoneConfirmed: boolean;
  email: string | null;
  street: string | null;
  city: string | null;
  province: string | null;
  postalCode: string | null;
  language: 'en' | 'vi';
  role: Role;
  expertise: Expertise | null;
}

export interface StoredPerson extends PersonColumns {
  id: string;
  active: boolean;
  isMerged: boolean;
  phoneKey: string | null;
  emailKey: string | null;
}

const columns = `u.id, u.full_name, u.phone_number, u.email, u.street, u.city, u.province, u.postal_code, u.language, u.role, u.expertise, u.active,
  u.merged_into is not null, u.phone_key, lower(u.email), u.phone_confirmed`;

function toPerson(row: Row): StoredPerson {
  const [
    id,
    fullName,
    phoneNumber,
    email,
    street,
    city,
    province,
    postalCode,
    language,
    role,
    expertise,
    active,
    merged,
    phoneKey,
    emailKey,
    confirmed,
  ] = row;
  const texts = { fullName, phoneNumber, email, street, city, province, postalCode, language, role, expertise, phoneKey, emailKey };
  return { ...texts, id: String(id), active: active === 't', isMerged: merged === 't', phoneConfirmed: confirmed === 't' } as StoredPerson;
}

const findStatement = statement(
  'find_sheet_persons',
  `select ${columns} from app_user u where u.id in (
     select id from app_user where id = any($1::bigint[])
     union select id from app_user where phone_key = any($2::text[]) and phone_confirmed
     union select id from app_user where lower(email) = any($3::text[]))`,
);
const lockStatement = statement('lock_sheet_persons', 'select id from app_user where id = any($1::bigint[]) order by id for no key update');

/** Accounts by id, canonical phone number that is confirmed, or e-mail address in lower case. */
export async function findPersons(db: Db, ids: string[], phoneKeys: string[], emails: string[], locks: boolean): Promise<StoredPerson[]> {
  const find = async () => (await db.rows(findStatement, [ids, phoneKeys, emails])).map(toPerson);
  const found = await find();
  if (!locks || found.length === 0) return found;
  await db.rows(lockStatement, [found.map(({ id }) => id)]);
  return find();
}

const record = `jsonb_to_recordset($1::jsonb) as r (number integer, id bigint, "fullName" text, "phoneNumber" text, email text, street text,
  city text, province text, "postalCode" text, language text, role text, expertise text, "phoneConfirmed" boolean)`;

const insertStatement = statement(
  'insert_sheet_persons',
  `insert into app_user as u (email, full_name, phone_number, street, city, province, postal_code, expertise, role, language, created_at, phone_confirmed)
   select r.email, r."fullName", r."phoneNumber", r.street, r.city, r.province, r."postalCode", r.expertise, r.role, r.language, $2::timestamptz, r."phoneConfirmed"
     from ${record} order by r.number
   on conflict do nothing returning u.id, u.phone_key, lower(u.email)`,
);

/** Accounts that exist already are left out. */
export async function insertPersons(
  tx: Tx,
  persons: readonly (PersonColumns & { number: number })[],
  now: Date,
): Promise<{ id: string; phoneKey: string | null; emailKey: string | null }[]> {
  const rows = await tx.rows(insertStatement, [JSON.stringify(persons), now.toISOString()]);
  return rows.map(([id, phoneKey, emailKey]) => ({ id: String(id), phoneKey: phoneKey ?? null, emailKey: emailKey ?? null }));
}

const updateStatement = statement(
  'update_sheet_persons',
  `update app_user u set email = r.email, full_name = r."fullName", phone_number = r."phoneNumber", street = r.street, city = r.city,
          province = r.province, postal_code = r."postalCode", language = r.language, phone_confirmed = r."phoneConfirmed"
     from ${record} where u.id = r.id`,
);

/** Violates the constraint app_user_email, or app_user_phone if the number is confirmed for this and another account. */
export async function updatePersons(tx: Tx, persons: readonly (PersonColumns & { id: string })[]): Promise<void> {
  await tx.rows(updateStatement, [JSON.stringify(persons)]);
}

const lockOrdersStatement = statement(
  'lock_orders_of_sheet_farmers',
  `select id from spray_order
    where farmer_id in (select target_id from sheet_import_row
                         where import_id = $1 and outcome = 'changed'
                           and (details @> '[{"field": "fullName"}]' or details @> '[{"field": "phoneNumber"}]'))
    order by id for no key update`,
);

/** Locks the orders of the farmers whose name or number changes. Before the farmers are locked, like an edit of an order. */
export async function lockOrdersOfRenamed(tx: Tx, importId: string): Promise<void> {
  await tx.rows(lockOrdersStatement, [importId]);
}

const usedStatement = statement(
  'used_sheet_persons',
  `select u.id from app_user u
    where u.id = any($1::bigint[])
      and (u.password_hash is not null
        or exists (select from access_token t where t.user_id = u.id)
        or exists (select from spray_order o where o.farmer_id = u.id)
        or exists (select from field f where f.farmer_id = u.id)
        or exists (select from farmer_note n where n.farmer_id = u.id)
        or exists (select from waiting_entry w where w.farmer_id = u.id)
        or exists (select from booking_request b where b.farmer_id = u.id)
        or exists (select from crew_member m where m.sprayer_id = u.id))`,
);

/** The accounts that have signed in, or have orders, fields, notes, requests, entries of the waiting list or jobs. */
export async function findUsedPersons(tx: Tx, ids: string[]): Promise<Set<string>> {
  return new Set((await tx.rows(usedStatement, [ids])).map(([id]) => String(id)));
}

const closeStatement = statement(
  'close_sheet_persons',
  'update app_user set active = false, email = null, phone_number = null where id = any($1::bigint[])',
);
const dropMailsStatement = statement(
  'drop_sheet_invitations',
  'delete from outgoing_mail where user_id = any($1::bigint[]) and link_kind is not null and sent_at is null',
);
const dropLinksStatement = statement('drop_sheet_links', 'delete from password_reset where user_id = any($1::bigint[])');

/** Their phone numbers and e-mail addresses can be used again. */
export async function closePersons(tx: Tx, ids: string[]): Promise<void> {
  await tx.rows(dropMailsStatement, [ids]);
  await tx.rows(dropLinksStatement, [ids]);
  await tx.rows(closeStatement, [ids]);
}
