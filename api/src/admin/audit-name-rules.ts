import type { AuditChange } from '../accounts/audit-store.ts';

/** The fields of changes whose values are ids of users; `sprayerIds` has several, separated by commas. */
const userFields = ['sprayerId', 'sprayerIds', 'otherSprayerId', 'farmerId', 'userId', 'mergedInto'];

/** Ids of the users that changes mention, without duplicates. */
export function usersIn(changes: readonly AuditChange[]): string[] {
  const texts = changes
    .filter(({ field }) => userFields.includes(field))
    .flatMap(({ from, to }) => [from, to])
    .flatMap((value) => String(value ?? '').split(', '));
  return [...new Set(texts.filter((text) => /^[1-9]\d{0,17}$/.test(text)))];
}
