import { insertAudit } from '../accounts/audit-store.ts';
import { invalid } from '../errors.ts';
import { findField } from '../fields/field-store.ts';
import { deleteOrderField, saveOrderField } from '../fields/order-field-store.ts';
import type { Row, Tx } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext, isOffice, isOwn, orderNotFound } from './act-on-order.ts';
import { applyEdit, checkCostChange, type EditInput, editChanges } from './edit-rules.ts';
import { type EditQuote, quoteEdit, readDetails, saveDetails } from './edit-store.ts';
import type { Actor } from './order.ts';
import { edit } from './order-rules.ts';
import { findFarmerOrder, orderExists } from './order-store.ts';
import { areaTooLarge } from './session-area.ts';
import { lockAreaOf, readSessionArea, type SessionArea } from './session-area-store.ts';

/** Cancels the open card payments of an order at the provider, because they have the old cost. */
export type WithdrawIntents = (actor: Actor, orderId: string, now: Date) => Promise<void>;

/** Saves the payment status that follows from the ledger of an order and its new cost. */
export type FollowLedger = (tx: Tx, orderId: string, actor: Actor, now: Date) => Promise<void>;

const unknownCrop = () => invalid({ path: 'cropType.id', message: 'is not a crop that we spray' });

const notFieldOfFarmer = () => invalid({ path: 'fieldId', message: 'is not a field of this farmer' });

/** The place of a field; empty: no field is chosen, or there is none. */
async function placeOf(tx: Tx, fieldId: string | undefined): Promise<Pick<EditInput, 'location' | 'latitude' | 'longitude'>> {
  const field = fieldId === undefined ? undefined : await findField(tx, fieldId);
  return field === undefined ? {} : { location: field.name, latitude: field.latitude, longitude: field.longitude };
}

/**
 * Changes area, crop, place or note of an order before its work begins. The cost is calculated with the prices at booking. Without a
 * difference, nothing is written.
 */
export function editOrder(command: CommandContext, orderId: string, input: EditInput, followLedger: FollowLedger): Promise<Row> {
  if ((input.latitude === undefined) !== (input.longitude === undefined))
    throw invalid({ path: input.latitude === undefined ? 'latitude' : 'longitude', message: 'is required with the other coordinate' });
  return actOnOrder(command, orderId, command.actor.role === 'farmer' ? isOwn : allowAny, async (context) => {
    const { tx, order, actor, crops, company, now } = context;
    const change = edit(order, actor.role);
    const before = await readDetails(tx, orderId);
    if (before === undefined) throw orderNotFound();
    const after = applyEdit(before, { ...input, ...(await placeOf(tx, input.fieldId)) });
    if (after.cropId !== before.cropId && crops.get(after.cropId)?.active !== true) throw unknownCrop();
    if (after.area !== before.area || after.cropId !== before.cropId) {
      after.cost = (await quoteEdit(tx, orderId, after.cropId, after.area))?.cost ?? before.cost;
      checkCostChange(before, after.cost);
    }
    if (after.area !== before.area) {
      const hasRoom = await lockAreaOf(tx, order, orderId, after.area);
      if (!hasRoom && !isOffice(actor) && Number(after.area) > Number(before.area)) {
        const left = (await readSessionArea(tx, order, after.area)) as SessionArea;
        // The area of this order is part of the booked area.
        throw areaTooLarge(order, { ...left, areaLeft: String(Number(left.areaLeft) + Number(before.area)) }, company);
      }
    }
    const changes = editChanges(before, after, (id) => crops.get(id)?.name ?? id);
    // Another place is not the field any more.
    if (input.fieldId !== undefined) {
      if (!(await saveOrderField(tx, orderId, input.fieldId))) throw notFieldOfFarmer();
    } else if (changes.some(({ field }) => field === 'location' || field === 'coordinates')) await deleteOrderField(tx, orderId);
    if (changes.length === 0) return undefined;
    await saveDetails(tx, orderId, after);
    await insertAudit(tx, { actorId: actor.id, action: 'order_update', subjectType: 'order', subjectId: orderId, changes }, now);
    // A lower cost may be paid already.
    const completeChange = async () => (after.cost === before.cost ? undefined : followLedger(tx, orderId, actor, now));
    return { change, changes, completeChange };
  });
}

/** Must run before the transaction of an edit that changes the cost: cancels card payments with the old cost, so that they can no longer be paid. */
export async function prepareEdit(
  { database, actor, now }: CommandContext,
  orderId: string,
  { cropType, area }: EditInput,
  withdrawIntents: WithdrawIntents,
): Promise<void> {
  if (cropType === undefined && area === undefined) return;
  if (actor.role === 'farmer' && (await findFarmerOrder(database.read, orderId, actor.id)) === undefined) throw orderNotFound();
  const details = await readDetails(database.write, orderId);
  if (details === undefined) throw orderNotFound();
  if (!details.hasOpenIntent || details.isPaid || details.isInvoiced) return;
  const quote = await quoteEdit(database.write, orderId, cropType?.id ?? details.cropId, area === undefined ? details.area : String(area));
  if (quote !== undefined && quote.cost !== details.cost) await withdrawIntents(actor, orderId, now);
}

/** Price and cost after an edit, as a preview. */
export async function getEditQuote(
  { database, catalog, actor }: CommandContext,
  orderId: string,
  asked: { cropId?: string; area?: number },
): Promise<EditQuote & { cropId: string; area: string }> {
  const isVisible =
    actor.role === 'farmer'
      ? (await findFarmerOrder(database.read, orderId, actor.id)) !== undefined
      : await orderExists(database.read, orderId);
  if (!isVisible) throw orderNotFound();
  const { crops } = await catalog.facts();
  const details = await readDetails(database.read, orderId);
  if (details === undefined) throw orderNotFound();
  const { cropId = details.cropId } = asked;
  const area = asked.area === undefined ? details.area : String(asked.area);
  if (crops.get(cropId) === undefined) throw invalid({ path: 'cropId', message: 'is not a crop that we spray' });
  const quote = await quoteEdit(database.read, orderId, cropId, area);
  if (quote === undefined) throw orderNotFound();
  return { ...quote, cropId, area };
}
