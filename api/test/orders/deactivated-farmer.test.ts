import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, callerBooking, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let admin: Caller;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService();
  admin = await signedIn(service, 'admin');
  receptionist = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

test('when the office books for a deactivated farmer, then it is a 409, the lookup shows the reason, and after activation it works', async () => {
  const { id, phoneNumber } = await signedIn(service, 'farmer');
  expect((await admin.post(`/api/admin/user/${id}/deactivate`)).status).toBe(200);
  const book = () => receptionist.post('/api/receptionist/order', { ...callerBooking(), farmer: { phoneNumber } });
  expect((await book()).body).toMatchObject({ status: 409, code: 'FARMER_DEACTIVATED' });
  expect(await service.sql('select id from spray_order where farmer_id = $1', [id])).toEqual([]);
  const found = await receptionist.get(`/api/receptionist/farmer?phone=${phoneNumber}`);
  expect(found.body.content).toMatchObject([{ id: Number(id), active: false }]);
  await admin.post(`/api/admin/user/${id}/activate`);
  expect((await book()).status).toBe(200);
});
