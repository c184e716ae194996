import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { looseStatement, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { Licence } from './licence.ts';

const columns = "l.id, s.id, s.full_name, l.number, l.class, l.issuer, to_char(l.valid_until, 'YYYY-MM-DD'), l.retired_at is not null";

const toLicence = ([id, sprayerId, sprayer, number, category, issuer, validUntil, isRetired]: Row): Licence => ({
  id: String(id),
  sprayer: { id: String(sprayerId), fullName: String(sprayer) },
  number: String(number),
  class: String(category),
  issuer: String(issuer),
  validUntil: String(validUntil),
  isRetired: isRetired === 't',
});

const ofSprayersStatement = statement(
  'licences_of_sprayers',
  `select ${columns} from licence l join app_user s on s.id = l.sprayer_id
    where l.sprayer_id = any($1::bigint[]) and l.retired_at is null order by l.sprayer_id, l.valid_until desc, l.id`,
);

/** Licences of sprayers that are not retired, those that are valid longest first. */
export async function listLicencesOf(db: Db, sprayerIds: readonly string[]): Promise<Licence[]> {
  return (await db.rows(ofSprayersStatement, [sprayerIds as string[]])).map(toLicence);
}

const where = (sprayerId: string | undefined): { text: string; values: Value[] } =>
  sprayerId === undefined
    ? { text: 'where l.retired_at is null', values: [] }
    : { text: 'where l.retired_at is null and l.sprayer_id = $1', values: [sprayerId] };

export async function countLicences(db: Db, sprayerId: string | undefined): Promise<number> {
  const { text, values } = where(sprayerId);
  return Number((await db.rows(looseStatement(`select count(*) from licence l ${text}`), values))[0]?.[0]);
}

/** Licences that are not retired, those that expire first. */
export async function listLicences(db: Db, sprayerId: string | undefined, limit: number, offset: number): Promise<Licence[]> {
  const { text, values } = where(sprayerId);
  const build = (limits: string) =>
    `select ${columns} from (select * from licence l ${text} order by l.valid_until, l.id ${limits}) l
       join app_user s on s.id = l.sprayer_id order by l.valid_until, l.id`;
  const shape = sprayerId === undefined ? 'licences' : 'licences of one';
  return (await db.rows(pageStatement(shape, [], limit, offset, build), values)).map(toLicence);
}

const findStatement = statement('find_licence', `select ${columns} from licence l join app_user s on s.id = l.sprayer_id where l.id = $1`);

export async function findLicence(db: Db, id: string): Promise<Licence | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toLicence(row);
}

const lockSprayerStatement = statement(
  'lock_sprayer_of_licence',
  "select 1 from app_user where id = $1 and role = 'sprayer' for no key update",
);

/** The lock that assigning a crew takes. false: there is no such sprayer. */
export async function lockSprayerOfLicence(tx: Tx, sprayerId: string): Promise<boolean> {
  return (await tx.rows(lockSprayerStatement, [sprayerId])).length > 0;
}

export interface LicenceInput {
  number: string;
  class: string;
  issuer: string;
  validUntil: string;
}

const sameNumberStatement = statement(
  'licence_with_number',
  'select id from licence where sprayer_id = $1 and lower(number) = lower($2) and retired_at is null',
);

/** The sprayer's licence with this number that is not retired. */
export async function findLicenceNumber(tx: Tx, sprayerId: string, number: string): Promise<string | undefined> {
  const [row] = await tx.rows(sameNumberStatement, [sprayerId, number]);
  return row === undefined ? undefined : String(row[0]);
}

const insertStatement = statement(
  'insert_licence',
  'insert into licence (sprayer_id, number, class, issuer, valid_until, created_at) values ($1, $2, $3, $4, $5, $6) returning id',
);

/** The sprayer must be locked. */
export async function insertLicence(tx: Tx, sprayerId: string, input: LicenceInput, now: Date): Promise<string> {
  const { number, class: category, issuer, validUntil } = input;
  return String((await tx.rows(insertStatement, [sprayerId, number, category, issuer, validUntil, now.toISOString()]))[0]?.[0]);
}

const saveStatement = statement('save_licence', 'update licence set number = $2, class = $3, issuer = $4, valid_until = $5 where id = $1');

/** The sprayer must be locked. */
export async function saveLicence(tx: Tx, id: string, { number, class: category, issuer, validUntil }: LicenceInput): Promise<void> {
  await tx.rows(saveStatement, [id, number, category, issuer, validUntil]);
}

const retireStatement = statement('retire_licence', 'update licence set retired_at = $2 where id = $1');

/** The sprayer must be locked. */
export async function retireLicence(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.rows(retireStatement, [id, now.toISOString()]);
}

/** Whether a sprayer has a valid licence on a date, as SQL. */
export const hasValidLicence = (sprayer: string, date: string): string =>
  `exists (select from licence l where l.sprayer_id = ${sprayer} and l.retired_at is null and l.valid_until >= ${date})`;

const unlicensedStatement = statement(
  'unlicensed_sprayers',
  `select u.id from app_user u cross join equipment_setting e
    where e.requires_valid_licences and u.role = 'sprayer' and u.active and not ${hasValidLicence('u.id', '$1::date')}`,
);

/** Active sprayers who must not work on a date because they have no valid licence; none while licences are not required. */
export async function listUnlicensed(db: Db, date: string): Promise<Set<string>> {
  return new Set((await db.rows(unlicensedStatement, [date])).map(([id]) => String(id)));
}

const unlicensedOfStatement = statement(
  'unlicensed_of_crew',
  `with e as materialized (select requires_valid_licences from equipment_setting for share)
   select u.full_name from app_user u cross join e
    where u.id = any($1::bigint[]) and e.requires_valid_licences and not ${hasValidLicence('u.id', '$2::date')} order by u.id`,
);

/** Names of those who must not work on a date. A change of the setting waits for this transaction. */
export async function findUnlicensed(tx: Tx, sprayerIds: readonly string[], date: string): Promise<string[]> {
  return (await tx.rows(unlicensedOfStatement, [sprayerIds as string[], date])).map(([name]) => String(name));
}
