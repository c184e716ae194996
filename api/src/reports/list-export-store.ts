import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface PersonFacts {
  phoneNumber: string | null;
  language: string;
}

const factsStatement = statement(
  'export_person_facts',
  'select u.id, u.phone_number, u.language from app_user u where u.id = any($1::bigint[])',
);

/** Phone number and language of people, by id. */
export async function readPersonFacts(db: Db, ids: readonly string[]): Promise<Map<string, PersonFacts>> {
  const rows = await db.rows(factsStatement, [[...new Set(ids)]]);
  return new Map(rows.map(([id, phoneNumber = null, language]) => [String(id), { phoneNumber, language: String(language) }]));
}
