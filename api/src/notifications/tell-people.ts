import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../platform/db.ts';
import { type Audience, audiences, inWords, messageFor } from './messages.ts';
import {
  insertNotifications,
  type NewNotification,
  type OutboxEvent,
  type Person,
  readPeople,
  readToldOrders,
  type ToldOrder,
  takeEvents,
} from './notification-store.ts';

const batch = 100;

/** Takes waiting events and puts a message into the inbox of everyone concerned, in their language. */
export async function tellPeople(database: Database, catalog: Catalog): Promise<number> {
  const facts = await catalog.facts();
  return database.transaction(async (tx) => {
    const events = await takeEvents(tx, batch);
    if (events.length === 0) return 0;
    const orders = await readToldOrders(tx, [...new Set(events.map((event) => event.orderId))]);
    const others = await readPeople(tx, [...new Set(events.flatMap((event) => event.people))]);
    const notifications = events.flatMap((event) => {
      const order = orders.get(event.orderId);
      return order === undefined ? [] : notificationsOf(event, order, others, facts);
    });
    await insertNotifications(tx, notifications);
    return events.length;
  });
}

type Facts = Awaited<ReturnType<Catalog['facts']>>;

function notificationsOf(
  event: OutboxEvent,
  order: ToldOrder,
  others: Map<string, Person>,
  { company, crops, sessions }: Facts,
): NewNotification[] {
  return audiences[event.type].flatMap((audience) =>
    peopleOf(audience, event, order, others).flatMap((reader) => {
      const spoken = inWords(
        reader.language,
        {
          date: order.date,
          startTime: sessions.get(order.sessionId)?.startTime ?? '',
          crop: crops.get(order.cropId)?.name ?? '',
          area: order.area,
          cost: order.cost,
        },
        company,
      );
      const message = messageFor(audience, event.type, reader.language, {
        orderId: order.id,
        place: order.location,
        farmer: order.farmer.name,
        farmerPhone: order.farmer.phone,
        crew: order.crew.map(({ name }) => name).join(reader.language === 'vi' ? ' và ' : ' and '),
        ...spoken,
      });
      return message === undefined ? [] : [{ recipientId: reader.id, orderId: order.id, at: event.at, ...message }];
    }),
  );
}

function peopleOf(audience: Audience, event: OutboxEvent, order: ToldOrder, others: Map<string, Person>): Person[] {
  if (audience === 'dropped') return event.people.flatMap((id) => others.get(id) ?? []);
  if (audience === 'farmer') return [order.farmer];
  if (audience === 'crew') return order.crew;
  return order.receptionist === undefined ? [] : [order.receptionist];
}
