import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyState, orderInState, removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { missingSearchWords, wrongSearchRows } from './wrong-search-rows.ts';

let service: Service;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService({ idle: true });
  receptionist = await signedIn(service, 'receptionist');
  await removeBookingLimits(service);
});
afterAll(() => service.close());

const wrongRows = async () => [...(await service.sql(wrongSearchRows)), ...(await service.sql(missingSearchWords))];

test('when orders reach every state, then their search rows are right', async () => {
  const farmer = await signedIn(service, 'farmer');
  for (const state of everyState) await orderInState(service, farmer, state);
  expect(await wrongRows()).toEqual([]);
});

test.each([
  ["date = '2027-02-01'"],
  ['session_id = 2'],
  ['crop_id = 2'],
  ["location = 'Bờ kênh Đào'"],
  ["order_status = 'cancelled'"],
  ["payment_status = 'paid'"],
  ["payment_method = 'visa'"],
  ['reported_at = now()'],
  ["location = 'Ấp 9', date = '2027-02-02', order_status = 'cancelled'"],
])('when a statement sets %s, then the search rows are right', async (change) => {
  const farmer = await signedIn(service, 'farmer');
  const { id } = await placed(farmer, { date: '2027-02-10' });
  await service.sql(`update spray_order set ${change} where id = $1`, [id]);
  expect(await wrongRows()).toEqual([]);
});

test('when an order is edited, moved, cancelled, or deleted, then the search rows are right', async () => {
  const farmer = await signedIn(service, 'farmer');
  const { id } = await placed(farmer, { date: '2027-02-11', session: { id: 1 } });
  const answers = [
    await receptionist.post(`/api/receptionist/order/${id}/edit`, { location: 'Cù lao Giêng' }),
    await receptionist.post(`/api/receptionist/order/${id}/reschedule`, { date: '2027-02-12', session: { id: 2 } }),
    await receptionist.post(`/api/receptionist/order/${id}/cancel`, { reason: 'rain' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await wrongRows()).toEqual([]);
  const [row] = await service.sql<{ id: string }>(
    `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status, payment_method, confirmed, creation_date, created_at)
     select $1, '2027-02-13', 1, 'Nơi khác', 10, 105, 1, 1, 1, 1, 'pending', 'cash', false, '2027-01-01', now() returning id`,
    [farmer.id],
  );
  expect(await wrongRows()).toEqual([]);
  await service.sql('delete from spray_order where id = $1', [row?.id]);
  expect(await wrongRows()).toEqual([]);
});

test('when a farmer changes name and number, also both at once, or is merged, then the search rows are right', async () => {
  const [farmer, duplicate] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer', { fullName: 'Trùng Tên' })];
  for (const caller of [farmer, duplicate]) await placed(caller, { date: '2027-02-14' });
  const changes = ["full_name = 'Lê Mới'", "phone_number = '0911 222 333'", "full_name = 'Lê Cũ', phone_number = '+84911222334'"];
  for (const change of changes) {
    await service.sql(`update app_user set ${change} where id = $1`, [farmer.id]);
    expect([change, await wrongRows()]).toEqual([change, []]);
  }
  const merged = await receptionist.post(`/api/receptionist/customer/${farmer.id}/merge`, { farmerId: Number(duplicate.id) });
  expect([merged.status, merged.body]).toEqual([200, { done: true }]);
  expect(await wrongRows()).toEqual([]);
});

test('when bookings, changes of orders and changes of their farmer are made at once on two processes, then the search rows are right', async () => {
  const other = await service.another();
  const farmer = await signedIn(service, 'farmer');
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) ids.push((await placed(farmer, { date: `2027-02-${15 + (n % 10)}` })).id);
  const elsewhere = await signedIn(other, 'receptionist');
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const id = ids[n % ids.length];
      const office = n % 2 === 0 ? receptionist : elsewhere;
      if (n % 5 === 0) return placed(farmer, { date: '2027-03-01', session: { id: 1 + (n % 6) } });
      if (n % 5 === 1) return office.post(`/api/receptionist/order/${id}/edit`, { location: `Thửa ${n}` });
      if (n % 5 === 2) return office.patch(`/api/receptionist/customer/${farmer.id}`, { phoneNumber: `09990000${10 + n}` });
      if (n % 5 === 3) return office.post(`/api/receptionist/order/${id}/confirm`);
      return office.patch(`/api/receptionist/customer/${farmer.id}`, { fullName: `Tên ${n}` });
    }),
  );
  expect(await wrongRows()).toEqual([]);
});

test('when fifty bookings on two processes have the same new words in different order, then none fails and all are found', async () => {
  const other = await service.another();
  const words = ['Khuya', 'Nắng', 'Mưa', 'Giông', 'Sấm'];
  const farmers = await Promise.all(Array.from({ length: 10 }, (_, n) => signedIn(n % 2 === 0 ? service : other, 'farmer')));
  const bookings = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const location = words.map((_word, at) => words[(at * (1 + (n % 4)) + n) % words.length]).join(' ');
      return placed(farmers[n % farmers.length] as Caller, { date: `2027-02-${10 + (n % 15)}`, session: { id: 1 + (n % 6) }, location });
    }),
  );
  expect(await wrongRows()).toEqual([]);
  const { body } = await receptionist.get('/api/receptionist/order/?search=khu%20nan%20mu%20gion%20sa&size=100');
  expect(body.content.map(({ id }: { id: number }) => id).sort()).toEqual(bookings.map(({ id }) => id).sort());
});
