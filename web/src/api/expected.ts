import type { Shape } from './client.ts';

export type Role = Shape<'Profile'>['role'];

const expectedAs = 'swath-signed-in';
const roles: readonly string[] = ['farmer', 'receptionist', 'sprayer', 'admin'] satisfies Role[];

export const profilePath = '/api/common/profile';

/** Remembers whether asking who is signed in is worth it, and what they will want to see: the cookie itself is not for scripts to see. */
export function expectSession(as: Role | 'yes'): void {
  localStorage.setItem(expectedAs, as);
}

export const expectNobody = (): void => localStorage.removeItem(expectedAs);

export const isExpected = (): boolean => localStorage.getItem(expectedAs) !== null;

export function expectedRole(): Role | undefined {
  const kept = localStorage.getItem(expectedAs);
  return roles.find((role): role is Role => role === kept);
}
