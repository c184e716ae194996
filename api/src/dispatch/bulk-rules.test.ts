import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { bulkBlocked, checkUndoable, differsFromSeen, type OrderPlan, type RecordedOrder, undoConflict, undoEvents } from './bulk-rules.ts';

const plan = (overrides: Partial<OrderPlan> = {}): OrderPlan => ({
  status: 'confirmed',
  date: '2026-11-17',
  sessionId: '3',
  crewIds: [],
  ...overrides,
});
const recorded = (before: Partial<OrderPlan>, after: Partial<OrderPlan>, wasPaid = false): RecordedOrder => ({
  orderId: '42',
  before: plan(before),
  after: plan(after),
  wasPaid,
});
const at = new Date('2026-11-16T02:00:00Z');
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
  }
  return 'none';
};

test('when some orders block the action, then the error lists each with its code', () => {
  const error = bulkBlocked([{ orderId: '7', code: 'SESSION_FULL', message: 'full' }], 3);
  expect([error.code, error.facts.errors]).toEqual(['BULK_BLOCKED', [{ path: 'order.7', message: 'full', code: 'SESSION_FULL' }]]);
});

test.each([
  [{ id: '1' }, false],
  [{ id: '1', orderStatus: 'confirmed' as const, date: '2026-11-17', sessionId: '3' }, false],
  [{ id: '1', orderStatus: 'assigned' as const }, true],
  [{ id: '1', date: '2026-11-18' }, true],
  [{ id: '1', sessionId: '4' }, true],
])('when the client saw %o, then differs is %s', (seen, differs) => {
  expect(differsFromSeen(plan(), seen)).toBe(differs);
});

test('when an order was changed or refunded since the action, then it blocks the undo', () => {
  const cancelled = recorded({}, { status: 'cancelled' }, true);
  expect(undoConflict({ ...plan({ status: 'cancelled' }), isPaid: true }, cancelled)).toBeUndefined();
  expect(undoConflict({ ...plan({ status: 'cancelled' }), isPaid: false }, cancelled)?.code).toBe('ALREADY_REFUNDED');
  const assigned = recorded({}, { status: 'assigned', crewIds: ['5'] });
  expect(undoConflict({ ...plan({ status: 'assigned', crewIds: ['6'] }), isPaid: false }, assigned)?.code).toBe('ORDER_CHANGED');
  expect(undoConflict({ ...plan({ status: 'in_progress', crewIds: ['5'] }), isPaid: false }, assigned)?.code).toBe('ORDER_CHANGED');
});

test.each([
  ['move', false, 10, 'none'],
  ['move', false, 10.1, 'UNDO_EXPIRED'],
  ['move', true, 1, 'ALREADY_UNDONE'],
  ['message', false, 1, 'CANNOT_UNDO'],
] as const)('when a %s (undone: %s) is %s minutes old, then undoing it answers %s', (kind, undone, minutes, code) => {
  const now = new Date(at.getTime() + minutes * 60_000);
  expect(codeOf(() => checkUndoable({ id: '1', kind, at, undone }, now))).toBe(code);
});

test.each([
  ['move', recorded({}, { date: '2026-11-18' }), ['rescheduled'], []],
  ['move', recorded({ status: 'assigned', crewIds: ['5'] }, { date: '2026-11-18' }), ['rescheduled', 'assigned'], []],
  ['assign', recorded({}, { status: 'assigned', crewIds: ['5'] }), ['restored', 'unassigned'], ['5']],
  [
    'assign',
    recorded({ status: 'assigned', crewIds: ['5', '6'] }, { status: 'assigned', crewIds: ['6', '7'] }),
    ['assigned', 'unassigned'],
    ['7'],
  ],
  ['cancel', recorded({ status: 'assigned', crewIds: ['5'] }, { status: 'cancelled', crewIds: ['5'] }), ['restored'], []],
] as const)('when a %s is undone, then each recipient gets the expected events (%#)', (kind, order, events, removedIds) => {
  expect(undoEvents(kind, order)).toEqual({ events, removedIds });
});
