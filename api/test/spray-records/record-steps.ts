import { orderInState } from '../arrange.ts';
import type { Answer, Caller } from '../factories.ts';
import { type Service, testNow } from '../harness.ts';

export const inField = { orderStatus: 'in_progress', paymentStatus: 'pending', paymentMethod: 'cash' } as const;

export const sprayed = { name: 'Rầy Xanh 250', authorisationNumber: '1234/CNĐKT', dose: 300, doseUnit: 'g/ha' };

/** A job in the field; with a mix, a licence and a drone if asked for. */
export async function job(service: Service, farmer: Caller, crew: Caller, isEquipped = false): Promise<number> {
  const { id } = await orderInState(service, farmer, inField, [crew], { area: 8 });
  if (isEquipped) await equip(service, id, crew);
  return id;
}

async function equip({ sql }: Service, orderId: number, crew: Caller): Promise<void> {
  await sql(
    `insert into licence (sprayer_id, number, class, issuer, valid_until, created_at)
     values ($1::bigint, 'AG-' || $1::bigint, 'UAV', 'An Giang', '2030-01-01', $2) on conflict do nothing`,
    [crew.id, testNow],
  );
  await sql(
    `insert into product (name, authorisation_number, active_ingredients, re_entry_hours, created_at)
     values ('Rầy Xanh 250', '1234/CNĐKT', 'Pymetrozine', 24, $1) on conflict do nothing`,
    [testNow],
  );
  await sql(
    `insert into product_use (product_id, crop_id, target, dose_min, dose_max, dose_unit, pre_harvest_days)
     select id, 1, 'Rầy nâu', 100, 400, 'g/ha', 14 from product where authorisation_number = '1234/CNĐKT' on conflict do nothing`,
  );
  await sql('insert into order_mix (order_id, water_rate, set_by, set_at) values ($1, 16, $2, $3)', [orderId, crew.id, testNow]);
  await sql(
    `insert into order_mix_product (order_id, position, product_id, use_id, dose, dose_unit)
     select $1, 1, p.id, u.id, 300, 'g/ha' from product p join product_use u on u.product_id = p.id where p.authorisation_number = '1234/CNĐKT'`,
    [orderId],
  );
  await sql(
    `insert into drone (model, serial, registration, valid_until, tank_litres, swath_metres, created_at)
     values ('DJI Agras T40', 'S-1', 'VN-1', '2030-01-01', 40, 9, $1) on conflict do nothing`,
    [testNow],
  );
  await sql(`insert into order_drone (order_id, drone_id, set_by, set_at) select $1, id, $2, $3 from drone where serial = 'S-1'`, [
    orderId,
    crew.id,
    testNow,
  ]);
}

export async function finish(crew: Caller, id: number, body: object = {}): Promise<void> {
  const answer = await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 8, ...body });
  if (answer.status !== 200) throw new Error(`finishing answered ${answer.status}: ${answer.text}`);
}

/** The record of an order as the office reads it. */
export async function recordOf(office: Caller, orderId: number): Promise<Answer['body']> {
  const list = (await office.get(`/api/receptionist/spray-record/?orderId=${orderId}`)).body;
  if (list.content.length !== 1) throw new Error(`order ${orderId} has ${list.content.length} records`);
  return (await office.get(`/api/receptionist/spray-record/${list.content[0].id}`)).body;
}

export const setProfile = ({ sql }: Service, profile: string) => sql('update spray_record_setting set profile = $1', [profile]);
