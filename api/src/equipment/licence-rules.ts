import { AppError } from '../errors.ts';

/** Days before the last valid day on which a reminder is sent. */
export const reminderDays = [30, 7, 1] as const;

/** Throws LICENCE_EXPIRED if someone has no valid licence on the date of the work. */
export function checkLicensed(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new AppError('LICENCE_EXPIRED', `${names.join(' and ')} has no licence that is valid on that day. An admin can enter a new one.`);
}

/** Throws LICENCE_EXPIRED if the registration of a drone is not valid on the date of the work. */
export function checkRegistered(drone: { model: string; registration: string; validUntil: string }, date: string): void {
  if (drone.validUntil >= date) return;
  throw new AppError(
    'LICENCE_EXPIRED',
    `The registration ${drone.registration} of the drone ${drone.model} was valid until ${drone.validUntil}. Choose another drone.`,
  );
}

/** The reminder that is due: the shortest period that has begun. undefined: none, or it has expired. */
export function dueReminder(validUntil: string, today: string): (typeof reminderDays)[number] | undefined {
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / 86_400_000);
  if (days < 0) return undefined;
  return reminderDays.toReversed().find((period) => days <= period);
}
