import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSecretKey, SecretBox, SecretUnreadable } from './secret-box.ts';

test('when a secret is sealed, then only the same key and name open it', () => {
  const box = new SecretBox(randomBytes(32));
  const sealed = box.seal('vapid', 'bí mật');
  expect(box.open('vapid', sealed)).toBe('bí mật');
  expect(sealed.includes('bí mật')).toBe(false);
  expect(box.seal('vapid', 'bí mật').equals(sealed)).toBe(false);
  expect(() => box.open('zalo', sealed)).toThrow(SecretUnreadable);
  expect(() => new SecretBox(randomBytes(32)).open('vapid', sealed)).toThrow(SecretUnreadable);
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => box.open('vapid', sealed)).toThrow(SecretUnreadable);
  expect(() => box.open('vapid', Buffer.alloc(3))).toThrow(SecretUnreadable);
});

test('when several processes start at once, then they have one key, which only the owner can read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-secret-'));
  try {
    const keys = await Promise.all([1, 2, 3, 4].map(() => readSecretKey(folder, undefined)));
    expect(keys.map((key) => key.equals(keys[0] ?? Buffer.alloc(0)) && key.length === 32)).toEqual([true, true, true, true]);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    const given = randomBytes(32);
    expect(await readSecretKey(folder, given)).toBe(given);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
