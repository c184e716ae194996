import { userColumns } from '../accounts/user.ts';
import type { Language } from '../catalog/catalog-words.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { EntryStatus, OfferStatus } from './waiting.ts';

const utcText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Columns of an entry, then of its open offer, then of its farmer. */
const entryColumns = `e.id, ${utcText('e.created_at')}, e.location, e.latitude, e.longitude, e.crop_id, e.area, spray_cost(e.area, c.price, k.currency_digits),
  e.payment_method, e.from_date, e.to_date, array_to_string(e.session_ids, ','), e.status, e.order_id,
  case when e.status in ('waiting', 'offered') then
    (select count(*) from waiting_entry b
      where b.status in ('waiting', 'offered') and b.id < e.id and b.from_date <= e.to_date and b.to_date >= e.from_date and b.session_ids && e.session_ids)
  end,
  o.id, o.date, o.session_id, ${utcText('o.send_at')}, ${utcText('o.expires_at')}, ${userColumns('f')}`;
const entryJoins = `waiting_entry e join app_user f on f.id = e.farmer_id join crop c on c.id = e.crop_id cross join company k
  left join waiting_offer o on o.entry_id = e.id and o.status = 'open'`;

/** Number of columns before those of the farmer. */
export const farmerColumnAt = 20;

const findStatement = statement('read_waiting_entry', `select ${entryColumns} from ${entryJoins} where e.id = $1`);

export async function readEntry(db: Db, id: string): Promise<Row | undefined> {
  return (await db.rows(findStatement, [id]))[0];
}

const isOpen = "e.status in ('waiting', 'offered')";

const countOfFarmerStatement = statement('count_waiting_entries_of_farmer', 'select count(*) from waiting_entry where farmer_id = $1');

export async function countFarmerEntries(db: Db, farmerId: string): Promise<number> {
  return Number((await db.rows(countOfFarmerStatement, [farmerId]))[0]?.[0]);
}

export const entrySortColumns: Record<string, string> = { id: 'e.id', from: 'e.from_date', area: 'e.area' };

/** Open entries first, then the latest. */
export function listFarmerEntries(db: Db, farmerId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, entrySortColumns, `(${isOpen}) desc, e.id desc`, 'e.id');
  const build = () => `select ${entryColumns} from ${entryJoins} where e.farmer_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('waiting entries of a farmer', sort, build), [farmerId, limit, offset]);
}

export interface WaitingFilter {
  /** Only entries that want this date. */
  date: string | null;
  /** Only entries that want this session. */
  sessionId: string | null;
  /** Entries that have ended instead of the open ones. */
  isClosed: boolean;
}

const filterText = (isClosed: boolean) =>
  `${isClosed ? `not (${isOpen})` : isOpen} and ($1::date is null or $1 between e.from_date and e.to_date) and ($2::bigint is null or $2 = any(e.session_ids))`;

const countOpenStatement = statement('count_open_waiting_entries', `select count(*) from waiting_entry e where ${filterText(false)}`);
const countClosedStatement = statement('count_closed_waiting_entries', `select count(*) from waiting_entry e where ${filterText(true)}`);

export async function countEntries(db: Db, { date, sessionId, isClosed }: WaitingFilter): Promise<number> {
  return Number((await db.rows(isClosed ? countClosedStatement : countOpenStatement, [date, sessionId]))[0]?.[0]);
}

/** Longest waiting first; entries that have ended: latest first. */
export function listEntries(
  db: Db,
  { date, sessionId, isClosed }: WaitingFilter,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const order = orderBy(sort, entrySortColumns, isClosed ? 'e.id desc' : 'e.id', 'e.id');
  const build = () => `select ${entryColumns} from ${entryJoins} where ${filterText(isClosed)} order by ${order} limit $3 offset $4`;
  const statementOfList = listStatement(isClosed ? 'closed waiting entries' : 'open waiting entries', sort, build);
  return db.rows(statementOfList, [date, sessionId, limit, offset]);
}

const countStepsStatement = statement('count_waiting_steps', 'select count(*) from waiting_step where entry_id = $1');

export async function countSteps(db: Db, entryId: string): Promise<number> {
  return Number((await db.rows(countStepsStatement, [entryId]))[0]?.[0]);
}

const stepsStatement = statement(
  'list_waiting_steps',
  `select s.id, ${utcText('s.at')}, s.action, s.date, s.session_id, s.reason, u.full_name
     from waiting_step s left join app_user u on u.id = s.actor_id where s.entry_id = $1 order by s.id desc limit $2 offset $3`,
);

/** Latest first. */
export function listSteps(db: Db, entryId: string, limit: number, offset: number): Promise<Row[]> {
  return db.rows(stepsStatement, [entryId, limit, offset]);
}

/** What messages and link pages say about an entry, and about an offer if there is one. */
export interface EntryFacts {
  entryId: string;
  farmerId: string;
  language: Language;
  status: EntryStatus;
  location: string;
  area: string;
  cost: string;
  cropId: string;
  isFarmerActive: boolean;
  orderId: string | null;
  date?: string;
  sessionId?: string;
  offerStatus?: OfferStatus;
  expiresAt?: Date;
  /** When the session began at the time of the offer. null: made by an earlier version. */
  startTime?: string | null;
}

const factColumns = `e.id, e.farmer_id, f.language, e.status, e.location, e.area, spray_cost(e.area, c.price, k.currency_digits), e.crop_id, f.active, e.order_id`;
const factJoins = 'join app_user f on f.id = e.farmer_id join crop c on c.id = e.crop_id cross join company k';
const entryFactsStatement = statement('waiting_entry_facts', `select ${factColumns} from waiting_entry e ${factJoins} where e.id = $1`);
const offerFactsStatement = statement(
  'waiting_offer_facts',
  `select ${factColumns}, o.date, o.session_id, o.status, ${utcText('o.expires_at')}, o.start_time
     from waiting_offer o join waiting_entry e on e.id = o.entry_id ${factJoins} where o.id = $1`,
);

export async function readEntryFacts(db: Db, entryId: string): Promise<EntryFacts | undefined> {
  return toFacts((await db.rows(entryFactsStatement, [entryId]))[0]);
}

export async function readOfferFacts(db: Db, offerId: string): Promise<EntryFacts | undefined> {
  return toFacts((await db.rows(offerFactsStatement, [offerId]))[0]);
}

function toFacts(row: Row | undefined): EntryFacts | undefined {
  if (row === undefined) return undefined;
  const [entryId, farmerId, language, status, location, area, cost, cropId] = row.map(String) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [orderId = null, date, sessionId, offerStatus, expiresAt, startTime = null] = row.slice(9);
  return {
    entryId,
    farmerId,
    language: language as Language,
    status: status as EntryStatus,
    location,
    area,
    cost,
    cropId,
    isFarmerActive: row[8] === 't',
    orderId,
    ...(date === undefined
      ? {}
      : {
          date: String(date),
          sessionId: String(sessionId),
          offerStatus: offerStatus as OfferStatus,
          expiresAt: new Date(String(expiresAt)),
          startTime,
        }),
  };
}
