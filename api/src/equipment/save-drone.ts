import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import type { Drone } from './drone.ts';
import { type DroneInput, insertDrone, lockDrone, saveDrone } from './drone-store.ts';
import type { EquipmentContext } from './save-licence.ts';

const audited = ({ model, serial, registration, validUntil, tankLitres, swathMetres, active }: DroneInput): DroneInput => ({
  ...{ model, serial, registration, validUntil, tankLitres, swathMetres, active },
});
const exists = (serial: string) => new AppError('DRONE_EXISTS', `There is a drone with the serial number ${serial}.`);

export function addDrone({ database, actorId, now }: EquipmentContext, input: DroneInput): Promise<Drone> {
  return database.transaction(async (tx) => {
    const id = await insertDrone(tx, input, now);
    if (id === undefined) throw exists(input.serial);
    const changes = differences({}, audited(input));
    await insertAudit(tx, { actorId, action: 'drone_create', subjectType: 'drone', subjectId: id, changes }, now);
    return { id, ...input };
  });
}

export function changeDrone({ database, actorId, now }: EquipmentContext, id: string, input: DroneInput): Promise<Drone> {
  return database.transaction(async (tx) => {
    const before = await lockDrone(tx, id);
    if (before === undefined) throw new AppError('NOT_FOUND', 'There is no such drone.');
    if (!(await saveDrone(tx, id, input))) throw exists(input.serial);
    const changes = differences(audited(before), audited(input));
    if (changes.length > 0) await insertAudit(tx, { actorId, action: 'drone_update', subjectType: 'drone', subjectId: id, changes }, now);
    return { id, ...input };
  });
}
