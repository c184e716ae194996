import type { Actor } from '../orders/order.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { RecordDetails } from '../spray-records/record-details.ts';
import { listRecords } from '../spray-records/record-list-store.ts';
import { reviseSprayRecord } from '../spray-records/revise-spray-record.ts';
import { readProfile, saveProfile } from '../spray-records/spray-record-store.ts';

const dayMs = 86_400_000;

/** The demo company follows the law of Vietnam, unless an admin has chosen another one. */
export async function chooseDemoProfile(tx: Tx): Promise<void> {
  if ((await readProfile(tx)) === 'none') await saveProfile(tx, 'vn');
}

/** What a demo crew enters for the spray record. Intervals only for sprays of the last days: messages about older ones are of no use. */
export function demoRecordDetails(finishedAt: Date, now: Date): RecordDetails {
  const isRecent = now.getTime() - finishedAt.getTime() < 2 * dayMs;
  return {
    operatorLicence: 'AG-UAV-0142',
    target: 'Rầy nâu',
    products: [
      {
        name: 'Rầy Xanh 250',
        authorisationNumber: 'DEMO-001/CNKT-BVTV',
        activeIngredients: 'buprofezin 250 g/l',
        dose: 300,
        doseUnit: 'g/ha',
        ...(isRecent ? { reEntryHours: 24, preHarvestDays: 14 } : {}),
      },
    ],
  };
}

/** The office has corrected one record. */
export async function planRecords({ database, tx, now }: { database: Database; tx: Tx; now: Date }, office: Actor): Promise<void> {
  const [row] = await listRecords(tx, { state: 'complete' }, [], 1, 0);
  if (row === undefined) return;
  const correction = { version: 1, details: { target: 'Rầy nâu, sâu cuốn lá' }, reason: 'Đội phun ghi thiếu sâu cuốn lá.' };
  await reviseSprayRecord({ database, actor: office, now }, String(row[0]), correction);
}
