import { setImmediate } from 'node:timers/promises';
import { farmerAddress, greetingName } from '../accounts/address-rules.ts';
import type { InvitationOf, Invitations } from '../calendar/invitations.ts';
import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import type { AvailableChannels, MessageValues } from '../channels/channel.ts';
import { isUrgent, limitedSender } from '../channels/channel-rules.ts';
import { linkPlaces } from '../fields/place-field-store.ts';
import type { EventType, PaymentMethod } from '../orders/order.ts';
import type { OrderWriter } from '../orders/order-store.ts';
import { type IssuedReceipt, issueReceipts } from '../payments/issue-bill.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { instantOf } from '../platform/time/clock.ts';
import type { AnswerLinks } from '../rebooking/answer-links.ts';
import { type MovedPart, readMovedParts } from '../rebooking/answer-store.ts';
import { formatArea, formatOrder } from './format-order.ts';
import { mailText } from './mail-text.ts';
import { type Audience, audiences, type Language, type Message, messageFor, onlyOtherSide } from './messages.ts';
import {
  insertNotifications,
  notifyNewNotifications,
  notifyOrderChanges,
  type OrderChange,
  type Person,
  readPeople,
} from './notification-store.ts';
import { claimEvents, type OutboxEvent } from './outbox-store.ts';
import { queueWebhooks } from './queue-webhooks.ts';
import { onlyMail, sendMessages } from './send-messages.ts';

const maxTurnMs = 4;

/** A dispatched event, for the metrics. */
export interface DispatchedEvent {
  type: EventType;
  paymentMethod: PaymentMethod;
  cost: string;
  currency: string;
}

export interface DispatchDeps {
  catalog: Catalog;
  orders: OrderWriter;
  /** Undefined: messages about moved orders have no links. */
  answerLinks?: AnswerLinks | undefined;
  /** Undefined: mails have no invitations. */
  invitations?: Invitations | undefined;
  /** Channels besides mail; default: none. */
  available?: AvailableChannels;
}

/**
 * Dispatches events in one transaction: for each recipient a notification and a message by their first channel, in their language, and
 * the webhook deliveries.
 * The mail about a payment includes the receipt.
 */
export async function dispatchNotifications(
  tx: Tx,
  { catalog, orders, answerLinks, invitations, available = onlyMail.available }: DispatchDeps,
  eventIds: string[],
  now: Date,
): Promise<DispatchedEvent[]> {
  const events = await claimEvents(tx, eventIds);
  if (events.length === 0) return [];
  const facts = await catalog.facts();
  const people = await readPeople(tx, [...new Set(events.flatMap(recipientIds))]);
  const paid = new Set(events.filter(({ type }) => type === 'paid').map(({ orderId }) => orderId));
  const receipts = paid.size === 0 ? new Map() : await issueReceipts(tx, [...paid], facts.company.timeZone, now);
  const moved = await readMoved(tx, events, answerLinks);
  const invitationOf = await invitations?.forEvents(events, facts);
  const drafts: NotificationDraft[] = [];
  let turnBeganAt = performance.now();
  for (const event of events) {
    // The texts of many events take long: requests are answered in between.
    if (performance.now() - turnBeganAt > maxTurnMs) {
      await setImmediate();
      turnBeganAt = performance.now();
    }
    const receipt = receiptFor(event, receipts.get(event.orderId));
    drafts.push(...draftsOf(event, { receipt, moved: moved.get(event.orderId), invitationOf }, people, facts));
  }
  await insertNotifications(
    tx,
    drafts.map(({ recipient, orderId, at, message, isOwnAct }) => ({
      recipientId: recipient.id,
      orderId,
      at,
      isOwnAct,
      ...message,
    })),
  );
  await sendMessages(
    tx,
    drafts.map(({ eventId, message, receipt, sessionStart, ...draft }) => ({
      ...draft,
      ...message,
      key: `event:${eventId}:${draft.recipient.id}`,
      isUrgent: isUrgent(draft.type, now.getTime(), sessionStart.getTime()),
      bill: receipt && { id: receipt.id, language: draft.recipient.language },
    })),
    { available },
    facts.company,
    now,
  );
  await linkPlaces(
    tx,
    events.filter(({ type }) => type === 'created' || type === 'edited').map(({ orderId }) => orderId),
  );
  await queueWebhooks(tx, events, orders, now);
  await notifyNewNotifications(tx, [...new Set(drafts.map(({ recipient }) => recipient.id))]);
  await notifyOrderChanges(tx, orderChanges(events));
  const { currency } = facts.company;
  return events.map(({ type, order: { paymentMethod, cost } }) => ({ type, paymentMethod, cost, currency }));
}

function recipientIds({ people, order: { farmerId, receptionistId, crewIds } }: OutboxEvent): string[] {
  return [farmerId, ...(receptionistId === null ? [] : [receptionistId]), ...crewIds, ...people];
}

function orderChanges(events: OutboxEvent[]): OrderChange[] {
  const changes = new Map<string, Set<string>>();
  for (const { orderId, people, order } of events) {
    const userIds = changes.get(orderId) ?? new Set();
    for (const id of [order.farmerId, ...order.crewIds, ...people]) userIds.add(id);
    changes.set(orderId, userIds);
  }
  return [...changes].map(([orderId, people]) => ({ orderId, people: [...people] }));
}

interface NotificationDraft {
  recipient: Person;
  eventId: string;
  type: EventType;
  senderId: string | null;
  orderId: string;
  /** Of the spray session of the order. */
  sessionStart: Date;
  at: string;
  message: Message;
  mail: string;
  receipt: IssuedReceipt | undefined;
  /** An invitation or cancellation for the recipient's calendar. */
  calendar: string | undefined;
  /** For the fields of a template. */
  values: MessageValues;
  /** The recipient caused the event: the notification is stored as read. */
  isOwnAct: boolean;
}

/** The receipt of a `paid` event. By the time of dispatch the order may have been paid more than once. */
function receiptFor({ type, at }: OutboxEvent, receipts: readonly IssuedReceipt[] = []): IssuedReceipt | undefined {
  return type === 'paid' ? (receipts.findLast(({ paidAt }) => paidAt.getTime() <= Date.parse(at)) ?? receipts.at(-1)) : undefined;
}

interface Moved extends MovedPart {
  links: Awaited<ReturnType<AnswerLinks['addressesOf']>> | undefined;
}

/** The farmer's part of a rebooking for each moved order, with the links to answer. */
async function readMoved(tx: Tx, events: readonly OutboxEvent[], answerLinks: AnswerLinks | undefined): Promise<Map<string, Moved>> {
  const parts = await readMovedParts(
    tx,
    events.filter(({ type }) => type === 'rebooked').map(({ orderId }) => orderId),
  );
  const moved = new Map<string, Moved>();
  for (const [orderId, part] of parts) moved.set(orderId, { ...part, links: await answerLinks?.addressesOf(part, part.appliedAt) });
  return moved;
}

/** What was sprayed, where it is not what was ordered. */
function sprayedFacts(
  language: Language,
  { area, areaUnit, areaSprayed, isRepriced = false }: OutboxEvent['order'],
  company: CatalogFacts['company'],
) {
  const differs = areaSprayed !== undefined && areaSprayed !== null && Number(areaSprayed) !== Number(area);
  return { areaSprayed: differs ? formatArea(language, { area: areaSprayed, areaUnit }, company) : undefined, isRepriced };
}

function draftsOf(
  event: OutboxEvent,
  {
    receipt,
    moved,
    invitationOf,
  }: { receipt: IssuedReceipt | undefined; moved: Moved | undefined; invitationOf: InvitationOf | undefined },
  people: ReadonlyMap<string, Person>,
  { company, crops, sessions }: CatalogFacts,
): NotificationDraft[] {
  const { orderId, at, order } = event;
  const { startTime = '', endTime = '' } = sessions.get(order.sessionId) ?? {};
  const { date, location: place, area, cost } = order;
  const sessionStart = instantOf(date, startTime === '' ? '00:00:00' : startTime, company.timeZone);
  const peopleOf = (ids: readonly string[]) => ids.flatMap((id) => people.get(id) ?? []);
  const [farmer] = peopleOf([order.farmerId]);
  const senderId = limitedSender({ ...event, ...order });
  const recipients: Record<Audience, readonly string[]> = {
    farmer: [order.farmerId],
    // A colleague who cancels an order becomes responsible for it: `people` then has the one who was.
    receptionist: [...(order.receptionistId === null ? [] : [order.receptionistId]), ...(event.type === 'cancelled' ? event.people : [])],
    crew: order.crewIds,
    dropped: event.people,
  };
  return audiences[event.type].flatMap((audience) =>
    peopleOf(recipients[audience]).flatMap((recipient) => {
      const isOwnAct = recipient.id === event.actorId;
      if (onlyOtherSide.has(event.type) && isOwnAct) return [];
      // A farmer gets one message about all orders that moved together: with the first of them.
      const isFirst = event.type !== 'rebooked' || moved === undefined || moved.orders[0]?.orderId === orderId;
      if (audience === 'farmer' && !isFirst) return [];
      const { language } = recipient;
      const formatted = formatOrder(
        language,
        { date, startTime, crop: crops.get(order.cropId)?.name ?? '', area, areaUnit: order.areaUnit, cost },
        company,
      );
      const crew = peopleOf(order.crewIds)
        .map(({ name }) => name)
        .join(language === 'vi' ? ' và ' : ' and ');
      const message = messageFor(audience, event.type, language, {
        orderId,
        place,
        farmer: farmer?.name ?? '',
        farmerPhone: farmer?.phone ?? '',
        crew,
        note: event.note,
        reason: event.actorId === null ? '' : event.note,
        ...sprayedFacts(language, event.order, company),
        isCompleted: order.status === 'completed',
        reader: farmerAddress(recipient.name, recipient.form),
        moved: moved && {
          links: moved.links,
          others: moved.orders
            .filter((other) => other.orderId !== orderId)
            .map((other) => {
              const start = sessions.get(other.sessionId)?.startTime ?? '';
              const { when } = formatOrder(language, { date: other.date, startTime: start, crop: '', area, cost }, company);
              return `${other.location}: ${when}`;
            }),
        },
        ...formatted,
      });
      if (message === undefined) return [];
      const mail = mailText(language, greetingName(language, recipient.name, recipient.form), message, {
        orderId,
        date,
        startTime,
        endTime,
        place,
        crew,
        company: company.name,
        ...(receipt === undefined ? {} : { bill: { kind: 'receipt', number: receipt.number } }),
        ...formatted,
      });
      // An invitation is about one order: orders that moved together are in the calendar of the address only.
      const isAlone = moved === undefined || moved.orders.length === 1;
      const calendar = isAlone ? invitationOf?.(event, { audience, reader: recipient, farmer, crew }) : undefined;
      const about = { eventId: event.id, type: event.type, senderId, orderId, sessionStart, at };
      const { when, crop, area: size, cost: price } = formatted;
      const values = { order: orderId, when, place, crop, area: size, cost: price, crew };
      return [{ ...about, recipient, message, mail, receipt, calendar, isOwnAct, values }];
    }),
  );
}
