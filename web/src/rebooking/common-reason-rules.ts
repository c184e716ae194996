import { rebookingWords } from './rebooking-words.ts';

/** A reason that was chosen from the list in the language of its reader; otherwise as it was written. */
export function shownReason(reason: string, words: typeof rebookingWords.en): string {
  for (const { commonReasons } of [rebookingWords.en, rebookingWords.vi]) {
    const shown = words.commonReasons[commonReasons.indexOf(reason)];
    if (shown !== undefined) return shown;
  }
  return reason;
}
