import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { deleteSecret, readSecret, saveSecret } from '../platform/secrets/secret-store.ts';
import type { IssuerAudience } from './oidc-rules.ts';

export interface IssuerFields extends IssuerAudience {
  name: string;
  url: string;
  clientId: string;
  enabled: boolean;
}

export interface Issuer extends IssuerFields {
  id: string;
  version: number;
}

const columns = 'i.id, i.name, i.url, i.client_id, i.enabled, i.for_farmers, i.for_staff, array_to_json(i.staff_domains)::text, i.version';

function issuerOf([id, name, url, clientId, enabled, forFarmers, forStaff, staffDomains, version]: Row): Issuer {
  return {
    id: String(id),
    name: String(name),
    url: String(url),
    clientId: String(clientId),
    enabled: enabled === 't',
    forFarmers: forFarmers === 't',
    forStaff: forStaff === 't',
    staffDomains: JSON.parse(String(staffDomains)) as string[],
    version: Number(version),
  };
}

const secretNameOf = (id: string) => `oidc-issuer:${id}`;

export const issuerSortColumns: Record<string, string> = { id: 'i.id', name: 'sort_name_of(i.name)' };

const countStatement = statement('count_issuers', 'select count(*) from oidc_issuer where enabled or not $1::boolean');

/** `enabledOnly`: those that people can sign in with. */
export async function countIssuers(db: Db, enabledOnly: boolean): Promise<number> {
  return Number((await db.rows(countStatement, [enabledOnly]))[0]?.[0]);
}

export async function listIssuers(db: Db, enabledOnly: boolean, sort: Sort[], limit: number, offset: number): Promise<Issuer[]> {
  const order = orderBy(sort, issuerSortColumns, 'sort_name_of(i.name), i.id', 'i.id');
  const build = () => `select ${columns} from oidc_issuer i where i.enabled or not $1::boolean order by ${order} limit $2 offset $3`;
  return (await db.rows(listStatement('issuers', sort, build), [enabledOnly, limit, offset])).map(issuerOf);
}

const findStatement = statement('find_issuer', `select ${columns} from oidc_issuer i where i.id = $1`);
const lockStatement = statement('lock_issuer', `select ${columns} from oidc_issuer i where i.id = $1 for update`);
const shareStatement = statement('share_issuer', `select ${columns} from oidc_issuer i where i.id = $1 for share`);

export async function findIssuer(db: Db, id: string): Promise<Issuer | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row && issuerOf(row);
}

export async function lockIssuer(tx: Tx, id: string): Promise<Issuer | undefined> {
  const [row] = await tx.rows(lockStatement, [id]);
  return row && issuerOf(row);
}

/** No admin changes the issuer during the transaction; other sign-ins do not wait. */
export async function lockIssuerForUse(tx: Tx, id: string): Promise<Issuer | undefined> {
  const [row] = await tx.rows(shareStatement, [id]);
  return row && issuerOf(row);
}

const insertStatement = statement(
  'insert_issuer',
  `insert into oidc_issuer as i (name, url, client_id, enabled, for_farmers, for_staff, staff_domains, created_at)
   values ($1, $2, $3, $4, $5, $6, $7::text[], $8) returning ${columns}`,
);

/** Violates oidc_issuer_name or oidc_issuer_url_key if there is one with this name or address. */
export async function insertIssuer(tx: Tx, issuer: IssuerFields, now: Date): Promise<Issuer> {
  const { name, url, clientId, enabled, forFarmers, forStaff, staffDomains } = issuer;
  const [row] = await tx.rows(insertStatement, [name, url, clientId, enabled, forFarmers, forStaff, staffDomains, now.toISOString()]);
  return issuerOf(row as Row);
}

const updateStatement = statement(
  'update_issuer',
  `update oidc_issuer i set name = $2, client_id = $3, enabled = $4, for_farmers = $5, for_staff = $6, staff_domains = $7::text[],
          version = i.version + 1
    where i.id = $1 returning ${columns}`,
);

/** Changes everything but the address. */
export async function updateIssuer(tx: Tx, id: string, issuer: Omit<IssuerFields, 'url'>): Promise<Issuer> {
  const { name, clientId, enabled, forFarmers, forStaff, staffDomains } = issuer;
  const [row] = await tx.rows(updateStatement, [id, name, clientId, enabled, forFarmers, forStaff, staffDomains]);
  return issuerOf(row as Row);
}

const deleteStatement = statement('delete_issuer', 'delete from oidc_issuer where id = $1');

/** With its secret and all links to it. */
export async function deleteIssuer(tx: Tx, id: string): Promise<void> {
  await tx.rows(deleteStatement, [id]);
  await deleteSecret(tx, secretNameOf(id));
}

export const saveClientSecret = (tx: Tx, box: SecretBox, id: string, secret: string, now: Date): Promise<void> =>
  saveSecret(tx, box, secretNameOf(id), secret, now);

/** Throws if the key of the secrets is another one. */
export const readClientSecret = (db: Db, box: SecretBox, id: string): Promise<string | undefined> => readSecret(db, box, secretNameOf(id));
