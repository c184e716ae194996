import { parse as parseLossless } from 'lossless-json';
import { AppError } from '../../errors.ts';

/** No request needs more than four levels. The limit keeps recursive code, JSON.stringify included, from exhausting the stack. */
const maxDepth = 16;

/**
 * Parses JSON without loss: integers beyond 2^53 become bigint. The lossless parser is slow, so it is used only if the text contains 16
 * digits in a row.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = /\d{16}/.test(text) ? parseLossless(text, null, readNumber) : JSON.parse(text);
  } catch {
    throw new AppError('MALFORMED_REQUEST', 'The body is not valid JSON.');
  }
  if (isDeeperThan(value, maxDepth)) throw new AppError('MALFORMED_REQUEST', `The body is nested more than ${maxDepth} levels deep.`);
  // Escapes can produce NUL, which PostgreSQL cannot store, and unpaired surrogates.
  if (/\\u(?:0000|d[89a-f])/i.test(text) && hasUnstorableText(value)) {
    throw new AppError('MALFORMED_REQUEST', 'The body has a NUL or half a character in it, which cannot be stored.');
  }
  return withoutNulls(value);
}

/** Iterative: recursion could exhaust the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((node) => (typeof node === 'object' && node !== null ? Object.values(node) : []));
    if (level.length === 0) return false;
  }
  return true;
}

function hasUnstorableText(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && (next.includes('\0') || /\p{Surrogate}/u.test(next))) return true;
    if (typeof next === 'object' && next !== null) waiting.push(...Object.keys(next), ...Object.values(next));
  }
  return false;
}

function readNumber(literal: string): number | bigint {
  const number = Number(literal);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(literal) ? number : BigInt(literal);
}

/** Clients send null for omitted fields. Requests have at most two levels of objects. */
function withoutNulls(value: unknown, depth = 2): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return value;
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value)) {
    if (member !== null) kept[key] = withoutNulls(member, depth - 1);
  }
  return kept;
}
