import { Type } from 'typebox';
import { Exact, Int32, Line, Nullable, named } from '../platform/http/schemas.ts';
import { maxDailyJobs, plannerBounds } from './planner-setting-rules.ts';

export const BaseSchema = named(
  'Base',
  Exact({
    name: Line(200),
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  }),
);
export const baseExample = { name: 'Kho Chợ Mới', latitude: 10.5512, longitude: 105.4021 };

export const DailyJobLimit = (description: string) => Nullable(Int32({ minimum: 1, maximum: maxDailyJobs, description }));

const numberOf = (name: keyof typeof plannerBounds, description: string) => {
  const { minimum, maximum, isWhole } = plannerBounds[name];
  return isWhole ? Int32({ minimum, maximum, description }) : Type.Number({ minimum, maximum, description });
};

export const PlannerSettingSchema = named(
  'PlannerSetting',
  Exact({
    pairArea: numberOf('pairArea', "Orders with a larger area, in the company's unit, need two sprayers."),
    workMinutes: numberOf('workMinutes', 'From the start of a session to the end of the work.'),
    toleranceMinutes: numberOf('toleranceMinutes', 'How late a crew may arrive after the start of the next session.'),
    roadFactor: numberOf('roadFactor', 'Length of a road by its straight-line distance.'),
    roadSpeedKmh: numberOf('roadSpeedKmh', 'Average speed between fields.'),
    orderWithoutCrew: numberOf('orderWithoutCrew', 'Cost in metres of an order without a crew. Each other cost is at most a tenth of it.'),
    personTakenOff: numberOf('personTakenOff', 'Cost in metres of a sprayer who loses an assigned job.'),
    personAdded: numberOf('personAdded', 'Cost in metres of a sprayer who is added to an assigned job.'),
    fairness: numberOf('fairness', 'Cost in metres × (n − 1) of the n-th job of a sprayer in a week.'),
    unneededSecond: numberOf('unneededSecond', 'Cost in metres of a second sprayer on an order that does not need two.'),
    apprenticeBonus: numberOf('apprenticeBonus', 'Metres subtracted for an apprentice without another job that week.'),
    dailyJobLimit: DailyJobLimit('Most jobs of a sprayer on one day; a sprayer may have another limit. null: no limit.'),
  }),
);
export const plannerSettingExample = {
  ...Object.fromEntries(Object.entries(plannerBounds).map(([name, bounds]) => [name, bounds.default])),
  dailyJobLimit: null,
};
