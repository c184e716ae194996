import { clearAttempts, countAttempt } from '../accounts/account-store.ts';
import { isCrewMember } from '../dispatch/crew-store.ts';
import { AppError, invalid } from '../errors.ts';
import { actOnOrder, type CommandContext, type OrderContext, orderNotFound } from '../orders/act-on-order.ts';
import { finish, signOff } from '../orders/order-rules.ts';
import { recordCash } from '../payments/record-cash.ts';
import type { Row } from '../platform/postgres/database.ts';
import { makeSprayRecord } from '../spray-records/make-spray-record.ts';
import type { RecordDetails } from '../spray-records/record-details.ts';
import type { ForecastCache } from '../weather/forecast-cache.ts';
import { type PhoneTime, workTimes } from './field-time-rules.ts';
import { insertWorkReport } from './fieldwork-store.ts';
import type { SignOffCodes } from './sign-off-code.ts';

const isInCrew = ({ tx, order, actor }: OrderContext): Promise<boolean> => isCrewMember(tx, order.id, actor.id);

export interface Finish {
  areaSprayed: number;
  note?: string;
  /** As the crew counted it, in the company's currency. */
  cashReceived?: number;
  started?: PhoneTime | undefined;
  finished?: PhoneTime | undefined;
  /** For the spray record: what the service does not know. */
  sprayRecord?: RecordDetails | undefined;
}

/** Records the work report, the spray record and the cash received; returns the change due to the farmer. */
export async function finishWork(
  command: CommandContext,
  orderId: string,
  input: Finish,
  forecastCache?: ForecastCache,
): Promise<{ row: Row; changeDue: string | null }> {
  let changeDue: string | null = null;
  const row = await actOnOrder(command, orderId, isInCrew, async ({ tx, order, actor, now, company }) => {
    const change = finish(order);
    const cashReceived = input.cashReceived === undefined ? null : String(input.cashReceived);
    if (cashReceived !== null)
      changeDue = await recordCash(tx, { order, received: cashReceived, actorId: actor.id, cause: 'crew', company, now });
    await insertWorkReport(
      tx,
      {
        orderId,
        sprayerId: actor.id,
        areaSprayed: input.areaSprayed,
        note: input.note?.trim() ?? null,
        cashReceived,
        changeDue,
        ...workTimes(input.started, input.finished, now),
      },
      now,
    );
    await makeSprayRecord(tx, { orderId, operatorId: actor.id, actor, company, now, details: input.sprayRecord, forecastCache });
    return { change };
  });
  return { row, changeDue };
}

const maxCodeAttempts = 5;
const codeAttemptWindowSeconds = 3600;

/** Checks the sign-off code that the crew enters. Attempts are counted outside the request's transaction, so a rollback does not undo the count. */
export async function checkSignOffCode(
  { database, actor, now }: CommandContext,
  codes: SignOffCodes,
  orderId: string,
  code: string,
): Promise<void> {
  if (!/^\d{6}$/.test(code)) throw invalid({ path: 'code', message: 'must be six digits' });
  if (!(await isCrewMember(database.read, orderId, actor.id))) throw orderNotFound();
  const key = `sign-off:${orderId}`;
  // Counted before the check, so that parallel attempts are limited, too.
  const { attempts, secondsLeft } = await countAttempt(database.write, key, now, codeAttemptWindowSeconds);
  if (attempts > maxCodeAttempts) {
    throw new AppError('TOO_MANY_ATTEMPTS', 'Too many wrong codes. Please ask the office for help.', { retryAfterSeconds: secondsLeft });
  }
  if (!(await codes.matches(orderId, code))) {
    throw new AppError('WRONG_CODE', 'That is not the code of this order. Please ask the farmer to read it again.');
  }
  await clearAttempts(database.write, key);
}

/** Signs the work off; the code must have been checked before. */
export function signOffByCode(command: CommandContext, orderId: string): Promise<Row> {
  return actOnOrder(command, orderId, isInCrew, ({ order }) => (order.signedOff ? undefined : { change: signOff(order, 'sprayer') }));
}
