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

/** Throws CREW_DAY_LIMIT if a member has as many jobs that day as the limit allows. */
export function checkDailyLimit(full: readonly { name: string; limit: number }[]): void {
  if (full.length > 0) {
    const members = full.map(({ name, limit }) => `${name} (${limit})`).join(' and ');
    throw new AppError('CREW_DAY_LIMIT', `${members} already has as many jobs on that day as the limit allows.`);
  }
}

/** The crew of an order that the office has fixed: exactly these sprayers, or one of them with any partner. */
export interface Pin {
  kind: 'crew' | 'person';
  sprayerIds: readonly string[];
}

export function meetsPin(pin: Pin | undefined, crewIds: readonly string[]): boolean {
  if (pin === undefined) return true;
  return pin.sprayerIds.every((id) => crewIds.includes(id)) && (pin.kind === 'person' || pin.sprayerIds.length === crewIds.length);
}

/** Throws CREW_PINNED if the order is pinned to others. `names`: of the pinned sprayers. */
export function checkPin(pin: Pin | undefined, crewIds: readonly string[], names: readonly string[]): void {
  if (pin === undefined || meetsPin(pin, crewIds)) return;
  const who = names.join(' and ');
  throw new AppError(
    'CREW_PINNED',
    `This order is pinned to ${who}${pin.kind === 'person' ? ', with or without a partner' : ''}. Remove the pin first, or choose that crew.`,
  );
}

/** A sprayer never works for this farmer, or never with this other sprayer. */
export interface Ban {
  sprayerId: string;
  farmerId: string | null;
  otherSprayerId: string | null;
}

/** Whether a crew breaks a ban when it works for the farmer. */
export const breaksBan = ({ sprayerId, farmerId, otherSprayerId }: Ban, crewIds: readonly string[], ofFarmer: string): boolean =>
  crewIds.includes(sprayerId) && (otherSprayerId === null ? farmerId === ofFarmer : crewIds.includes(otherSprayerId));

export interface BrokenBan {
  id: string;
  sprayer: string;
  /** The other sprayer; null: the farmer of the order. */
  otherSprayer: string | null;
}

/** Throws CREW_BANNED if the crew breaks bans. */
export function checkBans(broken: readonly BrokenBan[]): void {
  if (broken.length === 0) return;
  const rules = broken.map(({ sprayer, otherSprayer }) =>
    otherSprayer === null ? `${sprayer} does not work for this farmer.` : `${sprayer} and ${otherSprayer} do not work together.`,
  );
  throw new AppError('CREW_BANNED', `${rules.join(' ')} Choose another crew, or give a reason for an exception.`);
}

/** Throws CREW_ABSENT if a member is on leave or ill in the session. */
export function checkPresent(absent: readonly CrewMember[]): void {
  if (absent.length > 0) {
    throw new AppError('CREW_ABSENT', `${absent.map(({ name }) => name).join(' and ')} is absent in that session.`);
  }
}
