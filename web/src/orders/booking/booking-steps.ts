import { isArea } from '../../catalog/area-rules.ts';
import type { Draft } from './booking-draft.ts';

/** In this order; a field used before goes from the first straight to the time. */
export const steps = ['field', 'place', 'work', 'time', 'pay', 'done'] as const;
export type Step = (typeof steps)[number];

export const addressOf = (step: Step): string => (step === 'field' ? '/book' : `/book?step=${step}`);

/** How far along a step is, as people count: a new field is still the first. */
export const countOf: Record<Step, number> = { field: 1, place: 1, work: 2, time: 3, pay: 4, done: 4 };
export const stepCount = 4;

/** The step that was asked for, or the first one before it whose answer is missing. */
export function stepAt(asked: string | null, { field, cropId, area, slot }: Draft): Step {
  const step = steps.find((name) => name === asked) ?? 'field';
  const wanted = steps.indexOf(step);
  const isPast = (name: Step) => wanted > steps.indexOf(name) && step !== 'done';
  if (isPast('place') && field === undefined) return 'field';
  if (isPast('work') && (cropId === undefined || !isArea(area))) return 'work';
  if (isPast('time') && slot === undefined) return 'time';
  return step;
}
