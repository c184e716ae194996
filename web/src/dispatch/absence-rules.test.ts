import { describe, expect, test } from 'vitest';
import type { Absence } from './absence-queries.ts';
import { absentIn, absentOn, isAbsentAllDay } from './absence-rules.ts';

const absence = (id: number, sprayerId: number, ...sessionIds: number[]) =>
  ({
    id,
    sprayer: { id: sprayerId },
    from: '2026-11-17',
    to: '2026-11-18',
    sessions: sessionIds.map((each) => ({ id: each })),
  }) as Absence;

describe('absences', () => {
  const absences = [absence(1, 5), absence(2, 6, 3), absence(3, 6, 4)];

  test('when a day is asked for, then the absences of the sprayer that include it are found', () => {
    const found = (sprayerId: number, date: string) => absentOn(absences, sprayerId, date).map(({ id }) => id);
    expect([found(6, '2026-11-18'), found(6, '2026-11-19'), found(7, '2026-11-18')]).toEqual([[2, 3], [], []]);
  });

  test('when a session is asked for, then absences of other sessions are not found', () => {
    const found = (sprayerId: number, sessionId: number) => absentIn(absences, sprayerId, '2026-11-17', sessionId).map(({ id }) => id);
    expect([found(5, 3), found(6, 3), found(6, 9)]).toEqual([[1], [2], []]);
  });

  test('when an absence has sessions, then it is not one of the whole day', () =>
    expect([5, 6, 7].map((sprayerId) => isAbsentAllDay(absences, sprayerId, '2026-11-17'))).toEqual([true, false, false]));
});
