import type { Catalog } from '../catalog/catalog.ts';
import { closeSessions } from '../catalog/change-closure.ts';
import { enterAbsence } from '../dispatch/change-absence.ts';
import type { Actor } from '../orders/order.ts';
import type { Database } from '../platform/postgres/database.ts';
import { addDays } from '../platform/time/clock.ts';
import type { DemoName } from './demo-people.ts';
import { demoDays } from './demo-plan.ts';

/** One closure, one absence and one request for an absence, after the last demo booking. */
export async function planDaysOff(
  context: { database: Database; catalog: Catalog; now: Date },
  people: ReadonlyMap<DemoName, Actor>,
  today: string,
): Promise<void> {
  const [office, sprayer, other] = [people.get('receptionist'), people.get('sprayer3'), people.get('sprayer2')];
  if (office === undefined || sprayer === undefined || other === undefined) return;
  const day = (after: number) => addDays(today, demoDays.last + after);
  await closeSessions({ ...context, actorId: office.id }, { from: day(37), to: day(38), reason: 'Bảo dưỡng máy bay' });
  await enterAbsence({ ...context, actor: office }, sprayer.id, { from: day(36), to: day(38), kind: 'leave', note: 'Đám cưới em gái' });
  await enterAbsence({ ...context, actor: other }, other.id, { from: day(41), to: day(42), kind: 'leave', note: 'Về quê giỗ ông' });
}
