import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { HarvestFacts } from './harvest-rules.ts';

export interface FieldHarvest extends HarvestFacts {
  /** Nobody enters the field before; UTC. null: no interval runs. */
  reEntryAt: string | null;
  /** The intervals of a product of an earlier spray are not known. */
  intervalsUnknown: boolean;
}

const readStatement = statement(
  'harvest_of_field',
  `select f.harvest_on, s.harvest_from, to_char(s.re_entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          (select r.harvest_from - r.date from spray_record r where r.field_id = f.id order by r.id desc limit 1), coalesce(s.unknown, false)
     from field f,
          lateral (select max(r.harvest_from) filter (where r.harvest_from > $3::date) as harvest_from,
                          max(r.re_entry_at) filter (where r.re_entry_at > $2::timestamptz) as re_entry_at,
                          bool_or(r.intervals_unknown) as unknown
                     from spray_record r where r.field_id = f.id) s
    where f.id = $1`,
);

/** Planned harvest and running intervals of a field. `today`: the company's date. */
export async function readHarvest(db: Db, fieldId: string, now: Date, today: string): Promise<FieldHarvest> {
  const [row] = await db.rows(readStatement, [fieldId, now.toISOString(), today]);
  const [harvestDate, harvestFrom, reEntryAt, days, unknown] = row ?? [];
  return {
    harvestDate: harvestDate ?? null,
    harvestFrom: harvestFrom ?? null,
    reEntryAt: reEntryAt ?? null,
    lastPreHarvestDays: days == null ? null : Number(days),
    intervalsUnknown: unknown === 't',
  };
}

const saveStatement = statement('save_harvest_date', 'update field set harvest_on = $2 where id = $1');

/** The field must be locked. */
export async function saveHarvestDate(tx: Tx, fieldId: string, date: string | null): Promise<void> {
  await tx.rows(saveStatement, [fieldId, date]);
}
