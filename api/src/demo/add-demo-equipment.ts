import type { CatalogFacts } from '../catalog/catalog.ts';
import { findOrderWithDrone, insertDrone, saveOrderDrone } from '../equipment/drone-store.ts';
import { insertLicence } from '../equipment/licence-store.ts';
import { findSprayedPlace, saveMix } from '../mixes/mix-store.ts';
import type { Actor } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { addDays } from '../platform/time/clock.ts';
import type { Product } from '../products/product.ts';
import { findByNumbers, findProducts, insertProduct } from '../products/product-store.ts';
import type { DemoName } from './demo-people.ts';
import { demoProducts } from './demo-products.ts';

/** Sets the mix and the drone of an order of the demo data. */
export type SetDemoMix = (orderId: string, actor: Actor, at: Date) => Promise<void>;

const issuer = 'Chi cục Trồng trọt và BVTV An Giang';

/** Products, licences of which one expires soon, and two drones. Returns how orders get their mix. */
export async function addDemoEquipment(
  tx: Tx,
  { crops }: CatalogFacts,
  people: ReadonlyMap<DemoName, Actor>,
  today: string,
  since: Date,
): Promise<SetDemoMix> {
  const products = await addProducts(tx, crops, today, since);
  const validFor = { sprayer: 400, sprayer2: 20, sprayer3: 250, sprayer4: 310, sprayer5: 150, sprayer6: 500 } as const;
  for (const [at, name] of (Object.keys(validFor) as (keyof typeof validFor)[]).entries()) {
    const sprayer = people.get(name);
    const licence = { number: `CC-DEMO-${101 + at}`, class: 'Phun thuốc bằng máy bay', issuer, validUntil: addDays(today, validFor[name]) };
    if (sprayer !== undefined) await insertLicence(tx, sprayer.id, licence, since);
  }
  const drones: string[] = [];
  for (const [at, [model, tankLitres, swathMetres]] of (
    [
      ['Agri 30', 30, 7],
      ['Agri 16', 16, 5],
    ] as const
  ).entries()) {
    const names = { model, serial: `DEMO-SN-${at + 1}`, registration: `VN-DEMO-${at + 1}` };
    const drone = { ...names, validUntil: addDays(today, 200 + at * 90), tankLitres, swathMetres, active: true };
    const id = await insertDrone(tx, drone, since);
    if (id !== undefined) drones.push(id);
  }
  return async (orderId, actor, at) => {
    const place = await findSprayedPlace(tx, orderId);
    const usable = products.filter(({ withdrawnOn, uses }) => withdrawnOn === null && uses.some(({ cropId }) => cropId === place?.cropId));
    const number = Number(BigInt(orderId) % 1000n);
    const product = usable[number % Math.max(usable.length, 1)];
    const use = product?.uses.find(({ cropId }) => cropId === place?.cropId);
    if (product === undefined || use === undefined) return;
    const dose = { productId: product.id, useId: use.id, dose: use.doseMax, doseUnit: use.doseUnit };
    await saveMix(tx, orderId, { waterRate: use.waterRate ?? 20, products: [dose], override: null }, actor.id, at);
    for (const drone of number % 2 === 0 ? drones : drones.toReversed()) {
      if ((await findOrderWithDrone(tx, orderId, drone)) !== undefined) continue;
      await saveOrderDrone(tx, orderId, drone, actor.id, at);
      return;
    }
  };
}

async function addProducts(tx: Tx, crops: CatalogFacts['crops'], today: string, since: Date): Promise<Product[]> {
  const cropIds = new Map([...crops.values()].map(({ id, name }) => [name, id]));
  const known = await findByNumbers(
    tx,
    demoProducts.map(({ number }) => number.toLowerCase()),
  );
  const ids: string[] = [];
  for (const { name, number, ingredients, reEntryHours, rainFastHours, beeHazard, bufferMetres, withdrawnDaysAgo, uses } of demoProducts) {
    if (known.has(number.toLowerCase())) continue;
    const product = {
      ...{ name, authorisationNumber: number, activeIngredients: ingredients, reEntryHours, rainFastHours, beeHazard, bufferMetres },
      withdrawnOn: withdrawnDaysAgo === undefined ? null : addDays(today, -withdrawnDaysAgo),
      uses: uses.flatMap(({ crop, target, dose, unit, water, harvest }) => {
        const cropId = cropIds.get(crop);
        const [doseMin, doseMax] = dose;
        const use = { target, doseMin, doseMax, doseUnit: unit, waterRate: water, maxApplications: null, preHarvestDays: harvest };
        return cropId === undefined ? [] : [{ cropId, ...use }];
      }),
    };
    ids.push(await insertProduct(tx, product, since));
  }
  const added = await findProducts(tx, ids);
  return ids.flatMap((id) => added.get(id) ?? []);
}
