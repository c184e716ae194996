import { expect, test } from 'vitest';
import type { InstallationKeys } from '../secrets/installation-keys.ts';
import { SignedLinks } from './signed-links.ts';

const keyed = (key: string) => new SignedLinks({ get: async () => Buffer.from(key) } as unknown as InstallationKeys);
const links = keyed('a');
const now = new Date('2026-11-17T03:00:00Z');
const expiresAt = new Date('2026-11-18T03:00:00Z');
const token = await links.sign({ purpose: 'accept', subject: '12-34', expiresAt });

test('when a link is checked for its purpose in time, then it is valid and names its subject', async () =>
  expect(await links.check('accept', token, now)).toEqual({ state: 'valid', subject: '12-34' }));

test('when its time is over, then it is expired', async () =>
  expect(await links.check('accept', token, expiresAt)).toEqual({ state: 'expired', subject: '12-34' }));

test('when it is used for another purpose or on another installation, then it is invalid', async () => {
  expect(await links.check('cancel', token, now)).toEqual({ state: 'invalid' });
  expect(await keyed('b').check('accept', token, now)).toEqual({ state: 'invalid' });
});

test('when any character of it is changed, left out or added, then it is invalid', async () => {
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x';
    // The last character of base64url has two unused bits; a text that decodes alike is another text here.
    for (const changed of [token.slice(0, at) + other + token.slice(at + 1), token.slice(0, at) + token.slice(at + 1)])
      expect(await links.check('accept', changed, now), changed).toEqual({ state: 'invalid' });
  }
  for (const text of ['', '.', '..', `${token}x`, ` ${token}`, 'x'.repeat(300)])
    expect(await links.check('accept', text, now)).toEqual({ state: 'invalid' });
});
