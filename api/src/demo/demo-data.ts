import { phoneKey } from '../accounts/account-rules.ts';
import { insertUser } from '../accounts/account-store.ts';
import { hashPassword } from '../accounts/password.ts';
import { saveSession } from '../admin/catalog-admin-store.ts';
import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import { readTaken } from '../catalog/catalog-store.ts';
import { findMapArea, saveMapArea } from '../catalog/map-area-store.ts';
import { AppError } from '../errors.ts';
import { limitIdleTime } from '../notifications/outbox-store.ts';
import type { Actor } from '../orders/order.ts';
import { findBankAccount, sampleBankAccount, saveBankAccount } from '../payments/bank-account-store.ts';
import type { DemoMode } from '../platform/config/config.ts';
import { type Database, type Tx, withinTransaction } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { SprayLimitCache } from '../weather/spray-limit-setting.ts';
import { addDemoEquipment } from './add-demo-equipment.ts';
import { addDemoFields } from './add-demo-fields.ts';
import { addDemoImport } from './add-demo-import.ts';
import { addDemoPlaces } from './add-demo-places.ts';
import { bookings } from './demo-bookings.ts';
import { bookingFarmers, crowd, crowdCrews, crowdFields, largeDemo } from './demo-crowd.ts';
import { demoArea, type FarmerName, type Field, fieldsOf, unbookedFieldsOf } from './demo-fields.ts';
import { type DemoName, type DemoPerson, demoAccounts, demoEmail, demoPassword, demoPeople, newDemoUser } from './demo-people.ts';
import { type DemoWork, demoCrews, demoDays, planDemo } from './demo-plan.ts';
import {
  anyAccountWith,
  anyActiveDemoAccount,
  declineDemo,
  findDemoDate,
  findDemoState,
  findDemoUser,
  findPhonesInUse,
  lockDemoState,
  markDemoAdded,
  markReadBefore,
  setMails,
  setOfficePhone,
} from './demo-store.ts';
import { forecastStops, largeBookings } from './large-bookings.ts';
import { planBansAndPins } from './plan-bans-and-pins.ts';
import { planAndAccept, planCrews } from './plan-crews.ts';
import { planDaysOff } from './plan-days-off.ts';
import { planMessages } from './plan-messages.ts';
import { planRebooking } from './plan-rebooking.ts';
import { chooseDemoProfile, planRecords } from './plan-records.ts';
import { planWaiting } from './plan-waiting.ts';
import { replaySteps } from './replay-demo.ts';

export { demoAccounts, demoPassword };

const dayMs = 86_400_000;

/** Pages link to it for calls. */
const demoOfficePhone = '0296 3888 123';

/** Adds or declines the demo data at start-up. `if-new`: only if this database has neither yet. */
export async function settleDemo(database: Database, catalog: Catalog, mode: DemoMode, now: Date): Promise<void> {
  if (mode === 'off') await declineDemo(database.write);
  else if (mode === 'large' || mode === 'large-planned') await addDemoData(database, catalog, now, 'large');
  else if (mode === 'on' || (await findDemoState(database.write)) === 'undecided') await addDemoData(database, catalog, now);
  // After the transaction of the demo data, so that the next start does it if this one is killed before.
  if (mode === 'large-planned') await planFirstMorning(database, catalog, now).catch(() => undefined);
}

/**
 * Adds users and two months of orders in one transaction, once. Does nothing if a demo e-mail address is in use. `large`: a company with
 * 36 sprayers, whose tomorrow is not planned yet.
 */
export async function addDemoData(database: Database, catalog: Catalog, now: Date, size: 'small' | 'large' = 'small'): Promise<void> {
  if ((await findDemoState(database.write)) === 'added') return;
  // The password is public, so all accounts can share one hash.
  const passwordHash = await hashPassword(demoPassword);
  const isLarge = size === 'large';
  const demo = isLarge ? [...demoPeople, ...crowd] : demoPeople;
  let office: Actor | undefined;
  await waitingForOthers(database, async (tx) => {
    // Nothing waits for this transaction, and a slow machine pauses longer between its many statements than a request may.
    await limitIdleTime(tx, 60_000);
    if ((await lockDemoState(tx)) === 'added') return;
    if (
      await anyAccountWith(
        tx,
        demo.map(({ name }) => demoEmail(name)),
      )
    )
      return;
    const facts = isLarge ? await enlargeSessions(tx, await catalog.facts()) : await catalog.facts();
    const everybody = await insertPeople(tx, demo, passwordHash, new Date(now.getTime() - 90 * dayMs));
    const people = everybody as Map<DemoName, Actor>;
    const ids = [...everybody.values()].map(({ id }) => id);
    // No mails about events in the past.
    await setMails(tx, ids, false);
    if ((await findBankAccount(tx)) === undefined) await saveBankAccount(tx, sampleBankAccount);
    await setOfficePhone(tx, demoOfficePhone);
    const today = wallTime(now, facts.company.timeZone).date;
    const taken = await readTaken(tx, addDays(today, demoDays.first), addDays(today, demoDays.last));
    await chooseDemoProfile(tx);
    const setMix = await addDemoEquipment(tx, facts, people, today, new Date(now.getTime() - 90 * dayMs));
    await addDemoPlaces(tx, new Date(now.getTime() - 90 * dayMs));
    const fields = new Map([...allFieldsOf(), ...(isLarge ? crowdFields : [])]);
    const fieldIds = await addDemoFields(tx, facts, everybody, fields, new Date(now.getTime() - 90 * dayMs));
    const replayed = { database: withinTransaction(database, tx), tx, catalog, people: everybody, now, setMix, fieldIds };
    await replaySteps(replayed, planDemo(facts, taken, now, isLarge ? await largeWork(database, facts, now) : smallWork));
    await planDaysOff({ database: withinTransaction(database, tx), catalog, now }, people, today);
    await planRecords({ database: withinTransaction(database, tx), tx, now }, people.get('receptionist') as Actor);
    await planBansAndPins({ database, tx, now }, people);
    if (!isLarge) await planRebooking({ database, tx, catalog, now }, people.get('receptionist') as Actor);
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
  if (office !== undefined && !isLarge) await planCrews(database, catalog, office, now).catch(() => undefined);
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

async function insertPeople(
  tx: Tx,
  demo: readonly (DemoPerson & { isUnreachable?: boolean })[],
  passwordHash: string,
  since: Date,
): Promise<Map<string, Actor>> {
  const inUse = await findPhonesInUse(
    tx,
    demo.map(({ phoneNumber }) => phoneKey(phoneNumber ?? '')),
  );
  const people = new Map<string, Actor>();
  for (const { isUnreachable, ...person } of demo) {
    const user = newDemoUser(person, passwordHash);
    const phoneNumber = inUse.has(phoneKey(user.phoneNumber ?? '')) ? null : user.phoneNumber;
    const [id] = await insertUser(tx, { ...user, phoneNumber, ...(isUnreachable ? { email: null } : {}) }, since);
    people.set(person.name, { id: String(id), role: person.role });
  }
  return people;
}

async function enlargeSessions(tx: Tx, facts: CatalogFacts): Promise<CatalogFacts> {
  const sessions = [...facts.sessions].map(([id, session]) => [id, { ...session, capacity: largeDemo.capacity }] as const);
  for (const [, session] of sessions) await saveSession(tx, session);
  return { ...facts, sessions: new Map(sessions) };
}

/** Registered fields, in the order in which they are booked. */
const bookedFields = new Map<string, readonly Field[]>(Object.entries(fieldsOf));

function allFieldsOf(): [string, readonly Field[]][] {
  return [...bookedFields].map(([name, fields]) => [name, [...fields, ...(unbookedFieldsOf[name as FarmerName] ?? [])]]);
}

const smallWork: DemoWork = { bookings, fieldsOf: bookedFields, crews: demoCrews };

async function largeWork(database: Database, facts: CatalogFacts, now: Date): Promise<DemoWork> {
  const { timeZone } = facts.company;
  const today = wallTime(now, timeZone).date;
  const limits = await new SprayLimitCache(database).limits();
  const fields = bookingFarmers.map(({ field }) => field);
  const isStopped = await forecastStops(fields, { today, timeZone, limits, now });
  return {
    bookings: largeBookings(facts, today, isStopped),
    fieldsOf: new Map([...bookedFields, ...crowdFields]),
    crews: [...demoCrews, ...crowdCrews],
  };
}

/** Plans the day after the demo data were added and gives its orders the proposed crews, unless it has a plan or has begun. */
async function planFirstMorning(database: Database, catalog: Catalog, now: Date): Promise<void> {
  const addedOn = await findDemoDate(database.write);
  const { timeZone } = (await catalog.facts()).company;
  if (addedOn !== wallTime(now, timeZone).date) return;
  const office = await findDemoUser(database.write, demoEmail('receptionist'));
  if (office !== undefined) await planAndAccept(database, catalog, { id: office, role: 'receptionist' }, addDays(addedOn, 1), now);
}

/** True while an account with the public demo password is active. */
export async function hasDemoAccounts(database: Database): Promise<boolean> {
  return anyActiveDemoAccount(
    database.read,
    demoAccounts.map(({ email }) => email),
  );
}
