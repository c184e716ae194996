import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { PresetName, SprayLimits } from './spray-window-rules.ts';

export interface SprayLimitSetting {
  preset: PresetName;
  /** Only the limits that differ from the preset. */
  limits: Partial<SprayLimits>;
  /** When the weather of the next orders is checked: HH:MM in the company's time zone. */
  eveningCheck: string;
  /** Minutes before the first session. */
  morningCheckMinutes: number;
}

const toSetting = (row: Row | undefined): SprayLimitSetting => ({
  preset: (row?.[0] ?? 'tropical') as PresetName,
  limits: JSON.parse(String(row?.[1] ?? '{}')) as Partial<SprayLimits>,
  eveningCheck: String(row?.[2] ?? '18:00').slice(0, 5),
  morningCheckMinutes: Number(row?.[3] ?? 60),
});

const columns = 'preset, limits, evening_check, morning_check_minutes';
const readStatement = statement('get_spray_limit', `select ${columns} from spray_limit`);

export async function readSprayLimit(db: Db): Promise<SprayLimitSetting> {
  const [row] = await db.rows(readStatement);
  return toSetting(row);
}

const lockStatement = statement('lock_spray_limit', `select ${columns} from spray_limit for update`);

export async function lockSprayLimit(tx: Tx): Promise<SprayLimitSetting> {
  const [row] = await tx.rows(lockStatement);
  return toSetting(row);
}

const saveStatement = statement(
  'save_spray_limit',
  'update spray_limit set preset = $1, limits = $2::jsonb, evening_check = $3, morning_check_minutes = $4',
);

export async function saveSprayLimit(tx: Tx, { preset, limits, eveningCheck, morningCheckMinutes }: SprayLimitSetting): Promise<void> {
  await tx.rows(saveStatement, [preset, JSON.stringify(limits), eveningCheck, morningCheckMinutes]);
}
