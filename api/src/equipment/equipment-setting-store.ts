import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface EquipmentSetting {
  /** Sprayers need a valid licence, and drones a valid registration. */
  requiresValidLicences: boolean;
}

const toSetting = (rows: readonly (readonly unknown[])[]): EquipmentSetting => ({ requiresValidLicences: rows[0]?.[0] === 't' });

const readStatement = statement('read_equipment_setting', 'select requires_valid_licences from equipment_setting', { short: true });

export async function readEquipmentSetting(db: Db): Promise<EquipmentSetting> {
  return toSetting(await db.rows(readStatement));
}

const shareStatement = statement('share_equipment_setting', 'select requires_valid_licences from equipment_setting for share');

/** A change of the setting waits for this transaction. */
export async function shareEquipmentSetting(tx: Tx): Promise<EquipmentSetting> {
  return toSetting(await tx.rows(shareStatement));
}

const lockStatement = statement('lock_equipment_setting', 'select requires_valid_licences from equipment_setting for update');

export async function lockEquipmentSetting(tx: Tx): Promise<EquipmentSetting> {
  return toSetting(await tx.rows(lockStatement));
}

const saveStatement = statement('save_equipment_setting', 'update equipment_setting set requires_valid_licences = $1');

export async function saveEquipmentSetting(tx: Tx, { requiresValidLicences }: EquipmentSetting): Promise<void> {
  await tx.rows(saveStatement, [requiresValidLicences]);
}
