import { unitOfOrder } from '../catalog/area-unit-rules.ts';
import type { Company } from '../catalog/catalog-store.ts';
import type { Db } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { buildRecord } from './build-record-rules.ts';
import { type CrewQuestion, questionsFor, suggestAnswers } from './form-rules.ts';
import { readForecastOfVisit } from './hour-forecast.ts';
import { missingFields, type ProfileId } from './profile-rules.ts';
import type { RecordDetails } from './record-details.ts';
import { findLastRecords, findOpenVisit } from './record-facts-store.ts';

export interface RecordForm {
  profile: ProfileId;
  asked: CrewQuestion[];
  suggested: RecordDetails;
}

/** What the crew is asked for at the end of a job, with answers from the last visit. Undefined: there is no such order. */
export async function prepareForm(
  db: Db,
  { orderId, sprayerId, company, now }: { orderId: string; sprayerId: string; company: Company; now: Date },
): Promise<RecordForm | undefined> {
  const visit = await findOpenVisit(db, orderId, sprayerId);
  if (visit === undefined) return undefined;
  const [forecast, { ofField, ofSprayer }] = await Promise.all([
    readForecastOfVisit(db, visit.field, now, now),
    findLastRecords(db, orderId, sprayerId),
  ]);
  const { date } = wallTime(now, company.timeZone);
  const { orderUnit, ...stored } = visit;
  const areaUnit = unitOfOrder(orderUnit, company.areaUnit);
  const facts = { ...stored, orderId, operatorId: sprayerId, company, areaUnit, treatedArea: visit.areaSprayed };
  const times = { startedAt: now, finishedAt: now, date };
  const version = { version: 1, cause: 'finish', madeAt: now.toISOString(), madeBy: null, reason: null } as const;
  const asked = questionsFor(missingFields(buildRecord({ ...facts, ...times, forecast }, '', version)));
  return { profile: visit.profile, asked, suggested: suggestAnswers(asked, ofField, ofSprayer) };
}
