import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFeedback, addWaitingEntries, removeBookingLimits, waitForOutbox } from '../arrange.ts';
import { untilSettled } from '../barriers.ts';
import { type Answer, booking, type Caller, call, callerOn, placed, signedIn, testPassword } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

const names = ({ body }: Answer) => body.content.map(({ fullName }: { fullName: string }) => fullName);
const search = (text: string) => office.get(`/api/receptionist/customer/?search=${encodeURIComponent(text)}`);
const record = async (farmer: Pick<Caller, 'id'>) => (await office.get(`/api/receptionist/customer/${farmer.id}`)).body;
const code = ({ status, body }: Answer) => [status, body.code];

describe('customer search and record', () => {
  test('when the office searches for a name, a place or a number without accents, then the farmer is found', async () => {
    const farmer = await signedIn(service, 'farmer', {
      fullName: 'Đặng Thị Thược Dược',
      phoneNumber: '0977 111 222',
      street: 'Ấp Mỹ Quý',
      city: 'Tháp Mười',
    });
    await placed(farmer, { location: 'Kênh Xáng Xéo' });
    for (const text of ['thuoc duoc', 'Dược Thược', 'dang thap muoi', 'ap my quy', 'kenh xang xeo', '0977 111', '+84 977 111 222']) {
      expect([text, names(await search(text))]).toEqual([text, ['Đặng Thị Thược Dược']]);
    }
    expect(names(await search('thuoc lao'))).toEqual([]);
    const all = await office.get('/api/receptionist/customer/?size=1&sort=city,desc');
    expect(all.body.page.totalElements).toBeGreaterThan(0);
    expect(names(await office.get('/api/receptionist/customer/?active=false&search=thuoc'))).toEqual([]);
  });

  test('when several farmers match, then a full number, names that begin with the text and other names come before places', async () => {
    const named = (fullName: string, details = {}) => signedIn(service, 'farmer', { fullName, ...details });
    await named('An Ở Xứ Quýt', { street: 'Ấp Quýt Hồng', phoneNumber: '0966 123 450' });
    await named('Bùi Văn Quýt Đỏ');
    await named('Quýt Hồng Cam', { phoneNumber: '0966 123 456' });
    await named('Quýt Hồng Bảo');
    const placedThere = await named('Ân Không Tên', { phoneNumber: '0966 123 457' });
    await placed(placedThere, { location: 'Vườn quýt hồng' });
    expect(names(await search('quyt'))).toEqual(['Quýt Hồng Bảo', 'Quýt Hồng Cam', 'An Ở Xứ Quýt', 'Bùi Văn Quýt Đỏ', 'Ân Không Tên']);
    expect(names(await search('Quýt  hồng'))).toEqual(['Quýt Hồng Bảo', 'Quýt Hồng Cam', 'Ân Không Tên', 'An Ở Xứ Quýt']);
    expect(names(await search('0966123456'))).toEqual(['Quýt Hồng Cam']);
    expect(names(await office.get('/api/receptionist/customer/?search=quyt&sort=id,asc'))[0]).toBe('An Ở Xứ Quýt');
    expect(names(await office.get('/api/receptionist/customer/?search=quyt&size=2&page=1'))).toEqual(['An Ở Xứ Quýt', 'Bùi Văn Quýt Đỏ']);
    const afterTheEnd = (await office.get('/api/receptionist/customer/?search=quyt&size=2&page=9')).body;
    expect([afterTheEnd.content, afterTheEnd.page.totalElements]).toEqual([[], 5]);
  });

  test('when customers are listed by name, then the alphabet decides, without case and accents', async () => {
    const inOrder = ['ân An Bình', 'Đào Bình', 'đỗ Bình', 'Ngô Bình', 'Nguyễn Bình', 'Úc Bình', 'Võ Bình'];
    for (const fullName of [...inOrder].reverse()) await signedIn(service, 'farmer', { fullName: `${fullName} Nhất` });
    const listed = async (path: string) => {
      const found = names(await office.get(`/api/receptionist/customer/?size=200&${path}`));
      return found.filter((name: string) => name.endsWith('Bình Nhất'));
    };
    const expected = inOrder.map((name) => `${name} Nhất`);
    expect(await listed('')).toEqual(expected);
    expect(await listed('sort=fullName,desc')).toEqual([...expected].reverse());
    expect(await listed('search=binh%20nhat')).toEqual(expected);
  });

  test('when one letter is typed, then farmers are found by name and address, and not by the places of their orders', async () => {
    await signedIn(service, 'farmer', { fullName: 'Xuân Văn Xoài' });
    const placedThere = await signedIn(service, 'farmer', { fullName: 'Ba Không Tên' });
    await placed(placedThere, { location: 'Xẻo Rô' });
    expect(names(await search('x'))).toEqual(['Xuân Văn Xoài', 'An Ở Xứ Quýt']);
    expect(names(await search('xeo ro'))).toEqual(['Ba Không Tên']);
  });

  test('when the record is opened, then it has fields, orders, debts, notes and messages', async () => {
    const farmer = await signedIn(service, 'farmer');
    const first = await placed(farmer, { location: 'Bờ Đông', area: 10 });
    await placed(farmer, { location: 'Bờ Đông', date: '2026-11-20', area: 11 });
    await placed(farmer, { location: 'Bờ Tây', date: '2026-11-21' });
    await service.sql("update spray_order set order_status = 'completed', confirmed = true, completion_date = date where id = $1", [
      first.id,
    ]);
    await waitForOutbox(service);
    await office.post(`/api/receptionist/customer/${farmer.id}/note`, { text: ' Call before you come. ' });
    const messages = (await office.get(`/api/receptionist/customer/${farmer.id}/message/?size=200`)).body;
    expect(await record(farmer)).toMatchObject({
      farmer: { id: Number(farmer.id) },
      openOrders: 2,
      completedOrders: 1,
      owed: first.cost,
      notes: 1,
      messages: messages.page.totalElements,
      mergedInto: null,
    });
    expect(messages.content.at(-1)).toMatchObject({ orderId: first.id, read: true });
    const fields = (await office.get(`/api/receptionist/customer/${farmer.id}/field/`)).body.content;
    expect(fields.map((field: { location: string; orders: number; area: number }) => [field.location, field.orders, field.area])).toEqual([
      ['Bờ Tây', 1, 12.5],
      ['Bờ Đông', 2, 11],
    ]);
    const notes = (await office.get(`/api/receptionist/customer/${farmer.id}/note/`)).body.content;
    expect(notes).toMatchObject([{ text: 'Call before you come.', by: expect.stringContaining('receptionist') }]);
  });

  test('when the user is not a farmer, then there is no record, and notes and access resets are refused', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const path = `/api/receptionist/customer/${sprayer.id}`;
    for (const asked of [
      office.get(path),
      office.patch(path, { fullName: 'X' }),
      office.post(`${path}/note`, { text: 'x' }),
      office.post(`${path}/reset-access`, { by: 'link' }),
      office.post(`${path}/merge`, { farmerId: 1 }),
    ])
      expect(code(await asked)).toEqual([404, 'NOT_FOUND']);
    expect((await sprayer.get('/api/common/profile')).status).toBe(200);
  });
});

test('when the office edits a farmer, then the number stays unique and the change is audited', async () => {
  const farmer = await signedIn(service, 'farmer');
  const neighbour = await signedIn(service, 'farmer');
  const path = `/api/receptionist/customer/${farmer.id}`;
  const changed = await office.patch(path, { fullName: 'Võ Văn Mới', phoneNumber: '0977 333 444', email: '' });
  expect(changed.body.farmer).toMatchObject({ fullName: 'Võ Văn Mới', phoneNumber: '0977 333 444', email: null });
  expect(code(await office.patch(path, { phoneNumber: neighbour.phoneNumber }))).toEqual([409, 'ACCOUNT_EXISTS']);
  expect(code(await office.patch(path, { phoneNumber: '' }))).toEqual([400, 'VALIDATION_FAILED']);
  const [entry] = (await admin.get(`/api/admin/audit/?action=user_update&actorId=${office.id}`)).body.content;
  expect(entry).toMatchObject({ subjectId: Number(farmer.id) });
});

test('when access is reset, then the tokens are revoked, the link works once, and a mail requires an address', async () => {
  const farmer = await signedIn(service, 'farmer', { email: null });
  const path = `/api/receptionist/customer/${farmer.id}/reset-access`;
  expect(code(await office.post(path, { by: 'mail' }))).toEqual([409, 'CANNOT_SEND_LINK']);
  const { body } = await office.post(path, { by: 'link' });
  expect((await farmer.get('/api/common/profile')).status).toBe(401);
  const token = new URL(body.link).hash.slice(1);
  const choose = () => call(service, 'POST', '/api/auth/password/reset', { body: { token, password: testPassword } });
  expect((await choose()).status).toBe(200);
  expect(code(await choose())).toEqual([409, 'RESET_CLOSED']);
  const stored = await service.sql<{ text: string }>(
    "select changes::text as text from audit_entry union all select coalesce(answer, '') from idempotency_key",
  );
  expect(stored.some(({ text }) => text.includes(token))).toBe(false);
});

describe('merging duplicates', () => {
  const merge = (kept: Caller, duplicate: Caller, on: Service = service) =>
    callerOn(on, office).post(`/api/receptionist/customer/${kept.id}/merge`, { farmerId: Number(duplicate.id) });
  const ordersOf = async (farmer: Caller): Promise<number[]> =>
    (await office.get(`/api/receptionist/order/?farmerId=${farmer.id}&size=200`)).body.content.map((order: { id: number }) => order.id);

  test('when two accounts are merged, then all data of the duplicate belong to the other one, and counters are exact', async () => {
    const kept = await signedIn(service, 'farmer', { fullName: 'Hồ Văn Một' });
    const duplicate = await signedIn(service, 'farmer', { fullName: 'Ho Van Mot' });
    await placed(kept);
    const moved = await placed(duplicate, { confirmed: true });
    await service.sql("update spray_order set order_status = 'completed', completion_date = date where id = $1", [moved.id]);
    await addFeedback(service, moved.id);
    await office.post(`/api/receptionist/customer/${duplicate.id}/note`, { text: 'Second phone' });
    await waitForOutbox(service);
    const [before, from] = [await record(kept), await record(duplicate)];
    expect((await merge(kept, duplicate)).status).toBe(200);
    expect(await record(kept)).toMatchObject({
      openOrders: 1,
      completedOrders: 1,
      owed: moved.cost,
      notes: 1,
      messages: before.messages + from.messages,
    });
    expect(await record(duplicate)).toMatchObject({
      farmer: { active: false, phoneNumber: null, email: null },
      mergedInto: Number(kept.id),
      openOrders: 0,
      completedOrders: 0,
      messages: 0,
      notes: 0,
    });
    expect((await duplicate.get('/api/common/profile')).status).toBe(401);
    const { unread } = (await kept.get('/api/common/notification/unread')).body;
    const [counted] = await service.sql<{ n: number }>(
      'select count(*)::int as n from notification where recipient_id = $1 and read_at is null',
      [kept.id],
    );
    expect(unread).toBe(counted?.n);
    expect((await kept.get('/api/farmer/feedback/')).body.page.totalElements).toBe(1);
    expect((await kept.get(`/api/farmer/order/${moved.id}`)).status).toBe(200);
    // Its number and address are free again, and it stays closed.
    await signedIn(service, 'farmer', { phoneNumber: duplicate.phoneNumber, email: duplicate.email });
    expect(code(await merge(kept, duplicate))).toEqual([409, 'FARMER_MERGED']);
    expect(code(await admin.post(`/api/admin/user/${duplicate.id}/activate`))).toEqual([409, 'FARMER_MERGED']);
    expect(code(await merge(kept, kept))).toEqual([400, 'VALIDATION_FAILED']);
    const [entry] = (await admin.get('/api/admin/audit/?action=user_merge')).body.content;
    expect(entry).toMatchObject({ subjectId: Number(duplicate.id), actor: { id: Number(office.id) } });
    const steps = (await office.get(`/api/receptionist/order/${moved.id}/timeline`)).body.content;
    expect(steps.some(({ action }: { action: string }) => action === 'merge_farmer')).toBe(true);
  });

  const request = (n: number) => ({
    ...booking({ date: `2027-03-${String((n % 28) + 1).padStart(2, '0')}`, area: 80 }),
    confirmed: undefined,
    paymentMethod: undefined,
  });
  const identitiesOf = async (farmer: Caller) =>
    (await service.sql<{ subject: string }>('select subject from oidc_identity where user_id = $1 order by subject', [farmer.id])).map(
      ({ subject }) => subject,
    );

  test('when accounts are merged, then requests, waiting entries and linked sign-ins follow, and nothing else stays at the closed account', async () => {
    const [kept, duplicate] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
    const asked = await duplicate.post('/api/farmer/booking-request', request(0));
    expect(asked.status, asked.text).toBe(200);
    await addWaitingEntries(service, duplicate, 2);
    await placed(duplicate, { date: '2027-04-01' });
    await duplicate.post('/api/farmer/field', { name: 'Ruộng', latitude: 10, longitude: 105 });
    await office.post(`/api/receptionist/customer/${duplicate.id}/note`, { text: 'x' });
    const issuers = await service.sql<{ id: string }>(
      `insert into oidc_issuer (name, url, client_id, enabled, for_farmers, for_staff, staff_domains, created_at)
       select 'I' || n, 'https://i' || n || '.example', 'c', true, true, false, '{}', now() from generate_series(1, 2) n returning id`,
    );
    const link = (who: Caller, at: number, subject: string) =>
      service.sql('insert into oidc_identity (issuer_id, subject, user_id, created_at) values ($1, $2, $3, now())', [
        issuers[at]?.id,
        subject,
        who.id,
      ]);
    await link(duplicate, 0, 'first');
    await link(duplicate, 1, 'second');
    await link(kept, 1, 'own');
    expect((await merge(kept, duplicate)).status).toBe(200);
    const requests = (await office.get('/api/receptionist/booking-request/?size=200')).body.content;
    expect(requests.find(({ id }: { id: number }) => id === asked.body.id).farmer.id).toBe(Number(kept.id));
    expect((await kept.get('/api/farmer/waiting-entry/')).body.page.totalElements).toBe(2);
    expect([await identitiesOf(kept), await identitiesOf(duplicate)]).toEqual([['first', 'own'], []]);
    expect(code(await office.post(`/api/receptionist/customer/${duplicate.id}/note`, { text: 'late' }))).toEqual([409, 'FARMER_MERGED']);

    // Every column that refers to an account, so that a new table is thought of. What stays says who did something.
    const columns = await service.sql<{ name: string; column: string }>(
      `select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'app_user'::regclass order by 1, 2`,
    );
    const left: string[] = [];
    for (const { name, column } of columns)
      if ((await service.sql(`select 1 from ${name} where ${column} = $1 limit 1`, [duplicate.id])).length > 0)
        left.push(`${name}.${column}`);
    expect(left.filter((column) => !/actor_id$/.test(column))).toEqual([]);
  });

  test('when fifty requests, waiting entries and bookings of the duplicate run at two processes during the merge, then none stays there', async () => {
    for (let round = 0; round < 2; round++) {
      const [kept, duplicate] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
      const { session: _, date: __, confirmed: ___, ...field } = booking();
      const date = `2027-05-0${round + 1}`;
      await service.sql('insert into session_day (date, session_id, taken, closures) values ($1, 2, 0, 1)', [date]);
      const wish = { ...field, from: date, to: date, sessionIds: [2] };
      const asked = Array.from({ length: 50 }, (_, n) => {
        const at = callerOn(n % 2 === 0 ? service : other, duplicate, 0);
        return n % 3 === 0 ? at.post('/api/farmer/booking-request', request(n)) : at.post('/api/farmer/waiting-entry', wish);
      });
      await untilSettled(asked, round * 3);
      let merged = await merge(kept, duplicate, other);
      const answers = await Promise.all(asked);
      if (merged.status === 503) merged = await merge(kept, duplicate, other);
      expect(merged.status, merged.text).toBe(200);
      expect(answers.filter(({ status }) => ![200, 401, 409, 503].includes(status)).map(({ text }) => text)).toEqual([]);
      for (const table of ['booking_request', 'waiting_entry'])
        expect(await service.sql(`select id from ${table} where farmer_id = $1`, [duplicate.id])).toEqual([]);
    }
  });

  test('when fifty bookings of the duplicate run on two instances during the merge, then none is lost', async () => {
    for (let round = 0; round < 3; round++) {
      const [kept, duplicate] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
      const bookings = Array.from({ length: 50 }, (_, n) =>
        callerOn(n % 2 === 0 ? service : other, duplicate).post('/api/farmer/order', booking({ date: `2027-01-1${round}` })),
      );
      await untilSettled(bookings, round * 10);
      let merged = await merge(kept, duplicate, other);
      const answers = await Promise.all(bookings);
      // 503 is a correct answer on a busy machine.
      if (merged.status === 503) merged = await merge(kept, duplicate, other);
      expect(merged.status, merged.text).toBe(200);
      const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
      expect(answers.filter(({ status }) => ![200, 401, 503].includes(status))).toEqual([]);
      expect((await ordersOf(kept)).sort()).toEqual(won.sort());
      expect((await record(kept)).openOrders).toBe(won.length);
      expect(await ordersOf(duplicate)).toEqual([]);
      const [wrong] = await service.sql<{ n: number }>(
        'select count(*)::int as n from spray_order o join app_user u on u.id = o.farmer_id where u.merged_into is not null',
      );
      expect(wrong).toEqual({ n: 0 });
    }
  });

  test('when fifty requests merge the same two accounts at once, in both directions, then one merge happens', async () => {
    const [one, two] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
    const { id } = await placed(one);
    const second = await placed(two);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 4 < 2 ? merge(one, two, n % 2 === 0 ? service : other) : merge(two, one, other))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200 && status !== 503).map(({ body }) => body.code);
    expect(refusals.filter((refusal) => refusal !== 'FARMER_MERGED')).toEqual([]);
    const all = [...(await ordersOf(one)), ...(await ordersOf(two))].sort();
    expect(all).toEqual([id, second.id].sort());
  });
});
