/** A phone's time of an action in the field, with the offset of its clock. */
export interface PhoneTime {
  /** By the clock of the phone. */
  at: string;
  /** Time of the service minus time of the phone, as the phone measured it. */
  clockOffsetMs: number;
}

/** Reports older than this are not dated by the phone. */
export const maxReportAgeMs = 7 * 24 * 3_600_000;
/** Largest offset that a phone may report: one year. */
export const maxClockOffsetMs = 366 * 24 * 3_600_000;

/**
 * Converts the time of an action to the clock of the service. Never after `now`; undefined if the phone sent none, or one that is too old
 * to be plausible.
 */
export function fieldTime(phone: PhoneTime | undefined, now: Date): Date | undefined {
  if (phone === undefined) return undefined;
  const time = Date.parse(phone.at) + phone.clockOffsetMs;
  if (!Number.isFinite(time) || now.getTime() - time > maxReportAgeMs) return undefined;
  return new Date(Math.min(time, now.getTime()));
}

/** Begin and end of the work. A begin after the end is ignored. */
export function workTimes(
  started: PhoneTime | undefined,
  finished: PhoneTime | undefined,
  now: Date,
): { startedAt: Date | null; finishedAt: Date | null } {
  const finishedAt = fieldTime(finished, now) ?? null;
  const startedAt = fieldTime(started, now) ?? null;
  return { startedAt: startedAt !== null && finishedAt !== null && startedAt > finishedAt ? null : startedAt, finishedAt };
}

/** Maximum time in which a phone may not have received the removal of its user from the crew. */
export const maxUnawareMs = 72 * 3_600_000;

/** Whether a report of a sprayer who was removed from the crew is accepted. `finishedAt`: the end of the work, or the arrival of the report. */
export function isLateReportTaken(removedAt: Date, finishedAt: Date): boolean {
  return finishedAt.getTime() - removedAt.getTime() <= maxUnawareMs;
}
