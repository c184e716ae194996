import { checkLicensed } from '../equipment/licence-rules.ts';
import { AppError } from '../errors.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { type CrewedOrder, type MemberFacts, readCrewFacts } from './crew-check-store.ts';
import { type BrokenBan, type CrewMember, checkDailyLimit, checkFree, checkPin, checkPresent, checkTeam } from './crew-rules.ts';

/**
 * Throws if the crew breaks a rule: expertise, one job per session, absences, licences, the limit of jobs a day, the pin of the order. Returns the
 * bans that it breaks, which the office may override. The order and the sprayers must be locked; `active`: what lockSprayers returned.
 * Everything that these rules depend on changes under the lock on the order (pin), on the sprayer (absences, bans, licences, own limit)
 * or on a setting (the company's limit, whether licences are required), so what is found here is true until the commit.
 */
export async function checkCrew(
  tx: Tx,
  order: CrewedOrder,
  crewIds: readonly string[],
  active: readonly CrewMember[],
): Promise<BrokenBan[]> {
  const crew = crewIds.flatMap((id) => active.find((member) => member.id === id) ?? []);
  const unknown = crewIds.filter((id) => !active.some((member) => member.id === id));
  if (unknown.length > 0) throw new AppError('CREW_UNKNOWN', `${unknown.join(' and ')} is not an active sprayer.`);
  checkTeam(crew);
  const { members, pin } = await readCrewFacts(tx, order, crewIds);
  checkPin(pin, crewIds, pin?.names ?? []);
  const those = (test: (facts: MemberFacts) => boolean) =>
    crew
      .flatMap((member) => members.filter(({ id }) => id === member.id).map((facts) => ({ ...member, facts })))
      .filter(({ facts }) => test(facts));
  checkFree(those(({ isBusy }) => isBusy));
  checkLicensed(those(({ isLicensed }) => !isLicensed).map(({ name }) => name));
  checkPresent(those(({ isAbsent }) => isAbsent));
  const full = those(({ jobsThatDay, dailyJobLimit }) => dailyJobLimit !== null && jobsThatDay >= dailyJobLimit);
  checkDailyLimit(full.map(({ name, facts }) => ({ name, limit: facts.dailyJobLimit ?? 0 })));
  return members.flatMap(({ brokenBans }) => brokenBans);
}
