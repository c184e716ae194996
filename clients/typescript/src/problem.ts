/** A field of the request that the service refused, as a path such as `body.area`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** A refusal of the service (RFC 9457). Decide by `code`, which is stable; `message` is for people. */
export class SwathProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  /** For the operator of the service, to find the request in its log. */
  readonly traceId: string | undefined;
  /** Wait this long before the next attempt. */
  readonly retryAfterSeconds: number | undefined;

  constructor(body: unknown, response: Response) {
    const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    super(typeof problem.detail === 'string' ? problem.detail : `The service answered ${response.status}.`);
    this.name = 'SwathProblem';
    this.status = response.status;
    this.code = typeof problem.code === 'string' ? problem.code : 'UNKNOWN';
    this.errors = Array.isArray(problem.errors) ? (problem.errors as FieldProblem[]) : [];
    this.traceId = typeof problem.traceId === 'string' ? problem.traceId : undefined;
    this.retryAfterSeconds = retryAfterSeconds(response);
  }
}

/** Seconds of `Retry-After`; the service never sends a date. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
