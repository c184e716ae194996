import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { ChannelSender, DueMessage, SendOutcome } from './channel.ts';
import { isOutcome, outcomeOfStatus, requestProvider } from './provider-request.ts';
import type { PushKeys, VapidKeys } from './push-keys.ts';
import { expireSubscription, markSubscriptionUsed, type PushSubscription, readSubscriptionsOf } from './push-store.ts';

const maxTextLength = 1000;
const ttlSeconds = { urgent: 4 * 3600, normal: 24 * 3600 };

export interface PushSenderDeps {
  database: Database;
  clock: Clock;
  keys: PushKeys;
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

/** Sends messages to all browsers of a person (RFC 8030, encrypted by RFC 8291). A browser that no longer exists is forgotten. */
export function pushSender({ database, clock, keys, publicUrl }: PushSenderDeps): ChannelSender {
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
    const answer = await requestProvider(endpoint, { method, headers: sent, body: new Uint8Array(body ?? []) }, signal);
    if (isOutcome(answer)) return answer;
    if (answer.status >= 200 && answer.status < 300) return { result: 'accepted', providerId: null };
    if (answer.status === 404 || answer.status === 410) {
      await expireSubscription(database.write, subscription);
      return { result: 'refused', error: 'the device no longer takes messages' };
    }
    return outcomeOfStatus(answer.status, '');
  };
  return {
    async send(message, signal) {
      const vapid = await keys.get();
      const subscriptions = await readSubscriptionsOf(database.write, message.recipientId);
      const outcomes = await Promise.all(
        subscriptions.map(async (subscription) => {
          const outcome = await push(message, subscription, vapid, signal);
          if (outcome.result === 'accepted') await markSubscriptionUsed(database.write, subscription.id, clock());
          return outcome;
        }),
      );
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
