import { AppError } from '../errors.ts';

export interface CrewMember {
  id: string;
  name: string;
  expertise: 'apprentice' | 'adept' | 'expert';
}

export const maxCrewSize = 2;

/** A legal crew has at least one adept or expert. */
export function hasSenior(crew: readonly CrewMember[]): boolean {
  return crew.some(({ expertise }) => expertise !== 'apprentice');
}

/** Throws CREW_NEEDS_SENIOR if the crew has apprentices only. */
export function checkTeam(crew: readonly CrewMember[]): void {
  if (!hasSenior(crew)) {
    throw new AppError('CREW_NEEDS_SENIOR', `${crew.map(({ name }) => name).join(' and ')} may work only with an adept or an expert.`);
  }
}

/** Throws CREW_BUSY if a member has another job in the session. */
export function checkFree(busy: readonly CrewMember[]): void {
  if (busy.length > 0) {
    throw new AppError('CREW_BUSY', `${busy.map(({ name }) => name).join(' and ')} already has a job in that session.`);
  }
}

/** Throws CREW_ABSENT if a member is on leave or ill in the session. */
export function checkPresent(absent: readonly CrewMember[]): void {
  if (absent.length > 0) {
    throw new AppError('CREW_ABSENT', `${absent.map(({ name }) => name).join(' and ')} is absent in that session.`);
  }
}
