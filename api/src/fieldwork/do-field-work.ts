import { clearAttempts, countAttempt } from '../accounts/account-store.ts';
import { isCrewMember } from '../dispatch/crew-store.ts';
import { AppError, invalid } from '../errors.ts';
import { actOnOrder, type CommandContext, type OrderContext, orderNotFound } from '../orders/act-on-order.ts';
import { finish, signOff, start } from '../orders/order-rules.ts';
import { recordCash } from '../payments/record-cash.ts';
import type { Row } from '../platform/postgres/database.ts';
import { insertWorkReport } from './fieldwork-store.ts';
import type { SignOffCodes } from './sign-off-code.ts';

const isOurs = ({ tx, order, actor }: OrderContext): Promise<boolean> => isCrewMember(tx, order.id, actor.id);

export function startWork(command: CommandContext, orderId: string): Promise<Row> {
  return actOnOrder(command, orderId, isOurs, ({ order, wall }) => ({ change: start(order, wall.date) }));
}

export interface Finish {
  areaSprayed: number;
  note?: string;
  /** As the crew counted it, in the company's currency. */
  cashReceived?: number;
}

/** The crew reports the work done, with the cash that it took and what it owes back. */
export async function finishWork(command: CommandContext, orderId: string, input: Finish): Promise<{ row: Row; changeDue: string | null }> {
  let changeDue: string | null = null;
  const row = await actOnOrder(command, orderId, isOurs, async ({ tx, order, actor, now, company }) => {
    const change = finish(order);
    const cashReceived = input.cashReceived === undefined ? null : String(input.cashReceived);
    if (cashReceived !== null)
      changeDue = await recordCash(tx, { order, received: cashReceived, actorId: actor.id, cause: 'crew', company, now });
    await insertWorkReport(
      tx,
      { orderId, sprayerId: actor.id, areaSprayed: input.areaSprayed, note: input.note?.trim() ?? null, cashReceived, changeDue },
      now,
    );
    return { change };
  });
  return { row, changeDue };
}

const mostGuesses = 5;
const guessWindowSeconds = 3600;

/** Checks the six digits that the crew enters, and counts them: guessing has an end, whatever becomes of the request. */
export async function checkSignOffCode(
  { database, actor, now }: CommandContext,
  codes: SignOffCodes,
  orderId: string,
  code: string,
): Promise<void> {
  if (!/^\d{6}$/.test(code)) throw invalid({ path: 'code', message: 'must be six digits' });
  if (!(await isCrewMember(database.read, orderId, actor.id))) throw orderNotFound();
  const key = `sign-off:${orderId}`;
  // Counted before it is looked at, so that guesses in parallel count as well.
  const { attempts, secondsLeft } = await countAttempt(database.write, key, now, guessWindowSeconds);
  if (attempts > mostGuesses) {
    throw new AppError('TOO_MANY_ATTEMPTS', 'Too many wrong codes. Please ask the office for help.', { retryAfterSeconds: secondsLeft });
  }
  if (!(await codes.fits(orderId, code))) {
    throw new AppError('WRONG_CODE', 'That is not the code of this order. Please ask the farmer to read it again.');
  }
  await clearAttempts(database.write, key);
}

/** The farmer's word, by the code that has been checked. */
export function signOffByCode(command: CommandContext, orderId: string): Promise<Row> {
  return actOnOrder(command, orderId, isOurs, ({ order }) => (order.signedOff ? undefined : { change: signOff(order, 'sprayer') }));
}
