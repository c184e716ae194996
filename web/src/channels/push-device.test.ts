import { afterEach, expect, test, vi } from 'vitest';
import { isSubscribed, subscribeDevice } from './push-device.ts';

const posted = vi.hoisted(() => [] as unknown[]);
vi.mock('../api/client.ts', () => ({
  api: { GET: async () => ({ publicKey: 'BNew' }), POST: async (_: string, { body }: { body: unknown }) => posted.push(body) },
  read: (answer: unknown) => answer,
}));

const bytes = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url')).buffer;

/** A browser, subscribed with this key. Like a real one, it refuses another key as long as it has a subscription. */
function browser(key: string | undefined): void {
  let subscription: object | null = null;
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (subscription !== null) throw new Error('InvalidStateError');
    const unsubscribe = async () => {
      subscription = null;
    };
    const options = { applicationServerKey: bytes(applicationServerKey) };
    subscription = { endpoint: `https://push.example/${applicationServerKey}`, options, getKey: () => bytes('AAAA'), unsubscribe };
    return subscription;
  };
  if (key !== undefined) void subscribe({ applicationServerKey: key });
  const registration = { pushManager: { subscribe, getSubscription: async () => subscription } };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Chrome Android' });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
}
afterEach(() => vi.unstubAllGlobals());

test.each([undefined, 'BOld'])(
  'when a browser has a subscription for the key %s, then push is off there, and can be turned on',
  async (key) => {
    browser(key);
    expect(await isSubscribed()).toBe(false);
    await subscribeDevice();
    expect(posted.at(-1)).toMatchObject({ endpoint: 'https://push.example/BNew' });
    expect(await isSubscribed()).toBe(true);
  },
);
