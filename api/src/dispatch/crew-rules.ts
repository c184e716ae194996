import { AppError } from '../errors.ts';

export interface CrewMember {
  id: string;
  name: string;
  expertise: 'apprentice' | 'adept' | 'expert';
}

export const maxCrewSize = 2;

/** An apprentice works only beside someone with experience; one alone must have it. */
export function hasSenior(crew: readonly CrewMember[]): boolean {
  return crew.some(({ expertise }) => expertise !== 'apprentice');
}

export function checkTeam(crew: readonly CrewMember[]): void {
  if (!hasSenior(crew)) {
    throw new AppError('CREW_NEEDS_SENIOR', `${crew.map(({ name }) => name).join(' and ')} may work only with an adept or an expert.`);
  }
}

export function checkFree(busy: readonly CrewMember[]): void {
  if (busy.length > 0) {
    throw new AppError('CREW_BUSY', `${busy.map(({ name }) => name).join(' and ')} already has a job in that session.`);
  }
}
