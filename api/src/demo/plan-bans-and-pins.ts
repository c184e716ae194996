import { addBan } from '../dispatch/change-ban.ts';
import { pinCrew } from '../dispatch/pin-crew.ts';
import { readCompanyBase, saveCompanyBase } from '../dispatch/planner-setting-store.ts';
import { saveSprayerPlanning } from '../dispatch/sprayer-planning-store.ts';
import type { Actor } from '../orders/order.ts';
import { type Database, type Tx, withinTransaction } from '../platform/postgres/database.ts';
import type { DemoName } from './demo-people.ts';
import { findLastUnassigned } from './demo-store.ts';

const companyBase = { name: 'Kho thuốc Chợ Mới', latitude: 10.5486, longitude: 105.4012 };
const ownBase = { name: 'Nhà anh Cường, Long Điền A', latitude: 10.5349, longitude: 105.4518 };

/** A base of the company and one of a sprayer, a ban, and the pin of the last order without a crew. */
export async function planBansAndPins(
  { database, tx, now }: { database: Database; tx: Tx; now: Date },
  people: ReadonlyMap<DemoName, Actor>,
): Promise<void> {
  const [office, expert, adept, apprentice, farmer] = (['receptionist', 'sprayer', 'sprayer2', 'sprayer3', 'farmer5'] as const).map(
    (name) => people.get(name),
  );
  if (office === undefined || expert === undefined || adept === undefined || apprentice === undefined || farmer === undefined) return;
  if ((await readCompanyBase(tx)) === null) await saveCompanyBase(tx, companyBase);
  await saveSprayerPlanning(tx, adept.id, { base: ownBase, dailyJobLimit: null });
  const context = { database: withinTransaction(database, tx), actor: office, now };
  await addBan(context, { sprayerId: apprentice.id, farmerId: farmer.id, reason: 'Làm hư bờ đê tháng trước' });
  const orderId = await findLastUnassigned(
    tx,
    [...people.values()].map(({ id }) => id),
  );
  if (orderId !== undefined) await pinCrew(context, orderId, { kind: 'person', sprayerIds: [expert.id] });
}
