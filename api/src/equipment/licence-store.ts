import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
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
