import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Value } from '../platform/postgres/database.ts';
import { listStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const number = `'SR-' || lpad(r.id::text, greatest(6, length(r.id::text)), '0')`;

// In the order of the fields of RecordItemSchema.
const itemColumns = `r.id, ${number}, r.order_id, r.visit, r.version, r.date, ${utc('r.finished_at')}, f.full_name, o.location, s.full_name, r.products,
  r.is_complete, to_json(r.missing), ${utc('r.due_at')}, ${utc('r.re_entry_at')}, r.harvest_from, r.intervals_unknown`;
const joins = 'join spray_order o on o.id = r.order_id join app_user f on f.id = r.farmer_id join app_user s on s.id = r.operator_id';

export const recordSortColumns: Record<string, string> = { date: 'r.date' };

export interface RecordFilter {
  state?: 'complete' | 'incomplete' | undefined;
  from?: string | undefined;
  /** Inclusive. */
  to?: string | undefined;
  farmerId?: string | undefined;
  orderId?: string | undefined;
}

function where({ state, from, to, farmerId, orderId }: RecordFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [];
  const terms: string[] = [];
  let key = '';
  const add = (letter: string, value: Value | undefined, term: (n: number) => string) => {
    if (value === undefined) return;
    key += letter;
    terms.push(term(values.push(value)));
  };
  add('o', orderId, (n) => `r.order_id = $${n}`);
  add('p', farmerId, (n) => `r.farmer_id = $${n}`);
  if (state !== undefined) {
    key += state;
    terms.push(state === 'complete' ? 'r.is_complete' : 'not r.is_complete');
  }
  add('f', from, (n) => `r.date >= $${n}::date`);
  add('u', to, (n) => `r.date <= $${n}::date`);
  return { text: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values, key };
}

const stateOf = (state: RecordFilter['state']) => (state === undefined ? ['true', 'false'] : [String(state === 'complete')]);

const countAllStatement = statement(
  'count_spray_records',
  `select coalesce(sum(size), 0) from tally where list = 'spray records' and owner_id = 0 and status = any($1)`,
  { short: true },
);
const countDaysStatement = statement(
  'count_spray_records_of_days',
  `select coalesce(sum(size), 0) from tally where list = 'spray record days' and owner_id = 0 and status = any($1) and method >= $2 and method <= $3`,
);

/** Of one farmer or order, the rows are counted; of all, materialised counters have the totals by state and date. */
export async function countRecords(db: Db, filter: RecordFilter): Promise<number> {
  const { state, from, to, farmerId, orderId } = filter;
  if (farmerId !== undefined || orderId !== undefined) {
    const { text, values, key } = where(filter);
    const counting = listStatement(`spray records ${key} counted`, [], () => `select count(*) from spray_record r ${text}`);
    return Number((await db.rows(counting, values))[0]?.[0]);
  }
  const states = stateOf(state);
  const [row] =
    from === undefined && to === undefined
      ? await db.rows(countAllStatement, [states])
      : await db.rows(countDaysStatement, [states, from ?? '0000-01-01', to ?? '9999-12-31']);
  return Number(row?.[0]);
}

/** Newest first by default. */
export function listRecords(db: Db, filter: RecordFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const { text, values, key } = where(filter);
  const order = orderBy(sort, recordSortColumns, 'r.date desc, r.id desc', 'r.id');
  const build = (limitClause: string) =>
    `select ${itemColumns} from (select * from spray_record r ${text} order by ${order} ${limitClause}) r ${joins} order by ${order}`;
  return db.rows(pageStatement(`spray records ${key}`, sort, limit, offset, build), values);
}

const countOfSprayerStatement = statement(
  'count_spray_records_of_sprayer',
  'select count(*) from spray_record_member where sprayer_id = $1',
);

export async function countRecordsOfSprayer(db: Db, sprayerId: string): Promise<number> {
  return Number((await db.rows(countOfSprayerStatement, [sprayerId]))[0]?.[0]);
}

/** Newest record first. */
export function listRecordsOfSprayer(db: Db, sprayerId: string, limit: number, offset: number): Promise<Row[]> {
  const build = (limitClause: string) =>
    `select ${itemColumns} from (select record_id from spray_record_member where sprayer_id = $1 order by record_id desc ${limitClause}) m
       join spray_record r on r.id = m.record_id ${joins} order by r.id desc`;
  return db.rows(pageStatement('spray records of sprayer', [], limit, offset, build), [sprayerId]);
}
