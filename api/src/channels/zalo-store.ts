import type { Sort } from '../platform/http/paging.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';
import { type SecretBox, SecretUnreadable } from '../platform/secrets/secret-box.ts';
import { readSecret, saveSecret } from '../platform/secrets/secret-store.ts';
import type { MappedField } from './zalo-rules.ts';

const appSecretName = 'zalo-app';
const tokenSecretName = 'zalo-tokens';

export interface ZaloAccount {
  appId: string;
  generation: string;
  expiresAt: Date | null;
  refreshingUntil: Date | null;
  tokenError: string | null;
}

export interface ZaloAppSecrets {
  appSecret: string;
  /** Signs callbacks. */
  oaSecret: string;
}

export interface ZaloTokenSecrets {
  /** Null: none yet. */
  accessToken: string | null;
  refreshToken: string;
}

const columns = `app_id, generation, extract(epoch from expires_at) * 1000, extract(epoch from refreshing_until) * 1000, token_error`;
const readStatement = statement('read_zalo_account', `select ${columns} from zalo_account`);
const lockStatement = statement('lock_zalo_account', `select ${columns} from zalo_account for update`);

const instant = (milliseconds: string | null | undefined) => (milliseconds == null ? null : new Date(Number(milliseconds)));
const toAccount = (row: readonly (string | null)[] | undefined): ZaloAccount | undefined =>
  row && {
    appId: String(row[0]),
    generation: String(row[1]),
    expiresAt: instant(row[2]),
    refreshingUntil: instant(row[3]),
    tokenError: row[4] ?? null,
  };

/** Undefined: Zalo is not set up. */
export async function findZaloAccount(db: Db): Promise<ZaloAccount | undefined> {
  return toAccount((await db.rows(readStatement))[0]);
}

export async function lockZaloAccount(tx: Tx): Promise<ZaloAccount | undefined> {
  return toAccount((await tx.rows(lockStatement))[0]);
}

/** Undefined: there is none, or it was stored with another key. Then an admin has to enter it again. */
async function readStored<T>(db: Db, box: SecretBox, name: string): Promise<T | undefined> {
  const stored = await readSecret(db, box, name).catch((error: unknown) => {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  });
  return stored === undefined ? undefined : (JSON.parse(stored) as T);
}

export const readAppSecrets = (db: Db, box: SecretBox) => readStored<ZaloAppSecrets>(db, box, appSecretName);
export const readTokens = (db: Db, box: SecretBox) => readStored<ZaloTokenSecrets>(db, box, tokenSecretName);

const saveAccountStatement = statement(
  'save_zalo_account',
  `insert into zalo_account as a (app_id) values ($1)
   on conflict (id) do update
      set app_id = excluded.app_id,
          generation = case when $2 then a.generation + 1 else a.generation end, expires_at = case when $2 then null else a.expires_at end,
          refreshing_until = case when $2 then null else a.refreshing_until end, token_error = case when $2 then null else a.token_error end`,
);

/** `tokens` undefined: they stay. A new refresh token replaces the pair, even while a process refreshes the old one. */
export async function saveZaloAccount(
  tx: Tx,
  box: SecretBox,
  { appId, secrets, refreshToken }: { appId: string; secrets: ZaloAppSecrets; refreshToken: string | undefined },
  now: Date,
): Promise<void> {
  await tx.rows(saveAccountStatement, [appId, refreshToken !== undefined]);
  await saveSecret(tx, box, appSecretName, JSON.stringify(secrets), now);
  if (refreshToken !== undefined) {
    const tokens: ZaloTokenSecrets = { accessToken: null, refreshToken };
    await saveSecret(tx, box, tokenSecretName, JSON.stringify(tokens), now);
  }
}

const deleteAccountStatement = statement('delete_zalo_account', 'delete from zalo_account returning 1');
const deleteSecretsStatement = statement('delete_zalo_secrets', 'delete from stored_secret where name = any($1)');

/** False: Zalo was not set up. Templates stay. */
export async function deleteZaloAccount(tx: Tx): Promise<boolean> {
  const isDeleted = (await tx.rows(deleteAccountStatement)).length > 0;
  await tx.rows(deleteSecretsStatement, [[appSecretName, tokenSecretName]]);
  return isDeleted;
}

const claimStatement = statement(
  'claim_zalo_refresh',
  `update zalo_account set refreshing_until = $2::timestamptz + make_interval(secs => $3)
    where generation = $1 and (refreshing_until is null or refreshing_until <= $2::timestamptz) returning 1`,
);

/** False: another process uses the refresh token of this generation, or has replaced it. */
export async function claimRefresh(db: Db, generation: string, now: Date, leaseSeconds: number): Promise<boolean> {
  return (await db.rows(claimStatement, [generation, now.toISOString(), leaseSeconds])).length > 0;
}

const replaceStatement = statement(
  'replace_zalo_tokens',
  `update zalo_account
      set generation = generation + 1, expires_at = $2::timestamptz, refreshing_until = null, token_error = null
    where generation = $1 returning 1`,
);

/**
 * Stores the pair that the refresh token of `generation` was exchanged for. False: an admin has entered another refresh token meanwhile.
 * A process that was suspended longer than its claim may still store its pair: no other pair can come from the same refresh token.
 */
export async function replaceTokens(
  tx: Tx,
  box: SecretBox,
  generation: string,
  tokens: ZaloTokenSecrets,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  if ((await tx.rows(replaceStatement, [generation, expiresAt.toISOString()])).length === 0) return false;
  await saveSecret(tx, box, tokenSecretName, JSON.stringify(tokens), now);
  return true;
}

const endClaimStatement = statement(
  'end_zalo_refresh',
  'update zalo_account set refreshing_until = $2::timestamptz, token_error = coalesce($3, token_error) where generation = $1',
);

/** After a refresh without new tokens. `error`: Zalo refused the refresh token. `until`: no other attempt before. */
export async function endRefresh(db: Db, generation: string, until: Date | null, error: string | null): Promise<void> {
  await db.rows(endClaimStatement, [generation, until?.toISOString() ?? null, error]);
}

export interface ZaloTemplate {
  type: string;
  language: 'en' | 'vi';
  templateId: string;
  fields: MappedField[];
}

const templateColumns = 't.type, t.language, t.template_id, t.fields';
const toTemplate = ([type, language, templateId, fields]: readonly (string | null)[]): ZaloTemplate => ({
  type: String(type),
  language: language as 'en' | 'vi',
  templateId: String(templateId),
  fields: JSON.parse(String(fields)) as MappedField[],
});

const findTemplateStatement = statement(
  'find_zalo_template',
  `select ${templateColumns} from zalo_template t where t.type = $1 and t.language = $2`,
);

export async function findZaloTemplate(db: Db, type: string, language: string): Promise<ZaloTemplate | undefined> {
  const [row] = await db.rows(findTemplateStatement, [type, language]);
  return row && toTemplate(row);
}

const keysStatement = statement(
  'zalo_template_keys',
  'select t.type, t.language from zalo_template t where exists (select 1 from zalo_account)',
  { short: true },
);

/** Whether some message can go by Zalo. */
export const isZaloSetUp = async (db: Db): Promise<boolean> => (await readZaloTemplateKeys(db)).size > 0;

/** Types and languages with a template, as `type language`; empty while Zalo is not set up. */
export async function readZaloTemplateKeys(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await db.rows(keysStatement)).map(([type, language]) => `${type} ${language}`));
}

export const zaloTemplateSortColumns: Record<string, string> = { type: 't.type', templateId: 't.template_id' };

const countTemplatesStatement = statement('count_zalo_templates', 'select count(*) from zalo_template');

export async function countZaloTemplates(db: Db): Promise<number> {
  return Number((await db.rows(countTemplatesStatement))[0]?.[0]);
}

export async function listZaloTemplates(db: Db, sort: Sort[], limit: number, offset: number): Promise<ZaloTemplate[]> {
  const order = orderBy(sort, zaloTemplateSortColumns, 't.type, t.language', 't.language');
  const build = (limits: string) => `select ${templateColumns} from zalo_template t order by ${order} ${limits}`;
  return (await db.rows(pageStatement('zalo templates', sort, limit, offset, build))).map(toTemplate);
}

const saveTemplateStatement = statement(
  'save_zalo_template',
  `insert into zalo_template (type, language, template_id, fields) values ($1, $2, $3, $4::jsonb)
   on conflict (type, language) do update set template_id = excluded.template_id, fields = excluded.fields`,
);

export async function saveZaloTemplate(tx: Tx, { type, language, templateId, fields }: ZaloTemplate): Promise<void> {
  await tx.rows(saveTemplateStatement, [type, language, templateId, JSON.stringify(fields)]);
}

const deleteTemplateStatement = statement(
  'delete_zalo_template',
  'delete from zalo_template where type = $1 and language = $2 returning template_id',
);

/** Its id at Zalo; undefined: there was none. */
export async function deleteZaloTemplate(tx: Tx, type: string, language: string): Promise<string | undefined> {
  const [row] = await tx.rows(deleteTemplateStatement, [type, language]);
  return row === undefined ? undefined : String(row[0]);
}
