import { unitOfOrder } from '../catalog/area-unit-rules.ts';
import type { Company } from '../catalog/catalog-store.ts';
import type { Actor } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { ForecastCache } from '../weather/forecast-cache.ts';
import { applyDetails, buildRecord } from './build-record-rules.ts';
import { canonicalJson } from './canonical-json-rules.ts';
import { readForecastOfVisit } from './hour-forecast.ts';
import { intervalNote } from './interval-rules.ts';
import { insertIntervalEvent } from './interval-store.ts';
import { localTimeIn } from './local-time.ts';
import { readRegister } from './read-register.ts';
import type { RecordDetails } from './record-details.ts';
import { readVisit } from './record-facts-store.ts';
import { hashContent } from './record-hash.ts';
import { recordNumber } from './record-number-rules.ts';
import { compareWithRegister, findingsOf } from './register-rules.ts';
import { insertRecord } from './spray-record-store.ts';

export interface Visit {
  orderId: string;
  /** The sprayer who reported the work. */
  operatorId: string;
  actor: Actor;
  company: Company;
  now: Date;
  /** What the crew entered. */
  details?: RecordDetails | undefined;
  forecastCache?: ForecastCache | undefined;
}

/**
 * Makes the spray record of a visit, in the transaction that writes its work report. Nothing that is missing refuses it: the record is
 * incomplete then.
 */
export async function makeSprayRecord(
  tx: Tx,
  { orderId, operatorId, actor, company, now, details = {}, forecastCache }: Visit,
): Promise<void> {
  const stored = await readVisit(tx, orderId, operatorId, actor.id);
  const finishedAt = stored.finishedAt === null ? now : new Date(stored.finishedAt);
  // A start that was recorded after the end of the work is not its time.
  const started = stored.startedAt === null ? null : new Date(stored.startedAt);
  const startedAt = started !== null && started > finishedAt ? null : started;
  const dateOf = (time: Date) => wallTime(time, company.timeZone).date;
  const { name, address, phoneNumber, email, taxCode, timeZone, areaUnit } = company;
  const { orderUnit, ...visit } = stored;
  const facts = {
    ...visit,
    orderId,
    operatorId,
    company: { name, address, phoneNumber, email, taxCode, timeZone },
    areaUnit: unitOfOrder(orderUnit, areaUnit),
    treatedArea: stored.areaSprayed,
    startedAt,
    finishedAt,
    date: dateOf(finishedAt),
    forecast: await readForecastOfVisit(tx, stored.field, startedAt, finishedAt, forecastCache),
  };
  const madeBy = { id: actor.id, name: stored.actorName, role: actor.role };
  const version = { version: 1, cause: 'finish', madeAt: now.toISOString(), madeBy, reason: null } as const;
  const known = buildRecord(facts, recordNumber(stored.recordId), version);
  const detailed = applyDetails(known, details, dateOf);
  const register = await readRegister(tx, { orderId, farmerId: stored.customer.id, cropId: stored.cropId }, [
    ...known.products,
    ...detailed.products,
  ]);
  const allowed = known.mixOverrideReason === null ? [] : findingsOf(known, register);
  const content = compareWithRegister(detailed, register, allowed);
  const json = canonicalJson(content);
  await insertRecord(tx, stored.recordId, content, json, hashContent(json));
  const note = intervalNote(content, localTimeIn(timeZone));
  if (note !== undefined) await insertIntervalEvent(tx, orderId, note, now);
}
