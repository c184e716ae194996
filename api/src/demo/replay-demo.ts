import type { Catalog } from '../catalog/catalog.ts';
import { assignCrew } from '../dispatch/assign-crew.ts';
import { giveFeedback } from '../feedback/give-feedback.ts';
import { finishWork, startWork } from '../fieldwork/do-field-work.ts';
import { dispatchNotifications } from '../notifications/dispatch-notifications.ts';
import { listDueEvents } from '../notifications/outbox-store.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { confirmOrder } from '../orders/confirm-order.ts';
import type { Actor } from '../orders/order.ts';
import { type LockedOrder, lockOrder, saveChange } from '../orders/order-change-store.ts';
import { signOff } from '../orders/order-rules.ts';
import { OrderWriter } from '../orders/order-store.ts';
import { placeOrder } from '../orders/place-order.ts';
import { handOverCash } from '../payments/hand-over-cash.ts';
import { openPaymentIntent, verifyPaymentIntent } from '../payments/payment-intent.ts';
import { recordCash } from '../payments/record-cash.ts';
import { SandboxProvider } from '../payments/sandbox.ts';
import { settleCancelled } from '../payments/settle-cancelled.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { wallTime } from '../platform/time/clock.ts';
import { type Opinion, opinions, reasons } from './demo-opinions.ts';
import { type DemoName, demoPeople } from './demo-people.ts';
import type { PlannedOrder, PlannedStep } from './demo-plan.ts';

const hour = 3_600_000;
const batchSize = 200;

/** An order on its way through the plan. */
interface Played {
  id: string;
  keeper: DemoName;
}

/** What someone of a crew took on a day, and who of the office counts it that evening. */
interface Takings {
  collector: Actor;
  date: string;
  office: Actor;
  last: Date;
}

export interface Stage {
  /** Everything through this lands in the one transaction below. */
  database: Database;
  tx: Tx;
  catalog: Catalog;
  people: ReadonlyMap<DemoName, Actor>;
  /** When all steps are over. */
  now: Date;
}

/** Lets the steps happen, each at its own time: by the use cases of the service, as people would do them. */
export async function playSteps(stage: Stage, steps: readonly PlannedStep[]): Promise<void> {
  const { database, tx, catalog } = stage;
  const { company } = await catalog.facts();
  const sandbox = new SandboxProvider(database);
  const writer = new OrderWriter(catalog);
  const payments = { database, provider: sandbox, log: createLog('silent') };
  const played = new Map<PlannedOrder, Played>();
  const voiced = { en: 0, vi: 0 };
  const takings = new Map<string, Takings>();
  let calledOff = 0;
  let now = new Date(0);

  for (const step of steps) {
    now = step.at;
    await play(step);
  }
  await dispatchEvents();
  await countTakings();

  async function play({ step, at, order }: PlannedStep): Promise<void> {
    const farmer = person(order.booking.farmer);
    const dispatcher = order.dispatcher;
    if (step === 'place' || step === 'place confirmed') {
      played.set(order, await place(order, farmer, step === 'place confirmed', at));
      return;
    }
    const current = played.get(order) as Played;
    const { id } = current;
    const [lead, ...others] = order.crew.map(person) as [Actor, ...Actor[]];
    const as = (actor: Actor) => ({ database, catalog, actor, now: at });
    switch (step) {
      case 'confirm':
      case 'sign off':
        await confirmOrder(as(farmer), id);
        return;
      case 'confirm by office':
        await confirmOrder(as(person(current.keeper)), id);
        return;
      case 'assign':
        await handOver(current, dispatcher);
        await assignCrew(
          as(person(dispatcher)),
          id,
          [lead, ...others].map((member) => member.id),
        );
        return;
      case 'start':
        await startWork(as(lead), id);
        return;
      case 'finish':
        await finishWork(as(lead), id, { areaSprayed: order.field.area });
        return;
      case 'complete unsigned':
        return completeUnsigned(id, at);
      case 'cancel':
        await cancelOrder(as(farmer), id, undefined);
        await settleCancelled(payments, at);
        return;
      case 'cancel by office':
        await cancelOrder(as(person(current.keeper)), id, reasons[calledOff++ % reasons.length]);
        await settleCancelled(payments, at);
        return;
      case 'take cash':
        takeNote({ collector: lead, date: wallTime(at, company.timeZone).date, office: person(dispatcher), last: at });
        return pocket(id, lead, 'crew', at);
      case 'take cash by office':
        return pocket(id, person(current.keeper), 'office', at);
      case 'pay by card':
        return pay(current, farmer, order.booking.method === 'visa' ? '4242424242424242' : '5555555555554444', at);
      case 'fail to pay by card':
        return pay(current, farmer, '4000000000000002', at);
      case 'rate': {
        const { language } = demoPeople.find(({ name }) => name === order.booking.farmer) ?? { language: 'vi' };
        const said = opinions[language];
        await giveFeedback(database, farmer, id, said[voiced[language]++ % said.length] as Opinion, at);
        return;
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
    const row = await placeOrder(
      { database, catalog, actor: farmer, now: at },
      farmer.id,
      { ...input, paymentMethod: booking.method },
      // Of equally busy receptionists the service picks one at random; here it is the same one every time.
      person(receptionist).id,
    );
    const id = String(row[0]);
    return { id, keeper: receptionist };
  }

  /** What the timer does after 72 hours. */
  async function completeUnsigned(id: string, at: Date): Promise<void> {
    const order = (await lockOrder(tx, id)) as LockedOrder;
    const writing = { actorId: null, receptionistId: null, now: at, today: wallTime(at, company.timeZone).date };
    await saveChange(tx, id, signOff(order, 'system'), { ...writing, reason: 'no objection for 72 hours' });
  }

  async function pocket(id: string, actor: Actor, cause: 'crew' | 'office', at: Date): Promise<void> {
    const order = (await lockOrder(tx, id)) as LockedOrder;
    await recordCash(tx, { order, received: order.cost, actorId: actor.id, cause, company, now: at });
  }

  function takeNote(taken: Takings): void {
    takings.set(`${taken.collector.id} ${taken.date}`, taken);
  }

  /** Each evening the office counts what the crews bring; what was taken today, they still carry. */
  async function countTakings(): Promise<void> {
    const { date: today } = wallTime(stage.now, company.timeZone);
    for (const { collector, date, office, last } of takings.values()) {
      if (date === today) continue;
      const counted = new Date(Math.min(last.getTime() + 2 * hour, stage.now.getTime()));
      await handOverCash(
        database,
        office,
        { collectorId: collector.id, day: { date, timeZone: company.timeZone }, entryIds: undefined },
        counted,
      );
    }
  }

  /** Whoever acts looks after the order from then on. */
  async function handOver(current: Played, to: DemoName): Promise<void> {
    if (current.keeper === to) return;
    await dispatchEvents();
    current.keeper = to;
  }

  async function dispatchEvents(): Promise<void> {
    for (;;) {
      const due = await listDueEvents(tx, batchSize);
      if (due.length === 0) return;
      const ids = due.map(({ id }) => id);
      await dispatchNotifications(tx, { catalog, orders: writer }, ids, now);
    }
  }

  async function pay({ id }: Played, farmer: Actor, card: string, at: Date): Promise<void> {
    const intent = await openPaymentIntent(payments, farmer, id, at);
    await sandbox.pay(intent.id, card, undefined);
    await verifyPaymentIntent(payments, farmer, id, intent.clientSecret, at);
  }
}
