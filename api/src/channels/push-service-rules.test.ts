import { expect, test } from 'vitest';
import { PushServices } from './push-service-rules.ts';

const services = new PushServices(['push.example.com', '*.push.example.org', 'https://push.example.net:8443', 'http://127.0.0.1:4000']);

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', 'fcm.googleapis.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', '*.push.services.mozilla.com'],
  ['https://wns2-sg2p.notify.windows.com/w/?token=abc', '*.notify.windows.com'],
  ['https://web.push.apple.com/abc', '*.push.apple.com'],
  ['https://push.example.com/abc', 'push.example.com'],
  ['https://a.b.push.example.org/abc', '*.push.example.org'],
  ['https://push.example.net:8443/abc', 'https://push.example.net:8443'],
  ['http://127.0.0.1:4000/abc', 'http://127.0.0.1:4000'],
])('%s is a device of %s', (endpoint, service) => {
  expect(services.of(endpoint)).toBe(service);
});

test.each([
  ...['', 'abc', 'ftp://fcm.googleapis.com/abc', 'http://fcm.googleapis.com/abc', 'https://fcm.googleapis.com:8443/abc'],
  ...['https://fcm.googleapis.com', 'https://fcm.googleapis.com.example/abc', 'https://fcm.googleapis.com.:443/abc'],
  ...['https://example.com/https://fcm.googleapis.com/abc', 'https://fcm.googleapis.com@example.com/abc', 'https://fcm-googleapis.com/abc'],
  ...['https://example.com\\.push.apple.com/abc', 'https://example.com/.push.apple.com/abc', 'https://example.com?a.push.apple.com/abc'],
  ...['https://example.com#.push.apple.com/abc', 'https://a:b@web.push.apple.com/abc', 'https://push.apple.com/abc'],
  ...[
    'https://notpush.apple.com/abc',
    'https://.push.apple.com/abc',
    '\nhttps://fcm.googleapis.com/abc',
    'https://\tfcm.googleapis.com/abc',
  ],
  ...[
    'https://a.push.example.com/abc',
    'https://push.example.net/abc',
    'http://127.0.0.1:4001/abc',
    'http://127.0.0.1/abc',
    'http://127001:4000/abc',
  ],
])('%s is a device of no known service', (endpoint) => {
  expect(services.of(endpoint)).toBeUndefined();
});
