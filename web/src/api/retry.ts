import { Problem } from './problem.ts';

/** With a longer Retry-After the error is shown and the user can retry. */
const maxRetryAfterSeconds = 10;

/** Whether a failed query is retried automatically. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  error instanceof Problem && error.isTransient && failures < 2 && (error.retryAfter ?? 0) <= maxRetryAfterSeconds;

/** Exponential back-off, or Retry-After with jitter if that is longer. */
export function retryDelayMs(failures: number, error: unknown, maxDelayMs = 30_000, random = Math.random()): number {
  const backOffMs = Math.min(1000 * 2 ** failures, maxDelayMs);
  const retryAfterMs = error instanceof Problem && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
  return retryAfterMs > backOffMs ? retryAfterMs + Math.floor(random * 1000) : backOffMs;
}

/** Repeats a request that may be repeated safely, as often as a query would be. */
export async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await request();
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures, error)));
    }
  }
}
