import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const me = { id: 7 };
const action = { orderId: 42, by: 7, location: 'Long Điền A', once: 'key-1', at: '2026-11-15T02:30:00.000Z' };
const misunderstood = { status: 400, code: 'VALIDATION_FAILED', detail: 'Please check: oldName.', errors: [] };

let app = 'https://swath.example/assets/main-1.js';
let startAnswer: { status: number; body: unknown };
const started: string[] = [];
let actions: typeof import('./field-actions.ts');
let queries: QueryClient;

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'https://swath.example' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelector: () => ({ src: app }) });
  vi.stubGlobal('fetch', async (request: Request) => {
    const isStart = request.method === 'POST' && new URL(request.url).pathname === '/api/sprayer/order/42/start';
    if (isStart) started.push(request.headers.get('idempotency-key') ?? '');
    const { status, body } = isStart ? startAnswer : { status: 200, body: { now: new Date().toISOString() } };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  actions = await import('./field-actions.ts');
});
beforeEach(() => {
  started.length = 0;
  queries = new QueryClient();
  queries.setQueryData(['me'], me);
  actions.prepareFieldActions(queries);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const refusals = () => queries.getQueryData<import('./field-actions.ts').Refusal[]>(actions.refusalsKey) ?? [];
async function start(): Promise<void> {
  const options = queries.defaultMutationOptions({ mutationKey: actions.startKey });
  await queries
    .getMutationCache()
    .build(queries, options)
    .execute(action as never)
    .catch(() => undefined);
}

test('when the service does not understand an action, then it is kept, and sent again by the next version of the app only', async () => {
  startAnswer = { status: 400, body: misunderstood };
  await start();
  expect(refusals()).toMatchObject([{ orderId: 42, action: 'start', code: 'VALIDATION_FAILED', unsent: action }]);

  startAnswer = { status: 200, body: { id: 42 } };
  actions.resumeFieldActions(queries);
  expect([started.length, refusals().length]).toEqual([1, 1]);

  app = 'https://swath.example/assets/main-2.js';
  actions.resumeFieldActions(queries);
  await expect.poll(() => started.length).toBe(2);
  expect(started[0]).toBe('key-1');
  expect(started[1]).not.toBe('key-1');
  await expect.poll(() => queries.isMutating()).toBe(0);
  expect(refusals()).toEqual([]);
});

test('when the service refuses an action for another reason, then an update does not send it again', async () => {
  startAnswer = { status: 409, body: { ...misunderstood, status: 409, code: 'ACTION_NOT_ALLOWED' } };
  await start();
  app = 'https://swath.example/assets/main-3.js';
  actions.resumeFieldActions(queries);
  expect(refusals()).toMatchObject([{ code: 'ACTION_NOT_ALLOWED' }]);
  expect(started).toHaveLength(1);
});
