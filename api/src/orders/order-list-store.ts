import type { Db, Row, Value } from '../platform/db.ts';
import type { Sort } from '../platform/paging.ts';
import { listStatement, orderBy } from '../platform/sql.ts';
import type { OrderStatus, PaymentMethod } from './order.ts';
import { farmerOrderColumns } from './order-store.ts';

/** What lists of orders may be sorted by. */
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

export async function countFarmerOrders(db: Db, filter: FarmerListFilter): Promise<number> {
  const { text, values, key } = farmerWhere(filter);
  const [row] = await db.rows(
    listStatement(`farmer orders ${key} counted`, [], () => `select count(*) from spray_order o where ${text}`),
    values,
  );
  return Number(row?.[0]);
}

export function listFarmerOrders(db: Db, filter: FarmerListFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const { text, values, key } = farmerWhere(filter);
  const order = orderBy(sort, orderSortColumns, 'o.closed, o.date desc, o.id desc', 'o.id');
  const n = values.length;
  const build = () =>
    `select ${farmerOrderColumns} from spray_order o left join app_user r on r.id = o.receptionist_id
      where ${text} order by ${order} limit $${n + 1} offset $${n + 2}`;
  return db.rows(listStatement(`farmer orders ${key}`, sort, build), [...values, limit, offset]);
}
