import { AppError, invalid } from '../errors.ts';

export const maxPlannedOrders = 1000;
export const maxPlannedSprayers = 500;

export interface PlannerFacts {
  date: string;
  /** In the company's time zone. */
  today: string;
  orderCount: number;
  sprayers: readonly { fullName: string; base: object | null }[];
}

/** Throws if the day cannot be planned, with what to do about it. */
export function checkPlannable({ date, today, orderCount, sprayers }: PlannerFacts): void {
  if (date < today) throw invalid({ path: 'date', message: 'must be today or later' });
  if (sprayers.length === 0)
    throw new AppError('NO_SPRAYERS', 'There are no active sprayers. An admin can add them under Users; then plan again.');
  if (orderCount === 0)
    throw new AppError(
      'NOTHING_TO_PLAN',
      `No order on ${date} is confirmed and not started, so there is nothing to plan. Confirm orders first, or choose another date.`,
    );
  if (orderCount > maxPlannedOrders || sprayers.length > maxPlannedSprayers)
    throw new AppError(
      'TOO_MUCH_TO_PLAN',
      `At most ${maxPlannedOrders} orders and ${maxPlannedSprayers} sprayers can be planned at once. Deactivate sprayers who no longer work, or assign some crews by hand and start their work.`,
    );
  const homeless = sprayers.filter(({ base }) => base === null).map(({ fullName }) => fullName);
  if (homeless.length > 0) {
    const names = homeless.slice(0, 5).join(', ') + (homeless.length > 5 ? ', …' : '');
    throw new AppError(
      'BASE_NOT_SET',
      `There is no base for ${names}. Set the company's base, or a base of their own, under Sprayers, Crew rules.`,
    );
  }
}

/** Minutes since midnight of HH:mm:ss. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
