import { describe, expect, it } from 'vitest';
import type { Shape } from '../../api/client.ts';
import type { Absence } from '../../dispatch/absence-queries.ts';
import { absentIn } from '../../dispatch/absence-rules.ts';
import { crewCells, isTargetOf } from './crew-cell-rules.ts';

const date = '2026-11-20';
const sessions = [1, 2, 3].map((id) => ({ id }) as Shape<'Session'>);
const orderIn = (sessionId: number) => ({ id: 7, session: { id: sessionId } }) as Shape<'Order'>;
const absence = (id: number, ...sessionIds: number[]) =>
  ({ id, sprayer: { id: 5 }, from: date, to: date, sessions: sessionIds.map((each) => ({ id: each })) }) as Absence;
const cellsWith = (absences: Absence[], orders: Shape<'Order'>[] = []) =>
  crewCells(sessions, orders, (sessionId) => absentIn(absences, 5, date, sessionId));
const targets = (absences: Absence[], orders: Shape<'Order'>[] = []) =>
  sessions.map(({ id }) => cellsWith(absences, orders).some((cell) => isTargetOf(cell, id)));
const spans = (absences: Absence[], orders: Shape<'Order'>[] = []) => cellsWith(absences, orders).map((cell) => cell.sessions.length);

describe('the cells of a sprayer', () => {
  it('when nobody is absent, then there is a cell for every session', () => expect(spans([])).toEqual([1, 1, 1]));

  it('when the sprayer is absent all day, then the day is one cell', () => expect(spans([absence(1)])).toEqual([3]));

  it('when the sprayer is absent in some sessions, then those side by side are one cell', () =>
    expect([spans([absence(1, 2, 3)]), spans([absence(1, 1, 3)])]).toEqual([
      [1, 2],
      [1, 1, 1],
    ]));

  it('when two absences follow each other, then each has its cell', () => expect(spans([absence(1, 1), absence(2, 2, 3)])).toEqual([1, 2]));

  it('when an absent sprayer has an order, then its session has a cell with both', () => {
    const cells = cellsWith([absence(1)], [orderIn(2)]);
    expect(cells.map((cell) => [cell.sessions.length, cell.orders.length, cell.absences.length])).toEqual([
      [1, 0, 1],
      [1, 1, 1],
      [1, 0, 1],
    ]);
  });

  it('when the sprayer has an order or is absent, then the session is no target', () =>
    expect([targets([]), targets([absence(1, 2)]), targets([absence(1)]), targets([], [orderIn(3)])]).toEqual([
      [true, true, true],
      [true, false, true],
      [false, false, false],
      [true, true, false],
    ]));
});
