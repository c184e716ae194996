import { changedEvents } from '../orders/event-store.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface MergeParty {
  id: string;
  fullName: string;
  active: boolean;
  merged: boolean;
  /** Null: none, or not confirmed. */
  confirmedNumber: string | null;
}

// A booking holds a share lock on the row of its farmer until its commit: this waits for it, and later bookings wait for the merge.
const lockFarmersStatement = statement(
  'lock_farmers',
  "select id, full_name, active, merged_into is not null, case when phone_confirmed then phone_number end from app_user where id = any($1) and role = 'farmer' order by id for no key update",
);

/** The farmers among the ids; locks them. */
export async function lockFarmers(tx: Tx, duplicateId: string, keptId: string): Promise<MergeParty[]> {
  const rows = await tx.rows(lockFarmersStatement, [[duplicateId, keptId]]);
  return rows.map(([id, fullName, active, merged, number]) => ({
    id: String(id),
    fullName: String(fullName),
    active: active === 't',
    merged: merged === 't',
    confirmedNumber: number ?? null,
  }));
}

const moveOrdersStatement = statement(
  'move_orders_of_farmer',
  `with moved as (update spray_order set farmer_id = $2, version = version + 1 where farmer_id = $1 returning *),
        events as (${changedEvents('moved', '$3::timestamptz', '$4::bigint')}),
        history as (
          insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version)
          select id, $3::timestamptz, $4::bigint, 'merge_farmer', order_status, order_status, $5, version from moved)
   select count(*) from moved`,
);

// Events that are being dispatched are locked: after this, their notifications exist and can be moved.
const moveEventsStatement = statement(
  'move_events_of_farmer',
  `update outbox_event set snapshot = jsonb_set(snapshot, '{farmerId}', to_jsonb($2::text))
    where order_id in (select id from spray_order where farmer_id = $2::bigint) and snapshot ->> 'farmerId' = $1::text`,
);

// The trigger on read marks updates the unread counters of both; the totals are updated here.
const moveMessagesStatement = statement(
  'move_messages_of_farmer',
  `with moved as (update notification set recipient_id = $2 where recipient_id = $1 returning id),
        counted as (select count(*) as messages from moved)
   select c.messages, add_to_tally('notifications', $1, '', '', -c.messages), add_to_tally('notifications', $2, '', '', c.messages) from counted c`,
);

const moveNotesStatement = statement(
  'move_notes_of_farmer',
  'with moved as (update farmer_note set farmer_id = $2 where farmer_id = $1 returning id) select count(*) from moved',
);

const moveRequestsStatement = statement(
  'move_booking_requests_of_farmer',
  'with moved as (update booking_request set farmer_id = $2 where farmer_id = $1 returning id) select count(*) from moved',
);

// Those that are not sent yet go to the account that stays, such as an offer of the waiting list.
const moveDeliveriesStatement = statement(
  'move_deliveries_of_farmer',
  'update message_delivery set recipient_id = $2 where recipient_id = $1',
);

// An account is linked with one identity of an issuer. What cannot be moved is removed, so that its owner can link it again.
const moveIdentitiesStatement = statement(
  'move_identities_of_farmer',
  `with moved as (
     update oidc_identity d set user_id = $2
      where d.user_id = $1 and not exists (select from oidc_identity k where k.user_id = $2 and k.issuer_id = d.issuer_id)
     returning id
   )
   select count(*) from moved`,
);
const removeIdentitiesStatement = statement('remove_identities_of_farmer', 'delete from oidc_identity where user_id = $1');

export interface Moved {
  orders: number;
  messages: number;
  notes: number;
  bookingRequests: number;
  signInProviders: number;
}

/** Feedback, payments and objections belong to the orders, and move with them. */
export async function moveBelongings(
  tx: Tx,
  duplicateId: string,
  keptId: string,
  details: { actorId: string; now: Date; reason: string },
): Promise<Moved> {
  const ids = [duplicateId, keptId];
  const [orders] = await tx.rows(moveOrdersStatement, [...ids, details.now.toISOString(), details.actorId, details.reason]);
  await tx.rows(moveEventsStatement, ids);
  const [messages] = await tx.rows(moveMessagesStatement, ids);
  const [notes] = await tx.rows(moveNotesStatement, ids);
  await tx.rows(moveDeliveriesStatement, ids);
  const [requests] = await tx.rows(moveRequestsStatement, ids);
  const [identities] = await tx.rows(moveIdentitiesStatement, ids);
  await tx.rows(removeIdentitiesStatement, [duplicateId]);
  return {
    orders: Number(orders?.[0]),
    messages: Number(messages?.[0]),
    notes: Number(notes?.[0]),
    bookingRequests: Number(requests?.[0]),
    signInProviders: Number(identities?.[0]),
  };
}

const closeStatement = statement(
  'close_merged_account',
  `update app_user set merged_into = $2, active = false, email = null, phone_number = null, password_hash = null where id = $1`,
);

/** Its e-mail address and phone number can be used again. */
export async function closeMergedAccount(tx: Tx, duplicateId: string, keptId: string): Promise<void> {
  await tx.rows(closeStatement, [duplicateId, keptId]);
}

// The duplicate was locked together with the account that stays, and has lost its number just now.
const keepNumberStatement = statement(
  'keep_merged_number',
  `update app_user set phone_number = $2, phone_confirmed = true
    where id = $1 and (phone_key is null or not phone_confirmed and phone_key = $3) returning 1`,
);

/** Gives a confirmed number to an account that has none, or the same one unconfirmed. */
export async function keepNumber(tx: Tx, id: string, phoneNumber: string, phoneKey: string): Promise<boolean> {
  return (await tx.rows(keepNumberStatement, [id, phoneNumber, phoneKey])).length > 0;
}

const isMergedStatement = statement('is_merged_account', 'select 1 from app_user where id = $1 and merged_into is not null');

export async function isMerged(db: Db, id: string): Promise<boolean> {
  return (await db.rows(isMergedStatement, [id])).length > 0;
}
