import { Problem } from './problem.ts';

/** Longer than this nobody looks at a page that loads: they are told, and can ask again themselves. */
const longestSilentWait = 10;

/** Whether a question is asked again by itself. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  error instanceof Problem && error.passing && failures < 2 && (error.retryAfter ?? 0) <= longestSilentWait;

/** Milliseconds until then: as long as the service asks for, or longer each time; and not everyone at once. */
export function retryDelayMs(failures: number, error: unknown, longest = 30_000, chance = Math.random()): number {
  const usual = Math.min(1000 * 2 ** failures, longest);
  const wanted = error instanceof Problem && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
  return wanted > usual ? wanted + Math.floor(chance * 1000) : usual;
}
