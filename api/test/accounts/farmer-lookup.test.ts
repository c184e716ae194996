import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService();
  receptionist = await signedIn(service, 'receptionist', { phoneNumber: '0913 555 009' });
  await signedIn(service, 'farmer', { fullName: 'B Lụa', phoneNumber: '+84 913 555 001' });
  await signedIn(service, 'farmer', { fullName: 'A Gạo', phoneNumber: '0913 555 002' });
  await signedIn(service, 'farmer', { fullName: 'C Bắp', phoneNumber: '0849 135 550' });
});
afterAll(() => service.close());

test.each([
  ['0913 555', ['B Lụa', 'A Gạo']],
  ['0913555001', ['B Lụa']],
  ['\u202a+84\u00a0913\u202f555\u2009001\u202c', ['B Lụa']],
  ['+84913555001', ['B Lụa']],
  ['+84 913', ['B Lụa', 'A Gạo']],
  ['84913555', ['C Bắp', 'B Lụa', 'A Gạo']],
  ['913', ['B Lụa', 'A Gạo']],
  ['0849', ['C Bắp']],
  ['0555', []],
  ['09135550010', []],
])('when the office types %s, then the result is %j', async (phone, names) => {
  const { status, body } = await receptionist.get(`/api/receptionist/farmer?phone=${encodeURIComponent(phone)}`);
  expect([status, body.content?.map(({ fullName }: { fullName: string }) => fullName)]).toEqual([200, names]);
  expect(body.page.totalElements).toBe(names.length);
});

test('when the plus sign of a number is not encoded, then the number is still found', async () => {
  const { body } = await receptionist.get('/api/receptionist/farmer?phone=+84913555001');
  expect(body.content.map(({ fullName }: { fullName: string }) => fullName)).toEqual(['B Lụa']);
});

test('when a sort and a page are given, then both apply', async () => {
  const second = await receptionist.get('/api/receptionist/farmer?phone=84913555&size=1&page=1');
  expect([second.body.content[0].fullName, second.body.page.totalPages]).toEqual(['B Lụa', 3]);
  const { body } = await receptionist.get('/api/receptionist/farmer?phone=0913&sort=fullName,desc&size=1&page=1');
  expect([body.content[0].fullName, body.page.totalPages]).toEqual(['A Gạo', 2]);
});

test('when more than 1,000 farmers match, then the total is 1,000, a header says so, and later pages have farmers', async () => {
  await service.sql(
    `insert into app_user (email, full_name, phone_number, role, active, created_at)
     select 'many' || n || '@test.example', 'Many ' || n, '0777 ' || lpad(n::text, 6, '0'), 'farmer', true, now() from generate_series(1, 10101) n`,
  );
  const asked = async (query: string) => {
    const { body, headers } = await receptionist.get(`/api/receptionist/farmer?${query}`);
    return [body.content.length, body.page.totalElements, headers.get('total-is-minimum')];
  };
  expect(await asked('phone=0777')).toEqual([20, 1000, 'true']);
  expect(await asked('phone=0777&size=100&page=10')).toEqual([100, 1000, 'true']);
  expect(await asked('phone=0777&size=100&page=101')).toEqual([1, 1000, 'true']);
  expect(await asked('phone=0777&size=100&page=102')).toEqual([0, 1000, 'true']);
  expect(await asked('phone=0777000')).toEqual([20, 999, null]);
});

test.each(['', '?phone=', '?phone=09', '?phone=abc', `?phone=${'0'.repeat(31)}`])(
  'when the query is "%s", then it is a 400 that names the field',
  async (query) => {
    const { status, body } = await receptionist.get(`/api/receptionist/farmer${query}`);
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'phone']);
  },
);

test.each(['farmer', 'sprayer'] as const)('when a %s lists farmers, then it is forbidden', async (role) => {
  const caller = await signedIn(service, role);
  expect((await caller.get('/api/receptionist/farmer?phone=0913')).status).toBe(403);
});
