import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Place } from './place.ts';

/** Remaining area of a session on a date. Areas are exact decimal text. */
export interface SessionArea {
  maxArea: string | null;
  areaLeft: string | null;
  /** The requested area fits. */
  hasRoom: boolean;
  /** The session has no places left, or is closed. */
  isFull: boolean;
}

const readStatement = statement(
  'read_session_area',
  `select trim_scale(s.max_area), case when s.max_area is not null then trim_scale(greatest(s.max_area - b.area, 0)) end, s.max_area is null or $3::numeric <= s.max_area - b.area,
          coalesce((select taken >= s.capacity or closures > 0 from session_day d where d.date = $1 and d.session_id = s.id), s.capacity = 0)
     from spray_session s,
          (select (select coalesce(sum(area), 0) from spray_order where date = $1 and session_id = $2 and order_status <> 'cancelled')
                + (select coalesce(sum(area), 0) from waiting_offer where date = $1 and session_id = $2 and status = 'open') as area) b
    where s.id = $2`,
);

/** undefined: there is no such session. */
export async function readSessionArea(db: Db, { date, sessionId }: Place, area: string): Promise<SessionArea | undefined> {
  const [row] = await db.rows(readStatement, [date, sessionId, area]);
  if (row === undefined) return undefined;
  const [maxArea = null, areaLeft = null, hasRoom, isFull] = row;
  return { maxArea, areaLeft, hasRoom: hasRoom === 't', isFull: isFull === 't' };
}

// As by a booking: the largest area does not change until the end of the transaction.
const keepSessionStatement = statement('keep_session', 'select 1 from spray_session where id = $1 for key share');
const lockStatement = statement('lock_place', 'select 1 from session_day where date = $1 and session_id = $2 for update');
const fitsStatement = statement('fits_session_area', 'select fits_session_area($1, $2, $3, $4)');

/** Locks the place of an order, so that no other area is added concurrently. Returns whether the new area fits. */
export async function lockAreaOf(tx: Tx, { date, sessionId }: Place, orderId: string, area: string): Promise<boolean> {
  await tx.rows(keepSessionStatement, [sessionId]);
  await tx.rows(lockStatement, [date, sessionId]);
  return (await tx.rows(fitsStatement, [date, sessionId, area, orderId]))[0]?.[0] === 't';
}
