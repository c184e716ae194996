import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { orderInState } from '../arrange.ts';
import { type Answer, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';
import { correct, createPeople, ledgerOf, paidAtOffice, paidToCrew } from './cash-steps.ts';

const report = '/api/receptionist/cash/';
let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;

beforeAll(async () => {
  service = await startService();
  ({ farmer, office, crew } = await createPeople(service));
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.now = testNow;
});

const rowOf = async (collector: Caller, query = ''): Promise<Answer['body']> =>
  (await office.get(`${report}?size=200&${query}`)).body.content.find(
    (row: { collector: { id: number } }) => String(row.collector.id) === collector.id,
  );
const entriesOf = async (collector: Caller, query = ''): Promise<Answer['body'][]> =>
  (await office.get(`${report}${collector.id}?${query}`)).body.content;
const handOver = (by: Caller, collector: Caller, date: string, entryIds?: number[]): Promise<Answer> =>
  by.post(`${report}hand-over`, { collectorId: Number(collector.id), date, ...(entryIds === undefined ? {} : { entryIds }) });

describe('cash of a day', () => {
  const date = '2026-11-15';

  test('when a crew member collects and hands over, then the office and the crew see the same sums at every step', async () => {
    const carrier = await signedIn(service, 'sprayer');
    const sums = { currency: 'VND', orders: 0, amount: 0, handedOver: 0, outstanding: 0 };
    const netOf = (amount: number) => ({ refunded: 0, net: amount });
    expect(await rowOf(carrier)).toBeUndefined();
    expect((await carrier.get('/api/sprayer/cash')).body).toEqual({ date, ...sums, carried: 0, held: 0 });

    const first = await paidToCrew(service, farmer, carrier, 10);
    const second = await paidToCrew(service, farmer, carrier, 12.5);
    const collected = { ...sums, orders: 2, amount: 675_000, outstanding: 675_000 };
    const { collector, ...row } = await rowOf(carrier);
    expect([row, collector.role]).toEqual([{ ...collected, ...netOf(675_000) }, 'sprayer']);
    expect((await carrier.get('/api/sprayer/cash')).body).toEqual({ date, ...collected, carried: 675_000, held: 0 });
    const at = service.clock.now.toISOString();
    const entry = { id: expect.any(Number), farmer: expect.stringContaining('Test farmer'), location: first.location, currency: 'VND', at };
    const entries = await entriesOf(carrier);
    expect(entries).toEqual([
      { ...entry, orderId: first.id, amount: 300_000, handedOver: null },
      { ...entry, orderId: second.id, amount: 375_000, handedOver: null },
    ]);
    expect((await carrier.get('/api/sprayer/cash/entry/')).body.content).toEqual(entries);

    const taken = await handOver(office, carrier, date);
    expect(taken.body).toEqual({
      id: expect.any(Number),
      collector,
      date,
      currency: 'VND',
      entries: 2,
      amount: 675_000,
      receivedBy: { id: Number(office.id), fullName: expect.any(String) },
      at,
    });
    expect(await rowOf(carrier)).toEqual({ collector, ...collected, handedOver: 675_000, outstanding: 0, ...netOf(675_000) });
    expect((await carrier.get('/api/sprayer/cash')).body).toMatchObject({ handedOver: 675_000, outstanding: 0, carried: 0 });
    expect((await entriesOf(carrier)).map(({ handedOver }) => handedOver)).toEqual([
      { at, by: taken.body.receivedBy },
      { at, by: taken.body.receivedBy },
    ]);
    expectProblem(await handOver(office, carrier, date), 409, 'CASH_NOT_OUTSTANDING');
  });

  test('when cash is collected at the office, then it counts as handed over, by the user who took it', async () => {
    const desk = await signedIn(service, 'admin');
    await paidAtOffice(service, farmer, desk);
    expect(await rowOf(desk)).toMatchObject({ orders: 1, amount: 300_000, handedOver: 300_000, outstanding: 0 });
    expect((await entriesOf(desk)).map(({ at, handedOver }) => [at === handedOver.at, String(handedOver.by.id)])).toEqual([
      [true, desk.id],
    ]);
    expectProblem(await handOver(office, desk, date), 409, 'CASH_NOT_OUTSTANDING');
  });

  test('when an entry is corrected, then it is not counted, before a hand-over and after', async () => {
    const carrier = await signedIn(service, 'sprayer');
    const wrong = await paidToCrew(service, farmer, carrier, 10);
    const right = await paidToCrew(service, farmer, carrier, 20);
    await correct(office, wrong.id, (await ledgerOf(office, wrong.id))[0].id);
    expect(await rowOf(carrier)).toMatchObject({ orders: 1, amount: 600_000, outstanding: 600_000 });
    expect((await entriesOf(carrier)).map(({ orderId }) => orderId)).toEqual([right.id]);
    expect((await handOver(office, carrier, date)).body).toMatchObject({ entries: 1, amount: 600_000 });
    await correct(office, right.id, (await ledgerOf(office, right.id))[0].id);
    expect(await rowOf(carrier)).toBeUndefined();
    expect((await carrier.get('/api/sprayer/cash')).body).toMatchObject({ orders: 0, amount: 0, carried: 0 });
  });

  test('when only some entries are handed over, then just these are; entries of others and handed-over ones are refused', async () => {
    const [carrier, other] = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
    await paidToCrew(service, farmer, carrier, 10);
    await paidToCrew(service, farmer, carrier, 20);
    await paidToCrew(service, farmer, other, 30);
    const [first, second] = (await entriesOf(carrier)).map(({ id }) => id as number) as [number, number];
    const [foreign] = (await entriesOf(other)).map(({ id }) => id as number) as [number];
    expectProblem(await handOver(office, carrier, date, [first, foreign]), 409, 'CASH_NOT_OUTSTANDING');
    expectProblem(await handOver(office, carrier, '2026-11-14', [first]), 409, 'CASH_NOT_OUTSTANDING');
    expect((await handOver(office, carrier, date, [first, first])).body).toMatchObject({ entries: 1, amount: 300_000 });
    expectProblem(await handOver(office, carrier, date, [first, second]), 409, 'CASH_NOT_OUTSTANDING');
    expect(await rowOf(carrier)).toMatchObject({ amount: 900_000, handedOver: 300_000, outstanding: 600_000 });
    expect((await carrier.get('/api/sprayer/cash')).body.carried).toBe(600_000);
    expect((await handOver(office, carrier, date)).body).toMatchObject({ entries: 1, amount: 600_000 });
    expect(await rowOf(other)).toMatchObject({ outstanding: 900_000 });
  });

  test('when collectors are sorted, then by outstanding amount, or by the given sort', async () => {
    const sorted = async (query: string, key: string) => {
      const { body } = await office.get(`${report}?size=200${query}`);
      expect(body.page.totalElements).toBe(body.content.length);
      return body.content.map((row: Record<string, number>) => row[key]) as number[];
    };
    const outstanding = await sorted('', 'outstanding');
    expect(outstanding.length).toBeGreaterThan(2);
    expect(outstanding).toEqual([...outstanding].sort((a, b) => b - a));
    const amounts = await sorted('&sort=amount,asc', 'amount');
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  });
});

test("when midnight passes in the company's time zone, then it is another day, independently of the server's zone", async () => {
  const late = await startService();
  const people = await createPeople(late);
  const carried = async (date: string) => (await people.crew.get(`/api/sprayer/cash?date=${date}`)).body;
  late.clock.now = new Date('2026-11-15T16:59:59Z'); // 23:59:59 in Ho Chi Minh City
  await paidToCrew(late, people.farmer, people.crew, 10);
  late.clock.now = new Date('2026-11-15T17:00:00Z');
  await paidToCrew(late, people.farmer, people.crew, 20);
  expect(await carried('2026-11-15')).toMatchObject({ amount: 300_000, carried: 900_000 });
  expect(await carried('2026-11-16')).toMatchObject({ amount: 600_000, carried: 900_000 });
  expect((await people.crew.get('/api/sprayer/cash')).body).toMatchObject({ date: '2026-11-16', amount: 600_000 });
  expect((await people.office.get(report)).body.content).toMatchObject([{ amount: 600_000 }]);
  expect((await people.office.get(`${report}?date=2026-11-15`)).body.content).toMatchObject([{ amount: 300_000 }]);
  expect((await people.office.get(`${report}${people.crew.id}?date=2026-11-15`)).body.page.totalElements).toBe(1);
  await people.office.post(`${report}hand-over`, { collectorId: Number(people.crew.id), date: '2026-11-15' });
  expect((await people.crew.get('/api/sprayer/cash')).body).toMatchObject({ outstanding: 600_000, carried: 600_000 });
  await late.close();
});

describe('cash refunds', () => {
  let days = 0;
  /** Paid at the office and cancelled, so that the money is to be refunded. */
  async function paidAndCancelled(desk: Caller, area: number): Promise<Answer['body']> {
    const order = await placed(farmer, { date: addDays('2026-12-01', days++), area });
    expect((await desk.post(`/api/receptionist/order/${order.id}/cash`, { cashReceived: order.cost })).status).toBe(200);
    expect((await farmer.post(`/api/farmer/order/${order.id}/cancel`)).status).toBe(200);
    return order;
  }
  const refund = async (desk: Caller, id: number, method: string) =>
    expect((await desk.post(`/api/receptionist/order/${id}/refund`, { method })).status).toBe(200);
  const totalOf = async (date: string): Promise<Answer['body']> => (await office.get(`${report}total?date=${date}`)).body;
  const refundsOf = async (user: Caller, date: string): Promise<Answer['body'][]> =>
    (await office.get(`${report}${user.id}/refund/?date=${date}`)).body.content;

  test('when cash is refunded on another day by another user, then that day and that user have it, and transfers do not count', async () => {
    const [cashier, desk] = [await signedIn(service, 'receptionist'), await signedIn(service, 'receptionist')];
    const first = await paidAndCancelled(cashier, 10);
    const second = await paidAndCancelled(cashier, 12.5);
    const third = await paidAndCancelled(cashier, 20);
    await refund(cashier, first.id, 'cash');
    await refund(cashier, second.id, 'transfer');
    const ofCashier = { orders: 3, amount: 1_275_000, handedOver: 1_275_000, outstanding: 0, refunded: 300_000, net: 975_000 };
    expect(await rowOf(cashier)).toMatchObject(ofCashier);
    expect(await refundsOf(cashier, '2026-11-15')).toEqual([
      {
        id: expect.any(Number),
        orderId: first.id,
        farmer: expect.stringContaining('Test farmer'),
        location: first.location,
        amount: 300_000,
        currency: 'VND',
        at: service.clock.now.toISOString(),
      },
    ]);
    expect(await entriesOf(cashier)).toHaveLength(3);

    service.clock.now = new Date('2026-11-16T02:00:00Z');
    await refund(desk, third.id, 'cash');
    expect(await rowOf(desk)).toMatchObject({ orders: 0, amount: 0, handedOver: 0, outstanding: 0, refunded: 600_000, net: -600_000 });
    expect(await rowOf(cashier, 'date=2026-11-15')).toMatchObject(ofCashier);
    const sums = { currency: 'VND', orders: 0, amount: 0, handedOver: 0, outstanding: 0 };
    expect(await totalOf('2026-11-16')).toEqual({ date: '2026-11-16', ...sums, refunded: 600_000, net: -600_000 });
    expect((await refundsOf(desk, '2026-11-16')).map(({ orderId }) => orderId)).toEqual([third.id]);
    expect(await refundsOf(desk, '2026-11-15')).toEqual([]);
    expect((await office.get(`${report}?date=2026-11-16&sort=refunded,desc`)).body.page.totalElements).toBe(1);
    const csv = (await office.get('/api/receptionist/cash.csv?date=2026-11-16&language=en')).text.split('\r\n');
    expect([csv[0], csv[1]?.split(',').slice(-3)]).toEqual([
      expect.stringContaining('"Refunded in cash","Net cash"'),
      ['"600000"', '"-600000"', '"VND"'],
    ]);
    const sum = (rows: Answer['body'][], key: string) => rows.reduce((total, row) => total + row[key], 0);
    const rows = (await office.get(`${report}?size=200&date=2026-11-15`)).body.content;
    for (const key of ['amount', 'handedOver', 'outstanding', 'refunded', 'net'])
      expect((await totalOf('2026-11-15'))[key]).toBe(sum(rows, key));
  });

  test('when a part is refunded of an order that costs less than was paid, then that part counts', async () => {
    const [desk, carrier] = [await signedIn(service, 'receptionist'), await signedIn(service, 'sprayer')];
    const inField = { orderStatus: 'in_progress', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
    const { id } = await orderInState(service, farmer, inField, [carrier], { area: 8 });
    await carrier.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 5, cashReceived: 240_000 });
    expect((await desk.post(`/api/receptionist/order/${id}/report/decision`, { decision: 'bill' })).status).toBe(200);
    await refund(desk, id, 'cash');
    expect(await rowOf(carrier)).toMatchObject({ amount: 240_000, outstanding: 240_000, refunded: 0, net: 240_000 });
    expect(await rowOf(desk)).toMatchObject({ amount: 0, refunded: 90_000, net: -90_000 });
  });

  test('when the currency has cents, then the sums are exact', async () => {
    const other = await startService();
    await other.sql("update company set currency = 'EUR', currency_digits = 2");
    const people = await createPeople(other);
    const { id } = await placed(people.farmer, { date: '2026-12-20' });
    const entries = [
      ['cash', 0.1],
      ['cash', 0.2],
      ['refund', 0.3],
    ] as const;
    for (const [kind, amount] of entries) {
      await other.sql(
        "insert into payment (order_id, kind, amount, currency, method, actor_id, at, cause) values ($1, $2, $3, 'EUR', 'cash', $4, $5, 'office')",
        [id, kind, amount, people.office.id, other.clock.now.toISOString()],
      );
    }
    expect((await people.office.get(`${report}total`)).body).toMatchObject({ currency: 'EUR', amount: 0.3, refunded: 0.3, net: 0 });
    await other.close();
  });

  test('when nothing moved, then the total is 0, and the refunds of an unknown user are a 404', async () => {
    expect(await totalOf('2025-01-01')).toMatchObject({ orders: 0, amount: 0, refunded: 0, net: 0 });
    expectProblem(await office.get(`${report}9000000000000000000/refund/`), 404, 'NOT_FOUND');
    expectProblem(await crew.get(`${report}total`), 403, 'FORBIDDEN');
  });
});

describe('races', () => {
  const date = '2026-11-15';

  test('when fifty requests hand over the same cash on two instances, then one succeeds, and it is counted once', async () => {
    const carrier = await signedIn(service, 'sprayer');
    for (const area of [10, 20, 30]) await paidToCrew(service, farmer, carrier, area);
    const callers = [office, callerOn(await service.another(), await signedIn(service, 'admin'))] as const;
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => handOver(callers[n % 2] as Caller, carrier, date)));
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect([won?.body.amount, others]).toEqual([1_800_000, []]);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'CASH_NOT_OUTSTANDING');
    expect(await rowOf(carrier)).toMatchObject({ amount: 1_800_000, handedOver: 1_800_000, outstanding: 0 });
  });

  test('when hand-overs and corrections of the same cash race, then it is corrected once, handed over at most once, and there is no deadlock', async () => {
    const carrier = await signedIn(service, 'sprayer');
    const order = await paidToCrew(service, farmer, carrier, 10);
    const [cash] = await ledgerOf(office, order.id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? handOver(office, carrier, date) : correct(office, order.id, cash.id))),
    );
    const won = (parity: number) => answers.filter(({ status }, n) => n % 2 === parity && status === 200).length;
    expect(won(1)).toBe(1);
    expect(won(0)).toBeLessThanOrEqual(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await rowOf(carrier)).toBeUndefined();
  });

  test('when the same idempotency key is sent fifty times, then there is one hand-over and one response', async () => {
    const carrier = await signedIn(service, 'sprayer');
    await paidToCrew(service, farmer, carrier);
    const body = { collectorId: Number(carrier.id), date };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => office.post(`${report}hand-over`, body, { 'idempotency-key': `evening-${carrier.id}` })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });
});

test.each([
  ['GET', '?date=17.11.2026', undefined],
  ['GET', '?sort=email', undefined],
  ['GET', 'x', undefined],
  ['GET', '5?date=2026-02-30', undefined],
  ['POST', 'hand-over', {}],
  ['POST', 'hand-over', { collectorId: 5, date: 'today' }],
  ['POST', 'hand-over', { collectorId: 5, date: '2026-11-15', entryIds: [] }],
  ['POST', 'hand-over', { collectorId: 5, date: '2026-11-15', entryIds: ['x'] }],
])('when %s %s has the body %j, then it is a 400', async (method, path, body) => {
  const answer = await (method === 'GET' ? office.get(report + path) : office.post(report + path, body));
  expectProblem(answer, 400, 'VALIDATION_FAILED');
});

test('when a date is at the limits of the calendar, or the id is unknown, then it is an empty list or a 404', async () => {
  for (const date of ['0001-01-01', '9999-12-31']) {
    expect((await office.get(`${report}?date=${date}`)).body.content).toEqual([]);
    expect((await crew.get(`/api/sprayer/cash?date=${date}`)).body.amount).toBe(0);
    expectProblem(await handOver(office, crew, date), 409, 'CASH_NOT_OUTSTANDING');
  }
  expectProblem(await office.get(`${report}9000000000000000000`), 404, 'NOT_FOUND');
});
