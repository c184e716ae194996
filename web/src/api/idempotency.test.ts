import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { IntentKey, newIdempotencyKey } from './idempotency.ts';
import { Problem } from './problem.ts';

/** The format that the service accepts. */
const accepted = /^[\x21-\x7e]{1,255}$/;
const problem = (status: number) => new Problem({ status, code: 'ANY', detail: '' });

describe('idempotency keys', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('when many keys are created, then each is visible ASCII and unique', () => {
    const keys = Array.from({ length: 1000 }, newIdempotencyKey);
    for (const key of keys) expect(key).toMatch(accepted);
    expect(new Set(keys).size).toBe(1000);
  });

  test('when the origin is plain http and crypto.randomUUID is missing, then a key is still created', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(newIdempotencyKey()).toMatch(accepted);
  });

  test.each([undefined, { reason: 'Gió “lớn”, 12 m/s' }, '"2026-11-15" 7', 'Hủy vì mưa\n'])(
    'when the input is %j, then no part of it is in the key',
    (input) => expect(new IntentKey().keyFor(input)).toMatch(accepted),
  );

  test('when the same input is sent again after an unknown outcome, then the key is the same; another input gets another key', () => {
    const intent = new IntentKey();
    const key = intent.keyFor({ amount: 1 });
    for (const status of [0, 429, 500, 503]) {
      intent.failed(problem(status));
      expect(intent.keyFor({ amount: 1 })).toBe(key);
    }
    expect(intent.keyFor({ amount: 2 })).not.toBe(key);
  });

  test('when the service has accepted or refused the request, then the next attempt has a new key', () => {
    const intent = new IntentKey();
    const first = intent.keyFor(undefined);
    intent.succeeded();
    const second = intent.keyFor(undefined);
    intent.failed(problem(409));
    const third = intent.keyFor(undefined);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test('when the source sends the header, then its value is an unmodified key', () => {
    const folder = join(import.meta.dirname, '..');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name));
    const values = files.flatMap((name) => {
      const found = readFileSync(join(folder, name), 'utf8').matchAll(/['"]idempotency-key['"]\s*[:,]\s*([^,})]+)/gi);
      return [...found].map(([, value = '']) => `${name}: ${value.trim()}`);
    });
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((value) => !/: (idempotencyKey|newIdempotencyKey\()$/.test(value))).toEqual([]);
  });
});
