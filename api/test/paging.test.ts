import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFeedback,
  addNotification,
  addSprayRecords,
  addWaitingEntries,
  everyState,
  orderInState,
  removeBookingLimits,
  waitForOutbox,
} from './arrange.ts';
import { storedPlan } from './crew-plan/plan-steps.ts';
import { type Caller, call, placed, signedIn } from './factories.ts';
import { type Service, startService } from './harness.ts';
import { expectProblem } from './problem-shape.ts';
import { checked } from './spreadsheets/sheet-calls.ts';

const many = 23;
let service: Service;
let farmer: Caller;
let sprayer: Caller;
let office: Caller;
let rebookingId = '';
let planId = '';
let waitingId = '';
let recordId = '';
let fieldId = '';
let importId = '';
let crewed: string;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  sprayer = await signedIn(service, 'sprayer');
  office = await signedIn(service, 'receptionist');
  // Few dates, areas and states, so that every sort has ties.
  for (let n = 0; n < many; n++) {
    const state = everyState[n % everyState.length] as (typeof everyState)[number];
    const order = await orderInState(service, farmer, state, n === 0 ? [sprayer] : [], {
      date: `2026-12-${10 + (n % 4)}`,
      session: { id: (n % 6) + 1 },
      area: 1 + (n % 3),
      location: `Field ${n % 5}`,
    });
    await addFeedback(service, order.id);
    await addNotification(service, farmer, order.id);
    crewed ??= String(order.id);
  }
  // The sprayer's list, on separate dates, since a sprayer can have one job per session.
  const neighbour = await signedIn(service, 'farmer');
  for (let n = 0; n < many; n++) {
    const state = everyState[n % everyState.length] as (typeof everyState)[number];
    await orderInState(service, neighbour, state, [sprayer], { area: 1 + (n % 3) });
  }
  const proposed = await office.post('/api/receptionist/rebooking', { orderIds: [Number(crewed)], reason: 'Rain' });
  rebookingId = String(proposed.body.id);
  planId = await storedPlan(service, office.id, sprayer.id, crewed);
  waitingId = await addWaitingEntries(service, farmer, many);
  recordId = await addSprayRecords(service, crewed, sprayer, many);
  fieldId = String((await farmer.post('/api/farmer/field', { name: 'Field', latitude: 10, longitude: 105 })).body.id);
  const rows = Array.from({ length: many }, (_, n) => `Farmer ${n},09170000${10 + n}`);
  importId = String((await checked(service, office, 'farmers', `Name,Phone\n${rows.join('\n')}\n`)).id);
  await waitForOutbox(service);
});
afterAll(() => service.close());

const list = '/api/farmer/order/';
const ids = (body: { content: { id: number }[] }) => body.content.map(({ id }) => id);

interface Members {
  page?: number | string;
  size?: number | string;
  sort?: string[];
}

const flat = ({ sort = [], ...rest }: Members): [string, string][] => [
  ...Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]),
  ...sort.map((word): [string, string] => ['sort', word]),
];
const written = (pairs: [string, string][]) => new URLSearchParams(pairs).toString();
const raw = (pairs: [string, string][]) => pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');

/** The encodings of a Pageable by client generators. */
const encodings: Record<string, (members: Members) => string> = {
  'page=0': (members) => written(flat(members)),
  'page=0, commas kept': (members) =>
    flat(members)
      .map((pair) => pair.join('='))
      .join('&'),
  'pageable[page]=0': (members) => written(flat(members).map(([key, value]) => [`pageable[${key}]`, value])),
  'pageable[page]=0, brackets kept': (members) => raw(flat(members).map(([key, value]) => [`pageable[${key}]`, value])),
  'pageable.page=0': (members) => written(flat(members).map(([key, value]) => [`pageable.${key}`, value])),
  'pageable={"page":0}': (members) => written([['pageable', JSON.stringify(members)]]),
};
const sortVariants: Record<string, (index: number) => string> = {
  'sort[]': () => 'sort[]',
  'sort[0]': (index) => `sort[${index}]`,
  'pageable[sort]': () => 'pageable[sort]',
  'pageable[sort][]': () => 'pageable[sort][]',
  'pageable[sort][0]': (index) => `pageable[sort][${index}]`,
  'pageable.sort': () => 'pageable.sort',
  'pageable.sort[0]': (index) => `pageable.sort[${index}]`,
};

describe.each(Object.keys(encodings))('written as %s', (name) => {
  const encode = encodings[name] as (members: Members) => string;

  test('when page, size and sort are given, then all three apply', async () => {
    const sort = ['area,desc', 'id,asc'];
    const whole = (await farmer.get(`${list}?size=200&sort=area,desc&sort=id,asc`)).body;
    const { status, body } = await farmer.get(`${list}?${encode({ page: 1, size: 5, sort })}`);
    expect(status).toBe(200);
    expect(body.page).toEqual({ size: 5, number: 1, totalElements: many, totalPages: 5 });
    expect(ids(body)).toEqual(ids(whole).slice(5, 10));
    const areas = whole.content.map((order: { area: number }) => order.area);
    expect(areas).toEqual([...areas].sort((a, b) => b - a));
  });

  test('when only one member is given, then the others have their defaults', async () => {
    expect((await farmer.get(`${list}?${encode({ page: 1 })}`)).body.page).toMatchObject({ size: 20, number: 1 });
    expect((await farmer.get(`${list}?${encode({ size: 7 })}`)).body.page).toMatchObject({ size: 7, number: 0 });
    expect((await farmer.get(`${list}?${encode({ sort: ['id'] })}`)).body.page).toMatchObject({ size: 20, number: 0 });
    expect((await farmer.get(`${list}?${encode({})}`)).body.page).toMatchObject({ size: 20, number: 0 });
  });

  test.each([
    ['page', -1],
    ['page', 2147483648],
    ['page', '1.5'],
    ['page', 'x'],
    ['size', 0],
    ['size', -1],
    ['size', 201],
    ['size', '99999999999999999999'],
    ['size', ''],
  ])('when %s is %s, then it is a 400 that names it', async (member, value) => {
    const answer = await farmer.get(`${list}?${encode({ [member]: value })}`);
    expectProblem(answer, 400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([{ path: member, message: expect.stringContaining('whole number') }]);
  });

  test('when everything is invalid, then every member is named', async () => {
    const answer = await farmer.get(`${list}?${encode({ page: -1, size: 0, sort: ['nothing'] })}&orderStatus=lost`);
    expectProblem(answer, 400, 'VALIDATION_FAILED');
    expect(answer.body.errors.map((error: { path: string }) => error.path).sort()).toEqual(['orderStatus', 'page', 'size', 'sort']);
  });

  test('when the field to sort by is unknown, then the 400 names the allowed ones', async () => {
    const answer = await farmer.get(`${list}?${encode({ sort: ['date,desc', 'farmer.password,asc'] })}`);
    expectProblem(answer, 400, 'VALIDATION_FAILED');
    const [error] = answer.body.errors;
    expect(error.path).toBe('sort');
    for (const field of ['id', 'date', 'cost', 'orderStatus']) expect(error.message).toContain(field);
  });
});

describe('sort', () => {
  test.each(Object.keys(sortVariants))('when it is written as %s, then it applies, with several fields too', async (name) => {
    const key = sortVariants[name] as (index: number) => string;
    const pairs = ['area,desc', 'id,asc'].map((word, index): [string, string] => [key(index), word]);
    const expected = ids((await farmer.get(`${list}?size=200&sort=area,desc&sort=id,asc`)).body);
    for (const query of [written(pairs), raw(pairs)]) expect(ids((await farmer.get(`${list}?size=200&${query}`)).body)).toEqual(expected);
  });

  test('when no direction or another letter case is given, then it is accepted', async () => {
    const up = ids((await farmer.get(`${list}?sort=id,asc`)).body);
    expect(ids((await farmer.get(`${list}?sort=id`)).body)).toEqual(up);
    expect(ids((await farmer.get(`${list}?sort=id,ASC`)).body)).toEqual(up);
    expect(ids((await farmer.get(`${list}?sort=`)).body)).toEqual(ids((await farmer.get(list)).body));
    expect(ids((await farmer.get(`${list}?sort=area,desc,id,asc`)).body)).toEqual(
      ids((await farmer.get(`${list}?sort=area,desc&sort=id,asc`)).body),
    );
  });

  test.each(['id,sideways', 'id;drop table spray_order', 'o.id', '"id"', 'constructor', '__proto__', 'asc', 'toString,desc'])(
    'when the sort is %s, then it is refused',
    async (sort) => {
      expectProblem(await farmer.get(`${list}?sort=${encodeURIComponent(sort)}`), 400, 'VALIDATION_FAILED');
    },
  );
});

test.each(['page=0&page=1', 'size=5&size=6', 'page=0&pageable.page=1', 'pageable=[]', 'pageable=7', 'pageable={', 'pageable="page"'])(
  'when a page request contradicts itself or is not an object (%s), then it is refused',
  async (query) => expectProblem(await farmer.get(`${list}?${query}`), 400, 'VALIDATION_FAILED'),
);

describe('every list of the service', () => {
  const lists = () => {
    const known: Record<string, Caller> = { farmer, sprayer, receptionist: office, common: farmer };
    return (
      service.app.routes
        // If no crew is free, the list of suggestions is a 409.
        .filter(({ operationId }) => operationId !== 'suggestCrews' && !operationId.toLowerCase().includes('suggestion'))
        .filter(({ paging, path }) => paging !== undefined && known[path.split('/')[2] ?? ''] !== undefined)
        .map(({ path, paging, query }) => ({
          path: `${path
            .replace('rebooking/{id}', `rebooking/${rebookingId}`)
            .replace('receptionist/plan/{id}', `receptionist/plan/${planId}`)
            .replace('waiting-entry/{id}', `waiting-entry/${waitingId}`)
            .replace('spray-record/{id}', `spray-record/${recordId}`)
            .replace('spreadsheet-import/{id}', `spreadsheet-import/${importId}`)
            .replace('/field/{id}', `/field/${fieldId}`)
            .replace('{orderId}', crewed)
            .replace('{id}', crewed)
            .replace('{userId}', sprayer.id)}?${needed(query)}`,
          caller: known[path.split('/')[2] as string] as Caller,
          sortable: paging?.sortable ?? [],
        }))
    );
  };

  /** The required parameters of a list, from their examples. */
  const needed = (query: unknown): string => {
    const { properties = {}, required = [] } = (query ?? {}) as { properties?: Record<string, { example?: unknown }>; required?: string[] };
    return required.map((name) => `${name}=${encodeURIComponent(String(properties[name]?.example))}`).join('&');
  };

  test('when pages are read with any sort, then each item is on exactly one page', async () => {
    expect(lists().length).toBeGreaterThanOrEqual(5);
    for (const { path, caller, sortable } of lists()) {
      // A sort changes the text of a statement, not how it travels: the other driver reads each list in its own order.
      const sorts =
        service.database.load().driver === 'pool' ? [] : sortable.flatMap((field) => [`&sort=${field},asc`, `&sort=${field},desc`]);
      for (const sort of ['', ...sorts]) {
        const whole = await caller.get(`${path}&size=200${sort}`);
        expect([path, sort, whole.status]).toEqual([path, sort, 200]);
        const walked: unknown[] = [];
        // The pages end within ties: of four dates, three areas, two states.
        const pages = Math.ceil(whole.body.page.totalElements / 10);
        for (let page = 0; page <= pages; page++) {
          const { body } = await caller.get(`${path}&page=${page}&size=10${sort}`);
          expect(body.page).toEqual({ size: 10, number: page, totalElements: whole.body.page.totalElements, totalPages: pages });
          walked.push(...body.content);
        }
        expect(walked).toEqual(whole.body.content.slice(0, 200));
        expect(new Set(walked.map((item) => JSON.stringify(item))).size).toBe(whole.body.page.totalElements);
      }
    }
  });

  test('when a page is far beyond the end, then it is empty and the totals are unchanged', async () => {
    for (const { path, caller } of lists()) {
      const { totalElements } = (await caller.get(path)).body.page;
      for (const page of [1000, 60_000, 2_147_483_647]) {
        const { status, body } = await caller.get(`${path}&page=${page}&size=200`);
        expect([status, body]).toEqual([
          200,
          { content: [], page: { size: 200, number: page, totalElements, totalPages: Math.ceil(totalElements / 200) } },
        ]);
      }
    }
  });

  test('when page and size are at their limits, then they are accepted; beyond, they are refused', async () => {
    for (const { path, caller } of lists()) {
      for (const fine of ['page=0', 'page=2147483647', 'size=1', 'size=200']) {
        expect([path, (await caller.get(`${path}&${fine}`)).status]).toEqual([path, 200]);
      }
      for (const wrong of ['page=2147483648', 'size=0', 'size=201', 'sort=password']) {
        expectProblem(await caller.get(`${path}&${wrong}`), 400, 'VALIDATION_FAILED');
      }
    }
  });
});

describe('default order', () => {
  test.each([
    ['farmer', list],
    ['sprayer', '/api/sprayer/order/'],
  ])('when a %s lists orders, then the newest date is first, and completed and cancelled ones are last', async (role, path) => {
    const { body } = await (role === 'farmer' ? farmer : sprayer).get(`${path}?size=200`);
    const orders: { id: number; date: string; orderStatus: string }[] = body.content;
    const expected = [...orders].sort((a, b) => rank(a) - rank(b) || b.date.localeCompare(a.date) || b.id - a.id);
    expect(new Set(orders.map(({ orderStatus }) => orderStatus)).size).toBe(6);
    expect(ids(body)).toEqual(expected.map(({ id }) => id));
  });
  const rank = ({ orderStatus }: { orderStatus: string }) => (orderStatus === 'completed' || orderStatus === 'cancelled' ? 1 : 0);
});

describe('filters of the farmer', () => {
  const shown = async (query: string) => {
    const { status, body } = await farmer.get(`${list}?size=200&${query}`);
    expect(status).toBe(200);
    expect(body.page.totalElements).toBe(body.content.length);
    return new Set(body.content.map((order: Record<string, string>) => `${order.orderStatus} ${order.paymentMethod}`));
  };
  const expected = (statuses: string[] | undefined, methods: string[] | undefined) =>
    new Set(
      everyState
        .filter(({ orderStatus, paymentMethod }) => (statuses?.includes(orderStatus) ?? true) && (methods?.includes(paymentMethod) ?? true))
        .map(({ orderStatus, paymentMethod }) => `${orderStatus} ${paymentMethod}`),
    );

  test.each([
    ['orderStatus=pending', ['pending'], undefined],
    ['orderStatus=pending&orderStatus=completed', ['pending', 'completed'], undefined],
    ['orderStatus=pending,completed', ['pending', 'completed'], undefined],
    ['orderStatus=pending%2Ccompleted&orderStatus=in_progress', ['pending', 'completed', 'in_progress'], undefined],
    ['paymentMethod=cash', undefined, ['cash']],
    ['paymentMethod=cash,visa', undefined, ['cash', 'visa']],
    ['paymentMethod=visa&paymentMethod=mastercard', undefined, ['visa', 'mastercard']],
    ['orderStatus=assigned,cancelled&paymentMethod=cash', ['assigned', 'cancelled'], ['cash']],
    ['orderStatus=&paymentMethod=', undefined, undefined],
    ['unheard=of', undefined, undefined],
  ])('when the filter is %s, then only matching orders are listed', async (query, statuses, methods) => {
    expect(await shown(query)).toEqual(expected(statuses, methods));
  });

  test.each(['orderStatus=lost', 'paymentMethod=gold', 'orderStatus=pending,lost', 'orderStatus=PENDING'])(
    'when the filter is %s, then the 400 names the allowed values',
    async (query) => {
      const answer = await farmer.get(`${list}?${query}`);
      expectProblem(answer, 400, 'VALIDATION_FAILED');
      expect(answer.body.errors[0].message).toContain(query.startsWith('order') ? 'in_progress' : 'mastercard');
    },
  );

  test('when another farmer has orders, then they are not in the list', async () => {
    const neighbour = await signedIn(service, 'farmer');
    const { id } = await placed(neighbour, { date: '2027-03-01' });
    expect(ids((await call(service, 'GET', list, { token: neighbour.token })).body)).toEqual([id]);
    expect(ids((await farmer.get(`${list}?size=200`)).body)).not.toContain(id);
  });
});
