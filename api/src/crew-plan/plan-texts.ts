import { readLanguage } from '../accounts/account-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { namedIn } from './crew-plan-json.ts';
import { readNames, readOrderNames } from './crew-plan-list-store.ts';
import type { Vocabulary } from './crew-plan-words.ts';

/** What the texts of these rows need, in the language of the user. The sessions of the rows are loaded, too. */
export async function readVocabulary(db: Db, catalog: Catalog, userId: string, rows: readonly Row[]): Promise<Vocabulary> {
  const { sprayerIds, orderIds } = namedIn(rows);
  const [language, names, orders] = await Promise.all([readLanguage(db, userId), readNames(db, sprayerIds), readOrderNames(db, orderIds)]);
  await catalog.ensureLoaded([], [...rows.map((row) => String(row[7])), ...[...orders.values()].map(({ sessionId }) => sessionId)]);
  const { company, sessions } = await catalog.facts();
  const startOf = (sessionId: string): string => sessions.get(sessionId)?.startTime.slice(0, 5) ?? '';
  return {
    language,
    areaUnit: unitOf(company.areaUnit, language),
    nameOf: (id) => names.get(id) ?? id,
    farmerOf: (id) => orders.get(id)?.farmer ?? id,
    timeOf: (id) => startOf(orders.get(id)?.sessionId ?? ''),
    startOf,
  };
}

/** As farmers and the office say it, without the explanation that a mail has. */
function unitOf(areaUnit: string, language: Vocabulary['language']): string {
  if (areaUnit !== 'decare') return areaUnit;
  return language === 'vi' ? 'công' : 'decares';
}
