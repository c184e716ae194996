import type { Shape } from '../api/client.ts';

/** A range of dates, and some or all sessions of each: a closure or an absence. */
export interface Span {
  from: string;
  to: string;
  sessions: readonly Pick<Shape<'Session'>, 'id'>[];
}

export const includesSlot = ({ from, to, sessions }: Span, date: string, sessionId: number): boolean =>
  from <= date && date <= to && (sessions.length === 0 || sessions.some(({ id }) => id === sessionId));

export const includesDate = ({ from, to }: Pick<Span, 'from' | 'to'>, date: string): boolean => from <= date && date <= to;
