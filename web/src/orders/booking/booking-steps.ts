import { isArea } from '../../catalog/area-rules.ts';
import type { Draft } from './booking-draft.ts';

/** In this order; a known field goes from the first step directly to the time. */
export const steps = ['field', 'place', 'work', 'time', 'pay', 'done'] as const;
export type Step = (typeof steps)[number];

export const addressOf = (step: Step): string => (step === 'field' ? '/book' : `/book?step=${step}`);

/** Displayed step number: a new field is still step 1. */
export const countOf: Record<Step, number> = { field: 1, place: 1, work: 2, time: 3, pay: 4, done: 4 };
export const stepCount = 4;

/** The requested step, or the first incomplete one before it. */
export function stepAt(requested: string | null, { field, cropId, area, slot }: Draft): Step {
  const step = steps.find((name) => name === requested) ?? 'field';
  const requestedIndex = steps.indexOf(step);
  const isPast = (name: Step) => requestedIndex > steps.indexOf(name) && step !== 'done';
  if (isPast('place') && field === undefined) return 'field';
  if (isPast('work') && (cropId === undefined || !isArea(area))) return 'work';
  if (isPast('time') && slot === undefined) return 'time';
  return step;
}
