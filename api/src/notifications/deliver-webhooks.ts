import { DeliveryQueue, ServiceStopped } from '../platform/jobs/delivery-queue.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { OutageLog } from '../platform/postgres/outage-log.ts';
import { inSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { Clock } from '../platform/time/clock.ts';
import { disabledAfter, webhookRetryDelay } from './retry-rules.ts';
import { signatures } from './webhook.ts';
import { claimDeliveries, type DueDelivery, type Failure, markDelivered, markFailed, putBack } from './webhook-delivery-store.ts';

const atOncePerWebhook = 4;
export const webhookLeaseSeconds = 60;

export interface DeliverWebhooksOptions {
  database: Database;
  clock: Clock;
  outages: OutageLog;
  /** Milliseconds that a receiver has for its answer; well below the lease. */
  limit: number;
  tracing?: Tracing | undefined;
  /** Called for each attempt, once how it went is written down. */
  tried?: (result: 'sent' | 'failed') => void;
}

/** Brings waiting messages to their receivers, each receiver on its own. */
export function deliverWebhooks({ database, clock, outages, limit, tracing, tried }: DeliverWebhooksOptions): DeliveryQueue<DueDelivery> {
  return new DeliveryQueue({
    outages,
    what: 'webhooks',
    limit,
    laneOf: ({ webhookId }) => webhookId,
    claim: (underWay) => claimDeliveries(database.write, clock(), underWay, atOncePerWebhook, webhookLeaseSeconds),
    async deliver(delivery, signal) {
      const outcome = await inSpan(tracing, 'deliver webhook', 'client', { 'swath.webhook.id': delivery.webhookId }, async () => {
        const outcome = await post(delivery, clock(), signal, tracing?.current()?.traceparent);
        if (typeof outcome === 'number') tracing?.current()?.set({ 'http.response.status_code': outcome });
        else if (outcome !== 'stopped') tracing?.current()?.set({ 'error.type': String(outcome.responseCode ?? outcome.error) });
        return outcome;
      });
      if (typeof outcome === 'number') {
        await markDelivered(database.write, delivery, outcome);
        tried?.('sent');
      } else if (outcome === 'stopped') await putBack(database.write, delivery, clock());
      else {
        const delay = outcome.gone ? undefined : webhookRetryDelay(delivery.tries, Math.random());
        const retryAt = delay === undefined ? undefined : new Date(clock().getTime() + delay * 1000);
        await markFailed(database.write, delivery, { ...outcome, retryAt }, clock(), disabledAfter);
        tried?.('failed');
      }
    },
  });
}

/** The status of a receiver that took it, or what went wrong. */
async function post(
  { url, messageId, payload, secrets }: DueDelivery,
  now: Date,
  signal: AbortSignal,
  traceparent: string | undefined,
): Promise<number | 'stopped' | Omit<Failure, 'retryAt'>> {
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
    return { responseCode: null, error: signal.aborted ? 'no answer in time' : reasonOf(error), gone: false };
  }
}

/** A code like ECONNREFUSED: enough to act on, and nothing of the address or the message in it. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'cannot be reached';
}
