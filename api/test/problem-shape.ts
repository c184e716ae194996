import { expect } from 'vitest';

interface Refused {
  status: number;
  headers: { get(name: string): string | null };
  text: string;
}

const members = ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId'];

/** What makes a refusal an invalid problem; empty if it is valid. */
export function problemFaults({ status, headers, text }: Refused): string[] {
  const faults: string[] = [];
  const say = (fine: boolean, fault: string) => {
    if (!fine) faults.push(fault);
  };
  say(/^application\/problem\+json(;|$)/.test(headers.get('content-type') ?? ''), `content type ${headers.get('content-type')}`);
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return [...faults, `not JSON: ${text.slice(0, 200)}`];
  }
  const { errors, ...rest } = body;
  say(JSON.stringify(Object.keys(rest).sort()) === JSON.stringify([...members].sort()), `members ${Object.keys(body)}`);
  say(body.status === status, `says ${body.status}, is ${status}`);
  for (const member of ['type', 'title', 'detail', 'instance', 'code']) {
    say(typeof body[member] === 'string' && body[member] !== '', `${member} is ${JSON.stringify(body[member])}`);
  }
  say(/^[A-Z]+(_[A-Z]+)*$/.test(String(body.code)), `code ${body.code}`);
  say(/^[\da-f]{32}$/.test(String(body.traceId)), `traceId ${body.traceId}`);
  say(!/\b(?:at \w+.*:\d+:\d+|select |insert |node_modules|postgres)/i.test(text), `reveals internals: ${text.slice(0, 300)}`);
  say(
    errors === undefined || (Array.isArray(errors) && errors.length > 0 && errors.every(isFieldError)),
    `errors ${JSON.stringify(errors)}`,
  );
  say(status !== 401 || headers.get('www-authenticate') !== null, '401 without WWW-Authenticate');
  say(status !== 405 || headers.get('allow') !== null, '405 without Allow');
  say((status !== 429 && status !== 503) || headers.get('retry-after') !== null, `${status} without Retry-After`);
  return faults;
}

function isFieldError(error: unknown): boolean {
  const { path, message, code, ...other } = error as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    typeof message === 'string' &&
    message !== '' &&
    (code === undefined || typeof code === 'string') &&
    Object.keys(other).length === 0
  );
}

export function expectProblem(answer: Refused, status: number, code: string): void {
  expect([answer.status, JSON.parse(answer.text).code], answer.text).toEqual([status, code]);
  expect(problemFaults(answer)).toEqual([]);
}
