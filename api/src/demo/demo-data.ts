import { phoneKey } from '../accounts/account-rules.ts';
import { insertUser } from '../accounts/account-store.ts';
import { hashPassword } from '../accounts/password.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { readTaken } from '../catalog/catalog-store.ts';
import { findMapArea, saveMapArea } from '../catalog/map-area-store.ts';
import { AppError } from '../errors.ts';
import { limitIdleTime } from '../notifications/outbox-store.ts';
import type { Actor } from '../orders/order.ts';
import { findBankAccount, sampleBankAccount, saveBankAccount } from '../payments/bank-account-store.ts';
import { type Database, type Tx, withinTransaction } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { addDemoEquipment } from './add-demo-equipment.ts';
import { addDemoFields } from './add-demo-fields.ts';
import { addDemoImport } from './add-demo-import.ts';
import { addDemoPlaces } from './add-demo-places.ts';
import { demoArea } from './demo-fields.ts';
import { type DemoName, type DemoPerson, demoAccounts, demoEmail, demoPassword, demoPeople, newDemoUser } from './demo-people.ts';
import { demoDays, planDemo } from './demo-plan.ts';
import {
  anyAccountWith,
  anyActiveDemoAccount,
  declineDemo,
  findDemoState,
  findPhonesInUse,
  lockDemoState,
  markDemoAdded,
  markReadBefore,
  setMails,
} from './demo-store.ts';
import { planBansAndPins } from './plan-bans-and-pins.ts';
import { planCrews } from './plan-crews.ts';
import { planDaysOff } from './plan-days-off.ts';
import { planMessages } from './plan-messages.ts';
import { planRebooking } from './plan-rebooking.ts';
import { chooseDemoProfile, planRecords } from './plan-records.ts';
import { planWaiting } from './plan-waiting.ts';
import { replaySteps } from './replay-demo.ts';

export { demoAccounts, demoPassword };

const dayMs = 86_400_000;

/** Adds or declines the demo data at start-up. `if-new`: only if this database has neither yet. */
export async function settleDemo(database: Database, catalog: Catalog, mode: 'on' | 'off' | 'if-new', now: Date): Promise<void> {
  if (mode === 'off') await declineDemo(database.write);
  else if (mode === 'on' || (await findDemoState(database.write)) === 'undecided') await addDemoData(database, catalog, now);
}

/** Adds users and two months of orders in one transaction, once. Does nothing if a demo e-mail address is in use. */
export async function addDemoData(database: Database, catalog: Catalog, now: Date): Promise<void> {
  if ((await findDemoState(database.write)) === 'added') return;
  // The password is public, so all accounts can share one hash.
  const passwordHash = await hashPassword(demoPassword);
  const facts = await catalog.facts();
  let office: Actor | undefined;
  await waitingForOthers(database, async (tx) => {
    // Nothing waits for this transaction, and a slow machine pauses longer between its many statements than a request may.
    await limitIdleTime(tx, 60_000);
    if ((await lockDemoState(tx)) === 'added') return;
    if (
      await anyAccountWith(
        tx,
        demoPeople.map(({ name }) => demoEmail(name)),
      )
    )
      return;
    const people = await insertPeople(tx, passwordHash, new Date(now.getTime() - 90 * dayMs));
    const ids = [...people.values()].map(({ id }) => id);
    // No mails about events in the past.
    await setMails(tx, ids, false);
    if ((await findBankAccount(tx)) === undefined) await saveBankAccount(tx, sampleBankAccount);
    const today = wallTime(now, facts.company.timeZone).date;
    const taken = await readTaken(tx, addDays(today, demoDays.first), addDays(today, demoDays.last));
    await chooseDemoProfile(tx);
    const setMix = await addDemoEquipment(tx, facts, people, today, new Date(now.getTime() - 90 * dayMs));
    await addDemoPlaces(tx, new Date(now.getTime() - 90 * dayMs));
    const fieldIds = await addDemoFields(tx, facts, people, new Date(now.getTime() - 90 * dayMs));
    const replayed = { database: withinTransaction(database, tx), tx, catalog, people, now, setMix, fieldIds };
    await replaySteps(replayed, planDemo(facts, taken, now));
    await planDaysOff({ database: withinTransaction(database, tx), catalog, now }, people, today);
    await planRecords({ database: withinTransaction(database, tx), tx, now }, people.get('receptionist') as Actor);
    await planBansAndPins({ database, tx, now }, people);
    await planRebooking({ database, tx, catalog, now }, people.get('receptionist') as Actor);
    await planWaiting({ tx, catalog, now }, people, today);
    await planMessages(tx, people, now);
    const imported = { database: withinTransaction(database, tx), tx, catalog, facts, now: new Date(now.getTime() - 2 * 3_600_000) };
    await addDemoImport(imported, people.get('receptionist') as Actor);
    await setMails(tx, ids, true);
    await markReadBefore(tx, ids, new Date(now.getTime() - 3 * dayMs));
    if ((await findMapArea(tx)) === undefined) await saveMapArea(tx, demoArea);
    await markDemoAdded(tx, today);
    office = people.get('receptionist');
  });
  // Nothing depends on it: without it, the office plans a day itself.
  if (office !== undefined) await planCrews(database, catalog, office, now).catch(() => undefined);
}

const maxWaits = 20;

/** Another process may be adding them, for longer than a statement may wait for its lock. */
async function waitingForOthers(database: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  for (let waits = 0; ; waits++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'OVERLOADED') || waits >= maxWaits) throw error;
    }
  }
}

async function insertPeople(tx: Tx, passwordHash: string, since: Date): Promise<Map<DemoName, Actor>> {
  const keys = demoPeople.map(({ phoneNumber }) => phoneKey(phoneNumber));
  const inUse = await findPhonesInUse(tx, keys);
  const people = new Map<DemoName, Actor>();
  for (const person of demoPeople as readonly (DemoPerson & { name: DemoName })[]) {
    const user = newDemoUser(person, passwordHash);
    const phoneNumber = inUse.has(phoneKey(user.phoneNumber ?? '')) ? null : user.phoneNumber;
    const [id] = await insertUser(tx, { ...user, phoneNumber }, since);
    people.set(person.name, { id: String(id), role: person.role });
  }
  return people;
}

/** True while an account with the public demo password is active. */
export async function hasDemoAccounts(database: Database): Promise<boolean> {
  return anyActiveDemoAccount(
    database.read,
    demoAccounts.map(({ email }) => email),
  );
}
