import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Callers, callerOf, callersFor, pathOf, refusesWithPage, sendPatiently, walkableRoutes } from './every-route.ts';
import { type Service, startService } from './harness.ts';
import { problemFaults } from './problem-shape.ts';
import { fc, seed } from './seeded-fast-check.ts';

let service: Service;
let callers: Callers;
beforeAll(async () => {
  service = await startService();
  callers = await callersFor(service);
});
afterAll(() => service.close());

const oddValue = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '-1',
    '0',
    '1e400',
    '12345678901234567890',
    '""',
    '"\\ud800"',
    '"\\u0000"',
    '[]',
    '{}',
    '[[[[]]]]',
    '{"id":-1}',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => JSON.stringify(text)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);
const urlPart = fc.oneof(
  fc.constantFrom('0', '-1', '9223372036854775808', '%', '%ff', '%00', '..', 'a;b=c', '[object%20Object]', 'x'.repeat(400)),
  fc.string({ unit: fc.constantFrom(...'abc019%;=,.[]{}"\\|^~!$&()*+:@-_'), maxLength: 20 }),
);
const header = fc.constantFrom(
  ...[{}, { 'idempotency-key': 'a b' }, { 'idempotency-key': 'k' }, { 'if-match': 'W/"1"' }, { 'if-match': '"999999999999"' }],
  ...[{ traceparent: 'x' }, { 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }, { authorization: 'Bearer x' }],
  ...[{ cookie: 'swath_token=x' }, { 'x-forwarded-for': '::ffff:1.2.3.4' }, { 'last-event-id': '-1' }],
);

test(`when malformed requests are sent to every route (seed ${seed}), then there is no 5xx and each refusal is a well-formed problem`, async () => {
  const request = fc.record({
    route: fc.constantFrom(...walkableRoutes(service)),
    id: fc.option(urlPart, { freq: 3 }),
    query: fc.array(fc.tuple(fc.nat(), urlPart), { maxLength: 3 }),
    change: fc.option(fc.tuple(fc.nat(), oddValue), { freq: 5 }),
    raw: fc.option(oddValue, { freq: 1 }),
    headers: header,
  });
  const property = fc.asyncProperty(fc.array(request, { minLength: 10, maxLength: 10 }), async (requests) => {
    await Promise.all(
      requests.map(async ({ route, id, query, change, raw, headers }) => {
        const declared = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {});
        const names = [...declared, 'page', 'size', 'sort', 'pageable', 'pageable[sort]', 'pageable.page'];
        const search = query.map(([at, value]) => `${names[at % names.length]}=${value}`).join('&');
        const address = id === null ? pathOf(route, callers) : route.path.replace(/\{\w+\}/g, id);
        const members = Object.entries((route.bodyExample ?? {}) as object).map(([name, value]) => [name, JSON.stringify(value)]);
        if (change !== null && members.length > 0) (members[change[0] % members.length] as string[])[1] = change[1];
        const example = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
        const body = route.body === undefined ? undefined : (raw ?? example);
        const path = `${address}${search === '' ? '' : `?${search}`}`.replace(/[^\x21-\x7e]/g, '%20');
        const answer = await sendPatiently(
          service,
          route.method,
          path,
          {
            authorization: `Bearer ${callerOf(route, callers).token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(headers as Record<string, string>),
          },
          body,
        );
        expect(answer.status, `${route.method} ${path} ${body}: ${answer.text}`).toBeLessThan(500);
        if (answer.status >= 400 && !refusesWithPage(route)) expect(problemFaults(answer)).toEqual([]);
      }),
    );
  });
  await fc.assert(property, { numRuns: 120, endOnFailure: true });
});
