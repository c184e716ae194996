import type { Catalog } from '../catalog/catalog.ts';
import type { Actor } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { addDays } from '../platform/time/clock.ts';
import { offerNext } from '../waiting/offer-place.ts';
import { lockPlace } from '../waiting/waiting-offer-store.ts';
import { insertEntry, insertStep } from '../waiting/waiting-store.ts';
import { fieldsOf } from './demo-fields.ts';
import type { DemoName } from './demo-people.ts';
import { demoDays } from './demo-plan.ts';

const hourMs = 3_600_000;

/** Longest waiting first. */
const waiting = [
  { farmer: 'farmer3', hours: 50 },
  { farmer: 'farmer4', hours: 31 },
  { farmer: 'farmer5', hours: 27 },
  { farmer: 'farmer2', hours: 5 },
] as const satisfies readonly { farmer: DemoName; hours: number }[];

/** A session after the last demo booking that is held for the first farmers of its waiting list, while the others wait. */
export async function planWaiting(
  { tx, catalog, now }: { tx: Tx; catalog: Catalog; now: Date },
  people: ReadonlyMap<DemoName, Actor>,
  today: string,
): Promise<void> {
  const { crops, sessions } = await catalog.facts();
  const sprayed = [...crops.values()].filter(({ active }) => active);
  const session = [...sessions.values()].filter(({ active, capacity }) => active && capacity > 0)[1];
  if (session === undefined || sprayed[0] === undefined) return;
  const date = addDays(today, demoDays.last + 40);
  for (const { farmer, hours } of waiting) {
    const { id: farmerId } = people.get(farmer) as Actor;
    const [field] = fieldsOf[farmer];
    if (field === undefined) continue;
    const { location, latitude, longitude, area, crop } = field;
    const cropId = (sprayed.find(({ name }) => name === crop) ?? sprayed[0]).id;
    const joinedAt = new Date(now.getTime() - hours * hourMs);
    const wish = {
      location,
      latitude,
      longitude,
      area,
      cropId,
      paymentMethod: 'cash',
      from: date,
      to: date,
      sessionIds: [session.id],
    } as const;
    const entryId = await insertEntry(tx, farmerId, { ...wish, sessionIds: [session.id] }, joinedAt);
    if (entryId !== undefined) await insertStep(tx, entryId, { action: 'joined', actorId: farmerId }, joinedAt);
  }
  for (;;) {
    const place = await lockPlace(tx, { date, sessionId: session.id });
    if (place === undefined || !(await offerNext(tx, catalog, place, now)).isOffered) return;
  }
}
