import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { type OrderState, type OrderStatus, orderStatuses } from './order.ts';
import {
  type ActingRole,
  type Action,
  actions,
  allowedActions,
  assign,
  type BookingTime,
  bookableDaysAhead,
  type Change,
  cancel,
  checkAllowed,
  checkBookable,
  checkReschedulable,
  confirmByFarmer,
  confirmByOffice,
  finish,
  markNotSprayed,
  type ObjectionTime,
  object,
  objectionPeriodHours,
  reschedule,
  resolveObjection,
  signOff,
  start,
  takeBackMinutes,
  takeBackStart,
  transitions,
  withdrawObjection,
} from './order-rules.ts';

const roles = ['farmer', 'receptionist', 'sprayer', 'admin', 'system'] as const;
type Role = (typeof roles)[number];

const office: Record<OrderStatus, Action[]> = {
  pending: ['confirm', 'cancel', 'reschedule', 'edit'],
  confirmed: ['assign', 'cancel', 'reschedule', 'edit', 'accept_report'],
  assigned: ['assign', 'not_sprayed', 'cancel', 'reschedule', 'edit', 'accept_report'],
  in_progress: ['not_sprayed', 'resolve', 'adjust', 'accept_report'],
  completed: ['resolve', 'adjust'],
  cancelled: [],
};

/** Copied by hand from the product specification, independently of the rules under test. */
const expected: Record<Role, Record<OrderStatus, Action[]>> = {
  farmer: {
    pending: ['confirm', 'cancel', 'reschedule', 'edit'],
    confirmed: ['cancel', 'reschedule'],
    assigned: ['cancel'],
    in_progress: ['sign_off', 'object'],
    completed: ['object', 'withdraw_objection'],
    cancelled: [],
  },
  receptionist: office,
  admin: office,
  sprayer: {
    pending: [],
    confirmed: [],
    assigned: ['start', 'not_sprayed'],
    in_progress: ['take_back_start', 'not_sprayed', 'finish', 'sign_off'],
    completed: [],
    cancelled: [],
  },
  system: { pending: ['cancel'], confirmed: [], assigned: [], in_progress: ['sign_off'], completed: [], cancelled: [] },
};

const everyCase = roles.flatMap((role) => orderStatuses.flatMap((status) => actions.map((action) => ({ role, status, action }))));

function refusedWith(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('transition table', () => {
  test.each(everyCase)('when a $role tries to $action an order in $status, then the table decides', ({ role, status, action }) => {
    expect(allowedActions(status, role).includes(action)).toBe(expected[role][status].includes(action));
  });

  test.each(everyCase)(
    'when $action by a $role is refused in $status, then the error names the state and the allowed actions; otherwise it is accepted',
    (given) => {
      if (expected[given.role][given.status].includes(given.action)) {
        expect(() => checkAllowed(given.action, given.status, given.role)).not.toThrow();
        return;
      }
      const { code, message } = refusedWith(() => checkAllowed(given.action, given.status, given.role));
      expect(code).toBe('ACTION_NOT_ALLOWED');
      expect(message).toContain(given.status === 'in_progress' ? 'in progress' : given.status);
      const left = expected[given.role][given.status].filter((action) => action !== 'adjust' && action !== 'accept_report');
      if (left.length === 0) expect(message).toContain('Nothing more can be done');
      for (const action of left)
        expect(message).toContain(
          {
            assign: 'assign a crew',
            sign_off: 'sign off',
            object: 'object to the work',
            resolve: 'resolve an objection',
            withdraw_objection: 'withdraw an objection',
            take_back_start: 'take back the start',
            not_sprayed: 'mark it as not sprayed',
            edit: 'change its details',
          }[action as string] ?? action,
        );
    },
  );

  test('when actions are applied from pending, then every state can be reached', () => {
    const reached = new Set<OrderStatus>(['pending']);
    for (const status of reached) {
      for (const { from, to } of transitions) if (from.includes(status)) for (const next of to) reached.add(next);
    }
    expect([...reached].sort()).toEqual([...orderStatuses].sort());
  });

  test('when an order is completed or cancelled, then no transition leaves that state', () => {
    const closed = transitions.filter(({ from }) => from.includes('completed') || from.includes('cancelled'));
    expect(closed.filter(({ from, to }) => to.some((status) => !from.includes(status)))).toEqual([]);
  });
});

const anOrder: OrderState = {
  id: '1',
  status: 'pending',
  version: 1,
  date: '2026-11-17',
  sessionId: '3',
  reported: false,
  signedOff: false,
  objected: false,
  awaitingSignOffSince: null,
  completedOn: null,
};

describe('confirm by the farmer', () => {
  const states: OrderState[] = orderStatuses.flatMap((status) =>
    [false, true].flatMap((reported) => [false, true].map((signedOff) => ({ ...anOrder, status, reported, signedOff }))),
  );

  test.each(states)('when $status, reported $reported, signed off $signedOff, then the result follows the table', (order) => {
    if (order.status === 'cancelled') {
      expect(refusedWith(() => confirmByFarmer(order)).code).toBe('ACTION_NOT_ALLOWED');
      return;
    }
    const change = confirmByFarmer(order);
    if (order.status === 'pending') {
      expect(change).toEqual({
        action: 'confirm',
        from: 'pending',
        to: 'confirmed',
        confirmed: true,
        events: ['confirmed'],
      });
    } else if (order.status === 'in_progress' && !order.signedOff) {
      expect(change).toEqual({
        action: 'sign_off',
        from: 'in_progress',
        to: order.reported ? 'completed' : 'in_progress',
        signedOff: true,
        events: order.reported ? ['completed'] : [],
      });
    } else {
      expect(change).toBeUndefined();
    }
  });

  test.each(states)('when $status, reported $reported, signed off $signedOff, then any change is a transition of the table', (order) => {
    if (order.status === 'cancelled') return;
    const change = confirmByFarmer(order);
    if (change === undefined) return;
    const rows = transitions.filter(
      ({ action, by, from }) => action === change.action && by.includes('farmer') && from.includes(change.from),
    );
    expect(rows.some(({ to }) => to.includes(change.to))).toBe(true);
    // Confirming again in the new state changes nothing.
    expect(confirmByFarmer({ ...order, status: change.to, signedOff: change.signedOff ?? order.signedOff })).toBeUndefined();
  });
});

describe('every other action, in every state, by every role', () => {
  const moveTo = { date: '2026-11-18', sessionId: '4' };
  const now = new Date('2026-11-17T03:00:00Z');
  const at = (time: Date): ObjectionTime => ({ now: time, today: '2026-11-17', objectionDays: 14 });
  const act: Record<string, (order: OrderState, role: ActingRole) => Change | undefined> = {
    confirm: (order, role) => confirmByOffice(order, role),
    assign: (order, role) => assign(order, role),
    start: (order) => start(order, order.date),
    finish: (order) => finish(order),
    sign_off: (order, role) => signOff(order, role),
    cancel: (order, role) => cancel(order, role, 24),
    reschedule: (order, role) => reschedule(order, role, moveTo, true),
    object: (order) => object({ ...order, reported: true, awaitingSignOffSince: now, completedOn: order.date }, at(now)),
    take_back_start: (order) => takeBackStart(order, '7', { actorId: '7', at: now }, now),
    not_sprayed: (order, role) => markNotSprayed(order, role, order.date),
    withdraw_objection: (order) => withdrawObjection({ ...order, objected: true }),
    resolve: (order, role) => resolveObjection({ ...order, objected: true }, role),
  };
  const onlyBy: Record<string, ActingRole> = {
    start: 'sprayer',
    take_back_start: 'sprayer',
    finish: 'sprayer',
    object: 'farmer',
    withdraw_objection: 'farmer',
  };
  const cases = Object.keys(act).flatMap((action) =>
    orderStatuses.flatMap((status) =>
      (['farmer', 'receptionist', 'sprayer', 'admin', 'system'] as const).map((role) => ({ action, status, role })),
    ),
  );

  test.each(cases)('when $role tries to $action in $status, then the table decides', ({ action, status, role }) => {
    const order = { ...anOrder, status };
    // Some rules take no role: only the crew starts and finishes, only farmers object.
    const who: ActingRole = onlyBy[action] ?? role;
    const row = transitions.find((each) => each.action === action && each.by.includes(who) && each.from.includes(status));
    if (row === undefined) {
      if (action === 'confirm' && status === 'confirmed') expect(act[action]?.(order, role)).toBeUndefined();
      else expect(refusedWith(() => act[action]?.(order, role)).code).toBe('ACTION_NOT_ALLOWED');
      return;
    }
    const change = act[action]?.(order, role);
    expect([change?.action, change?.from]).toEqual([action, status]);
    expect(row.to).toContain(change?.to);
  });

  test('when both the crew and the farmer have reported the work done, in either order, then the order is completed', () => {
    const going = { ...anOrder, status: 'in_progress' as const };
    expect([finish(going).to, finish({ ...going, signedOff: true }).to]).toEqual(['in_progress', 'completed']);
    expect([signOff(going, 'farmer').to, signOff({ ...going, reported: true }, 'sprayer').to]).toEqual(['in_progress', 'completed']);
    const again = refusedWith(() => finish({ ...going, reported: true }));
    expect([again.code, again.message]).toEqual([
      'ACTION_NOT_ALLOWED',
      'The order is reported done and waits for the sign-off by the farmer, so you cannot report it again now. The farmer signs it off in the app, or tells you the code.',
    ]);
  });

  test.each([
    ['farmer', 12, undefined],
    ['farmer', 11.99, 'TOO_LATE_TO_CANCEL'],
    ['farmer', -1, 'TOO_LATE_TO_CANCEL'],
    ['receptionist', 0.1, undefined],
    ['admin', -5, undefined],
  ] as const)('when a %s cancels %d hours before the session, then it is %s', (role, hours, code) => {
    const attempt = () => cancel({ ...anOrder, status: 'confirmed' }, role, hours);
    if (code === undefined) expect(attempt().to).toBe('cancelled');
    else expect(refusedWith(attempt).code).toBe(code);
  });

  test.each([
    ['farmer', 12, undefined],
    ['farmer', 11.99, 'TOO_LATE_TO_RESCHEDULE'],
    ['farmer', -1, 'TOO_LATE_TO_RESCHEDULE'],
    ['receptionist', 0.1, undefined],
    ['admin', -5, undefined],
  ] as const)('when a %s moves an order %d hours before its session, then it is %s', (role, hours, code) => {
    const attempt = () => checkReschedulable({ ...anOrder, status: 'confirmed' }, role, hours);
    if (code === undefined) expect(attempt).not.toThrow();
    else expect(refusedWith(attempt).code).toBe(code);
  });

  test('when it is not the day of the order, then the work cannot start', () => {
    expect(refusedWith(() => start({ ...anOrder, status: 'assigned' }, '2026-11-16')).code).toBe('NOT_THE_DAY');
  });

  test('when the crew is busy at the new time, then the order goes back to confirmed', () => {
    const assigned = { ...anOrder, status: 'assigned' as const };
    expect([reschedule(assigned, 'admin', moveTo, true).to, reschedule(assigned, 'admin', moveTo, false).to]).toEqual([
      'assigned',
      'confirmed',
    ]);
  });
});

describe('a visit without spraying', () => {
  const started: OrderState = { ...anOrder, status: 'in_progress' };
  const startedAt = new Date('2026-11-17T03:00:00Z');
  const lastStart = { actorId: '7', at: startedAt };
  const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);

  test.each([
    ['sprayer', '2026-11-17', undefined],
    ['sprayer', '2026-11-16', 'NOT_THE_DAY'],
    ['sprayer', '2026-11-18', 'NOT_THE_DAY'],
    ['receptionist', '2026-11-16', 'NOT_THE_DAY'],
    ['receptionist', '2026-11-17', undefined],
    ['admin', '2026-11-20', undefined],
  ] as const)('when a %s marks an order of 2026-11-17 as not sprayed on %s, then it is %s', (role, date, code) => {
    const attempt = () => markNotSprayed(started, role, date);
    if (code === undefined)
      expect(attempt()).toEqual({ action: 'not_sprayed', from: 'in_progress', to: 'confirmed', events: ['not_sprayed'] });
    else expect(refusedWith(attempt).code).toBe(code);
  });

  test('when the work is reported, then it cannot be marked as not sprayed, and its start cannot be taken back', () => {
    const reported = { ...started, reported: true };
    for (const role of ['sprayer', 'receptionist', 'admin'] as const)
      expect(refusedWith(() => markNotSprayed(reported, role, reported.date)).message).toContain('reported');
    expect(refusedWith(() => takeBackStart(reported, '7', lastStart, startedAt)).message).toContain('reported');
  });

  test.each([
    [0, true],
    [takeBackMinutes * 60, true],
    [takeBackMinutes * 60 + 1, false],
  ])('when the start is taken back %d seconds later, then it is possible: %s', (seconds, isPossible) => {
    const attempt = () => takeBackStart(started, '7', lastStart, after(seconds));
    if (isPossible) expect(attempt()).toMatchObject({ from: 'in_progress', to: 'assigned', events: ['start_taken_back'] });
    else expect(refusedWith(attempt).message).toContain('5 minutes');
  });

  test('when someone else of the crew takes the start back, then it is refused', () => {
    for (const start of [lastStart, undefined])
      expect(refusedWith(() => takeBackStart(started, '8', start, startedAt)).message).toContain('Only the one who started');
  });
});

describe('objection', () => {
  const reportedAt = new Date('2026-11-17T03:00:00Z');
  const done: OrderState = { ...anOrder, status: 'in_progress', reported: true, awaitingSignOffSince: reportedAt };
  const at = (now: Date, today = '2026-11-17'): ObjectionTime => ({ now, today, objectionDays: 14 });
  const after = (hours: number) => at(new Date(reportedAt.getTime() + hours * 3_600_000));

  test.each([
    [0, undefined],
    [objectionPeriodHours - 0.001, undefined],
    [objectionPeriodHours, 'TOO_LATE_TO_OBJECT'],
    [1000, 'TOO_LATE_TO_OBJECT'],
  ])('when a farmer objects %d hours after the report, then it is %s', (hours, code) => {
    const attempt = () => object(done, after(hours));
    if (code === undefined)
      expect(attempt()).toEqual({ action: 'object', from: 'in_progress', to: 'in_progress', events: ['objected'], objected: true });
    else expect(refusedWith(attempt).code).toBe(code);
  });

  test('when the work is not reported, or an objection is already open, then an objection is refused', () => {
    expect(refusedWith(() => object({ ...done, reported: false, awaitingSignOffSince: null }, at(reportedAt))).code).toBe(
      'ACTION_NOT_ALLOWED',
    );
    expect(refusedWith(() => object({ ...done, objected: true }, at(reportedAt))).code).toBe('OBJECTION_OPEN');
    expect(refusedWith(() => resolveObjection(done, 'admin')).code).toBe('NO_OBJECTION');
  });

  test.each([
    ['2026-11-17', undefined],
    ['2026-12-01', undefined],
    ['2026-12-02', 'TOO_LATE_TO_OBJECT'],
  ])(
    'when the work was completed on 2026-11-17 and a farmer objects on %s, then it is %s, and the order stays completed',
    (today, code) => {
      // Signed off long ago: the 72 hours after the report do not matter any more.
      const completed: OrderState = { ...done, status: 'completed', signedOff: true, completedOn: '2026-11-17' };
      const attempt = () => object(completed, at(new Date('2027-06-01T00:00:00Z'), today));
      if (code === undefined)
        expect(attempt()).toEqual({ action: 'object', from: 'completed', to: 'completed', events: ['objected'], objected: true });
      else expect(refusedWith(attempt).message).toContain('within 14 days');
    },
  );

  test('when completed work has an open objection, then office or farmer end it, and the order stays completed', () => {
    const open: OrderState = { ...done, status: 'completed', signedOff: true, completedOn: '2026-11-17', objected: true };
    expect(refusedWith(() => object(open, at(reportedAt))).message).toContain('You can withdraw it');
    expect(resolveObjection(open, 'receptionist')).toMatchObject({ from: 'completed', to: 'completed', objected: false });
    expect(withdrawObjection(open)).toMatchObject({ from: 'completed', to: 'completed', objected: false });
    for (const attempt of [withdrawObjection, (order: OrderState) => resolveObjection(order, 'admin')])
      expect(refusedWith(() => attempt({ ...open, objected: false })).code).toBe('NO_OBJECTION');
    expect(confirmByFarmer(open)).toBeUndefined();
  });

  test('when an objection is open, then only the farmer can sign off; neither the code nor the timer does', () => {
    const open = { ...done, objected: true };
    expect(signOff(open, 'farmer')).toMatchObject({ to: 'completed', objected: false });
    for (const role of ['sprayer', 'system'] as const) expect(refusedWith(() => signOff(open, role)).code).toBe('OBJECTION_OPEN');
  });
});

describe('bookable dates', () => {
  const at = (instant: string, date: string, sessionStart: string, timeZone = 'Asia/Ho_Chi_Minh'): BookingTime => {
    const now = wallTime(new Date(instant), timeZone);
    return { date, sessionStart, now, lastDate: addDays(now.date, bookableDaysAhead) };
  };
  const outcome = (time: BookingTime): string => {
    try {
      checkBookable(time);
      return 'bookable';
    } catch (error) {
      return (error as AppError).code;
    }
  };

  test.each([
    // Midnight in Ho Chi Minh City is 17:00 UTC.
    ['2026-11-15T16:59:59Z', '2026-11-15', '23:59:59', 'SESSION_BEGUN'],
    ['2026-11-15T16:59:58Z', '2026-11-15', '23:59:59', 'bookable'],
    ['2026-11-15T16:59:59Z', '2026-11-16', '00:00:00', 'bookable'],
    ['2026-11-15T17:00:00Z', '2026-11-15', '23:59:59', 'DATE_NOT_BOOKABLE'],
    ['2026-11-15T17:00:00Z', '2026-11-16', '00:00:00', 'SESSION_BEGUN'],
    ['2026-11-15T17:00:00Z', '2026-11-16', '04:00:00', 'bookable'],
    ['2026-11-15T20:59:59Z', '2026-11-16', '04:00:00', 'bookable'],
    ['2026-11-15T21:00:00Z', '2026-11-16', '04:00:00', 'SESSION_BEGUN'],
    // 365 days ahead, and one day more.
    ['2026-11-15T02:00:00Z', '2027-11-15', '04:00:00', 'bookable'],
    ['2026-11-15T02:00:00Z', '2027-11-16', '04:00:00', 'DATE_NOT_BOOKABLE'],
    ['2026-11-15T17:00:00Z', '2027-11-16', '04:00:00', 'bookable'],
    // 365 days across a leap day end one date earlier.
    ['2027-11-15T02:00:00Z', '2028-02-29', '04:00:00', 'bookable'],
    ['2027-11-15T02:00:00Z', '2028-11-14', '04:00:00', 'bookable'],
    ['2027-11-15T02:00:00Z', '2028-11-15', '04:00:00', 'DATE_NOT_BOOKABLE'],
    ['2028-02-28T17:30:00Z', '2028-02-29', '04:00:00', 'bookable'],
    ['2028-02-28T17:30:00Z', '2028-02-28', '17:00:00', 'DATE_NOT_BOOKABLE'],
    ['2028-02-29T02:00:00Z', '2029-02-28', '04:00:00', 'bookable'],
    ['2028-02-29T02:00:00Z', '2029-03-01', '04:00:00', 'DATE_NOT_BOOKABLE'],
  ])('when the time is %s and a farmer books %s at %s, then the result is %s', (instant, date, start, result) => {
    expect(outcome(at(instant, date, start))).toBe(result);
  });

  test('when a date is refused, then the error names the field and the limit', () => {
    const { facts } = refusedWith(() => checkBookable(at('2026-11-15T02:00:00Z', '2027-11-16', '04:00:00')));
    expect(facts.errors).toEqual([{ path: 'date', message: 'must be at most 365 days ahead, so not after 2027-11-15' }]);
  });
});
