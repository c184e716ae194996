import type { Shape } from './client.ts';

export type Role = Shape<'Profile'>['role'];

const storageKey = 'swath-signed-in';
const roles: readonly string[] = ['farmer', 'receptionist', 'sprayer', 'admin'] satisfies Role[];

export const profilePath = '/api/common/profile';

/** Stores the role of the signed-in user, because scripts cannot read the session cookie. The hint decides what is prefetched. */
export function setSessionHint(role: Role | 'yes'): void {
  localStorage.setItem(storageKey, role);
}

export const clearSessionHint = (): void => localStorage.removeItem(storageKey);

export const hasSessionHint = (): boolean => localStorage.getItem(storageKey) !== null;

export function hintedRole(): Role | undefined {
  const stored = localStorage.getItem(storageKey);
  return roles.find((role): role is Role => role === stored);
}
