import { differences, insertAudit } from '../accounts/audit-store.ts';
import { areaUnitCodes, areaUnitOf, isUnitChangeable, squareMetresOf } from '../catalog/area-unit-rules.ts';
import type { Company, SpraySession } from '../catalog/catalog-store.ts';
import { AppError, invalid } from '../errors.ts';
import { type Row, type Tx, violatedConstraint } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { type AdminContext, notFound } from './admin-context.ts';
import { checkNotInUse, defaultDigits, priceErrors, sessionErrors, settingErrors, zoneCheckInstants } from './catalog-admin-rules.ts';
import {
  countOpenOrders,
  hasAreas,
  hasOrders,
  insertCrop,
  insertSession,
  lockCompany,
  lockCrop,
  lockSession,
  type PricedCrop,
  readWallTimes,
  saveCompany,
  saveCrop,
  saveSession,
} from './catalog-admin-store.ts';

export interface CropInput {
  name?: string;
  price?: number;
  active?: boolean;
}

/** Removes undefined values, so that they do not overwrite stored ones. */
function definedOnly<T extends object>(values: { [K in keyof T]?: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

async function mapConstraintError<T>(constraint: string, toError: () => AppError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violatedConstraint(error) === constraint ? toError() : error;
  }
}

const cropExists = () => new AppError('CROP_EXISTS', 'There is a crop of this name already. It can be changed, or made active again.');

function cropValues({ name, price, active }: CropInput): Partial<PricedCrop> {
  const errors = price === undefined ? [] : priceErrors(price);
  if (errors.length > 0) throw invalid(...errors);
  return definedOnly<PricedCrop>({ name: name?.trim(), price: price === undefined ? undefined : String(price), active });
}

const forAudit = (crop: PricedCrop) => ({ ...crop, price: Number(crop.price) });

export function createCrop({ database, actorId, now }: AdminContext, input: CropInput & { name: string; price: number }): Promise<Row> {
  const crop = { active: true, ...cropValues(input) } as PricedCrop;
  return mapConstraintError('crop_name_key', cropExists, () =>
    database.transaction(async (tx) => {
      const row = await insertCrop(tx, crop);
      const changes = differences({}, forAudit(crop));
      await insertAudit(tx, { actorId, action: 'crop_create', subjectType: 'crop', subjectId: String(row[0]), changes }, now);
      return row;
    }),
  );
}

/** A new price applies to new orders only. */
export function changeCrop({ database, actorId, now }: AdminContext, id: string, input: CropInput): Promise<Row> {
  const values = cropValues(input);
  return mapConstraintError('crop_name_key', cropExists, () =>
    database.transaction(async (tx) => {
      const before = await lockCrop(tx, id);
      if (before === undefined) throw notFound('crop');
      const after = { ...before, ...values };
      const changes = differences(forAudit(before), forAudit(after));
      if (changes.length > 0) await insertAudit(tx, { actorId, action: 'crop_update', subjectType: 'crop', subjectId: id, changes }, now);
      return saveCrop(tx, id, after);
    }),
  );
}

export type SessionValues = Omit<SpraySession, 'id'>;

const overlaps = () => new AppError('SESSION_OVERLAPS', 'Another active session has some of that time. Active sessions may not overlap.');

function checkSession(session: SessionValues): void {
  const errors = sessionErrors(session);
  if (errors.length > 0) throw invalid(...errors);
}

export function createSession({ database, actorId, now }: AdminContext, values: SessionValues): Promise<SpraySession> {
  checkSession(values);
  return mapConstraintError('spray_session_no_overlap', overlaps, () =>
    database.transaction(async (tx) => {
      const session = await insertSession(tx, values);
      const changes = differences({}, values);
      await insertAudit(tx, { actorId, action: 'session_create', subjectType: 'session', subjectId: session.id, changes }, now);
      return session;
    }),
  );
}

/**
 * While a session has open orders, its times cannot change and it cannot be deactivated. A capacity below the places taken only
 * prevents further bookings.
 */
export function changeSession(
  { database, actorId, now }: AdminContext,
  id: string,
  values: { [K in keyof SessionValues]?: SessionValues[K] | undefined },
  timeZone: string,
): Promise<SpraySession> {
  return mapConstraintError('spray_session_no_overlap', overlaps, () =>
    database.transaction(async (tx) => {
      const before = await lockSession(tx, id);
      if (before === undefined) throw notFound('session');
      const after = { ...before, ...definedOnly<SessionValues>(values) };
      checkSession(after);
      const timesChange = before.startTime !== after.startTime || before.endTime !== after.endTime;
      if (timesChange || (before.active && !after.active)) checkNotInUse(await countOpenOrders(tx, id, wallTime(now, timeZone).date));
      const changes = differences(before, after);
      if (changes.length > 0)
        await insertAudit(tx, { actorId, action: 'session_update', subjectType: 'session', subjectId: id, changes }, now);
      await saveSession(tx, after);
      return after;
    }),
  );
}

/** Dates are computed by Node and by PostgreSQL: both must know the zone and agree on its offsets. */
async function checkTimeZone(tx: Tx, timeZone: string, now: Date): Promise<void> {
  const instants = zoneCheckInstants(now);
  const databaseTimes = await readWallTimes(tx, timeZone, instants);
  const isSame = instants.every((instant, at) => {
    const nodeTime = wallTime(instant, timeZone);
    return nodeTime.date === databaseTimes[at]?.date && nodeTime.time === databaseTimes[at]?.time;
  });
  if (!isSame) throw invalid({ path: 'timeZone', message: 'is not a time zone that the service and its database agree on' });
}

/** The currency cannot change once there are orders, because their amounts are stored without conversion. */
export function changeSetting(
  { database, actorId, now }: AdminContext,
  values: { [K in keyof Company]?: Company[K] | undefined },
): Promise<Company> {
  return database.transaction(async (tx) => {
    const before = await lockCompany(tx);
    const after = { ...before, ...definedOnly<Company>(values) };
    const errors = settingErrors(after);
    if (errors.length > 0) throw invalid(...errors);
    if (after.timeZone !== before.timeZone) await checkTimeZone(tx, after.timeZone, now);
    if (after.currency !== before.currency && values.currencyDigits === undefined) after.currencyDigits = defaultDigits(after.currency);
    if (after.currency !== before.currency || after.currencyDigits !== before.currencyDigits) {
      if (await hasOrders(tx)) {
        throw new AppError('CURRENCY_IN_USE', `There are orders in ${before.currency}, so the currency and its decimals stay as they are.`);
      }
    }
    if (after.areaUnit !== before.areaUnit) after.formerAreaUnits = await changeUnit(tx, before, after.areaUnit);
    const changes = differences(withoutFormerUnits(before), withoutFormerUnits(after));
    if (changes.length > 0)
      await insertAudit(tx, { actorId, action: 'setting_update', subjectType: 'setting', subjectId: null, changes }, now);
    await saveCompany(tx, after);
    return after;
  });
}

const withoutFormerUnits = ({ formerAreaUnits: _, ...settings }: Company) => settings;

/** Checks a new unit of area, and returns the units that orders may have besides it. */
async function changeUnit(tx: Tx, { areaUnit, formerAreaUnits }: Company, text: string): Promise<string[]> {
  const code = areaUnitOf(text);
  if (code === undefined) throw invalid({ path: 'areaUnit', message: `must be one of: ${areaUnitCodes.join(', ')}` });
  const isFree = isUnitChangeable(areaUnit, code, false) && !isUnitChangeable(areaUnit, code, true) ? !(await hasAreas(tx)) : true;
  if (!isFree) {
    const reason = `There are areas in the unit ${areaUnit}, so only a word for the same size can replace it.`;
    throw new AppError('UNIT_IN_USE', reason, { errors: [{ path: 'areaUnit', message: reason }] });
  }
  const isSameSize = squareMetresOf(areaUnit) === squareMetresOf(code);
  return isSameSize ? [...new Set([...formerAreaUnits, areaUnit])].filter((unit) => unit !== code) : [];
}
