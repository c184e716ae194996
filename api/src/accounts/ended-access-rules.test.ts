import { expect, test } from 'vitest';
import { endedChanges, endingOf } from './ended-access-rules.ts';

test.each([
  ['claim', true, true],
  ['recovery', true, false],
  ['phone', false, false],
] as const)(
  'when the reason is %s, then the phone confirmation ends: %s, API keys end: %s',
  (reason, endsPhoneConfirmation, endsApiKeys) => {
    expect(endingOf(reason)).toEqual({ endsPhoneConfirmation, endsApiKeys });
  },
);

test('when things have ended, then the audit trail has their numbers in a fixed order', () => {
  expect(endedChanges({ passkey: 2, device: 1 })).toEqual([
    { field: 'devices', from: 1, to: 0 },
    { field: 'passkeys', from: 2, to: 0 },
  ]);
});
