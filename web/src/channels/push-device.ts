import { api, read } from '../api/client.ts';
import { Problem } from '../api/problem.ts';

/** Why this device cannot get notifications. */
export type PushRefusal = 'denied' | 'notPossible' | 'notSupported' | 'failed';

export class PushRefused extends Error {
  readonly reason: PushRefusal;

  constructor(reason: PushRefusal) {
    super(reason);
    this.reason = reason;
  }
}

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const readyTimeoutMs = 10_000;

/** The registration of the service worker, which a development server does not have. */
async function registration(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new PushRefused('failed')), readyTimeoutMs));
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/** The subscription of this browser; undefined: it has none. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!canPush()) return undefined;
  const registered = await navigator.serviceWorker.getRegistration();
  return (await registered?.pushManager.getSubscription()) ?? undefined;
}

const isKeyOf = ({ options }: PushSubscription, publicKey: string | null): boolean =>
  options.applicationServerKey === null || base64url(options.applicationServerKey) === publicKey?.replace(/=+$/, '');

const readPublicKey = async (): Promise<string | null> => (await read(api.GET('/api/common/push-key', {}))).publicKey;

/** Whether messages of the service reach this browser. Not with a subscription for an earlier key of the service. */
export async function isSubscribed(): Promise<boolean> {
  const subscription = await findSubscription();
  return subscription !== undefined && isKeyOf(subscription, await readPublicKey());
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

function deviceName(): string {
  const { userAgent } = navigator;
  const browser = /(Edg|SamsungBrowser|Firefox|Chrome|Safari)/.exec(userAgent)?.[1] ?? 'Browser';
  const system = /(Android|iPhone|iPad|Windows|Mac OS|Linux)/.exec(userAgent)?.[1] ?? '';
  return `${browser === 'Edg' ? 'Edge' : browser}${system === '' ? '' : ` (${system})`}`;
}

/** Asks for permission and subscribes this browser. */
export async function subscribeDevice(): Promise<void> {
  if (!canPush()) throw new PushRefused('notPossible');
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('denied');
  const publicKey = await readPublicKey();
  if (publicKey === null) throw new PushRefused('failed');
  const { pushManager } = await registration();
  const earlier = await pushManager.getSubscription();
  // A browser refuses to subscribe with another key as long as it has a subscription.
  if (earlier !== null && !isKeyOf(earlier, publicKey)) await earlier.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }).catch(() => {
    throw new PushRefused('failed');
  });
  const body = {
    endpoint: subscription.endpoint,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
    device: deviceName(),
  };
  await read(api.POST('/api/common/push-device', { body })).catch(async (error: unknown) => {
    await subscription.unsubscribe();
    if (error instanceof Problem && error.errors.some(({ path }) => path === 'endpoint')) throw new PushRefused('notSupported');
    throw error;
  });
}

/** Ends the subscription of this browser, here and at the service. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === undefined) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  // Without a network the service learns it from the push service.
  await api.POST('/api/common/push-device/remove', { body: { endpoint } }).catch(() => undefined);
}
