import { describe, expect, test } from 'vitest';
import { fieldTime, isLateReportTaken, workTimes } from './field-time-rules.ts';

const now = new Date('2026-11-17T06:00:00.000Z');
const phone = (at: string, clockOffsetMs = 0) => ({ at, clockOffsetMs });

describe('time of an action in the field', () => {
  test.each([
    ['its own time', phone('2026-11-17T04:10:00.000Z'), '2026-11-17T04:10:00.000Z'],
    ['a clock that is an hour behind', phone('2026-11-17T03:10:00.000Z', 3_600_000), '2026-11-17T04:10:00.000Z'],
    ['a clock that is an hour ahead', phone('2026-11-17T05:10:00.000Z', -3_600_000), '2026-11-17T04:10:00.000Z'],
    ['a time after the upload', phone('2026-11-18T04:10:00.000Z'), '2026-11-17T06:00:00.000Z'],
    ['a time long ago', phone('2026-11-01T04:10:00.000Z'), undefined],
    ['no time at all', phone('soon'), undefined],
    ['nothing', undefined, undefined],
  ])('when the phone sends %s, then it is %s', (_, sent, time) => {
    expect(fieldTime(sent, now)?.toISOString()).toBe(time);
  });

  test('when the start is after the end, then the start is unknown', () => {
    const times = workTimes(phone('2026-11-17T05:00:00.000Z'), phone('2026-11-17T04:00:00.000Z'), now);
    expect(times).toEqual({ startedAt: null, finishedAt: new Date('2026-11-17T04:00:00.000Z') });
  });
});

test.each([
  ['2026-11-17T05:00:00.000Z', true],
  ['2026-11-14T06:00:00.000Z', true],
  ['2026-11-14T05:59:59.000Z', false],
])('when a sprayer was removed at %s and reports at 06:00 on the 17th, then the report is accepted: %s', (removedAt, taken) => {
  expect(isLateReportTaken(new Date(removedAt), now)).toBe(taken);
});
