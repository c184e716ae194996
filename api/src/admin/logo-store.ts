import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const digestStatement = statement('find_logo_digest', 'select digest from company_logo');

/** undefined: the company has no logo. */
export async function findLogoDigest(db: Db): Promise<string | undefined> {
  return (await db.rows(digestStatement))[0]?.[0] ?? undefined;
}

const pictureStatement = statement('find_logo', "select encode(picture, 'base64') from company_logo where digest = $1");

export async function findLogo(db: Db, digest: string): Promise<Buffer | undefined> {
  const [row] = await db.rows(pictureStatement, [digest]);
  return row === undefined ? undefined : Buffer.from(String(row[0]), 'base64');
}

const saveStatement = statement(
  'save_logo',
  `insert into company_logo (picture, digest) values (decode($1, 'base64'), $2)
   on conflict (is_only) do update set picture = excluded.picture, digest = excluded.digest`,
);

export async function saveLogo(tx: Tx, picture: Buffer, digest: string): Promise<void> {
  await tx.rows(saveStatement, [picture.toString('base64'), digest]);
}

const removeStatement = statement('remove_logo', 'delete from company_logo');

export async function removeLogo(tx: Tx): Promise<void> {
  await tx.rows(removeStatement);
}
