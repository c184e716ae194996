import { invalid } from '../errors.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { farmerLimits } from './boundary-rules.ts';
import { lockFieldCount } from './field-store.ts';

/** Refuses what would be more fields than a farmer may add. Holds until the end of the transaction. */
export async function checkFieldCount(tx: Tx, farmerId: string, added: number): Promise<void> {
  const count = await lockFieldCount(tx, farmerId, farmerLimits.fields);
  if (count + added > farmerLimits.fields)
    throw invalid({ path: 'fields', message: `must be at most ${farmerLimits.fields} in all, archived ones too` });
}
