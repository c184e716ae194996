import { Problem } from './problem.ts';

/** Longer than this nobody looks at a page that loads: they are told, and can ask again themselves. */
const maxRetryAfterSeconds = 10;

/** Whether a question is asked again by itself. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  error instanceof Problem && error.isTransient && failures < 2 && (error.retryAfter ?? 0) <= maxRetryAfterSeconds;

/** Milliseconds until then: as long as the service asks for, or longer each time; and not everyone at once. */
export function retryDelayMs(failures: number, error: unknown, maxDelayMs = 30_000, random = Math.random()): number {
  const backOffMs = Math.min(1000 * 2 ** failures, maxDelayMs);
  const retryAfterMs = error instanceof Problem && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
  return retryAfterMs > backOffMs ? retryAfterMs + Math.floor(random * 1000) : backOffMs;
}
