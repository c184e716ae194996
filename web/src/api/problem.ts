export interface FieldProblem {
  path: string;
  message: string;
  /** Why the order of a bulk action is blocked. */
  code?: string;
}

interface ProblemDetails {
  status: number;
  code: string;
  detail: string;
  errors?: FieldProblem[];
  retryAfter?: number;
}

/** An error response of the service (RFC 9457), or status 0 when the service cannot be reached. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldProblem[];
  readonly retryAfter: number | undefined;

  constructor({ status, code, detail, errors = [], retryAfter }: ProblemDetails) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  static from(body: unknown, response: Response): Problem {
    const {
      code = 'INTERNAL',
      detail = '',
      errors = [],
    } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ProblemDetails>;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new Problem({ status: response.status, code, detail, errors, ...(Number.isFinite(seconds) ? { retryAfter: seconds } : {}) });
  }

  /** True if a retry may succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
