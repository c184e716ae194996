import { userColumns } from '../accounts/user.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface CrewOfOrder {
  orderId: string;
  /** The columns of a user. */
  user: Row;
}

const crewsStatement = statement(
  'crews_of_orders',
  `select m.order_id, ${userColumns('u')} from crew_member m join app_user u on u.id = m.sprayer_id
    where m.order_id = any($1) order by m.order_id, m.sprayer_id`,
);

/** The crews of orders, a row for each member. */
export async function listCrewsOfOrders(db: Db, orderIds: readonly string[]): Promise<CrewOfOrder[]> {
  const rows = await db.rows(crewsStatement, [orderIds as string[]]);
  return rows.map(([orderId, ...user]) => ({ orderId: String(orderId), user }));
}

export interface JobOfDay {
  id: string;
  startTime: string;
  latitude: number;
  longitude: number;
  /** Amount that the crew collects in cash; 0: none. */
  cashToCollect: string;
  /** The columns of an order. */
  row: Row;
}

const ownFacts = `s.start_time, o.latitude, o.longitude,
  case when o.payment_method = 'cash' and o.payment_status <> 'paid' then greatest(o.cost + o.adjustment - amount_paid(o.id), 0) else 0 end`;
const ownFactCount = 4;

const jobsStatement = statement(
  'jobs_of_day_sheet',
  `select ${ownFacts}, ${orderColumns} from spray_order o ${orderJoins} join spray_session s on s.id = o.session_id
    where o.date = $1 and o.order_status <> 'cancelled' order by s.start_time, o.id`,
);

/** All orders of a day that are not cancelled. */
export async function listJobsOfSheet(db: Db, date: string): Promise<JobOfDay[]> {
  const rows = await db.rows(jobsStatement, [date]);
  return rows.map((cells) => {
    const [startTime, latitude, longitude, cash] = cells;
    const row = cells.slice(ownFactCount);
    return {
      id: String(row[0]),
      startTime: String(startTime),
      latitude: Number(latitude),
      longitude: Number(longitude),
      cashToCollect: String(cash),
      row,
    };
  });
}
