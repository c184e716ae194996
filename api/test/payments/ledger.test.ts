import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertWithoutSearchWords, orderInState } from '../arrange.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';
import { correct, createPeople, ledgerOf, type People, paidAtOffice, paidToCrew } from './cash-steps.ts';
import { cards, opened, pay, verify } from './payment-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;

beforeAll(async () => {
  service = await startService();
  ({ farmer, office, crew } = (await createPeople(service)) satisfies People);
});
afterAll(() => service.close());

describe('the ledger of an order', () => {
  test('when a card is declined, then charged, then refunded, then every entry has its cause, for the office and the farmer', async () => {
    const order = await placed(farmer, { paymentMethod: 'visa', date: '2027-01-10', confirmed: true });
    const first = await opened(farmer, order.id);
    await pay(farmer, order.id, first.clientSecret, { cardNumber: cards.declined });
    await verify(farmer, order.id, first.clientSecret);
    const second = await opened(farmer, order.id);
    await pay(farmer, order.id, second.clientSecret, { cardNumber: cards.visa });
    await verify(farmer, order.id, second.clientSecret);
    await farmer.post(`/api/farmer/order/${order.id}/cancel`);
    const ledger = await eventually(async () => {
      const entries = await ledgerOf(office, order.id);
      expect(entries).toHaveLength(3);
      return entries;
    });
    const me = { id: Number(farmer.id), fullName: expect.stringContaining('Test farmer') };
    const entry = { id: expect.any(Number), amount: 375_000, currency: 'VND', method: 'visa', note: null, corrects: null };
    const at = service.clock.now.toISOString();
    expect(ledger).toEqual([
      { ...entry, kind: 'failure', providerReference: first.id, cause: 'verified', actor: me, at },
      { ...entry, kind: 'charge', providerReference: second.id, cause: 'verified', actor: me, at },
      { ...entry, kind: 'refund', providerReference: second.id, cause: 'cancelled', actor: null, at },
    ]);

    const seen = await farmer.get(`/api/farmer/order/${order.id}/payment?size=2&sort=id,desc`);
    expect(seen.body.page).toEqual({ size: 2, number: 0, totalElements: 3, totalPages: 2 });
    expect(seen.body.content).toEqual([
      { ...entry, kind: 'refund', cause: 'cancelled', by: null, at },
      { ...entry, kind: 'charge', cause: 'verified', by: me.fullName, at },
    ]);
    for (const { clientSecret } of [first, second]) expect(JSON.stringify(ledger) + seen.text).not.toContain(clientSecret);
    expect(seen.text).not.toContain(second.id);
  });

  test('when cash is collected by the crew or at the office, then the entry names the collector', async () => {
    const inField = await paidToCrew(service, farmer, crew);
    const inHouse = await paidAtOffice(service, farmer, office);
    expect(await ledgerOf(office, inField.id)).toMatchObject([{ kind: 'cash', cause: 'crew', actor: { id: Number(crew.id) } }]);
    expect(await ledgerOf(office, inHouse.id)).toMatchObject([{ kind: 'cash', cause: 'office', actor: { id: Number(office.id) } }]);
  });

  test('when another farmer requests it, then it is the same 404 as for an unknown order; an order without payments has an empty ledger', async () => {
    const order = await placed(farmer, { date: '2027-01-11' });
    const stranger = await signedIn(service, 'farmer');
    const path = `/api/farmer/order/${order.id}/payment`;
    expectProblem(await stranger.get(path), 404, 'NOT_FOUND');
    expectProblem(await stranger.get('/api/farmer/order/9000000000000000000/payment'), 404, 'NOT_FOUND');
    expectProblem(await office.get('/api/receptionist/order/9000000000000000000/payment'), 404, 'NOT_FOUND');
    expect((await farmer.get(path)).body).toEqual({ content: [], page: { size: 20, number: 0, totalElements: 0, totalPages: 0 } });
  });

  test('when an entry is updated or deleted, then the database refuses', async () => {
    const order = await paidToCrew(service, farmer, crew);
    for (const attempt of [
      'update payment set amount = 1 where order_id = $1',
      'update payment set cause = cause where order_id = $1',
      'delete from payment where order_id = $1',
    ]) {
      await expect(service.sql(attempt, [order.id])).rejects.toThrow('only ever appended to');
    }
    await expect(service.sql('truncate payment cascade')).rejects.toThrow('only ever appended to');
    expect(await ledgerOf(office, order.id)).toMatchObject([{ amount: order.cost, cause: 'crew' }]);
  });

  test('when the previous version writes an entry without a cause, then it gets the matching one', async () => {
    const order = await placed(farmer, { date: '2027-01-12' });
    const insert = 'insert into payment (order_id, kind, amount, currency, method, actor_id, at) values ($1, $2, 1, $3, $4, $5, now())';
    await service.sql(insert, [order.id, 'cash', 'VND', 'cash', crew.id]);
    await service.sql(insert, [order.id, 'cash', 'VND', 'cash', office.id]);
    await service.sql(insert, [order.id, 'charge', 'VND', 'visa', farmer.id]);
    await service.sql(insert, [order.id, 'refund', 'VND', 'visa', null]);
    expect((await ledgerOf(office, order.id)).map(({ cause }) => cause)).toEqual(['crew', 'office', 'verified', 'cancelled']);
  });
});

describe('a correction', () => {
  test('when cash was entered wrongly, then a correction reverses it, the order is unpaid again, and all entries stay readable', async () => {
    const order = await paidToCrew(service, farmer, crew);
    const [cash] = await ledgerOf(office, order.id);
    const { status, body, headers } = await correct(office, order.id, cash.id, '  Counted twice.  ');
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ id: order.id, paymentStatus: 'pending', receptionist: { id: Number(office.id) } });
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
    expect(body.correction).toEqual({
      ...cash,
      id: expect.any(Number),
      kind: 'correction',
      cause: 'correction',
      note: 'Counted twice.',
      corrects: cash.id,
      actor: { id: Number(office.id), fullName: expect.any(String) },
    });
    expect(await ledgerOf(office, order.id)).toEqual([cash, body.correction]);
    expect((await farmer.get(`/api/farmer/order/${order.id}/payment`)).body.content[1]).toMatchObject({
      corrects: cash.id,
      note: 'Counted twice.',
    });
    const steps = (await farmer.get(`/api/farmer/order/${order.id}/timeline`)).body.content.map(({ action }: { action: string }) => action);
    expect(steps.filter((action: string) => action.startsWith('pa'))).toEqual(['paid', 'payment_corrected']);

    // Paid again correctly; that entry can be corrected as well.
    const again = await office.post(`/api/receptionist/order/${order.id}/cash`, { cashReceived: order.cost });
    expect(again.body.order.paymentStatus).toBe('paid');
    expectProblem(await correct(office, order.id, cash.id), 409, 'ALREADY_CORRECTED');
    const third = (await ledgerOf(office, order.id))[2];
    expect((await correct(office, order.id, third.id)).body.order.paymentStatus).toBe('pending');
  });

  test('when the entry is not cash or does not exist, or there is no reason, then it is refused and nothing changes', async () => {
    const order = await paidToCrew(service, farmer, crew);
    const other = await paidToCrew(service, farmer, crew);
    const [cash] = await ledgerOf(office, order.id);
    expectProblem(await correct(office, other.id, cash.id), 404, 'NOT_FOUND');
    expectProblem(await correct(office, order.id, 999_999_999), 404, 'NOT_FOUND');
    expectProblem(await correct(office, order.id, cash.id, '   '), 400, 'VALIDATION_FAILED');
    expectProblem(await office.post(`/api/receptionist/order/${order.id}/payment/correction`, { paymentId: 0 }), 400, 'VALIDATION_FAILED');
    const { correction } = (await correct(office, order.id, cash.id)).body;
    expectProblem(await correct(office, order.id, correction.id), 409, 'NOT_CASH');

    const card = await placed(farmer, { paymentMethod: 'visa', date: '2027-01-13' });
    const intent = await opened(farmer, card.id);
    await pay(farmer, card.id, intent.clientSecret, { cardNumber: cards.visa });
    await verify(farmer, card.id, intent.clientSecret);
    const [charge] = await ledgerOf(office, card.id);
    expectProblem(await correct(office, card.id, charge.id), 409, 'NOT_CASH');
    expect((await office.get(`/api/receptionist/order/${card.id}`)).body.paymentStatus).toBe('paid');
  });

  test('when fifty requests correct one entry at once on two instances, then one succeeds and the rest are refused', async () => {
    const order = await paidAtOffice(service, farmer, office);
    const [cash] = await ledgerOf(office, order.id);
    const admin = await signedIn(service, 'admin');
    const callers = [office, callerOn(await service.another(), admin)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => correct(callers[n % 2] as Caller, order.id, cash.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'ALREADY_CORRECTED');
    expect((await ledgerOf(office, order.id)).map(({ kind }) => kind)).toEqual(['cash', 'correction']);
    expect((await office.get(`/api/receptionist/order/${order.id}`)).body.paymentStatus).toBe('pending');
  });
});

describe('list of payments', () => {
  let desk: Service;
  let people: People;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    desk = await startService();
    people = await createPeople(desk);
    const { farmer, office, crew } = people;
    const place = async (name: string, overrides: Record<string, unknown>) => {
      ids[name] = (await placed(farmer, { confirmed: true, ...overrides })).id;
      return ids[name] as number;
    };
    const payCard = async (id: number, cardNumber: string) => {
      const { clientSecret } = await opened(farmer, id);
      await pay(farmer, id, clientSecret, { cardNumber });
      await verify(farmer, id, clientSecret);
    };
    await place('cash', { date: '2026-12-01' });
    await place('visa', { date: '2026-12-02', paymentMethod: 'visa' });
    await payCard(await place('declined', { date: '2026-12-03', paymentMethod: 'visa' }), cards.declined);
    await payCard(await place('charged', { date: '2026-12-04', paymentMethod: 'mastercard' }), cards.mastercard);
    const given = await place('refunded', { date: '2026-12-05', paymentMethod: 'visa' });
    await payCard(given, cards.visa);
    await farmer.post(`/api/farmer/order/${given}/cancel`);
    await farmer.post(`/api/farmer/order/${await place('cancelled', { date: '2026-12-06' })}/cancel`);
    const gone = await place('declined, cancelled', { date: '2026-12-07', paymentMethod: 'visa' });
    await payCard(gone, cards.declined);
    await farmer.post(`/api/farmer/order/${gone}/cancel`);
    await place('free', { date: '2026-12-08' });
    await desk.sql('update spray_order set cost = 0 where id = $1', [ids.free]);
    ids['to the crew'] = (await paidToCrew(desk, farmer, crew)).id;
    const wrong = await paidAtOffice(desk, farmer, office);
    ids.corrected = wrong.id;
    await correct(office, wrong.id, (await ledgerOf(office, wrong.id))[0].id);
    await desk.sql("update spray_order set date = '2026-11-30' where id = $1", [ids['to the crew']]);
    await desk.sql("update spray_order set date = '2026-11-29' where id = $1", [ids.corrected]);
    await eventually(async () => expect(await ledgerOf(office, given)).toHaveLength(2));
  });
  afterAll(() => desk.close());

  async function found(query: string): Promise<string[]> {
    const { status, body, text } = await people.office.get(`/api/receptionist/payment/?${query}`);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    expect(body.page.totalElements).toBe(body.content.length);
    return body.content.map(({ order }: { order: { id: number } }) => Object.keys(ids).find((name) => ids[name] === order.id));
  }

  test.each([
    ['', ['refunded', 'charged', 'declined', 'visa', 'cash', 'to the crew', 'corrected']],
    ['status=unpaid', ['visa', 'cash', 'corrected']],
    ['status=failed', ['declined']],
    ['status=refunded', ['refunded']],
    ['status=paid', ['charged', 'to the crew']],
    ['status=unpaid&status=failed', ['declined', 'visa', 'cash', 'corrected']],
    ['status=unpaid,failed,unpaid', ['declined', 'visa', 'cash', 'corrected']],
    ['method=visa', ['refunded', 'declined', 'visa']],
    ['method=cash&status=unpaid', ['cash', 'corrected']],
    ['method=cash&method=cash&status=paid,paid', ['to the crew']],
    ['from=2026-12-02', ['refunded', 'charged', 'declined', 'visa']],
    ['to=2026-11-30', ['to the crew', 'corrected']],
    ['from=2026-11-30&to=2026-12-02&status=unpaid,paid', ['visa', 'cash', 'to the crew']],
    ['status=refunded&from=2026-12-06', []],
    ['sort=date,asc', ['corrected', 'to the crew', 'cash', 'visa', 'declined', 'charged', 'refunded']],
    ['from=0001-01-01&to=9999-12-31&status=paid', ['charged', 'to the crew']],
  ])('when the filter is %s, then the result is %j', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  test('when a row is read, then its sums follow from the ledger', async () => {
    const rows = (await people.office.get('/api/receptionist/payment/')).body.content;
    const sums = (name: string) => {
      const { order, ...rest } = rows.find((row: { order: { id: number } }) => row.order.id === ids[name]);
      expect(String(order.farmer.id)).toBe(people.farmer.id);
      return rest;
    };
    const at = desk.clock.now.toISOString();
    const none = { currency: 'VND', due: 0, paid: 0, refunded: 0, refundDue: 0 };
    expect(sums('cash')).toEqual({ ...none, due: 375_000, lastPaymentAt: null });
    expect(sums('declined')).toEqual({ ...none, due: 375_000, lastPaymentAt: at });
    expect(sums('charged')).toEqual({ ...none, paid: 375_000, lastPaymentAt: at });
    expect(sums('refunded')).toEqual({ ...none, paid: 375_000, refunded: 375_000, lastPaymentAt: at });
    expect(sums('to the crew')).toEqual({ ...none, paid: 300_000, lastPaymentAt: at });
    expect(sums('corrected')).toEqual({ ...none, due: 300_000, lastPaymentAt: at });
  });

  test.each([
    ['status=lost', 'status'],
    ['method=gold', 'method'],
    ['from=2026-12-02&to=2026-12-01', 'to'],
    ['from=yesterday', 'from'],
    ['sort=cost', 'sort'],
  ])('when the filter is %s, then the error names the wrong field', async (query, path) => {
    const { status, body } = await people.office.get(`/api/receptionist/payment/?${query}`);
    expect([status, body.errors?.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
  });

  test('when there are many orders, then a page uses an index, and the total is exact', async () => {
    await insertWithoutSearchWords(
      desk,
      `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_status, payment_method, confirmed, completion_date, creation_date, created_at)
       select ${people.farmer.id}, date '2024-01-01' + n % 500, 1 + n % 6, 'Nơi ' || n, 10, 105, 1, 1, 1, 'completed', case when n % 50 = 0 then 'pending' else 'paid' end, 'cash', true, '2026-01-01', '2024-01-01', now()
         from generate_series(1, 20000) n`,
    );
    await desk.sql('vacuum analyze spray_order');
    const plan = async (text: string) =>
      (await desk.sql<{ 'QUERY PLAN': string }>(`explain ${text}`)).map((row) => row['QUERY PLAN']).join('\n');
    const stage = 'payment_stage(o.order_status, o.payment_status, o.cost, o.refunded)';
    const page = await plan(
      `select o.id from unnest('{unpaid,paid}'::text[]) stage, unnest('{cash,visa}'::text[]) method,
              lateral (select o.id, o.date from spray_order o where ${stage} = stage and o.payment_method = method and o.date between '0001-01-01' and '9999-12-31'
                        order by o.date desc, o.id desc limit 20) o order by o.date desc, o.id desc limit 20`,
    );
    expect(page).toContain('spray_order_by_payment');
    const { body } = await people.office.get('/api/receptionist/payment/?status=unpaid&size=1');
    expect(body.page.totalElements).toBe(403);
  });
});

describe('amounts that a farmer has to pay', () => {
  test('when orders are open, done, paid and cancelled, then the unpaid ones are listed, oldest first, in pages with the exact total', async () => {
    const owner = await signedIn(service, 'farmer');
    const order = (date: string, more: Record<string, unknown> = {}) => placed(owner, { date, ...more });
    const [second, first, cancelled, declined, done] = [
      await order('2027-02-11'),
      await order('2027-02-10', { paymentMethod: 'visa' }),
      await order('2027-02-12'),
      await order('2027-02-13', { paymentMethod: 'visa' }),
      await orderInState(service, owner, { orderStatus: 'completed', paymentStatus: 'pending', paymentMethod: 'cash' }, [], {
        date: '2027-02-09',
      }),
    ];
    await placed(farmer, { date: '2027-02-14' });
    await owner.post(`/api/farmer/order/${cancelled.id}/cancel`);
    const intent = await opened(owner, declined.id);
    await pay(owner, declined.id, intent.clientSecret, { cardNumber: cards.declined });
    await verify(owner, declined.id, intent.clientSecret);
    const ids = async (query = '') => {
      const { content, page } = (await owner.get(`/api/farmer/unpaid-order/?${query}`)).body;
      return [content.map(({ id }: { id: number }) => id), page.totalElements];
    };
    expect(await ids()).toEqual([[done.id, first.id, second.id, declined.id], 4]);
    expect(await ids('size=3&page=1')).toEqual([[declined.id], 4]);
    expect(await ids('sort=date,desc&size=1')).toEqual([[declined.id], 4]);
    const [shown] = (await owner.get('/api/farmer/unpaid-order/?size=1')).body.content;
    expect(shown).toEqual((await owner.get(`/api/farmer/order/${done.id}`)).body);

    expect((await office.post(`/api/receptionist/order/${done.id}/cash`, { cashReceived: done.cost })).status).toBe(200);
    const again = await opened(owner, first.id);
    await pay(owner, first.id, again.clientSecret, { cardNumber: cards.visa });
    await verify(owner, first.id, again.clientSecret);
    expect(await ids()).toEqual([[second.id, declined.id], 2]);
    expect((await office.get('/api/farmer/unpaid-order/')).status).toBe(403);
  });
});
