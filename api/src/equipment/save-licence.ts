import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { Licence } from './licence.ts';
import {
  findLicence,
  findLicenceNumber,
  insertLicence,
  type LicenceInput,
  lockSprayerOfLicence,
  retireLicence,
  saveLicence,
} from './licence-store.ts';

export interface EquipmentContext {
  database: Database;
  actorId: string;
  now: Date;
}

const audited = ({ number, class: category, issuer, validUntil }: LicenceInput) => ({ number, class: category, issuer, validUntil });

async function checkNumber(tx: Tx, sprayerId: string, number: string, ownId?: string): Promise<void> {
  const other = await findLicenceNumber(tx, sprayerId, number);
  if (other !== undefined && other !== ownId) throw new AppError('LICENCE_EXISTS', `The sprayer has a licence with the number ${number}.`);
}

/** The licence, with its sprayer locked. */
async function lockLicence(tx: Tx, id: string): Promise<Licence> {
  const found = await findLicence(tx, id);
  if (found !== undefined) await lockSprayerOfLicence(tx, found.sprayer.id);
  const licence = found === undefined ? undefined : await findLicence(tx, id);
  if (licence === undefined || licence.isRetired) throw new AppError('NOT_FOUND', 'There is no such licence.');
  return licence;
}

export function addLicence({ database, actorId, now }: EquipmentContext, sprayerId: string, input: LicenceInput): Promise<Licence> {
  return database.transaction(async (tx) => {
    if (!(await lockSprayerOfLicence(tx, sprayerId))) throw new AppError('CREW_UNKNOWN', `${sprayerId} is not a sprayer.`);
    await checkNumber(tx, sprayerId, input.number);
    const id = await insertLicence(tx, sprayerId, input, now);
    const changes = differences({}, { sprayerId, ...audited(input) });
    await insertAudit(tx, { actorId, action: 'licence_create', subjectType: 'licence', subjectId: id, changes }, now);
    return (await findLicence(tx, id)) as Licence;
  });
}

export function changeLicence({ database, actorId, now }: EquipmentContext, id: string, input: LicenceInput): Promise<Licence> {
  return database.transaction(async (tx) => {
    const before = await lockLicence(tx, id);
    await checkNumber(tx, before.sprayer.id, input.number, id);
    await saveLicence(tx, id, input);
    const changes = differences(audited(before), audited(input));
    if (changes.length > 0)
      await insertAudit(tx, { actorId, action: 'licence_update', subjectType: 'licence', subjectId: id, changes }, now);
    return (await findLicence(tx, id)) as Licence;
  });
}

/** A retired licence no longer counts and is no longer shown; spray records keep it. */
export function endLicence({ database, actorId, now }: EquipmentContext, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const { sprayer, number } = await lockLicence(tx, id);
    await retireLicence(tx, id, now);
    const changes = [
      { field: 'sprayerId', from: sprayer.id, to: null },
      { field: 'number', from: number, to: null },
    ];
    await insertAudit(tx, { actorId, action: 'licence_retire', subjectType: 'licence', subjectId: id, changes }, now);
  });
}
