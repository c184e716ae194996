import { normalizePhone, phoneKey } from '../accounts/account-rules.ts';
import { findByPhone, insertUserIfAbsent } from '../accounts/account-store.ts';
import { lockNumber } from '../accounts/confirmed-number-store.ts';
import { releaseNumbers } from '../accounts/release-numbers.ts';
import { AppError, invalid } from '../errors.ts';
import { type Row, type Tx, withinTransaction } from '../platform/postgres/database.ts';
import type { CommandContext } from './act-on-order.ts';
import { type PlaceOrderInput, placeOrder } from './place-order.ts';

export interface CallerInput {
  phoneNumber: string;
  fullName?: string;
  street?: string;
  city?: string;
  province?: string;
  postalCode?: string;
}

/** Places an order for a caller, who is found by phone number or registered as a new farmer. */
export async function placeForCaller(command: CommandContext, caller: CallerInput, input: PlaceOrderInput): Promise<Row> {
  const { database, now } = command;
  return database.transaction(async (tx) => {
    const farmerId = await findOrAddCaller(tx, caller, command.actor.id, now);
    return placeOrder({ ...command, database: withinTransaction(database, tx) }, farmerId, { ...input, confirmed: true });
  });
}

/** The id of the farmer with this confirmed phone number, who is registered if there is none. Others who have typed the number lose it. */
export async function findOrAddCaller(tx: Tx, caller: CallerInput, actorId: string, now: Date): Promise<string> {
  const farmer = (await findByPhone(tx, phoneKey(caller.phoneNumber))) ?? (await insertFarmer());
  if (farmer?.role !== 'farmer') throw invalid({ path: 'farmer.phoneNumber', message: 'is the number of someone who is not a farmer' });
  if (!farmer.active) {
    throw new AppError('FARMER_DEACTIVATED', 'The farmer with this phone number is deactivated. An admin can activate the account again.');
  }
  return farmer.id;

  async function insertFarmer() {
    if (caller.fullName === undefined) {
      throw invalid({ path: 'farmer.fullName', message: 'is required: we do not know this number yet' });
    }
    const key = phoneKey(caller.phoneNumber);
    await lockNumber(tx, key);
    await insertUserIfAbsent(
      tx,
      {
        email: null,
        fullName: caller.fullName.trim(),
        phoneNumber: normalizePhone(caller.phoneNumber),
        phoneConfirmed: true,
        street: caller.street?.trim() ?? null,
        city: caller.city?.trim() ?? null,
        province: caller.province?.trim() ?? null,
        postalCode: caller.postalCode?.trim() ?? null,
        expertise: null,
        role: 'farmer',
        language: 'vi',
        passwordHash: null,
      },
      now,
    );
    await releaseNumbers(tx, [key], actorId, now);
    return findByPhone(tx, key);
  }
}
