import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { AppError } from '../errors.ts';
import type { StripeConfig } from '../platform/config/payment-config.ts';
import { toStorableText } from '../platform/http/storable-text.ts';
import { boundedFetch } from '../platform/outgoing/read-answer.ts';
import type { InstallationKeys } from '../platform/secrets/installation-keys.ts';
import { fromSmallestUnit, type ProviderIntent, toSmallestUnit } from './payment-rules.ts';
import { type IntentWithSecret, type NewIntent, OutcomeUnknown, type PaymentProvider, type ProviderWebhook } from './provider.ts';

/** Pinned, because a newer SDK would silently use a newer version. */
const apiVersion = '2026-10-28.endive';

/** Card payments through Stripe. One retry with two timeouts fits into the time limit of callProvider. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly live: boolean;
  readonly publishableKey: string;
  readonly #keys: InstallationKeys;
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor(keys: InstallationKeys, { secretKey, publishableKey, webhookSecret, live, url }: StripeConfig, timeoutMs = 6000) {
    this.#keys = keys;
    this.live = live;
    this.publishableKey = publishableKey;
    this.#webhookSecret = webhookSecret;
    // Requests go through `fetch`, which the filter of outgoing requests covers.
    const httpClient = Stripe.createFetchHttpClient(boundedFetch(maxAnswerBytes));
    this.#stripe = new Stripe(secretKey, {
      ...{ apiVersion, timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false, httpClient },
      ...serverOptions(url),
    });
  }

  async createIntent({ orderId, amount, currency, key }: NewIntent): Promise<IntentWithSecret> {
    const idempotencyKey = await this.#idempotencyKey(key);
    const created = await callStripe(() =>
      this.#stripe.paymentIntents.create(
        {
          amount: toSmallestUnit(amount, currency),
          currency: currency.toLowerCase(),
          allowed_payment_method_types: ['card'],
          metadata: { orderId, request: idempotencyKey },
        },
        { idempotencyKey },
      ),
    );
    if (created.livemode !== this.live) throw new Error('Stripe created an intent in the wrong mode, live or test');
    return withSecret(created);
  }

  async retrieveIntent(id: string): Promise<IntentWithSecret> {
    return withSecret(await callStripe(() => this.#stripe.paymentIntents.retrieve(id)));
  }

  async cancelIntent(id: string): Promise<ProviderIntent> {
    try {
      return toIntent(await callStripe(() => this.#stripe.paymentIntents.cancel(id)));
    } catch (error) {
      // Already paid, cancelled or processing: return its current state.
      if (error instanceof StripeRequestError && error.code === 'payment_intent_unexpected_state') return this.retrieveIntent(id);
      throw error;
    }
  }

  /** Uses list, not search: Stripe's search index may lag by more than a minute. */
  async findIntentByKey(key: string, since: Date): Promise<IntentWithSecret | undefined> {
    const request = await this.#idempotencyKey(key);
    const gte = Math.floor(since.getTime() / 1000) - clockToleranceSeconds;
    const found = await callStripe(async () => {
      let listed = 0;
      for await (const intent of this.#stripe.paymentIntents.list({ created: { gte }, limit: 100 })) {
        if (intent.metadata.request === request) return intent;
        if (++listed === maxListedIntents) throw new Error(`Stripe has more than ${maxListedIntents} intents to search`);
      }
      return undefined;
    });
    return found && withSecret(found);
  }

  async refundIntent(id: string, key: string, part?: { amount: string; currency: string }): Promise<boolean> {
    try {
      const refund = await callStripe(() =>
        this.#stripe.refunds.create(
          { payment_intent: id, ...(part === undefined ? {} : { amount: toSmallestUnit(part.amount, part.currency) }) },
          { idempotencyKey: key },
        ),
      );
      return isNotFailed(refund);
    } catch (error) {
      if (error instanceof StripeRequestError && error.code === 'charge_already_refunded') return true;
      throw error;
    }
  }

  async findRefund(id: string, recorded: number): Promise<string | undefined> {
    const { data } = await callStripe(() => this.#stripe.refunds.list({ payment_intent: id, limit: 100 }));
    const made = data.filter(isNotFailed);
    const [newest] = made;
    if (newest === undefined || made.length <= recorded) return undefined;
    // Newest first.
    const units = made.slice(0, made.length - recorded).reduce((sum, { amount }) => sum + amount, 0);
    return fromSmallestUnit(units, newest.currency.toUpperCase());
  }

  async getRefundedAmount(id: string): Promise<string> {
    const { latest_charge: charge, currency } = await callStripe(() =>
      this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    );
    return fromSmallestUnit(typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0, currency.toUpperCase());
  }

  /** Keyed per installation, because another one may use the same account with the same order ids. */
  async #idempotencyKey(key: string): Promise<string> {
    return createHmac('sha256', await this.#keys.get('payment-stripe'))
      .update(key)
      .digest('hex');
  }

  parseWebhook(body: Buffer, signature: string | undefined): ProviderWebhook {
    try {
      const event = this.#stripe.webhooks.constructEvent(body, signature ?? '', this.#webhookSecret);
      const type = String(event.type);
      const refund = type === 'charge.refunded' || type.startsWith('refund.');
      const { id, payment_intent: paid } = event.data.object as { id?: unknown; payment_intent?: unknown };
      const intentId = refund ? paid : type.startsWith('payment_intent.') ? id : undefined;
      return { type, intentId: typeof intentId === 'string' ? toStorableText(intentId) : undefined, refund };
    } catch {
      throw new AppError('BAD_SIGNATURE', 'The message is not signed by the payment provider, or is too old.');
    }
  }
}

/** Lists have 100 intents of a few kilobytes. */
const maxAnswerBytes = 8 * 1024 * 1024;
// Clocks may differ.
const clockToleranceSeconds = 300;
const maxListedIntents = 5000;

const isNotFailed = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

function serverOptions(url: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (url === undefined) return {};
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  return { host: hostname, port: port === '' ? (secure ? 443 : 80) : port, protocol: secure ? 'https' : 'http' };
}

/** Only type, code and ids of an error: its message may contain keys, secrets or addresses. */
class StripeRequestError extends Error {
  readonly code: string;

  constructor(error: InstanceType<typeof Stripe.errors.StripeError>) {
    const safeWord = (text: unknown) => (typeof text === 'string' && /^\w{1,80}$/.test(text) ? text : '');
    super(
      ['Stripe:', safeWord(error.type), safeWord(error.code), error.statusCode ?? '', safeWord(error.requestId)]
        .filter((part) => part !== '')
        .join(' '),
    );
    this.name = 'StripeRequestError';
    this.code = safeWord(error.code);
  }
}

async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const requestError = new StripeRequestError(error);
    if (requestError.code === 'amount_too_small' || requestError.code === 'amount_too_large')
      throw new AppError('CARD_AMOUNT_REFUSED', 'Cards are not taken for an amount like this. Please ask the office.', {
        cause: requestError,
      });
    // A key that was used with other parameters: that request may have had its effect.
    const isUsedKey = error instanceof Stripe.errors.StripeIdempotencyError;
    if (error instanceof Stripe.errors.StripeConnectionError || error.statusCode === 409 || isUsedKey)
      throw new OutcomeUnknown(requestError.message, false);
    if (error.statusCode !== undefined && error.statusCode >= 500) throw new OutcomeUnknown(requestError.message, true);
    throw requestError;
  }
}

function withSecret(intent: Stripe.PaymentIntent): IntentWithSecret {
  if (intent.client_secret === null) throw new Error('Stripe sent an intent without its secret');
  return { ...toIntent(intent), clientSecret: intent.client_secret };
}

function toIntent(intent: Stripe.PaymentIntent): ProviderIntent {
  const currency = intent.currency.toUpperCase();
  const status = statusOf(intent);
  return {
    id: intent.id,
    orderId: intent.metadata.orderId ?? '',
    // The amount received may differ from the amount requested.
    amount: fromSmallestUnit(status === 'succeeded' ? intent.amount_received : intent.amount, currency),
    currency,
    live: intent.livemode,
    status,
  };
}

/** Unknown states count as not settled. */
function statusOf({ status, last_payment_error: error }: Stripe.PaymentIntent): ProviderIntent['status'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'canceled':
      return 'cancelled';
    case 'requires_payment_method':
      return error ? 'failed' : 'requires_payment_method';
    case 'requires_confirmation':
      return 'requires_payment_method';
    case 'requires_action':
      return 'requires_action';
    default:
      return 'processing';
  }
}

/** Checks the secret key by requesting an intent that does not exist; 404 means that the key works. Returns the status. */
export async function checkStripe({ secretKey, url = 'https://api.stripe.com' }: StripeConfig): Promise<number> {
  const response = await fetch(`${url}/v1/payment_intents/pi_doctor`, {
    headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion },
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  return response.status;
}
