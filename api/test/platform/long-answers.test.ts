import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestProvider } from '../../src/channels/provider-request.ts';
import { osrmTravel } from '../../src/crew-plan/travel-times.ts';
import { sampleDay } from '../../src/dispatch/planner/sample-day.ts';
import { s3Storage } from '../../src/feedback/photo-storage.ts';
import { StripeProvider } from '../../src/payments/stripe.ts';
import { boundedFetch } from '../../src/platform/outgoing/read-answer.ts';
import type { InstallationKeys } from '../../src/platform/secrets/installation-keys.ts';
import { cellOf } from '../../src/weather/forecast.ts';
import { openMeteo } from '../../src/weather/open-meteo.ts';

const megabyte = 1024 * 1024;
const answerBytes = 400 * megabyte;
const compressed = gzipSync(Buffer.alloc(answerBytes, ' '), { level: 9 });

/** Answers everything with 400 MB of spaces: in 400 kB of gzip, or as they are. */
let isCompressed = true;
let sentBytes = 0;
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    request.resume();
    if (isCompressed) return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(compressed);
    response.writeHead(200).on('close', () => response.emit('drain'));
    const part = Buffer.alloc(megabyte, ' ');
    for (; sentBytes < answerBytes && !response.destroyed; sentBytes += part.length)
      if (!response.write(part)) await once(response, 'drain');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  sentBytes = 0;
});

const signal = () => new AbortController().signal;
const s3 = () => s3Storage({ endpoint: url, bucket: 'photos', region: 'us-east-1', keyId: 'id', secret: 'secret' });
const stripe = () =>
  new StripeProvider({} as InstallationKeys, {
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    live: false,
    url,
  });
const requests: [string, () => Promise<unknown>][] = [
  ['of a message', () => requestProvider(url, { method: 'POST', body: '{}' }, signal())],
  ['for a forecast', () => openMeteo({ url }).fetch([cellOf(10.5, 105.5)], signal())],
  ['for travel times', () => osrmTravel(url, 300_000).read(sampleDay(3, 2, 1), signal())],
  ['for a photo', () => s3().find('key')],
  ['that stores a photo', () => s3().put('key', Buffer.from('picture'))],
  ['for a payment', () => stripe().retrieveIntent('pi_1')],
  ['to an issuer of OpenID Connect', () => boundedFetch(512 * 1024)(url)],
];

async function peakOf(request: () => Promise<unknown>): Promise<{ peakBytes: number; result: unknown }> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const start = used();
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, used());
  }, 1);
  const result = await request().catch((error: unknown) => error);
  clearInterval(timer);
  return { peakBytes: Math.max(peak, used()) - start, result };
}

test.each(requests)(
  'when the answer to a request %s is a small one that unpacks to 400 MB, then it does not fill the memory',
  async (_, request) => {
    isCompressed = true;
    expect((await peakOf(request)).peakBytes).toBeLessThan(150 * megabyte);
  },
);

test.each(requests)('when the answer to a request %s does not end, then the connection is closed', async (_, request) => {
  isCompressed = false;
  await peakOf(request);
  expect(sentBytes).toBeLessThan(100 * megabyte);
});

test('when an answer is too long, then its status counts', async () => {
  isCompressed = true;
  expect(await requestProvider(url, {}, signal())).toEqual({ status: 200, body: {} });
});
