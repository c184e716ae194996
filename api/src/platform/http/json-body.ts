import { parse as parseLossless } from 'lossless-json';
import { AppError } from '../../errors.ts';

/** No request needs more than four levels. The limit keeps recursive code, JSON.stringify included, from exhausting the stack. */
const maxDepth = 16;

/** The digits of a fraction are none of an id. */
const longInteger = /(?:^|[[,:\s-])\d{16}/;

/**
 * Parses JSON without loss: integers beyond 2^53 become bigint. The lossless parser is slow, so it is used only if the text contains an
 * integer of 16 digits. Each check reads the text once: the objects of a large body take many times its memory.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (isDeeperThan(text, maxDepth)) throw new AppError('MALFORMED_REQUEST', `The body is nested more than ${maxDepth} levels deep.`);
  let value: unknown;
  try {
    value = longInteger.test(text) ? parseLossless(text, null, readNumber) : JSON.parse(text);
  } catch {
    throw new AppError('MALFORMED_REQUEST', 'The body is not valid JSON.');
  }
  if (hasUnstorableText(text)) {
    throw new AppError('MALFORMED_REQUEST', 'The body has a NUL or half a character in it, which cannot be stored.');
  }
  return value;
}

const code = (sign: string): number => sign.charCodeAt(0);
const [quote, backslash, openArray, closeArray, openObject, closeObject] = [...'"\\[]{}'].map(code);

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === openArray || sign === openObject) {
      if (++depth > limit) return true;
    } else if (sign === closeArray || sign === closeObject) depth--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) return at;
    if (sign === backslash) at++;
  }
  return text.length;
}

/** An escape: of a pair of surrogates, of what cannot be stored, or any other. */
const escapes = /\\(?:u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(0000|d[89a-f][\da-f]{2}))|.)/gi;

/** Whether JSON has an escape of NUL or of half a character. UTF-8 itself has no halves. */
function hasUnstorableText(json: string): boolean {
  if (!json.includes('\\u')) return false;
  for (const [, unstorable] of json.matchAll(escapes)) if (unstorable !== undefined) return true;
  return false;
}

function readNumber(literal: string): number | bigint {
  const number = Number(literal);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(literal) ? number : BigInt(literal);
}

/** Clients send null for omitted fields. Requests have at most two levels of objects. */
export function withoutNulls(value: unknown, depth = 2): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return value;
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value)) {
    if (member !== null) kept[key] = withoutNulls(member, depth - 1);
  }
  return kept;
}
