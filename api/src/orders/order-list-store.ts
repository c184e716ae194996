import type { Sort } from '../platform/http/paging.ts';
import type { Db, RawRow, Value } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';
import { type OrderStatus, orderStatuses, type PaymentMethod, paymentMethods } from './order.ts';
import { farmerOrderColumns } from './order-store.ts';

/** Sortable fields of order lists. */
export const orderSortColumns: Record<string, string> = {
  id: 'o.id',
  date: 'o.date',
  creationDate: 'o.creation_date',
  completionDate: 'o.completion_date',
  location: 'o.location',
  area: 'o.area',
  cost: 'o.cost',
  orderStatus: 'o.order_status',
  paymentStatus: 'o.payment_status',
  paymentMethod: 'o.payment_method',
  confirmed: 'o.confirmed',
};
export const nullableOrderSorts = ['completionDate'];

export interface FarmerListFilter {
  farmerId: string;
  orderStatus: OrderStatus[];
  paymentMethod: PaymentMethod[];
}

function farmerWhere({ farmerId, orderStatus, paymentMethod }: FarmerListFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [farmerId];
  const terms = ['o.farmer_id = $1'];
  if (orderStatus.length > 0) terms.push(`o.order_status = any($${values.push(orderStatus)})`);
  if (paymentMethod.length > 0) terms.push(`o.payment_method = any($${values.push(paymentMethod)})`);
  return { text: terms.join(' and '), values, key: `${orderStatus.length > 0 ? 's' : ''}${paymentMethod.length > 0 ? 'm' : ''}` };
}

const countStatement = statement(
  'count_farmer_orders',
  "select coalesce(sum(size), 0) from tally where list = 'farmer orders' and owner_id = $1",
  { short: true },
);
const countFilteredStatement = statement(
  'count_farmer_orders_filtered',
  "select coalesce(sum(size), 0) from tally where list = 'farmer orders' and owner_id = $1 and status = any($2) and method = any($3)",
);

export async function countFarmerOrders(db: Db, filter: FarmerListFilter): Promise<number> {
  const { farmerId, orderStatus, paymentMethod } = filter;
  const all = orderStatus.length === 0 && paymentMethod.length === 0;
  const [row] = await (all
    ? db.rows(countStatement, [farmerId])
    : db.rows(countFilteredStatement, [
        farmerId,
        orderStatus.length === 0 ? orderStatuses : orderStatus,
        paymentMethod.length === 0 ? paymentMethods : paymentMethod,
      ]));
  return Number(row?.[0]);
}

export function listFarmerOrders(db: Db, filter: FarmerListFilter, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const { text, values, key } = farmerWhere(filter);
  const order = orderBy(sort, orderSortColumns, 'o.closed, o.date desc, o.id desc', 'o.id', nullableOrderSorts);
  const build = (limitClause: string) =>
    `select ${farmerOrderColumns} from spray_order o left join app_user r on r.id = o.receptionist_id
      where ${text} order by ${order} ${limitClause}`;
  return db.rawRows(pageStatement(`farmer orders ${key}`, sort, limit, offset, build), values);
}
