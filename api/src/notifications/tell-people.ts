import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import type { EventType, PaymentMethod } from '../orders/order.ts';
import type { OrderWriter } from '../orders/order-store.ts';
import { type IssuedReceipt, issueReceipts } from '../payments/issue-bill.ts';
import type { Database } from '../platform/db.ts';
import { insertMails } from './mail-store.ts';
import { mailText } from './mail-text.ts';
import { type Audience, audiences, inWords, type Message, messageFor } from './messages.ts';
import {
  announceChanges,
  announceNotifications,
  insertNotifications,
  type OrderChange,
  type OutboxEvent,
  type Person,
  readPeople,
  readToldOrders,
  type ToldOrder,
  takeEvents,
  takeTurnTelling,
} from './notification-store.ts';
import { queueWebhooks } from './queue-webhooks.ts';

const batch = 200;

/** An event that has been told, as it is counted. */
export interface ToldEvent {
  type: EventType;
  paymentMethod: PaymentMethod;
  cost: string;
  currency: string;
}

/**
 * Takes waiting events and writes down all that follows from them, in one transaction: a message in the inbox of
 * everyone concerned, in their language, the same as a mail, and what other systems are to be sent. Whoever has paid gets a receipt.
 * `heard` is called with what was told, once that is certain.
 */
export async function tellPeople(
  database: Database,
  catalog: Catalog,
  orders: OrderWriter,
  now: Date,
  heard?: (events: ToldEvent[]) => void,
): Promise<number> {
  const facts = await catalog.facts();
  const { count, counted } = await database.transaction(async (tx) => {
    await takeTurnTelling(tx);
    const events = await takeEvents(tx, batch);
    if (events.length === 0) return { count: 0, counted: [] };
    const told = await readToldOrders(tx, [...new Set(events.map((event) => event.orderId))]);
    const others = await readPeople(tx, [...new Set(events.flatMap((event) => event.people))]);
    const paid = new Set(events.filter(({ type }) => type === 'paid').map(({ orderId }) => orderId));
    const receipts = await issueReceipts(tx, [...paid], facts.company.timeZone, now);
    const tellings = events.flatMap((event) => {
      const order = told.get(event.orderId);
      return order === undefined ? [] : tellingsOf(event, order, receiptFor(event, receipts.get(event.orderId)), others, facts);
    });
    await insertNotifications(
      tx,
      tellings.map(({ reader, orderId, at, message }) => ({ recipientId: reader.id, orderId, at, ...message })),
    );
    await insertMails(
      tx,
      tellings.flatMap(({ reader, at, message, mail, receipt }) => {
        const bill = receipt === undefined ? undefined : { id: receipt.id, language: reader.language };
        return reader.mailTo === null ? [] : [{ to: reader.mailTo, subject: message.subject, text: mail, at, bill }];
      }),
    );
    await queueWebhooks(tx, events, orders);
    await announceNotifications(tx, [...new Set(tellings.map(({ reader }) => reader.id))]);
    await announceChanges(tx, changesIn(events, told));
    return { count: events.length, counted: countable(events, told, facts.company.currency) };
  });
  if (counted.length > 0) heard?.(counted);
  return count;
}

function countable(events: OutboxEvent[], told: Map<string, ToldOrder>, currency: string): ToldEvent[] {
  return events.flatMap(({ type, orderId }) => {
    const order = told.get(orderId);
    return order === undefined ? [] : [{ type, paymentMethod: order.paymentMethod, cost: order.cost, currency }];
  });
}

function changesIn(events: OutboxEvent[], told: Map<string, ToldOrder>): OrderChange[] {
  return [...told.values()].map(({ id, farmer, crew }) => {
    const dropped = events.filter((event) => event.orderId === id).flatMap((event) => event.people);
    return { orderId: id, people: [...new Set([farmer.id, ...crew.map((member) => member.id), ...dropped])] };
  });
}

interface Telling {
  reader: Person;
  orderId: string;
  at: string;
  message: Message;
  mail: string;
  receipt: IssuedReceipt | undefined;
}

/** The receipt that an event tells of: an order may have been paid more than once by the time it is told. */
function receiptFor({ type, at }: OutboxEvent, receipts: readonly IssuedReceipt[] = []): IssuedReceipt | undefined {
  return type === 'paid' ? (receipts.findLast(({ paidAt }) => paidAt.getTime() <= Date.parse(at)) ?? receipts.at(-1)) : undefined;
}

function tellingsOf(
  event: OutboxEvent,
  order: ToldOrder,
  receipt: IssuedReceipt | undefined,
  others: Map<string, Person>,
  { company, crops, sessions }: CatalogFacts,
): Telling[] {
  const { startTime = '', endTime = '' } = sessions.get(order.sessionId) ?? {};
  const { id: orderId, date, location: place, area, cost } = order;
  return audiences[event.type].flatMap((audience) =>
    peopleOf(audience, event, order, others).flatMap((reader) => {
      const { language } = reader;
      const spoken = inWords(language, { date, startTime, crop: crops.get(order.cropId)?.name ?? '', area, cost }, company);
      const crew = order.crew.map(({ name }) => name).join(language === 'vi' ? ' và ' : ' and ');
      const message = messageFor(audience, event.type, language, {
        orderId,
        place,
        farmer: order.farmer.name,
        farmerPhone: order.farmer.phone,
        crew,
        note: event.note,
        ...spoken,
      });
      if (message === undefined) return [];
      const mail = mailText(language, reader.name, message, {
        orderId,
        date,
        startTime,
        endTime,
        place,
        crew,
        company: company.name,
        ...(receipt === undefined ? {} : { bill: { kind: 'receipt', number: receipt.number } }),
        ...spoken,
      });
      return [{ reader, orderId, at: event.at, message, mail, receipt }];
    }),
  );
}

function peopleOf(audience: Audience, event: OutboxEvent, order: ToldOrder, others: Map<string, Person>): Person[] {
  if (audience === 'dropped') return event.people.flatMap((id) => others.get(id) ?? []);
  if (audience === 'farmer') return [order.farmer];
  if (audience === 'crew') return order.crew;
  return order.receptionist === undefined ? [] : [order.receptionist];
}
