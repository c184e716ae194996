import { includesDate, includesSlot } from '../catalog/span-rules.ts';
import type { Absence } from './absence-queries.ts';

export const absentOn = (absences: readonly Absence[], sprayerId: number, date: string): Absence[] =>
  absences.filter((absence) => absence.sprayer.id === sprayerId && includesDate(absence, date));

export const absentIn = (absences: readonly Absence[], sprayerId: number, date: string, sessionId: number): Absence[] =>
  absences.filter((absence) => absence.sprayer.id === sprayerId && includesSlot(absence, date, sessionId));

/** An absence without sessions is one of the whole day. */
export const isAbsentAllDay = (absences: readonly Absence[], sprayerId: number, date: string): boolean =>
  absentOn(absences, sprayerId, date).some(({ sessions }) => sessions.length === 0);
