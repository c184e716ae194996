import type { Catalog } from '../catalog/catalog.ts';
import { tellPeople } from '../notifications/tell-people.ts';
import { confirmOrder } from '../orders/confirm-order.ts';
import type { Actor, OrderStatus } from '../orders/order.ts';
import type { Change } from '../orders/order-rules.ts';
import { saveChange } from '../orders/order-store.ts';
import { placeOrder } from '../orders/place-order.ts';
import { openPaymentIntent, verifyPaymentIntent } from '../payments/payment-intent.ts';
import { paymentStatusOf } from '../payments/payment-rules.ts';
import {
  findPayableOrder,
  insertLedgerEntry,
  listIntents,
  type NewLedgerEntry,
  readLedger,
  savePaymentStatus,
} from '../payments/payment-store.ts';
import { SandboxProvider } from '../payments/sandbox.ts';
import { wallTime } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { type Opinion, opinions, reasons } from './demo-opinions.ts';
import { type DemoName, demoPeople } from './demo-people.ts';
import type { PlannedOrder, PlannedStep } from './demo-plan.ts';
import { freePlace, insertCrew, insertOpinion, setReceptionists, setReported } from './demo-store.ts';

/** An order on its way through the plan. */
interface Played {
  id: string;
  status: OrderStatus;
  keeper: DemoName;
  signedOff: boolean;
}

export interface Stage {
  /** Everything through this lands in the one transaction below. */
  database: Database;
  tx: Tx;
  catalog: Catalog;
  people: ReadonlyMap<DemoName, Actor>;
}

/** Lets the steps happen, each at its own time: by the service's use cases as people would, or as their rows would be. */
export async function playSteps(stage: Stage, steps: readonly PlannedStep[]): Promise<void> {
  const { database, tx, catalog } = stage;
  const { company } = await catalog.facts();
  const sandbox = new SandboxProvider(database);
  const payments = { database, provider: sandbox, log: createLog('silent') };
  const played = new Map<PlannedOrder, Played>();
  // Of equally busy receptionists the service draws one at random; here it is the same one every time.
  const receptionists = new Map<string, string>();
  const voiced = { en: 0, vi: 0 };
  let calledOff = 0;

  for (const step of steps) await play(step);
  await tellEveryone();

  async function play({ step, at, order }: PlannedStep): Promise<void> {
    const farmer = person(order.booking.farmer);
    const dispatcher = order.dispatcher;
    if (step === 'place' || step === 'place confirmed') {
      played.set(order, await place(order, farmer, step === 'place confirmed', at));
      return;
    }
    const current = played.get(order) as Played;
    const crew = order.crew.map(person) as [Actor, ...Actor[]];
    switch (step) {
      case 'confirm':
        await confirmOrder(database, catalog, farmer, current.id, at);
        current.status = 'confirmed';
        return;
      case 'confirm by office':
        return change(current, 'confirm', 'confirmed', ['confirmed'], person(current.keeper), at);
      case 'assign':
        await handOver(current, dispatcher);
        await insertCrew(
          tx,
          current.id,
          crew.map(({ id }) => id),
        );
        return change(current, 'assign', 'assigned', ['assigned'], person(dispatcher), at);
      case 'start':
        return change(current, 'start', 'in_progress', ['started'], crew[0], at);
      case 'finish':
        await setReported(tx, current.id, at);
        return current.signedOff
          ? change(current, 'finish', 'completed', ['completed'], crew[0], at)
          : change(current, 'finish', 'in_progress', ['finished'], crew[0], at);
      case 'sign off':
        await confirmOrder(database, catalog, farmer, current.id, at);
        current.signedOff = true;
        return;
      case 'complete unsigned':
        return change(current, 'sign_off', 'completed', ['completed'], undefined, at);
      case 'cancel':
        await freePlace(tx, current.id);
        await change(current, 'cancel', 'cancelled', ['cancelled'], farmer, at);
        return refund(current, farmer, farmer, at);
      case 'cancel by office':
        await freePlace(tx, current.id);
        await change(current, 'cancel', 'cancelled', ['cancelled'], person(current.keeper), at, reasons[calledOff++ % reasons.length]);
        return refund(current, farmer, person(current.keeper), at);
      case 'take cash':
        return record(current, farmer, { kind: 'cash', providerReference: null, actorId: crew[0].id }, at);
      case 'take cash by office':
        return record(current, farmer, { kind: 'cash', providerReference: null, actorId: person(current.keeper).id }, at);
      case 'pay by card':
        return pay(current, farmer, order.booking.method === 'visa' ? '4242424242424242' : '5555555555554444', at);
      case 'fail to pay by card':
        return pay(current, farmer, '4000000000000002', at);
      case 'rate': {
        const { language } = demoPeople.find(({ name }) => name === order.booking.farmer) ?? { language: 'vi' };
        const said = opinions[language];
        return insertOpinion(tx, current.id, farmer.id, said[voiced[language]++ % said.length] as Opinion, at);
      }
    }
  }

  function person(name: DemoName): Actor {
    return stage.people.get(name) as Actor;
  }

  async function place({ slot, field, cropId, booking, receptionist }: PlannedOrder, farmer: Actor, confirmed: boolean, at: Date) {
    const { location, latitude, longitude, area } = field;
    const { date, sessionId } = slot;
    const input = { date, session: { id: sessionId }, location, latitude, longitude, cropType: { id: cropId }, area, confirmed };
    const row = await placeOrder(database, catalog, farmer, { ...input, paymentMethod: booking.method }, at);
    const id = String(row[0]);
    receptionists.set(id, person(receptionist).id);
    return { id, status: confirmed ? 'confirmed' : 'pending', keeper: receptionist, signedOff: false } satisfies Played;
  }

  async function change(
    current: Played,
    action: Change['action'],
    to: OrderStatus,
    events: Change['events'],
    actor: Actor | undefined,
    at: Date,
    reason?: string,
  ): Promise<void> {
    const confirmed = current.status !== 'pending' || to === 'confirmed';
    const { date } = wallTime(at, company.timeZone);
    const what = { action, from: current.status, to, confirmed, signedOff: false, events };
    await saveChange(tx, current.id, what, actor?.id ?? null, at, date, reason ?? null);
    current.status = to;
  }

  /** Whoever acts looks after the order from then on; what was before is told to the one before. */
  async function handOver(current: Played, to: DemoName): Promise<void> {
    if (current.keeper === to) return;
    await tellEveryone();
    receptionists.set(current.id, person(to).id);
    current.keeper = to;
  }

  async function tellEveryone(): Promise<void> {
    await setReceptionists(tx, receptionists);
    receptionists.clear();
    while ((await tellPeople(database, catalog)) > 0);
  }

  async function pay({ id }: Played, farmer: Actor, card: string, at: Date): Promise<void> {
    const intent = await openPaymentIntent(payments, farmer, id, at);
    await sandbox.pay(intent.id, card, undefined);
    await verifyPaymentIntent(payments, farmer, id, intent.clientSecret, at);
  }

  async function refund(current: Played, farmer: Actor, actor: Actor, at: Date): Promise<void> {
    const paid = (await listIntents(tx, current.id)).find(({ status }) => status === 'succeeded');
    if (paid === undefined) return;
    await record(current, farmer, { kind: 'refund', providerReference: paid.id, actorId: actor.id }, at);
  }

  async function record(
    { id }: Played,
    farmer: Actor,
    entry: Pick<NewLedgerEntry, 'kind' | 'providerReference' | 'actorId'>,
    at: Date,
  ): Promise<void> {
    const order = await findPayableOrder(tx, id, farmer.id);
    if (order === undefined) throw new Error('a demo order is missing');
    const { cost: amount, currency, paymentMethod: method } = order;
    await insertLedgerEntry(tx, { ...entry, orderId: id, amount, currency, method }, at);
    await savePaymentStatus(tx, id, paymentStatusOf(await readLedger(tx, id)), entry.actorId, at);
  }
}
