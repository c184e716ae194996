import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointsOf, type ReferenceDocument } from '../../src/pages/reference-document.ts';
import { curlOf } from '../../src/pages/reference-operation.ts';
import type { Role } from '../../src/platform/http/auth.ts';
import { call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0 && spawnSync('sh', ['-c', 'true']).status === 0;
if (!hasCurl) process.stderr.write('\n  SKIPPED: there is no curl here, so the calls of the reference page are not tried.\n\n');

let service: Service;
let document: ReferenceDocument;

beforeAll(async () => {
  service = await startService();
  document = (await call(service, 'GET', '/api/openapi.json')).body;
});
afterAll(() => service.close());

const shell = (script: string, env: Record<string, string>) =>
  run('sh', ['-c', script], { env: { PATH: process.env.PATH ?? '', SWATH: service.url, ...env } });

test.skipIf(!hasCurl)('when the calls of the reference are run, then the service accepts each of them', async () => {
  const tokens = new Map<string, string>();
  for (const role of ['farmer', 'receptionist', 'sprayer', 'admin'] as const satisfies Role[]) {
    tokens.set(role, (await signedIn(service, role)).token);
  }
  // An upload needs a file of the reader.
  const endpoints = endpointsOf(document).filter(
    (endpoint) => !['logout', 'streamNotifications'].includes(endpoint.operationId) && !curlOf(endpoint).includes('@FILE'),
  );
  // One shell for all: to start one takes a process of the size of the tests longer than the call.
  const lines = endpoints.map((endpoint) => {
    const token = tokens.get(endpoint.path.split('/')[2] ?? '') ?? tokens.get('farmer');
    return `TOKEN=${token}\n${curlOf(endpoint)} -s -o /dev/null -w '${endpoint.operationId} %{http_code}\\n'`;
  });
  const { stdout } = await shell(lines.join('\n'), {});
  const answers: Record<string, number> = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([id, status]) => [id, Number(status)]),
  );
  expect(Object.keys(answers)).toEqual(endpoints.map(({ operationId }) => operationId));
  // What an example names (order 42, a demo account) need not exist here; only the parsing of the request counts.
  const understood = [200, 401, 404, 409];
  // These two check for existing data before they validate the example.
  const particular = ['changePassword', 'changeUser'];
  expect(Object.entries(answers).filter(([id, status]) => !understood.includes(status) && !particular.includes(id))).toEqual([]);
  expect(Object.keys(answers).filter((id) => answers[id] === 401)).toEqual(['login']);
  expect([answers.createOrder, answers.listFarmerOrders, answers.listSprayerOrders]).toEqual([200, 200, 200]);
});

test.skipIf(!hasCurl)('when the lines of "Getting started" are run, then they sign in and the token works', async () => {
  const farmer = await signedIn(service, 'farmer');
  const { text } = await call(service, 'GET', '/api/docs');
  const block = (label: string) => {
    const [, code = ''] = new RegExp(`aria-label="${label}"><code>(.*?)</code>`, 's').exec(text) ?? [];
    return code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  };
  const signIn = block('Sign in and keep the token')
    .replace(/^SWATH=.*$/m, '')
    .replace(/-d '.*'/, `-d '${JSON.stringify({ email: farmer.email, password: testPassword })}'`);
  const { stdout } = await shell(`${signIn}\n${block('Ask who is signed in')} -s`, {});
  expect(JSON.parse(stdout).email).toBe(farmer.email);
});
