import { phoneKey } from '../accounts/account-rules.ts';
import { insertUser } from '../accounts/account-store.ts';
import { hashPassword } from '../accounts/password.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { readTaken } from '../catalog/catalog-store.ts';
import type { Actor } from '../orders/order.ts';
import { type Database, type Tx, withinTransaction } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
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
import { playSteps } from './replay-demo.ts';

export { demoAccounts, demoPassword };

const day = 86_400_000;

/** What a start does about the demo data. `if-new`: only a database on which this is still open gets them. */
export async function settleDemo(database: Database, catalog: Catalog, wish: 'on' | 'off' | 'if-new', now: Date): Promise<void> {
  if (wish === 'off') await declineDemo(database.write);
  else if (wish === 'on' || (await findDemoState(database.write)) === 'undecided') await addDemoData(database, catalog, now);
}

/** Adds people and two months of work, all or nothing, once. Does nothing where someone has a demo e-mail address already. */
export async function addDemoData(database: Database, catalog: Catalog, now: Date): Promise<void> {
  if ((await findDemoState(database.write)) === 'added') return;
  // The password is known to everyone, so one hash does for all.
  const passwordHash = await hashPassword(demoPassword);
  const facts = await catalog.facts();
  await database.transaction(async (tx) => {
    if ((await lockDemoState(tx)) === 'added') return;
    if (
      await anyAccountWith(
        tx,
        demoPeople.map(({ name }) => demoEmail(name)),
      )
    )
      return;
    const people = await addPeople(tx, passwordHash, new Date(now.getTime() - 90 * day));
    const ids = [...people.values()].map(({ id }) => id);
    // The weeks before today were told in their time: no mails about them now.
    await setMails(tx, ids, false);
    const today = wallTime(now, facts.company.timeZone).date;
    const taken = await readTaken(tx, addDays(today, demoDays.first), addDays(today, demoDays.last));
    await playSteps({ database: withinTransaction(database, tx), tx, catalog, people, now }, planDemo(facts, taken, now));
    await setMails(tx, ids, true);
    await markReadBefore(tx, ids, new Date(now.getTime() - 3 * day));
    await markDemoAdded(tx);
  });
}

async function addPeople(tx: Tx, passwordHash: string, since: Date): Promise<Map<DemoName, Actor>> {
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

/** True while someone can sign in with the password that everyone knows. */
export async function hasDemoAccounts(database: Database): Promise<boolean> {
  return anyActiveDemoAccount(
    database.read,
    demoAccounts.map(({ email }) => email),
  );
}
