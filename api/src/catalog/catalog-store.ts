import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface Company {
  name: string;
  areaUnit: string;
  currency: string;
  currencyDigits: number;
  timeZone: string;
  locale: string;
  /** For receipts and invoices. */
  address: string | null;
  taxCode: string | null;
  phoneNumber: string | null;
  email: string | null;
  /** Maximum number of open bookings of one farmer. */
  openBookingLimit: number;
  /** How many days ahead a rebooking looks for free places. */
  rebookingDays: number;
  /** Other units that orders may have, of the same size. */
  formerAreaUnits: string[];
  /** How many days after its completion work can be objected to. */
  objectionDays: number;
}

export interface Crop {
  id: string;
  name: string;
  active: boolean;
}

export interface SpraySession {
  id: string;
  /** HH:mm:ss in the company's time zone */
  startTime: string;
  endTime: string;
  capacity: number;
  /** Largest total area of its orders on one date that farmers can book; null: no limit. */
  maxArea: number | null;
  active: boolean;
}

export const companyColumns =
  "name, area_unit, currency, currency_digits, time_zone, locale, address, tax_code, phone_number, email, open_booking_limit, rebooking_days, array_to_string(former_area_units, ','), objection_days";

export function toCompany(row: Row): Company {
  const [name, areaUnit, currency, digits, timeZone, locale] = row.map(String) as [string, string, string, string, string, string];
  const [address = null, taxCode = null, phoneNumber = null, email = null, limit, rebookingDays, former = null, objectionDays] =
    row.slice(6);
  const contact = { address, taxCode, phoneNumber, email };
  const limits = { openBookingLimit: Number(limit), rebookingDays: Number(rebookingDays), objectionDays: Number(objectionDays) };
  const formerAreaUnits = (former ?? '').split(',').filter((unit) => unit !== '');
  return { name, areaUnit, currency, currencyDigits: Number(digits), timeZone, locale, ...contact, ...limits, formerAreaUnits };
}

const companyStatement = statement('get_company', `select ${companyColumns} from company`);
const cropsStatement = statement('all_crops', 'select id, name, active from crop order by id');
const sessionsStatement = statement(
  'all_sessions',
  'select id, start_time, end_time, capacity, max_area, active from spray_session order by start_time, id',
);

export async function readCatalog(db: Db): Promise<{ company: Company; crops: Crop[]; sessions: SpraySession[] }> {
  const [[company], crops, sessions] = await Promise.all([db.rows(companyStatement), db.rows(cropsStatement), db.rows(sessionsStatement)]);
  if (company === undefined) throw new Error('the company has no settings');
  return {
    company: toCompany(company),
    crops: crops.map((row) => ({ id: String(row[0]), name: String(row[1]), active: row[2] === 't' })),
    sessions: sessions.map((row) => ({
      id: String(row[0]),
      startTime: String(row[1]),
      endTime: String(row[2]),
      capacity: Number(row[3]),
      maxArea: row[4] === null || row[4] === undefined ? null : Number(row[4]),
      active: row[5] === 't',
    })),
  };
}

const takenStatement = statement('places_taken', 'select date, session_id, taken from session_day where date between $1 and $2');

export async function readTaken(db: Db, from: string, to: string): Promise<Map<string, number>> {
  const rows = await db.rows(takenStatement, [from, to]);
  return new Map(rows.map((row) => [`${row[0]} ${row[1]}`, Number(row[2])]));
}

const quoteStatement = statement(
  'quote',
  'select c.price, spray_cost($2::numeric, c.price, k.currency_digits) from crop c, company k where c.id = $1',
);

export async function readQuote(db: Db, cropId: string, area: string): Promise<{ price: string; cost: string } | undefined> {
  const [row] = await db.rows(quoteStatement, [cropId, area]);
  return row === undefined ? undefined : { price: String(row[0]), cost: String(row[1]) };
}
