import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('when no mail server is set, then mails go into the data folder', () => {
  expect(readConfig({ SWATH_DATA: 'somewhere' }).mail).toEqual({
    smtpUrl: undefined,
    from: expect.stringContaining('@'),
    folder: join(resolve('somewhere'), 'mail'),
  });
});

test('when a mail server and a sender are set, then they are used', () => {
  const env = { SWATH_SMTP_URL: 'smtps://me:secret@mail.example:465', SWATH_MAIL_FROM: 'Swath <swath@example.com>' };
  expect(readConfig(env).mail).toMatchObject({ smtpUrl: env.SWATH_SMTP_URL, from: env.SWATH_MAIL_FROM });
});

test.each([
  [{ SWATH_SMTP_URL: 'smtp://mail.example' }, /SWATH_MAIL_FROM/],
  [{ SWATH_SMTP_URL: 'https://me:secret@mail.example', SWATH_MAIL_FROM: 'a@b.c' }, /smtp:\/\//],
  [{ SWATH_SMTP_URL: 'me:secret', SWATH_MAIL_FROM: 'a@b.c' }, /smtp:\/\//],
])('when the mail settings are %j, then the error names what is missing and contains no password', (env, message) => {
  const read = () => readConfig(env);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/secret/);
});
