import { buildRecord } from '../src/spray-records/build-record-rules.ts';
import { versionExample, visitExample } from '../src/spray-records/record-example.ts';
import { type Answer, type Caller, placed } from './factories.ts';
import { eventually, type Service } from './harness.ts';

/** A state of an order that the contract can show, with the data that belong to it. */
export interface OrderInState {
  orderStatus: 'pending' | 'cancelled' | 'confirmed' | 'assigned' | 'in_progress' | 'completed';
  paymentStatus: 'pending' | 'paid' | 'failed';
  paymentMethod: 'cash' | 'visa' | 'mastercard';
}

const payments = [
  { paymentStatus: 'pending', paymentMethod: 'cash' },
  { paymentStatus: 'paid', paymentMethod: 'visa' },
  { paymentStatus: 'failed', paymentMethod: 'mastercard' },
] as const;

export const everyState: readonly OrderInState[] = (
  ['pending', 'cancelled', 'confirmed', 'assigned', 'in_progress', 'completed'] as const
).flatMap((orderStatus) => payments.map((payment) => ({ orderStatus, ...payment })));

/** Unlimited places and bookings, for tests about something else. */
export async function removeBookingLimits(service: Service): Promise<void> {
  await service.sql('update spray_session set capacity = 100000');
  await service.sql('update company set open_booking_limit = 1000000');
}

/** Runs a statement that inserts thousands of orders, without the words by which they are searched: making those takes most of the time. */
export async function insertWithoutSearchWords(service: Service, insert: string): Promise<void> {
  const setTriggers = (state: 'disable' | 'enable') =>
    ['spray_order_words', 'spray_order_search_insert'].map((name) => `alter table spray_order ${state} trigger ${name};`).join(' ');
  await service.sql(`${setTriggers('disable')} ${insert}; ${setTriggers('enable')}`);
}

const days = new WeakMap<Service, number>();

/** Books over HTTP, then sets the state in the database; a crew can have one job per session, so each order has its own date. */
export async function orderInState(
  service: Service,
  farmer: Caller,
  state: OrderInState,
  crew: readonly Caller[] = [],
  overrides: Record<string, unknown> = {},
): Promise<Answer['body']> {
  const day = days.get(service) ?? 0;
  days.set(service, day + 1);
  const date = new Date(Date.UTC(2026, 10, 16 + (day % 300))).toISOString().slice(0, 10);
  const order = await placed(farmer, { date, paymentMethod: state.paymentMethod, ...overrides });
  await moveOrder(service, order.id, state);
  for (const { id } of crew) {
    await service.sql(
      `insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
       select id, $2, date, session_id, order_status from spray_order where id = $1`,
      [order.id, id],
    );
  }
  return order;
}

export async function moveOrder(service: Service, id: string | number, { orderStatus, paymentStatus }: OrderInState): Promise<void> {
  await service.sql(
    `update spray_order
        set order_status = $2, payment_status = $3, confirmed = confirmed or $2 not in ('pending', 'cancelled'),
            completion_date = case when $2 = 'completed' then date end
      where id = $1`,
    [id, orderStatus, paymentStatus],
  );
}

export async function addFeedback(service: Service, orderId: string | number, text = 'Đúng giờ, phun đều.'): Promise<void> {
  await service.sql(
    `insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at)
     values ($1, 5, 4, 3, 1, $2, $3)`,
    [orderId, text, service.clock.now],
  );
}

export async function addNotification(service: Service, recipient: Caller, orderId: string | number): Promise<void> {
  await service.sql(
    `insert into notification (recipient_id, order_id, subject, text, at) values ($1, $2, 'Lịch phun "mới"', 'Dòng một\nDòng hai', $3)`,
    [recipient.id, orderId, service.clock.now],
  );
}

/** Waits until the outbox is empty, for tests that compare two reads of an inbox. */
export async function waitForOutbox(service: Service): Promise<void> {
  await eventually(async () => {
    const [waiting] = await service.sql<{ events: number }>('select count(*)::int as events from outbox_event');
    if (waiting?.events !== 0) throw new Error(`${waiting?.events} events are pending`);
  });
}

/** Entries of a farmer on the waiting list with a history; the first is open. Returns its id. */
export async function addWaitingEntries({ sql }: Service, farmer: Caller, count: number): Promise<string> {
  const [first] = await sql<{ id: string }>(
    `with made as (
       insert into waiting_entry (farmer_id, slot, location, latitude, longitude, crop_id, area, payment_method, from_date, to_date, session_ids, status, created_at)
       select $1, 1, 'Field', 10, 105, 1, 1 + n % 3, 'cash', date '2027-02-01' + n % 4, date '2027-02-10', '{1,2}', case n when 1 then 'waiting' else 'left' end, now()
         from generate_series(1, $2::int) n returning id),
     steps as (
       insert into waiting_step (entry_id, at, action) select m.id, now(), 'joined' from made m, generate_series(1, $2::int))
     select min(id)::text as id from made`,
    [farmer.id, count],
  );
  return String(first?.id);
}

/** Spray records of an order with several versions, complete or not. Returns the id of the first. */
export async function addSprayRecords({ sql }: Service, orderId: string, sprayer: Caller, count: number): Promise<string> {
  const [first] = await sql<{ id: string }>(
    `with made as (
       insert into spray_record (order_id, visit, farmer_id, operator_id, version, content_hash, profile, date, finished_at, products, missing, due_at, created_at)
       select o.id, n, o.farmer_id, $2, $3, repeat('a', 64), 'vn', o.date - n % 3, now(), '', case when n % 2 = 0 then '{}'::text[] else '{products}' end, now(), now()
         from spray_order o, generate_series(1, $3::int) n where o.id = $1 returning id),
     members as (insert into spray_record_member (sprayer_id, record_id) select $2, id from made),
     versions as (
       insert into spray_record_version (record_id, version, content, content_hash)
       select m.id, v, jsonb_set($4::jsonb, '{version,version}', to_jsonb(v))::text, repeat('a', 64)
         from made m, generate_series(1, $3::int) v)
     select min(id)::text as id from made`,
    [orderId, sprayer.id, count, JSON.stringify(buildRecord(visitExample, 'SR-000001', versionExample))],
  );
  return String(first?.id);
}
