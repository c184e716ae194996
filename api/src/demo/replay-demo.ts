import { randomBytes } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.ts';
import { assignCrew } from '../dispatch/assign-crew.ts';
import { giveFeedback } from '../feedback/give-feedback.ts';
import { saveOrderField } from '../fields/order-field-store.ts';
import { finishWork } from '../fieldwork/do-field-work.ts';
import { insertMessage } from '../fieldwork/order-message-store.ts';
import { startWork } from '../fieldwork/start-work.ts';
import { dispatchNotifications } from '../notifications/dispatch-notifications.ts';
import { listDueEvents } from '../notifications/outbox-store.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { confirmOrder } from '../orders/confirm-order.ts';
import type { Actor } from '../orders/order.ts';
import { type LockedOrder, lockOrder, saveChange } from '../orders/order-change-store.ts';
import { signOff } from '../orders/order-rules.ts';
import { OrderWriter } from '../orders/order-store.ts';
import { placeOrder } from '../orders/place-order.ts';
import { reportTransfer } from '../payments/decide-transfer.ts';
import { handOverCash } from '../payments/hand-over-cash.ts';
import { openPaymentIntent, verifyPaymentIntent } from '../payments/payment-intent.ts';
import { recordCash } from '../payments/record-cash.ts';
import { refundToCards } from '../payments/refund-to-cards.ts';
import { returnCash } from '../payments/return-cash.ts';
import { SandboxProvider } from '../payments/sandbox.ts';
import { settleCancelled } from '../payments/settle-cancelled.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import { InstallationKeys } from '../platform/secrets/installation-keys.ts';
import { SecretBox } from '../platform/secrets/secret-box.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { SetDemoMix } from './add-demo-equipment.ts';
import type { Field } from './demo-fields.ts';
import { messages, type Opinion, opinions, reasons } from './demo-opinions.ts';
import { type DemoName, demoPeople } from './demo-people.ts';
import type { PlannedOrder, PlannedStep } from './demo-plan.ts';
import { demoRecordDetails } from './plan-records.ts';

const hour = 3_600_000;
const batchSize = 200;

/** What the crew reports. A short report of an order without a mix leaves the office a difference in area to decide about, and a record to complete. */
function reportOf({ booking, field, number }: PlannedOrder) {
  return booking.story === 'short'
    ? { areaSprayed: Math.round(field.area * 60) / 100, note: 'Gió mạnh, góc phía sông chưa phun.' }
    : { areaSprayed: field.area, sprayRecord: demoRecordDetails(number) };
}

/** A placed order with its current receptionist. */
interface PlacedOrder {
  id: string;
  receptionist: DemoName;
}

/** Cash that a sprayer collected on a day, and the office user who receives it. */
interface CollectedCash {
  collector: Actor;
  date: string;
  office: Actor;
  lastReceivedAt: Date;
}

export interface ReplayContext {
  /** Runs in the transaction `tx`. */
  database: Database;
  tx: Tx;
  catalog: Catalog;
  /** By name of the account. */
  people: ReadonlyMap<string, Actor>;
  /** End of the replay. */
  now: Date;
  setMix: SetDemoMix;
  /** Ids of the registered fields. */
  fieldIds: ReadonlyMap<Field, string>;
}

/** Replays the steps in order through the use cases of the service, each with its own time. */
export async function replaySteps(context: ReplayContext, steps: readonly PlannedStep[]): Promise<void> {
  const { database, tx, catalog } = context;
  // Nobody pays for these intents later, so their secrets may have any key.
  const { company } = await catalog.facts();
  const sandbox = new SandboxProvider(database, new InstallationKeys(database.write, new SecretBox(randomBytes(32))));
  const writer = new OrderWriter(catalog);
  const payments = { database, provider: sandbox, log: createLog('silent') };
  const placedOrders = new Map<PlannedOrder, PlacedOrder>();
  const feedbackCount = { en: 0, vi: 0 };
  const collectedCash = new Map<string, CollectedCash>();
  let calledOff = 0;
  let now = new Date(0);

  for (const step of steps) {
    now = step.at;
    await replay(step);
  }
  await dispatchEvents();
  await handOverCollectedCash();

  async function replay({ step, at, order }: PlannedStep): Promise<void> {
    const farmer = person(order.booking.farmer);
    const dispatcher = order.dispatcher;
    if (step === 'place' || step === 'place confirmed') {
      placedOrders.set(order, await place(order, farmer, step === 'place confirmed', at));
      return;
    }
    const current = placedOrders.get(order) as PlacedOrder;
    const { id } = current;
    const [lead, ...others] = order.crew.map(person) as [Actor, ...Actor[]];
    const as = (actor: Actor) => ({ database, catalog, actor, now: at });
    switch (step) {
      case 'confirm':
      case 'sign off':
        await confirmOrder(as(farmer), id);
        return;
      case 'confirm by office':
        await confirmOrder(as(person(current.receptionist)), id);
        return;
      case 'assign':
        await handOver(current, dispatcher);
        await assignCrew(
          as(person(dispatcher)),
          id,
          [lead, ...others].map((member) => member.id),
        );
        if (order.booking.story !== 'short') await context.setMix(id, person(dispatcher), at);
        if (order.booking.story === 'unreported') await exchangeMessages(id, farmer, person(dispatcher), at);
        return;
      case 'start':
        await startWork(as(lead), undefined, id);
        return;
      case 'finish':
        await finishWork(as(lead), id, reportOf(order));
        return;
      case 'complete unsigned':
        return completeUnsigned(id, at);
      case 'cancel':
        await cancelOrder(as(farmer), id, undefined);
        await settleCancelled(payments, at);
        await refundToCards(payments, at);
        return;
      case 'cancel by office':
        await cancelOrder(as(person(current.receptionist)), id, reasons[calledOff++ % reasons.length]);
        await settleCancelled(payments, at);
        await refundToCards(payments, at);
        return;
      case 'take cash':
        noteCollectedCash({ collector: lead, date: wallTime(at, company.timeZone).date, office: person(dispatcher), lastReceivedAt: at });
        return receiveCash(id, lead, 'crew', at);
      case 'take cash by office':
        return receiveCash(id, person(current.receptionist), 'office', at);
      case 'return cash':
        await returnCash(database, person(current.receptionist), { orderId: id, method: 'cash', currency: company.currency }, at);
        return;
      case 'pay by card':
        return pay(current, farmer, order.booking.method === 'visa' ? '4242424242424242' : '5555555555554444', at);
      case 'fail to pay by card':
        return pay(current, farmer, '4000000000000002', at);
      case 'report transfer':
        await reportTransfer(as(farmer), id);
        return;
      case 'rate': {
        const { language } = demoPeople.find(({ name }) => name === order.booking.farmer) ?? { language: 'vi' };
        const candidates = opinions[language];
        await giveFeedback(database, farmer, id, candidates[feedbackCount[language]++ % candidates.length] as Opinion, at);
        return;
      }
    }
  }

  async function exchangeMessages(id: string, farmer: Actor, office: Actor, since: Date): Promise<void> {
    const [question, answer] = messages;
    await insertMessage(tx, id, farmer.id, question, new Date(since.getTime() + hour));
    await insertMessage(tx, id, office.id, answer, new Date(since.getTime() + 1.2 * hour));
  }

  function person(name: string): Actor {
    return context.people.get(name) as Actor;
  }

  async function place({ slot, field, cropId, booking, receptionist }: PlannedOrder, farmer: Actor, confirmed: boolean, at: Date) {
    const { location, latitude, longitude, area } = field;
    const { date, sessionId } = slot;
    const input = { date, session: { id: sessionId }, location, latitude, longitude, cropType: { id: cropId }, area, confirmed };
    const row = await placeOrder(
      { database, catalog, actor: farmer, now: at },
      farmer.id,
      { ...input, paymentMethod: booking.method },
      // Fixed, because the service would choose at random among equally busy receptionists.
      person(receptionist).id,
    );
    const id = String(row[0]);
    const fieldId = context.fieldIds.get(field);
    if (fieldId !== undefined) await saveOrderField(tx, id, fieldId);
    return { id, receptionist: receptionist };
  }

  /** Same effect as the sign-off timer after 72 hours. */
  async function completeUnsigned(id: string, at: Date): Promise<void> {
    const order = (await lockOrder(tx, id)) as LockedOrder;
    const writing = { actorId: null, receptionistId: null, now: at, today: wallTime(at, company.timeZone).date };
    await saveChange(tx, id, signOff(order, 'system'), { ...writing, reason: 'no objection for 72 hours' });
  }

  async function receiveCash(id: string, actor: Actor, cause: 'crew' | 'office', at: Date): Promise<void> {
    const order = (await lockOrder(tx, id)) as LockedOrder;
    await recordCash(tx, { order, received: order.cost, actorId: actor.id, cause, company, now: at });
  }

  function noteCollectedCash(taken: CollectedCash): void {
    collectedCash.set(`${taken.collector.id} ${taken.date}`, taken);
  }

  /** The office receives the cash of each day except today. */
  async function handOverCollectedCash(): Promise<void> {
    const { date: today } = wallTime(context.now, company.timeZone);
    for (const { collector, date, office, lastReceivedAt } of collectedCash.values()) {
      if (date === today) continue;
      const counted = new Date(Math.min(lastReceivedAt.getTime() + 2 * hour, context.now.getTime()));
      await handOverCash(
        database,
        office,
        { collectorId: collector.id, day: { date, timeZone: company.timeZone }, entryIds: undefined },
        counted,
      );
    }
  }

  /** The user who acts becomes the receptionist of the order. */
  async function handOver(current: PlacedOrder, to: DemoName): Promise<void> {
    if (current.receptionist === to) return;
    await dispatchEvents();
    current.receptionist = to;
  }

  async function dispatchEvents(): Promise<void> {
    for (;;) {
      const due = await listDueEvents(tx, batchSize);
      if (due.length === 0) return;
      const ids = due.map(({ id }) => id);
      await dispatchNotifications(tx, { catalog, orders: writer }, ids, now);
    }
  }

  async function pay({ id }: PlacedOrder, farmer: Actor, card: string, at: Date): Promise<void> {
    const intent = await openPaymentIntent(payments, farmer, id, at);
    await sandbox.pay(intent.id, card, undefined);
    await verifyPaymentIntent(payments, farmer, id, intent.clientSecret, at);
  }
}
