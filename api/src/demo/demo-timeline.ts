import { addDays, wallTime } from '../platform/time/clock.ts';
import type { Booking } from './demo-bookings.ts';

export type Step =
  | 'place'
  | 'place confirmed'
  | 'confirm'
  | 'confirm by office'
  | 'assign'
  | 'start'
  | 'finish'
  | 'sign off'
  | 'complete unsigned'
  | 'cancel'
  | 'cancel by office'
  | 'take cash'
  | 'take cash by office'
  | 'return cash'
  | 'pay by card'
  | 'fail to pay by card'
  | 'report transfer'
  | 'rate';

export interface TimedStep {
  at: Date;
  step: Step;
}

export interface Slot {
  date: string;
  sessionId: string;
  start: Date;
  end: Date;
}

/** The instant of a local date and time. */
export function instantAt(date: string, time: string, timeZone: string): Date {
  const read = Date.parse(`${date}T${time}Z`);
  const shown = wallTime(new Date(read), timeZone);
  return new Date(2 * read - Date.parse(`${shown.date}T${shown.time}Z`));
}

const minute = 60_000;
const hour = 60 * minute;
const after = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);

export interface TimelineInput {
  booking: Booking;
  /** Varies the times of day. */
  number: number;
  slot: Slot;
  today: string;
  timeZone: string;
}

/** All steps of a booking in chronological order, including future ones. */
export function timelineOf(input: TimelineInput): TimedStep[] {
  const times = timesOf(input);
  const steps = [...officeSteps(input, times), ...fieldSteps(input, times), ...moneySteps(input, times)];
  // The sort is stable: for equal times the report comes before the cash.
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function timesOf({ booking: { story }, number, slot, today, timeZone }: TimelineInput) {
  const spread = (below: number) => (number * 37) % below;
  const on = (date: string, hours: number) =>
    after(instantAt(date, '00:00:00', timeZone), hours * hour + ((number * 37 + hours * 11) % 60) * minute);
  const day = Math.round((Date.parse(slot.date) - Date.parse(today)) / (24 * hour));
  // At least two days ago, so that booking and confirmation are always in the past.
  const booked = addDays(today, Math.min(day - 3 - spread(7), -2 - spread(4)));
  const confirmed = on(addDays(booked, 1), 7);
  const length = slot.end.getTime() - slot.start.getTime();
  const finished = after(slot.start, length * (0.8 + spread(16) / 100));
  const signed = story === 'early' ? after(slot.start, length * 0.75) : after(finished, (20 + spread(300)) * minute);
  return {
    placed: on(booked, 7 + spread(12)),
    confirmed,
    prepaid: after(confirmed, (61 + spread(200)) * minute),
    withdrawn: on(addDays(booked, 1), 18),
    assigned: on(addDays(slot.date, -2), 9 + spread(7)),
    calledOff: on(addDays(slot.date, -1), 17),
    started: after(slot.start, (3 + spread(6)) * minute),
    finished,
    signed,
    unsigned: after(finished, 72 * hour),
    rated: after(story === 'early' ? finished : signed, (90 + spread(1500)) * minute),
    cashAtOffice: on(addDays(slot.date, 1), 10),
    transferred: after(finished, 3 * hour),
    returned: on(addDays(today, -1), 10),
  };
}

type Times = ReturnType<typeof timesOf>;

function officeSteps({ booking: { story }, number }: TimelineInput, times: Times): TimedStep[] {
  const placed: TimedStep = { at: times.placed, step: 'place' };
  if (story === 'undecided') return [placed];
  if (story === 'unassigned') return [{ ...placed, step: 'place confirmed' }];
  const confirmed: TimedStep[] = [
    [{ at: times.placed, step: 'place confirmed' } as const],
    [placed, { at: times.confirmed, step: 'confirm' } as const],
    [placed, { at: times.confirmed, step: 'confirm by office' } as const],
  ][number % 3] as TimedStep[];
  if (story === 'withdrawn') return [...confirmed, { at: times.withdrawn, step: 'cancel' }];
  const assigned: TimedStep[] = [...confirmed, { at: times.assigned, step: 'assign' }];
  return story === 'called off' ? [...assigned, { at: times.calledOff, step: 'cancel by office' }] : assigned;
}

function fieldSteps({ booking: { story }, number }: TimelineInput, times: Times): TimedStep[] {
  const started: TimedStep = { at: times.started, step: 'start' };
  const finished: TimedStep = { at: times.finished, step: 'finish' };
  const signed: TimedStep = { at: times.signed, step: 'sign off' };
  // One in seven farmers gives no feedback.
  const rated: TimedStep[] = number % 7 === 3 ? [] : [{ at: times.rated, step: 'rate' }];
  if (story === 'unreported') return [started];
  if (story === 'silent') return [started, finished, { at: times.unsigned, step: 'complete unsigned' }];
  if (story === 'done' || story === 'short') return [started, finished, signed, ...rated];
  return story === 'early' ? [started, signed, finished, ...rated] : [];
}

function moneySteps({ booking: { method, money } }: TimelineInput, times: Times): TimedStep[] {
  if (money === 'unpaid') return [];
  if (money === 'transferred') return [{ at: times.transferred, step: 'report transfer' }];
  if (money === 'returned') {
    return [
      { at: times.prepaid, step: 'take cash by office' },
      { at: times.returned, step: 'return cash' },
    ];
  }
  if (method === 'cash') {
    return [money === 'later' ? { at: times.cashAtOffice, step: 'take cash by office' } : { at: times.finished, step: 'take cash' }];
  }
  const declined: TimedStep = { at: times.prepaid, step: 'fail to pay by card' };
  if (money === 'declined') return [declined];
  if (money === 'retried') return [declined, { at: after(times.prepaid, 7 * minute), step: 'pay by card' }];
  return [{ at: money === 'later' ? after(times.finished, 26 * hour) : times.prepaid, step: 'pay by card' }];
}
