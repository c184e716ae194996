import { Type } from 'typebox';
import { Timestamp } from '../platform/http/schemas.ts';
import { maxClockOffsetMs, type PhoneTime } from './field-time-rules.ts';

const ClockOffset = Type.Integer({
  minimum: -maxClockOffsetMs,
  maximum: maxClockOffsetMs,
  description: 'Time of the service minus time of the phone, in milliseconds, as the phone measured it; default: 0.',
  example: -1500,
});

/** Times of the field in a report, by the clock of the phone. */
export const fieldTimeFields = {
  startedAt: Type.Optional(Timestamp({ description: 'When the work began, by the clock of the phone.' })),
  finishedAt: Type.Optional(Timestamp({ description: 'When the work ended, by the clock of the phone.' })),
  clockOffsetMs: Type.Optional(ClockOffset),
};

export const StartQuery = Type.Object({
  startedAt: Type.Optional(
    Timestamp({ description: 'When the work began, by the clock of the phone; default: now.', example: '2026-11-16T00:05:00.000Z' }),
  ),
  clockOffsetMs: Type.Optional(ClockOffset),
});

export const NotedQuery = Type.Object({
  at: Type.Optional(
    Timestamp({ description: 'When it was tapped, by the clock of the phone; default: now.', example: '2026-11-16T00:05:00.000Z' }),
  ),
  clockOffsetMs: Type.Optional(ClockOffset),
});

export const phoneTimeOf = ({ at, clockOffsetMs = 0 }: { at?: string; clockOffsetMs?: number }): PhoneTime | undefined =>
  at === undefined ? undefined : { at, clockOffsetMs };

interface SentTimes {
  startedAt?: string;
  finishedAt?: string;
  clockOffsetMs?: number;
}

export function phoneTimesOf({ startedAt, finishedAt, clockOffsetMs = 0 }: SentTimes): {
  started: PhoneTime | undefined;
  finished: PhoneTime | undefined;
} {
  const phoneTime = (at: string | undefined) => phoneTimeOf(at === undefined ? {} : { at, clockOffsetMs });
  return { started: phoneTime(startedAt), finished: phoneTime(finishedAt) };
}
