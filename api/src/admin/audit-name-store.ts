import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** Where the name of a changed object is, by its type. Other types have no name. */
const nameSources = {
  user: 'select x.id, x.full_name from app_user x',
  crop: 'select x.id, x.name from crop x',
  session: `select x.id, to_char(x.start_time, 'HH24:MI') || '–' || to_char(x.end_time, 'HH24:MI') from spray_session x`,
  order: 'select x.id, u.full_name from spray_order x join app_user u on u.id = x.farmer_id',
  // Without the path of the address, which may contain a secret.
  webhook: `select x.id, coalesce(nullif(x.description, ''), substring(x.url from '^https?://[^/?#]+')) from webhook x`,
  absence: 'select x.id, u.full_name from absence x join app_user u on u.id = x.sprayer_id',
  ban: `select x.id, s.full_name || ' – ' || o.full_name from crew_ban x
          join app_user s on s.id = x.sprayer_id join app_user o on o.id = coalesce(x.farmer_id, x.other_sprayer_id)`,
  crew_plan: 'select x.id, x.date::text from crew_plan x',
  rebooking: 'select x.id, x.reason from rebooking x',
  product: 'select x.id, x.name from product x',
  licence: `select x.id, x.number || ', ' || u.full_name from licence x join app_user u on u.id = x.sprayer_id`,
  drone: `select x.id, x.model || ', ' || x.serial from drone x`,
  field: 'select x.id, x.name from field x',
  api_key: 'select x.id, x.name from api_key x',
  issuer: 'select x.id, x.name from oidc_issuer x',
  sensitive_place: 'select x.id, x.name from sensitive_place x',
  spreadsheet_import: 'select x.id, x.file_name from sheet_import x',
} as const;
const types = Object.keys(nameSources) as (keyof typeof nameSources)[];

const namesStatement = statement(
  'names_of_audit',
  types
    .map((type, index) => `select '${type}', n.* from (${nameSources[type]} where x.id = any($${index + 1}::bigint[])) n`)
    .join(' union all '),
);

/** Names by type and id, each as `type id`. Deleted objects are missing. */
export async function findAuditNames(db: Db, ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<Map<string, string>> {
  const rows = await db.rows(
    namesStatement,
    types.map((type) => [...(ids.get(type) ?? [])]),
  );
  return new Map(rows.filter(([, , name]) => name !== null && name !== '').map(([type, id, name]) => [`${type} ${id}`, String(name)]));
}
