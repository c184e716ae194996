import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { nearestName } from './nearest-name.ts';
import { describeUnknownSetting, findUnknownSettings, settings } from './settings.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

test('when the settings are compared with the code, README and deployment, then none is missing and none is left over', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const config = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && name !== 'settings.ts')
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const named = (text: string) => text.match(/\b(?:SWATH|DATABASE)_[A-Z\d_]*[A-Z\d]\b/g) ?? [];
  const isSetting = (name: string) =>
    /^SWATH_|^DATABASE_(URL|POOLER|DIRECT_URL|REPLICA_URL)$/.test(name) && !/^SWATH_(S3|SMS|STRIPE|ZALO|PUSH)$/.test(name);
  const used = new Set(
    [config, read('README.md'), read('docs/operate.md'), read('deploy/compose.yaml'), read('deploy/swath.service')]
      .flatMap(named)
      .filter(isSetting),
  );
  expect([...used].filter((name) => !(settings as readonly string[]).includes(name))).toEqual([]);
  expect(settings.filter((name) => !used.has(name))).toEqual([]);
});

test('when a variable is misspelt, then the setting that was meant is named', () => {
  const env = {
    SWATH_STMP_URL: 'x',
    SWATH_PUBLICURL: 'x',
    DATABASE_REPLICA_UR: 'x',
    DATABASE_NAME: 'x',
    SWATH_X: 'x',
    SWATH_TEST_SEED: '1',
    PATH: '/bin',
  };
  expect(findUnknownSettings(env).map(describeUnknownSetting)).toEqual([
    'DATABASE_REPLICA_UR is no setting: did you mean DATABASE_REPLICA_URL?',
    'SWATH_PUBLICURL is no setting: did you mean SWATH_PUBLIC_URL?',
    'SWATH_STMP_URL is no setting: did you mean SWATH_SMTP_URL?',
    'SWATH_X is no setting',
  ]);
  expect(findUnknownSettings({ DATABASE_URL: 'x', SWATH_DB_PASSWORD: 'x' })).toEqual([]);
});

test.each([
  ['acount', ['account', 'amount'], 'account'],
  ['acocunt', ['account', 'amount'], 'account'],
  ['Status', ['status'], 'status'],
  ['x', ['y'], 'y'],
  ['quite different', ['account'], undefined],
])('when %s is given, then the nearest name is found', (given, names, wanted) => {
  expect(nearestName(given, names)).toBe(wanted);
});

test('when a given name has megabytes, then only its beginning is read for each name', () => {
  const lowerCase = vi.spyOn(String.prototype, 'toLowerCase');
  try {
    expect(nearestName('x'.repeat(1_000_000), ['SWATH_LOG', 'SWATH_DATA'])).toBeUndefined();
    expect(Math.max(...lowerCase.mock.contexts.map((text) => String(text).length))).toBeLessThan(100);
  } finally {
    lowerCase.mockRestore();
  }
});
