import type { FieldError } from '../errors.ts';

/** Weights of the planner's objective, in whole metres of driving. */
export const plannerWeights = [
  'orderWithoutCrew',
  'personTakenOff',
  'personAdded',
  'fairness',
  'unneededSecond',
  'apprenticeBonus',
] as const;
export type PlannerWeight = (typeof plannerWeights)[number];

export interface PlannerSetting extends Record<PlannerWeight, number> {
  /** Orders with a larger area need two sprayers. */
  pairArea: number;
  /** From the start of a session to the end of the work. */
  workMinutes: number;
  /** How late a crew may arrive after the start of the next session. */
  toleranceMinutes: number;
  /** Length of a road by its straight-line distance. */
  roadFactor: number;
  roadSpeedKmh: number;
  /** For sprayers without a limit of their own; null: no limit. */
  dailyJobLimit: number | null;
}

interface Bounds {
  minimum: number;
  maximum: number;
  isWhole: boolean;
  default: number;
}

const whole = (minimum: number, maximum: number, value: number): Bounds => ({ minimum, maximum, isWhole: true, default: value });

export const plannerBounds: Record<Exclude<keyof PlannerSetting, 'dailyJobLimit'>, Bounds> = {
  pairArea: { minimum: 0, maximum: 100_000, isWhole: false, default: 15 },
  workMinutes: whole(5, 240, 45),
  toleranceMinutes: whole(0, 120, 15),
  roadFactor: { minimum: 1, maximum: 3, isWhole: false, default: 1.3 },
  roadSpeedKmh: { minimum: 5, maximum: 120, isWhole: false, default: 35 },
  orderWithoutCrew: whole(100_000, 10_000_000, 1_000_000),
  personTakenOff: whole(0, 1_000_000, 20_000),
  personAdded: whole(0, 1_000_000, 5_000),
  fairness: whole(0, 1_000_000, 1_000),
  unneededSecond: whole(0, 1_000_000, 5_000),
  apprenticeBonus: whole(0, 1_000_000, 6_000),
};

export const maxDailyJobs = 50;

/** An order without a crew outweighs each other weight by this factor, so that none of them makes the planner leave orders out. */
export const crewlessFactor = 10;

/** The weights that do not fit together. The bounds of each field are checked by the schema. */
export function plannerSettingErrors(setting: Record<PlannerWeight, number>): FieldError[] {
  return plannerWeights
    .filter((name) => name !== 'orderWithoutCrew' && setting[name] * crewlessFactor > setting.orderWithoutCrew)
    .map((path) => ({ path, message: 'must be at most a tenth of orderWithoutCrew' }));
}
