import { expect, test } from 'vitest';
import { presetReasons, reasonFor } from './preset-reason-rules.ts';

test('when a reason is on the list, then each reader gets it in the own language, whatever the office reads', () => {
  for (const [at, en] of presetReasons.en.entries()) {
    const vi = presetReasons.vi[at] as string;
    expect([reasonFor('vi', en), reasonFor('en', vi), reasonFor('en', en), reasonFor('vi', vi)]).toEqual([vi, en, en, vi]);
  }
});

test('when a person wrote the reason, then it stays as it is', () => expect(reasonFor('vi', 'Rain or hail')).toBe('Rain or hail'));
