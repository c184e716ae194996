import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components, paths } from '../../web/src/api/schema.d.ts';
import { addFeedback, addNotification, orderInState, removeBookingLimits } from './arrange.ts';
import { type Caller, signedIn } from './factories.ts';
import { type Service, startService } from './harness.ts';

type Schemas = components['schemas'];

/**
 * The same client with each query style that it supports. None of them serialises a list inside
 * an object, so a client that sorts has to choose the style; JSON is the shortest.
 */
const styles = {
  'it is by default': undefined,
  deepObject: { object: { style: 'deepObject', explode: true } },
  'exploded form': { object: { style: 'form', explode: true } },
  JSON: (query: Record<string, unknown>) =>
    Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join() : JSON.stringify(value))}`)
      .join('&'),
} as const;

let service: Service;
let farmer: Caller;
let office: Caller;
let sprayer: Caller;
let orderId: number;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  sprayer = await signedIn(service, 'sprayer');
  const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'visa' } as const;
  for (let n = 0; n < 3; n++) {
    orderId = (await orderInState(service, farmer, state, [sprayer], { area: n + 1 })).id;
    await addFeedback(service, orderId);
    await addNotification(service, sprayer, orderId);
  }
});
afterAll(() => service.close());

const clientOf = ({ token }: Caller, style?: keyof typeof styles) =>
  createClient<paths>({
    baseUrl: service.url,
    headers: { authorization: `Bearer ${token}` },
    ...(style === undefined || styles[style] === undefined ? {} : { querySerializer: styles[style] }),
  });

/** The typed success body; a refusal fails the test with its text. */
function got<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  expect([response.status, error]).toEqual([200, undefined]);
  return data as T;
}

test('1, 3 and 6: when a client books, confirms and verifies, then the responses are typed orders', async () => {
  const client = clientOf(farmer);
  const body: Schemas['NewOrder'] = {
    date: '2026-11-17',
    session: { id: 3, startTime: { hour: 6, minute: 0 }, endTime: '07:00' },
    location: 'Ruộng sau đình',
    latitude: 10.5,
    longitude: 105.4,
    cropType: { id: 1, name: 'fruit' },
    area: 2,
    paymentMethod: 'mastercard',
  };
  const order: Schemas['FarmerOrder'] = got(await client.POST('/api/farmer/order', { body }));
  expect([order.orderStatus, order.cost, order.session.startTime.hour]).toEqual(['pending', 60000, 6]);
  const path = { id: order.id };
  const confirmed: Schemas['FarmerOrder'] = got(await client.POST('/api/farmer/order/{id}/confirm', { params: { path } }));
  expect(confirmed).toEqual({ ...order, orderStatus: 'confirmed', confirmed: true });
  const intent = got(await client.POST('/api/farmer/order/{id}/payment-intent', { params: { path } }));
  const verified: Schemas['FarmerOrder'] = got(
    await client.GET('/api/farmer/order/{id}/payment-intent/{secret}', { params: { path: { ...path, secret: intent.clientSecret } } }),
  );
  expect(verified.paymentStatus).toBe('pending');
});

test('2 and 8: when a client reads an order and its crew, then the responses are typed', async () => {
  const client = clientOf(office);
  const order: Schemas['Order'] = got(await client.GET('/api/receptionist/order/{id}', { params: { path: { id: orderId } } }));
  expect([order.id, order.farmer.email, order.receptionist?.role]).toEqual([orderId, farmer.email, 'receptionist']);
  const crew: Schemas['UserPage'] = got(await client.GET('/api/receptionist/order/{id}/sprayers', { params: { path: { id: orderId } } }));
  expect(crew.content.map(({ email, expertise }) => [email, expertise])).toEqual([[sprayer.email, 'expert']]);
});

test('when a client is refused, then the problem is typed too', async () => {
  const { error, response } = await clientOf(office).GET('/api/receptionist/order/{id}', { params: { path: { id: 999 } } });
  const problem: Schemas['Problem'] | undefined = error;
  expect([response.status, problem?.code]).toEqual([404, 'NOT_FOUND']);
});

describe.each(Object.keys(styles) as (keyof typeof styles)[])('with a query written as %s', (style) => {
  const sorts = style === 'JSON';
  const pageable: Schemas['Pageable'] = { page: 1, size: 1, ...(sorts ? { sort: ['area,desc', 'id,asc'] } : {}) };

  test('4: when a farmer lists orders, then filters and page request are applied', async () => {
    const client = clientOf(farmer, style);
    const page: Schemas['FarmerOrderPage'] = got(
      await client.GET('/api/farmer/order/', {
        params: { query: { orderStatus: ['assigned', 'completed'], paymentMethod: ['visa'], pageable } },
      }),
    );
    expect(page.page).toEqual({ size: 1, number: 1, totalElements: 3, totalPages: 3 });
    expect(page.content.map(({ area }) => area)).toEqual([2]);
  });

  test('5: when the office lists feedback, then the page request is applied', async () => {
    const client = clientOf(office, style);
    const page: Schemas['FeedbackPage'] = got(
      await client.GET('/api/receptionist/feedback/', {
        params: { query: { pageable: { page: 0, size: 2, ...(sorts ? { sort: ['id,asc'] } : {}) } } },
      }),
    );
    expect(page.page).toMatchObject({ size: 2, totalElements: 3 });
    expect(page.content.map(({ order }) => order.area)).toEqual(sorts ? [1, 2] : [3, 2]);
  });

  test('7: when a sprayer lists orders, then the page request is applied', async () => {
    const page: Schemas['OrderPage'] = got(await clientOf(sprayer, style).GET('/api/sprayer/order/', { params: { query: { pageable } } }));
    expect(page.page).toEqual({ size: 1, number: 1, totalElements: 3, totalPages: 3 });
    expect(page.content.map(({ area, farmer: { email } }) => [area, email])).toEqual([[2, farmer.email]]);
  });

  test('7: when a sprayer sends an empty pageable, then the response is the first page', async () => {
    const page = got(await clientOf(sprayer, style).GET('/api/sprayer/order/', { params: { query: { pageable: {} } } }));
    expect(page.page).toEqual({ size: 20, number: 0, totalElements: 3, totalPages: 1 });
  });

  test('9: when a user lists notifications, then the page request is applied', async () => {
    const page: Schemas['NotificationPage'] = got(
      await clientOf(sprayer, style).GET('/api/common/notification/', {
        params: { query: { pageable: { page: 1, size: 2, ...(sorts ? { sort: ['id'] } : {}) } } },
      }),
    );
    expect(page.page).toMatchObject({ size: 2, number: 1 });
    for (const { recipient } of page.content) expect([recipient.email, recipient.password]).toEqual([sprayer.email, '[redacted]']);
  });
});

/**
 * Query styles of the clients of three generators (orval 7.21, swagger-typescript-api 13.13, @hey-api/openapi-ts 0.94), copied from
 * their generated code. The generators are not dependencies: docs/decisions/0004-dependencies.md has the reason.
 */
const generators: Record<string, (query: Record<string, unknown>) => string> = {
  orval: (query) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
    }
    return search.toString();
  },
  'swagger-typescript-api': (query) =>
    Object.entries(query)
      .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each]))
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(`${value}`)}`)
      .join('&'),
  'hey-api': (query) =>
    Object.entries(query)
      .flatMap(([name, value]): [string, unknown][] => {
        if (Array.isArray(value)) return value.map((each) => [name, each]);
        return typeof value === 'object' && value !== null
          ? Object.entries(value).map(([member, each]) => [`${name}[${member}]`, each])
          : [[name, value]];
      })
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join('&'),
};

describe.each(Object.entries(generators))('a client generated by %s', (_, encode) => {
  const lists = [
    { operation: 4, path: '/api/farmer/order/', caller: () => farmer, sort: ['area,asc', 'id,desc'] },
    { operation: 5, path: '/api/receptionist/feedback/', caller: () => office, sort: ['id,asc'] },
    { operation: 7, path: '/api/sprayer/order/', caller: () => sprayer, sort: ['area,asc', 'id,desc'] },
    { operation: 9, path: '/api/common/notification/', caller: () => sprayer, sort: ['id,asc'] },
  ];

  test.each(lists)('$operation: when it sends page, size and sort, then they are applied', async ({ path, caller, sort }) => {
    const all = (await caller().get(`${path}?${encode({ size: 200, sort })}`)).body.content;
    const { status, body } = await caller().get(`${path}?${encode({ page: 1, size: 1, sort })}`);
    expect([status, body.page?.number, body.page?.size]).toEqual([200, 1, 1]);
    expect(body.content).toEqual([all[1]]);
  });

  test.each(lists)(
    '$operation: when it sends a pageable object, with them or alone, then the request is accepted',
    async ({ path, caller }) => {
      const pageable = { page: 0, size: 20 };
      for (const query of [{ pageable }, { pageable: {} }, { pageable, page: 0, size: 20 }]) {
        const { status, body } = await caller().get(`${path}?${encode(query)}`);
        expect([status, body.page?.number, body.page?.size]).toEqual([200, 0, 20]);
      }
    },
  );
});
