import type { CatalogFacts } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { type Booking, bookings } from './demo-bookings.ts';
import type { Field } from './demo-fields.ts';
import type { DemoName } from './demo-people.ts';
import { instantAt, type Slot, type TimedStep, timelineOf } from './demo-timeline.ts';

export interface PlannedOrder {
  booking: Booking;
  number: number;
  slot: Slot;
  field: Field;
  cropId: string;
  crew: readonly string[];
  /** The first receptionist, and the user who assigns the crew. */
  receptionist: DemoName;
  dispatcher: DemoName;
}

export interface PlannedStep extends TimedStep {
  order: PlannedOrder;
}

/** Legal crews: an apprentice is never alone. Every third crew includes the first demo sprayer. */
export const demoCrews: readonly (readonly DemoName[])[] = [
  ['sprayer', 'sprayer3'],
  ['sprayer2'],
  ['sprayer4', 'sprayer6'],
  ['sprayer'],
  ['sprayer2', 'sprayer3'],
  ['sprayer5'],
  ['sprayer', 'sprayer2'],
  ['sprayer4'],
  ['sprayer5', 'sprayer6'],
];

/** First and last day of the bookings, relative to today. */
export const demoDays = {
  first: Math.min(...bookings.map(({ day }) => day)),
  last: Math.max(...bookings.map(({ day }) => day)),
};

/** What is booked, on which fields, and who sprays it. */
export interface DemoWork {
  bookings: readonly Booking[];
  fieldsOf: ReadonlyMap<string, readonly Field[]>;
  crews: readonly (readonly string[])[];
}

/**
 * All steps up to now, oldest first. Deterministic for a given time. Orders use free places only; if a day has none, the order is
 * left out.
 */
export function planDemo(
  { company, crops, sessions }: CatalogFacts,
  taken: ReadonlyMap<string, number>,
  now: Date,
  work: DemoWork,
): PlannedStep[] {
  const { timeZone } = company;
  const today = wallTime(now, timeZone).date;
  const open = [...sessions.values()].filter(({ active, capacity }) => active && capacity > 0);
  const sprayed = [...crops.values()].filter(({ active }) => active);
  const anyCrop = sprayed[0];
  if (open.length === 0 || anyCrop === undefined) return [];

  const places = new PlaceTracker(taken, work.crews);
  const fieldTurns = new Map<string, number>();
  return work.bookings
    .flatMap((booking, number): PlannedStep[] => {
      const found = findSlot(booking, number);
      if (found === undefined) return [];
      const turn = fieldTurns.get(booking.farmer) ?? 0;
      fieldTurns.set(booking.farmer, turn + 1);
      const fields = work.fieldsOf.get(booking.farmer) ?? [];
      const field = booking.field ?? (fields[turn % fields.length] as Field);
      const receptionist = number % 2 === 0 ? 'receptionist' : 'receptionist2';
      const order: PlannedOrder = {
        booking,
        number,
        ...found,
        field,
        cropId: (sprayed.find(({ name }) => name === field.crop) ?? anyCrop).id,
        receptionist,
        dispatcher: number % 5 === 4 ? 'admin' : receptionist,
      };
      return timelineOf({ booking, number, slot: found.slot, today, timeZone }).map((step) => ({ ...step, order }));
    })
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());

  function findSlot(booking: Booking, number: number): { slot: Slot; crew: readonly string[] } | undefined {
    // Gives the first demo sprayer several jobs around today.
    const turn = booking.day >= -1 && booking.day <= 2 ? number * 3 : number;
    const wanted = booking.story === 'unreported' ? latestStarted() : { date: addDays(today, booking.day), session: booking.session };
    for (let n = 0; n < open.length; n++) {
      const session = open[(wanted.session + n) % open.length] as SpraySession;
      const slot = slotOf(wanted.date, session);
      const crew = places.take(slot, session.capacity, turn);
      if (crew !== undefined) return { slot, crew };
    }
    return undefined;
  }

  function latestStarted(): { date: string; session: number } {
    const begun = open.filter((session) => slotOf(today, session).start.getTime() + 10 * 60_000 <= now.getTime()).length;
    return begun > 0 ? { date: today, session: begun - 1 } : { date: addDays(today, -1), session: open.length - 1 };
  }

  function slotOf(date: string, { id, startTime, endTime }: SpraySession): Slot {
    return { date, sessionId: id, start: instantAt(date, startTime, timeZone), end: instantAt(date, endTime, timeZone) };
  }
}

/** Tracks taken places and busy sprayers. */
class PlaceTracker {
  readonly #taken: Map<string, number>;
  readonly #busy = new Set<string>();

  readonly #crews: DemoWork['crews'];

  constructor(taken: ReadonlyMap<string, number>, crews: DemoWork['crews']) {
    this.#taken = new Map(taken);
    this.#crews = crews;
  }

  take({ date, sessionId }: Slot, capacity: number, turn: number): readonly string[] | undefined {
    const key = `${date} ${sessionId}`;
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= capacity) return undefined;
    const inTurn = this.#crews.map((_, n) => this.#crews[(turn + n) % this.#crews.length] as readonly string[]);
    const crew = inTurn.find((members) => members.every((member) => !this.#busy.has(`${key} ${member}`)));
    if (crew === undefined) return undefined;
    for (const member of crew) this.#busy.add(`${key} ${member}`);
    this.#taken.set(key, taken + 1);
    return crew;
  }
}
