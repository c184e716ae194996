import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { PresetName, SprayLimits } from './spray-window-rules.ts';

export interface SprayLimitSetting {
  preset: PresetName;
  /** Only the limits that differ from the preset. */
  limits: Partial<SprayLimits>;
}

const toSetting = (row: Row | undefined): SprayLimitSetting => ({
  preset: (row?.[0] ?? 'tropical') as PresetName,
  limits: JSON.parse(String(row?.[1] ?? '{}')) as Partial<SprayLimits>,
});

const readStatement = statement('get_spray_limit', 'select preset, limits from spray_limit');

export async function readSprayLimit(db: Db): Promise<SprayLimitSetting> {
  const [row] = await db.rows(readStatement);
  return toSetting(row);
}

const lockStatement = statement('lock_spray_limit', 'select preset, limits from spray_limit for update');

export async function lockSprayLimit(tx: Tx): Promise<SprayLimitSetting> {
  const [row] = await tx.rows(lockStatement);
  return toSetting(row);
}

const saveStatement = statement('save_spray_limit', 'update spray_limit set preset = $1, limits = $2::jsonb');

export async function saveSprayLimit(tx: Tx, { preset, limits }: SprayLimitSetting): Promise<void> {
  await tx.rows(saveStatement, [preset, JSON.stringify(limits)]);
}
