import { expect, it } from 'vitest';
import { withoutStop } from './sprayable-rules.ts';

const at = (date: string, id: number) => ({ date, session: { id } });
const window = (date: string, id: number, verdict: 'GO' | 'CAUTION' | 'STOP' | 'UNKNOWN') => ({ ...at(date, id), verdict });

it('when the forecast stops work at a time, then only this time is left out', () => {
  const times = [at('2026-11-16', 1), at('2026-11-16', 2), at('2026-11-17', 1), at('2026-12-20', 1)];
  const windows = [window('2026-11-16', 1, 'STOP'), window('2026-11-16', 2, 'CAUTION'), window('2026-11-17', 1, 'UNKNOWN')];
  expect(withoutStop(times, windows)).toEqual(times.slice(1));
  expect(withoutStop(times, [])).toEqual(times);
});
