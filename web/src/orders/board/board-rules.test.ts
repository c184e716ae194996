import { describe, expect, it } from 'vitest';
import type { Shape } from '../../api/client.ts';
import { initials } from '../../ui/initials.ts';
import { byCell, companyNow, crewByOrder, halves, hasBegun, movable } from './board-rules.ts';

const time = (hour: number, minute = 0) => ({ hour, minute, second: 0, nano: 0 });
const session = (id: number, hour: number): Shape<'Session'> => ({ id, startTime: time(hour), endTime: time(hour + 1) });
const place = (id: number, hour: number): Shape<'Availability'> => ({
  date: '2026-11-17',
  session: session(id, hour),
  capacity: 2,
  free: 2,
});
const order = (id: number, date: string, at: Shape<'Session'>, orderStatus: Shape<'Order'>['orderStatus'] = 'confirmed') =>
  ({ id, date, session: at, orderStatus }) as Shape<'Order'>;
const sprayer = (id: number, fullName: string) => ({ id, fullName }) as Shape<'User'>;

describe('weekly board', () => {
  it('when sessions come in any order, then they are sorted and split into morning and afternoon', () => {
    const found = halves([place(5, 16), place(2, 5), place(1, 4)], []);
    expect(found.map((half) => half.map(({ id }) => id))).toEqual([[1, 2], [5]]);
  });

  it('when only an old order has a session, then the session still has a row', () => {
    const found = halves([place(1, 4)], [order(7, '2026-11-17', session(9, 9))]);
    expect(found.flat().map(({ id }) => id)).toEqual([1, 9]);
  });

  it('when all sessions are in the morning, then there is no empty afternoon part', () => {
    expect(halves([place(1, 4)], [])).toHaveLength(1);
  });

  it('when two orders have the same time, then they share a cell', () => {
    const cells = byCell([
      order(1, '2026-11-17', session(2, 5)),
      order(2, '2026-11-17', session(2, 5)),
      order(3, '2026-11-18', session(2, 5)),
    ]);
    expect([...cells].map(([key, orders]) => [key, orders.map(({ id }) => id)])).toEqual([
      ['2026-11-17/2', [1, 2]],
      ['2026-11-18/2', [3]],
    ]);
  });

  it('when two sprayers have the same job, then both are in its crew', () => {
    const job = { id: 42, session: session(1, 4), location: '', area: 1, orderStatus: 'assigned' as const };
    const week = (who: Shape<'User'>) => ({ sprayer: who, jobs: 1, area: 1, days: [{ date: '2026-11-17', orders: [job] }] });
    expect(crewByOrder([week(sprayer(1, 'A')), week(sprayer(2, 'B'))]).get(42)).toEqual([sprayer(1, 'A'), sprayer(2, 'B')]);
  });

  it.each([
    ['Huỳnh Quốc Cường', 'QC'],
    ['  đỗ  lan ', 'ĐL'],
    ['Bay', 'B'],
    ['', ''],
  ])('when the name is "%s", then the initials are "%s"', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it.each([
    ['pending', true],
    ['confirmed', true],
    ['assigned', true],
    ['in_progress', false],
    ['completed', false],
    ['cancelled', false],
  ] as const)('when an order is %s, then it can be moved: %s', (status, can) => {
    expect(movable(order(1, '2026-11-17', session(1, 4), status))).toBe(can);
  });

  it("when it is evening in UTC, then it is the next morning in the company's time zone", () => {
    expect(companyNow('Asia/Ho_Chi_Minh', new Date('2026-11-16T21:05:00Z'))).toBe('2026-11-17T04:05');
  });

  it.each([
    ['2026-11-17T03:59', false],
    ['2026-11-17T04:00', true],
    ['2026-11-18T00:00', true],
    ['2026-11-16T23:00', false],
  ])('when it is %s, then a session at 04:00 on the 17th has begun: %s', (now, begun) => {
    expect(hasBegun('2026-11-17', session(1, 4), now)).toBe(begun);
  });
});
