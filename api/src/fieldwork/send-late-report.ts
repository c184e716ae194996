import { amountErrors } from '../catalog/amount-rules.ts';
import { addCrew, findBusy, isCrewMember, lockSprayers, readCrew } from '../dispatch/crew-store.ts';
import { AppError, invalid } from '../errors.ts';
import { actOnOrder, allowAny, type CommandContext, type OrderContext } from '../orders/act-on-order.ts';
import type { LockedOrder } from '../orders/order-change-store.ts';
import { acceptReport, noteOnReport, refusalWithReason } from '../orders/order-rules.ts';
import { recordLateCash } from '../payments/record-late-cash.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { makeSprayRecord } from '../spray-records/make-spray-record.ts';
import type { RecordDetails } from '../spray-records/record-details.ts';
import { isLateReportTaken } from './field-time-rules.ts';
import { insertWorkReport } from './fieldwork-store.ts';
import {
  findOpenDisputedReport,
  findRemovalFromCrew,
  hasDisputedReport,
  hasOtherDisputedReport,
  insertDisputedReport,
  saveReportDecision,
} from './late-report-store.ts';

export interface LateReport {
  areaSprayed: number;
  note?: string | undefined;
  cashReceived?: number | undefined;
  sprayRecord?: RecordDetails | undefined;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Whether a report of this sprayer is accepted although the order may have another crew now. */
export async function mayReportLate(db: Db, orderId: string, sprayerId: string, finishedAt: Date): Promise<boolean> {
  if (await isCrewMember(db, orderId, sprayerId)) return true;
  const removedAt = await findRemovalFromCrew(db, orderId, sprayerId);
  return removedAt !== undefined && isLateReportTaken(removedAt, finishedAt);
}

/**
 * Stores a late report for the office to decide. The cash of the first report of the job is recorded in the ledger and in the sprayer's
 * cash account in any case, because the sprayer has received it. A second report may be about the same money, so its cash is held apart
 * until the office decides. A repeated report is stored once.
 */
export async function sendLateReport(command: CommandContext, orderId: string, report: LateReport): Promise<void> {
  const isVisible = ({ tx, order, actor, now }: OrderContext) => mayReportLate(tx, order.id, actor.id, report.finishedAt ?? now);
  await actOnOrder(command, orderId, isVisible, async ({ tx, order, actor, now, company }) => {
    if (await hasDisputedReport(tx, order.id, actor.id)) return undefined;
    const cashReceived = report.cashReceived === undefined ? null : String(report.cashReceived);
    if (cashReceived !== null) {
      const errors = amountErrors('cashReceived', Number(cashReceived), company.currencyDigits);
      if (errors.length > 0) throw invalid(...errors);
    }
    const hasCash = cashReceived !== null && Number(cashReceived) > 0;
    const isCashHeld = hasCash && (order.reported || (await hasOtherDisputedReport(tx, order.id, actor.id)));
    const paymentId =
      hasCash && !isCashHeld ? await recordLateCash(tx, { order, received: cashReceived, actorId: actor.id, company, now }) : null;
    const { areaSprayed, startedAt, finishedAt } = report;
    const note = report.note?.trim() || null;
    await insertDisputedReport(
      tx,
      {
        ...{ orderId: order.id, sprayerId: actor.id, areaSprayed, note, cashReceived, paymentId, isCashHeld, startedAt, finishedAt },
        details: report.sprayRecord ?? null,
      },
      now,
    );
    return { change: noteOnReport(order, 'late_report', ['report_disputed']) };
  });
}

/** Who did the work of an order without a crew becomes its crew, so that it is not completed by nobody. */
async function assignReporter(tx: Tx, { id, date, sessionId }: LockedOrder, sprayerId: string): Promise<void> {
  await lockSprayers(tx, [sprayerId]);
  if ((await readCrew(tx, id)).length > 0) return;
  if ((await findBusy(tx, [sprayerId], date, sessionId, id)).length > 0)
    throw new AppError(
      'CREW_BUSY',
      'This order has no crew, and who reported it has another order in its session. Change one of them first.',
    );
  await addCrew(tx, id, [sprayerId], date, sessionId);
}

export interface ReportDecision {
  decision: 'accepted' | 'set_aside';
  reason: string | null;
  /** What becomes of cash that is held apart. */
  heldCash?: 'record' | 'drop' | undefined;
}

/**
 * Decides about a late report, once: accepts it as the report of the order, or sets it aside. Cash that is in the ledger stays there; cash
 * that is held apart is recorded now, or it is the money that another report has.
 */
export function decideAboutReport(
  command: CommandContext,
  orderId: string,
  reportId: string,
  { decision, reason, heldCash }: ReportDecision,
): Promise<Row> {
  if (decision === 'set_aside' && reason === null) throw invalid({ path: 'reason', message: 'is required: why is the report set aside?' });
  return actOnOrder(command, orderId, allowAny, async ({ tx, order, actor, now, company }) => {
    const report = await findOpenDisputedReport(tx, order.id, reportId);
    if (report === undefined) {
      const reason = 'There is no such report, or someone has decided about it already. Look at the order again.';
      throw new AppError('NOTHING_TO_DECIDE', refusalWithReason(order, reason));
    }
    if (report.isCashHeld && heldCash === undefined)
      throw invalid({ path: 'heldCash', message: 'is required: was this cash received in addition to that of the other report?' });
    const change = decision === 'accepted' ? acceptReport(order, actor.role) : noteOnReport(order, 'set_aside_report', []);
    if (decision === 'accepted') {
      await assignReporter(tx, order, report.sprayerId);
      const { isCashHeld: _, details, ...work } = report;
      await insertWorkReport(tx, { orderId: order.id, changeDue: null, ...work }, now);
      await makeSprayRecord(tx, { orderId: order.id, operatorId: report.sprayerId, actor, company, now, details: details ?? undefined });
    }
    const { sprayerId, cashReceived: received } = report;
    const isRecorded = report.isCashHeld && received !== null && heldCash === 'record';
    const paymentId = isRecorded ? await recordLateCash(tx, { order, received, actorId: sprayerId, company, now }) : null;
    await saveReportDecision(tx, reportId, { decision, reason, actorId: actor.id, paymentId }, now);
    return { change, ...(reason === null ? {} : { reason }) };
  });
}
