import { AppError } from '../errors.ts';

export const planStates = ['planning', 'ready', 'failed', 'cancelled', 'accepted', 'undone', 'replaced'] as const;
export type PlanState = (typeof planStates)[number];

/** `interrupted`: the service that planned has ended; `worker`: the planner itself has failed; `memory`: the day needs more memory than it may have. */
export const planFailures = ['interrupted', 'worker', 'memory'] as const;
export type PlanFailure = (typeof planFailures)[number];

/** `partial` and `fallback`: the routing server had some of the legs, or none. */
export const travelSources = ['great_circle', 'routing', 'partial', 'fallback'] as const;
export type TravelSource = (typeof travelSources)[number];

export const maxPlanSeconds = 30;
export const undoPeriodMinutes = 10;

/** With the option `fewestChanges`, taking people off and adding them costs this many times the setting. */
export const changeFactor = 3;

const closedTexts: Record<Exclude<PlanState, 'ready'>, string> = {
  planning: 'This plan is still being made. Please wait, or cancel it.',
  failed: 'This plan has failed. Please plan the day again.',
  cancelled: 'This plan has been cancelled. Please plan the day again.',
  accepted: 'This plan has been accepted already. Undo it first, or plan the day again.',
  undone: 'This plan has been undone. Please plan the day again.',
  replaced: 'There is a newer plan. Please use that one.',
};

/** Throws PROPOSAL_CLOSED unless the proposal can be edited and accepted. */
export function checkReady({ state }: { state: PlanState }): void {
  if (state !== 'ready') throw new AppError('PROPOSAL_CLOSED', closedTexts[state]);
}

export const undoableUntil = (acceptedAt: Date): Date => new Date(acceptedAt.getTime() + undoPeriodMinutes * 60_000);

export function checkUndoable({ state, acceptedAt }: { state: PlanState; acceptedAt: Date | null }, now: Date): void {
  if (state === 'undone') throw new AppError('ALREADY_UNDONE', 'This has been undone already.');
  if (state !== 'accepted' || acceptedAt === null) throw new AppError('CANNOT_UNDO', 'This plan has not been accepted.');
  if (now.getTime() > undoableUntil(acceptedAt).getTime())
    throw new AppError('UNDO_EXPIRED', `This can be undone for ${undoPeriodMinutes} minutes only. Please change the orders by hand.`);
}

/** Share of the cost that is not proven to be necessary, 0 to 1. */
export function gapOf(cost: number, lowerBound: number): number {
  if (cost <= lowerBound) return 0;
  return cost <= 0 ? 1 : Math.min(1, (cost - lowerBound) / cost);
}

export const sameCrew = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id) => b.includes(id));
