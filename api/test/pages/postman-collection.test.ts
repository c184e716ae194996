import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointsOf } from '../../src/pages/reference-document.ts';
import { call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

interface Item {
  id: string;
  event?: unknown[];
  request: {
    method: string;
    auth?: { type: string };
    header: { key: string; value: string; disabled?: boolean }[];
    url: { raw: string; query?: { key: string; value: string; disabled?: boolean }[]; variable: { key: string; value: string }[] };
    body?: { raw: string };
  };
}

let service: Service;
let items: Item[];

beforeAll(async () => {
  service = await startService();
  const { status, body } = await call(service, 'GET', '/api/docs/postman.json');
  expect(status).toBe(200);
  items = body.item.flatMap((folder: { item: Item[] }) => folder.item);
});
afterAll(() => service.close());

/** Sends a request as Postman does: enabled headers and parameters, and variables in place of their names. */
async function send(id: string, token: string, change: { path?: Record<string, string>; body?: object } = {}) {
  const { request } = items.find((item) => item.id === id) as Item;
  const { url, method, header, body, auth } = request;
  let address = url.raw.replace('{{baseUrl}}', service.url);
  for (const { key, value } of url.variable) address = address.replace(`:${key}`, change.path?.[key] ?? value);
  const query = new URLSearchParams(
    url.query?.filter(({ disabled }) => disabled !== true).map(({ key, value }): [string, string] => [key, value]),
  );
  const response = await fetch(`${address}${query.size === 0 ? '' : `?${query}`}`, {
    method,
    headers: {
      ...Object.fromEntries(header.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value])),
      ...(auth?.type === 'noauth' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: change.body === undefined ? body.raw : JSON.stringify(change.body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test('when the collection is compared with the OpenAPI document, then it has each operation once', async () => {
  const { body: document } = await call(service, 'GET', '/api/openapi.json');
  const documented = endpointsOf(document).map(({ operationId, method }) => `${method} ${operationId}`);
  expect(items.map(({ id, request }) => `${request.method} ${id}`).sort()).toEqual(documented.sort());
});

test('when somebody signs in and books with requests of the collection, then the service accepts them as they are', async () => {
  const { email } = await signedIn(service, 'farmer');
  const login = await send('login', '', { body: { email, password: testPassword } });
  expect(login.status).toBe(200);
  const { token } = login.body;
  const booked = await send('createOrder', token);
  expect(booked).toMatchObject({ status: 200, body: { orderStatus: 'confirmed' } });
  const path = { id: String(booked.body.id) };
  expect(await send('getFarmerOrder', token, { path })).toEqual({ status: 200, body: booked.body });
  expect((await send('listFarmerOrders', token)).body.content.map(({ id }: { id: number }) => id)).toEqual([booked.body.id]);
});
