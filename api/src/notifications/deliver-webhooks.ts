import { DeliveryQueue, ServiceStopped } from '../platform/jobs/delivery-queue.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { OutageLog } from '../platform/postgres/outage-log.ts';
import { type SecretBox, SecretUnreadable } from '../platform/secrets/secret-box.ts';
import { inSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { Clock } from '../platform/time/clock.ts';
import { disableAfterSeconds, webhookRetryDelay } from './retry-rules.ts';
import { signatures } from './webhook.ts';
import { claimDeliveries, type DueDelivery, type Failure, markDelivered, markFailed, releaseDelivery } from './webhook-delivery-store.ts';
import { openWebhookSecret } from './webhook-secret.ts';

const maxConcurrentPerWebhook = 4;
export const webhookLeaseSeconds = 60;

export interface DeliverWebhooksOptions {
  database: Database;
  clock: Clock;
  /** Opens the secrets. */
  box: SecretBox | undefined;
  outages: OutageLog;
  /** Time limit of a request in milliseconds; well below the lease. */
  limit: number;
  tracing?: Tracing | undefined;
  /** Called after the result of an attempt is stored. */
  onAttempt?: (result: 'sent' | 'failed') => void;
}

/** Queue of webhook deliveries with one lane per webhook. */
export function deliverWebhooks({
  database,
  clock,
  box,
  outages,
  limit,
  tracing,
  onAttempt,
}: DeliverWebhooksOptions): DeliveryQueue<DueDelivery> {
  return new DeliveryQueue({
    outages,
    items: 'webhooks',
    timeoutMs: limit,
    laneOf: ({ webhookId }) => webhookId,
    claim: (inFlight) => claimDeliveries(database.write, clock(), inFlight, maxConcurrentPerWebhook, webhookLeaseSeconds),
    async deliver(delivery, signal) {
      const outcome = await inSpan(tracing, 'deliver webhook', 'client', { 'swath.webhook.id': delivery.webhookId }, async () => {
        const outcome = await post(delivery, box, clock(), signal, tracing?.current()?.traceparent);
        if (typeof outcome === 'number') tracing?.current()?.set({ 'http.response.status_code': outcome });
        else if (outcome !== 'stopped') tracing?.current()?.set({ 'error.type': String(outcome.responseCode ?? outcome.error) });
        return outcome;
      });
      if (typeof outcome === 'number') {
        await markDelivered(database.write, delivery, outcome);
        onAttempt?.('sent');
      } else if (outcome === 'stopped') await releaseDelivery(database.write, delivery, clock());
      else {
        const delay = outcome.gone ? undefined : webhookRetryDelay(delivery.tries, Math.random());
        const retryAt = delay === undefined ? undefined : new Date(clock().getTime() + delay * 1000);
        await markFailed(database.write, delivery, { ...outcome, retryAt }, clock(), disableAfterSeconds);
        onAttempt?.('failed');
      }
    },
  });
}

/** Returns the status code of a successful delivery, or the failure. */
async function post(
  { url, messageId, payload, secrets: stored }: DueDelivery,
  box: SecretBox | undefined,
  now: Date,
  signal: AbortSignal,
  traceparent: string | undefined,
): Promise<number | 'stopped' | Omit<Failure, 'retryAt'>> {
  const [secret, ...older] = stored.map((sealed) => openIfReadable(box, sealed));
  const secrets = [secret, ...older].filter((one) => one !== undefined);
  if (secret === undefined) {
    return { responseCode: null, error: 'the secret was stored with another SWATH_SECRET_KEY or secret.key', gone: false };
  }
  const timestamp = Math.floor(now.getTime() / 1000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Swath',
        'webhook-id': messageId,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures(secrets, messageId, timestamp, payload),
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      body: payload,
    });
    const { status, ok } = response;
    await response.body?.cancel().catch(() => {});
    return ok ? status : { responseCode: status, error: `answered ${status}`, gone: status === 410 };
  } catch (error) {
    if (signal.reason instanceof ServiceStopped) return 'stopped';
    return { responseCode: null, error: signal.aborted ? 'no answer in time' : errorCode(error), gone: false };
  }
}

function openIfReadable(box: SecretBox | undefined, stored: Buffer): Buffer | undefined {
  try {
    return openWebhookSecret(box, stored);
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

/** Only an error code such as ECONNREFUSED, so that neither address nor payload is stored. */
function errorCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'cannot be reached';
}
