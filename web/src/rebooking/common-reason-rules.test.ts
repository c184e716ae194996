import { expect, test } from 'vitest';
import { shownReason } from './common-reason-rules.ts';
import { rebookingWords } from './rebooking-words.ts';

const { en, vi } = rebookingWords;

test('when a reason was chosen from the list, then each reader sees it in the own language', () => {
  for (const [at, reason] of en.commonReasons.entries()) {
    const translated = vi.commonReasons[at] ?? '';
    expect([shownReason(reason, vi), shownReason(translated, en), shownReason(reason, en)]).toEqual([translated, reason, reason]);
  }
});

test('when a person wrote the reason, then it stays as it is', () => expect(shownReason('Storm', vi)).toBe('Storm'));
