import { retryAfterSeconds } from './problem.ts';

export interface RetryOptions {
  /** Including the first one. */
  maxAttempts: number;
  /** Before the second attempt; doubled for each further one, with jitter. */
  firstDelayMs: number;
  /** A longer Retry-After is not waited for: the refusal is returned. */
  maxDelayMs: number;
  /** Of one attempt. */
  timeoutMs: number;
}

export const defaultRetry: RetryOptions = { maxAttempts: 4, firstDelayMs: 250, maxDelayMs: 30_000, timeoutMs: 30_000 };

/** Answers after which the same request may succeed: rate limit, overload, gateway without a service. */
const temporaryStatuses = [408, 429, 502, 503, 504];
const idempotentMethods = ['GET', 'HEAD', 'PUT', 'DELETE'];

/**
 * A `fetch` that repeats a request after a temporary failure, with exponential back-off. Only requests that have the same effect when they are
 * repeated: idempotent methods, and those with an `Idempotency-Key`.
 */
export function retryingFetch(fetchOnce: typeof fetch, options: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const isRepeatable = idempotentMethods.includes(request.method) || request.headers.has('idempotency-key');
    const attempts = isRepeatable ? Math.max(1, options.maxAttempts) : 1;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(options.timeoutMs)]);
      // A body can be read once, so the last attempt alone uses the request itself.
      const outcome = await attemptOnce(() => fetchOnce(new Request(isLast ? request : request.clone(), { signal })));
      if (request.signal.aborted) throw request.signal.reason;
      if (outcome instanceof Response && !temporaryStatuses.includes(outcome.status)) return outcome;
      const waitMs = delayMs(attempt, outcome instanceof Response ? retryAfterSeconds(outcome) : undefined, options);
      if (isLast || waitMs > options.maxDelayMs) {
        if (outcome instanceof Response) return outcome;
        throw outcome.error;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await wait(waitMs, request.signal);
    }
  };
}

async function attemptOnce(send: () => Promise<Response>): Promise<Response | { error: unknown }> {
  try {
    return await send();
  } catch (error) {
    return { error };
  }
}

/** At least Retry-After; else a random part of the doubled delay, so that many clients do not come back at the same time. */
function delayMs(attempt: number, afterSeconds: number | undefined, { firstDelayMs, maxDelayMs }: RetryOptions): number {
  const backOff = Math.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** attempt);
  return afterSeconds === undefined ? backOff : afterSeconds * 1000 + Math.min(backOff, 1000);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
