import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SecretBox, SecretUnreadable } from '../platform/secrets/secret-box.ts';
import { openWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';

const box = new SecretBox(randomBytes(32));
const secret = randomBytes(32);

test('when a secret is sealed, then the same key opens it, and another one or none does not', () => {
  const sealed = sealWebhookSecret(box, secret);
  expect(sealed.includes(secret) || sealed.includes(secret.toString('hex'))).toBe(false);
  expect(openWebhookSecret(box, sealed)).toEqual(secret);
  expect(sealWebhookSecret(box, sealed)).toEqual(sealed);
  for (const other of [new SecretBox(randomBytes(32)), undefined]) expect(() => openWebhookSecret(other, sealed)).toThrow(SecretUnreadable);
});

test('when an earlier version stored it, then it is read as it is', () => {
  expect(openWebhookSecret(box, secret)).toEqual(secret);
});
