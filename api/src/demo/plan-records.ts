import type { Actor } from '../orders/order.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { RecordDetails } from '../spray-records/record-details.ts';
import { listRecords } from '../spray-records/record-list-store.ts';
import { reviseSprayRecord } from '../spray-records/revise-spray-record.ts';
import { readProfile, saveProfile } from '../spray-records/spray-record-store.ts';

/** The demo company follows the law of Vietnam, unless an admin has chosen another one. */
export async function chooseDemoProfile(tx: Tx): Promise<void> {
  if ((await readProfile(tx)) === 'none') await saveProfile(tx, 'vn');
}

const buffers = ['Chừa 10 m dọc kênh.', 'Chừa 5 m quanh nhà dân.', 'Không có kênh, nhà hay tổ ong gần ruộng.'];

/** What a demo crew enters for the spray record. Products, doses and intervals are those of the mix. */
export const demoRecordDetails = (number: number): RecordDetails => ({
  weatherEnd: { windKmh: 6 + (number % 5) },
  buffersKept: buffers[number % buffers.length],
});

/** The office has corrected one record. */
export async function planRecords({ database, tx, now }: { database: Database; tx: Tx; now: Date }, office: Actor): Promise<void> {
  const [row] = await listRecords(tx, { state: 'complete' }, [], 1, 0);
  if (row === undefined) return;
  const correction = { version: 1, details: { buffersKept: 'Chừa 20 m dọc kênh.' }, reason: 'Đội phun ghi nhầm vùng đệm.' };
  await reviseSprayRecord({ database, actor: office, now }, String(row[0]), correction);
}
