import { insertAudit } from '../accounts/audit-store.ts';
import { isCrewMember } from '../dispatch/crew-store.ts';
import { AppError, type FieldError, invalid } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import type { Database, Db, Tx } from '../platform/postgres/database.ts';
import { findUse, type LabelCheck, labelBreaches } from '../products/label-rules.ts';
import type { DoseUnit } from '../products/product.ts';
import { findProducts } from '../products/product-store.ts';
import type { Mix } from './mix.ts';
import { countApplications, findMix, findSprayedPlace, lockSeason, type NewMix, noteMixChange, saveMix } from './mix-store.ts';

export interface MixInput {
  waterRate: number;
  products: { productId: string; useId?: string | undefined; dose: number; doseUnit: DoseUnit }[];
  /** Why a mix that breaks a label is used nevertheless; only an admin may say so. */
  overrideReason?: string | undefined;
}

export interface MixContext {
  database: Database;
  actor: Actor;
  now: Date;
  expectedVersion: number | undefined;
}

/** The checks of a mix with what the register and the season say now. */
async function readChecks(db: Db, orderId: string, products: MixInput['products']): Promise<LabelCheck[]> {
  const ids = products.map(({ productId }) => productId);
  const known = await findProducts(db, ids);
  const applications = await countApplications(db, orderId, ids);
  const unknown: FieldError[] = [];
  const checks = products.flatMap(({ productId, useId, dose, doseUnit }, at) => {
    const product = known.get(productId);
    if (product === undefined) unknown.push({ path: `products.${at}.productId`, message: 'is not a product that we know' });
    else if (ids.indexOf(productId) !== at) unknown.push({ path: `products.${at}.productId`, message: 'must not be there twice' });
    return product === undefined ? [] : [{ product, useId, dose, doseUnit, otherApplications: applications.get(productId) ?? 0 }];
  });
  if (unknown.length > 0) throw invalid(...unknown);
  return checks;
}

/** What the mix of an order breaks of the labels as they are now: it was allowed by an admin, or something has changed since. */
export async function findBreaches(db: Db, { orderId, products }: Mix): Promise<FieldError[]> {
  const place = await findSprayedPlace(db, orderId);
  if (place === undefined) return [];
  const inputs = products.map(({ productId, useId, dose, doseUnit }) => ({ productId, useId: useId ?? undefined, dose, doseUnit }));
  return labelBreaches(await readChecks(db, orderId, inputs), place.cropId, place.date);
}

const notFollowed = (errors: FieldError[]) =>
  new AppError('LABEL_NOT_FOLLOWED', 'The mix does not follow a label. Please change it; an admin can allow it with a reason.', { errors });

/** Throws if the mix of an order breaks a label as it is now, for example of a product that was withdrawn since, and no admin has allowed it. */
export async function checkMix(tx: Tx, orderId: string): Promise<void> {
  const mix = await findMix(tx, orderId);
  if (mix === undefined || mix.override !== null) return;
  const breaches = await findBreaches(tx, mix);
  if (breaches.length > 0) throw notFollowed(breaches);
}

function checkState({ status, reported }: LockedOrder): void {
  if (status === 'cancelled' || status === 'completed' || reported)
    throw new AppError('ACTION_NOT_ALLOWED', 'The work is reported or the order is closed, so its mix cannot be changed.');
}

async function checkAllowed(tx: Tx, order: LockedOrder, { actor, expectedVersion }: MixContext): Promise<void> {
  if (actor.role === 'sprayer' && !(await isCrewMember(tx, order.id, actor.id))) throw orderNotFound();
  checkState(order);
  const version = (await findMix(tx, order.id))?.version ?? 0;
  if (expectedVersion !== undefined && expectedVersion !== version)
    throw new AppError('MIX_CHANGED', 'The mix has changed since you looked at it. Please look again before you change it.');
}

function isSameMix(before: Mix, after: Pick<NewMix, 'waterRate' | 'products'>): boolean {
  const listed = ({ productId, useId, dose, doseUnit }: NewMix['products'][number]) => `${productId} ${useId} ${dose} ${doseUnit}`;
  return before.waterRate === after.waterRate && before.products.map(listed).join() === after.products.map(listed).join();
}

/** Sets the products and doses of an order. A mix that breaks a label is refused, unless an admin gives a reason. */
export function setMix(context: MixContext, orderId: string, input: MixInput): Promise<Mix> {
  const { database, actor, now } = context;
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    await checkAllowed(tx, order, context);
    await lockSeason(tx, order.farmerId);
    const { cropId = '' } = (await findSprayedPlace(tx, orderId)) ?? {};
    const checks = await readChecks(tx, orderId, input.products);
    const breaches = labelBreaches(checks, cropId, order.date);
    const reason = actor.role === 'admin' ? input.overrideReason?.trim() || undefined : undefined;
    if (breaches.length > 0 && reason === undefined) throw notFollowed(breaches);
    const override = breaches.length > 0 && reason !== undefined ? { reason, by: actor.id } : null;
    const products = checks.map((check) => ({
      productId: check.product.id,
      useId: findUse(check, cropId)?.id ?? null,
      dose: check.dose,
      doseUnit: check.doseUnit,
    }));
    const shown = checks.map(({ product, dose, doseUnit }) => `${product.name}: ${dose} ${doseUnit}`).join(', ');
    const before = await findMix(tx, orderId);
    await saveMix(tx, orderId, { waterRate: input.waterRate, products, override }, actor.id, now);
    if (before === undefined || !isSameMix(before, { waterRate: input.waterRate, products }))
      await noteMixChange(tx, orderId, actor.id, `${shown}; ${input.waterRate} l/ha`, now);
    if (override !== null) {
      const changes = [
        { field: 'products', from: null, to: shown },
        { field: 'breaches', from: null, to: [...new Set(breaches.map(({ code }) => code))].join(', ') },
        { field: 'reason', from: null, to: override.reason },
      ];
      await insertAudit(tx, { actorId: actor.id, action: 'order_mix_override', subjectType: 'order', subjectId: orderId, changes }, now);
    }
    return (await findMix(tx, orderId)) as Mix;
  });
}
