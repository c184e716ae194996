import { ServiceStopped } from '../platform/jobs/delivery-queue.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { ChannelSender, DueMessage, SendOutcome } from './channel.ts';
import { isOutcome, outcomeOfStatus, requestProvider } from './provider-request.ts';
import type { PushKeys, VapidKeys } from './push-keys.ts';
import type { PushServices } from './push-service-rules.ts';
import {
  countDeviceFailure,
  countServiceFailure,
  expireSubscription,
  markSubscriptionUsed,
  type PushDevice,
  type PushSubscription,
  readFailingServices,
  readSubscriptionsOf,
} from './push-store.ts';

const maxTextLength = 1000;
const ttlSeconds = { urgent: 4 * 3600, normal: 24 * 3600 };

export interface PushSenderDeps {
  database: Database;
  clock: Clock;
  keys: PushKeys;
  services: PushServices;
  /** Sends to public addresses only, except in tests. */
  request: typeof fetch;
  publicUrl: string;
}

/** What the service worker of the web app shows. `tag`: a repeated message replaces the first one. */
const payloadOf = ({ id, subject, text, orderId, data }: DueMessage): string =>
  JSON.stringify({
    title: subject,
    text: text.slice(0, maxTextLength),
    tag: `swath-${id}`,
    path: orderId !== null ? `/orders/${orderId}` : data.link === undefined ? '/notifications' : new URL(data.link).pathname,
  });

/** Without an answer, or too busy; neither a refusal of this device (401, 403) nor a host that does not exist, which its user has entered. */
const isServiceFailure = (outcome: SendOutcome): boolean =>
  outcome.result === 'unknown' || (outcome.result === 'failed' && !/^(answered (?!429)|ENOTFOUND|ADDRESS_NOT_PUBLIC)/.test(outcome.error));

/** Sends messages to all browsers of a person (RFC 8030, encrypted by RFC 8291). A browser that no longer exists is forgotten. */
export function pushSender({ database, clock, keys, services, request, publicUrl }: PushSenderDeps): ChannelSender {
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:swath@localhost.example';
  const push = async (message: DueMessage, subscription: PushSubscription, vapid: VapidKeys, signal: AbortSignal): Promise<SendOutcome> => {
    const { default: webPush } = await import('web-push');
    const { endpoint, p256dh, auth } = subscription;
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(message), {
      vapidDetails: { subject, ...vapid },
      TTL: message.urgent ? ttlSeconds.urgent : ttlSeconds.normal,
      urgency: message.urgent ? 'high' : 'normal',
      topic: `swath-${message.id}`,
      contentEncoding: 'aes128gcm',
    });
    // Fetch sets the length itself.
    const { 'Content-Length': _, ...others } = headers as Record<string, string | number>;
    const sent = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
    const answer = await requestProvider(endpoint, { method, headers: sent, body: new Uint8Array(body ?? []) }, signal, request);
    if (isOutcome(answer)) return answer;
    if (answer.status >= 200 && answer.status < 300) return { result: 'accepted', providerId: null };
    if (answer.status === 404 || answer.status === 410) {
      await expireSubscription(database.write, subscription);
      return { result: 'refused', error: 'the device no longer takes messages' };
    }
    return outcomeOfStatus(answer.status, '');
  };
  const deliver = async (message: DueMessage, device: PushDevice, service: string, vapid: VapidKeys, signal: AbortSignal) => {
    const outcome = await push(message, device, vapid, signal);
    if (outcome.result === 'accepted') await markSubscriptionUsed(database.write, device.id, service, clock());
    else if ((outcome.result === 'failed' || outcome.result === 'unknown') && !(signal.reason instanceof ServiceStopped)) {
      await countDeviceFailure(database.write, device.id, clock());
      if (isServiceFailure(outcome)) await countServiceFailure(database.write, service, message.recipientId, clock());
    }
    return outcome;
  };
  return {
    hasOwnBreaker: true,
    async send(message, signal) {
      const vapid = await keys.get();
      const failing = await readFailingServices(database.write, clock());
      const devices = await readSubscriptionsOf(database.write, message.recipientId, clock());
      // A device may be from a time in which its service was accepted.
      const supported = devices.flatMap((device) => {
        const service = services.of(device.endpoint);
        return service === undefined ? [] : [{ device, service }];
      });
      const callable = supported.filter(({ device, service }) => !device.isPaused && !failing.has(service));
      if (supported.length > 0 && callable.length === 0) {
        const error = supported.some(({ service }) => failing.has(service)) ? 'The push service is failing.' : 'The device is failing.';
        return { result: 'failed', error, isSkipped: true };
      }
      const outcomes = await Promise.all(callable.map(({ device, service }) => deliver(message, device, service, vapid, signal)));
      const accepted = outcomes.find(({ result }) => result === 'accepted');
      // A repetition replaces the first message on the device, so an unknown outcome is worth another attempt.
      const failed = outcomes.find(({ result }) => result === 'failed' || result === 'unknown');
      if (accepted !== undefined) return accepted;
      if (failed === undefined) return { result: 'refused', error: 'No device is left.' };
      return { result: 'failed', error: 'error' in failed ? failed.error : '' };
    },
    resolve: async () => 'repeat',
  };
}
