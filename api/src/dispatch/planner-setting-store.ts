import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { PlannerSetting } from './planner-setting-rules.ts';

/** Where a sprayer's day starts and ends. */
export interface Base {
  name: string;
  latitude: number;
  longitude: number;
}

const columns: Record<keyof PlannerSetting, string> = {
  pairArea: 'pair_area',
  workMinutes: 'work_minutes',
  toleranceMinutes: 'tolerance_minutes',
  roadFactor: 'road_factor',
  roadSpeedKmh: 'road_speed_kmh',
  orderWithoutCrew: 'order_without_crew',
  personTakenOff: 'person_taken_off',
  personAdded: 'person_added',
  fairness: 'fairness',
  unneededSecond: 'unneeded_second',
  apprenticeBonus: 'apprentice_bonus',
  dailyJobLimit: 'daily_job_limit',
};
const names = Object.keys(columns) as (keyof PlannerSetting)[];

const readStatement = statement('read_planner_setting', `select ${Object.values(columns).join(', ')} from planner_setting`, {
  short: true,
});

export async function readPlannerSetting(db: Db): Promise<PlannerSetting> {
  const [row = []] = await db.rows(readStatement);
  return Object.fromEntries(names.map((name, at) => [name, row[at] == null ? null : Number(row[at])])) as unknown as PlannerSetting;
}

const lockStatement = statement('lock_planner_setting', 'select 1 from planner_setting for no key update');

/** Assigning a crew waits for the commit: it holds a share lock on the setting (readDailyJobs). */
export async function lockPlannerSetting(tx: Tx): Promise<PlannerSetting> {
  await tx.rows(lockStatement);
  return readPlannerSetting(tx);
}

const saveStatement = statement(
  'save_planner_setting',
  `update planner_setting set ${Object.values(columns)
    .map((column, at) => `${column} = $${at + 1}`)
    .join(', ')}`,
);

export async function savePlannerSetting(tx: Tx, setting: PlannerSetting): Promise<void> {
  await tx.rows(
    saveStatement,
    names.map((name) => setting[name]),
  );
}

/** A base from three columns; null: not set. */
export const toBase = ([name, latitude, longitude]: readonly unknown[]): Base | null =>
  name == null ? null : { name: String(name), latitude: Number(latitude), longitude: Number(longitude) };

const baseStatement = statement('read_company_base', 'select base_name, base_latitude, base_longitude from planner_setting', {
  short: true,
});

/** null: not set. */
export async function readCompanyBase(db: Db): Promise<Base | null> {
  return toBase((await db.rows(baseStatement))[0] ?? []);
}

const saveBaseStatement = statement(
  'save_company_base',
  'update planner_setting set base_name = $1, base_latitude = $2, base_longitude = $3',
);

export async function saveCompanyBase(tx: Tx, base: Base | null): Promise<void> {
  await tx.rows(saveBaseStatement, [base?.name ?? null, base?.latitude ?? null, base?.longitude ?? null]);
}
