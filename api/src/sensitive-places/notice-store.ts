import type { Language } from '../catalog/catalog-words.ts';
import type { Geometry } from '../fields/measure-distance.ts';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { NoticeKind } from './notice-rules.ts';
import type { PlaceKind } from './sensitive-place.ts';
import { toOrderGeometry } from './sensitive-place-store.ts';

/** An order and a place whose contact may have to be notified. */
export interface NoticeCandidate {
  orderId: string;
  orderVersion: number;
  status: string;
  /** Date and time of the session, in the company's local time. */
  date: string;
  startTime: string;
  endTime: string;
  field: Geometry;
  place: {
    id: string;
    version: number;
    kind: PlaceKind;
    name: string;
    geometry: Geometry;
    bufferMetres: number;
    contactName: string | null;
    email: string;
    language: Language;
  };
  last: { number: number; kind: NoticeKind; date: string; startTime: string; sentAt: Date } | undefined;
}

const columns = `x.boundary, o.longitude, o.latitude, o.id, o.version, o.order_status, to_char(o.date, 'YYYY-MM-DD'),
  to_char(s.start_time, 'HH24:MI:SS'), to_char(s.end_time, 'HH24:MI:SS'), p.id, p.version, p.kind, p.name, p.geometry, p.buffer_metres,
  p.contact_name, p.contact_email, p.contact_language, n.number, n.kind, to_char(n.session_start, 'YYYY-MM-DD'),
  to_char(n.session_start, 'HH24:MI:SS'), extract(epoch from n.sent_at) * 1000`;

function toCandidate(row: Row): NoticeCandidate {
  const [orderId, orderVersion, status, date, startTime, endTime, placeId, placeVersion, kind, name, geometry, buffer] = row.slice(3);
  const [contactName, email, language, number, lastKind, lastDate, lastTime, sentAt] = row.slice(15);
  return {
    orderId: String(orderId),
    orderVersion: Number(orderVersion),
    status: String(status),
    date: String(date),
    startTime: String(startTime),
    endTime: String(endTime),
    field: toOrderGeometry(row),
    place: {
      id: String(placeId),
      version: Number(placeVersion),
      kind: kind as PlaceKind,
      name: String(name),
      geometry: JSON.parse(String(geometry)) as Geometry,
      bufferMetres: Number(buffer),
      contactName: contactName ?? null,
      email: String(email),
      language: language === 'en' ? 'en' : 'vi',
    },
    last:
      number == null
        ? undefined
        : {
            number: Number(number),
            kind: lastKind as NoticeKind,
            date: String(lastDate),
            startTime: String(lastTime),
            sentAt: new Date(Number(sentAt)),
          },
  };
}

/** Candidates that are read at once. */
export const candidateLimit = 100;

// Orders of the days ahead meet the places by the index of their boxes. What was announced for this session is left out.
const upcomingStatement = statement(
  'upcoming_place_notices',
  `select ${columns}
     from spray_order o
     join spray_session s on s.id = o.session_id
     left join order_field x on x.order_id = o.id
     join sensitive_place p on p.asks_notice and p.extent && coalesce(x.extent, boundary_extent(x.boundary),
            box(point(o.longitude, o.latitude), point(o.longitude, o.latitude)))
     left join lateral (select * from sensitive_place_notice n
                         where n.order_id = o.id and n.place_id = p.id order by n.number desc limit 1) n on true
    where o.date between $1::date and $2::date and o.order_status in ('confirmed', 'assigned')
      and (n.number is null or n.kind <> 'upcoming' or n.session_start <> o.date + s.start_time)
      and (o.id, p.id) > ($3::bigint, $4::bigint)
    order by o.id, p.id limit ${candidateLimit}`,
);

// Last notices of sessions from a time on, if order, place or session have changed since then.
const changedStatement = statement(
  'changed_place_notices',
  `select ${columns}
     from sensitive_place_notice n
     join spray_order o on o.id = n.order_id
     join spray_session s on s.id = o.session_id
     left join order_field x on x.order_id = o.id
     join sensitive_place p on p.id = n.place_id and p.asks_notice
    where n.session_start >= $1::timestamp and n.kind <> 'cancelled'
      and (o.version <> n.order_version or p.version <> n.place_version or n.session_start <> o.date + s.start_time)
      and not exists (select from sensitive_place_notice later
                       where later.order_id = n.order_id and later.place_id = n.place_id and later.number > n.number)
      and (o.id, p.id) > ($2::bigint, $3::bigint)
    order by o.id, p.id limit ${candidateLimit}`,
);

export interface CandidateKey {
  orderId: string;
  placeId: string;
}

/** Confirmed orders of these dates and the places that their boxes meet, after a key. */
export async function listUpcoming(db: Db, from: string, to: string, after: CandidateKey): Promise<NoticeCandidate[]> {
  return mapWithPauses(await db.rows(upcomingStatement, [from, to, after.orderId, after.placeId]), toCandidate);
}

/** Notices of sessions from this local time on whose order or place has changed, after a key. */
export async function listChanged(db: Db, since: string, after: CandidateKey): Promise<NoticeCandidate[]> {
  return mapWithPauses(await db.rows(changedStatement, [since, after.orderId, after.placeId]), toCandidate);
}

// The number is the key: of several processes, one sends the notice. A place that is being deleted has none.
const claimStatement = statement(
  'claim_place_notice',
  `insert into sensitive_place_notice (order_id, place_id, number, kind, session_start, sent_at, order_version, place_version)
   select $1, p.id, $3, $4, $5::timestamp, $6, $7, $8 from sensitive_place p where p.id = $2 and p.asks_notice for key share
   on conflict do nothing returning 1`,
);

/** False: another process sends this notice, or the place is gone. */
export async function claimNotice(
  tx: Tx,
  { orderId, orderVersion, date, startTime, place, last }: NoticeCandidate,
  kind: NoticeKind,
  now: Date,
): Promise<boolean> {
  // A cancelled notice names the session that was announced.
  const start = kind === 'cancelled' && last !== undefined ? `${last.date} ${last.startTime}` : `${date} ${startTime}`;
  const values = [orderId, place.id, (last?.number ?? 0) + 1, kind, start, now.toISOString(), orderVersion, place.version];
  return (await tx.rows(claimStatement, values)).length > 0;
}
