import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { AppError } from '../errors.ts';
import type { StripeConfig } from '../platform/config/config.ts';
import { installationKey } from '../platform/config/installation-key-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import { fromSmallestUnit, type ProviderIntent, toSmallestUnit } from './payment-rules.ts';
import { type NewIntent, OutcomeUnknown, type PaymentProvider, type ProviderMessage, type SecretIntent } from './provider.ts';

/** What this file was written against; a newer SDK would silently bring a newer one. */
export const apiVersion = '2026-10-28.endive';

/** Card payments through Stripe. Its own retry and both waits fit into the time that anyone waits for a provider. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly live: boolean;
  readonly publishableKey: string;
  readonly #database: Database;
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;
  #key: Promise<Buffer> | undefined;

  constructor(database: Database, { secretKey, publishableKey, webhookSecret, live, url }: StripeConfig, timeout = 6000) {
    this.#database = database;
    this.live = live;
    this.publishableKey = publishableKey;
    this.#webhookSecret = webhookSecret;
    this.#stripe = new Stripe(secretKey, { apiVersion, timeout, maxNetworkRetries: 1, telemetry: false, ...addressOf(url) });
  }

  async createIntent({ orderId, amount, currency, key }: NewIntent): Promise<SecretIntent> {
    const idempotencyKey = await this.#ours(key);
    const made = await asking(() =>
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
    if (made.livemode !== this.live) throw new Error('Stripe made an intent of the other mode, live or test');
    return withSecret(made);
  }

  async retrieveIntent(id: string): Promise<SecretIntent> {
    return withSecret(await asking(() => this.#stripe.paymentIntents.retrieve(id)));
  }

  async cancelIntent(id: string): Promise<ProviderIntent> {
    try {
      return toIntent(await asking(() => this.#stripe.paymentIntents.cancel(id)));
    } catch (error) {
      // Paid, cancelled or being processed: it is what it has become.
      if (error instanceof StripeFault && error.code === 'payment_intent_unexpected_state') return this.retrieveIntent(id);
      throw error;
    }
  }

  /** By listing, not by searching: Stripe's search may lag behind by a minute and more. */
  async findIntentByKey(key: string, since: Date): Promise<SecretIntent | undefined> {
    const request = await this.#ours(key);
    const gte = Math.floor(since.getTime() / 1000) - clockToleranceSeconds;
    const found = await asking(async () => {
      let seen = 0;
      for await (const intent of this.#stripe.paymentIntents.list({ created: { gte }, limit: 100 })) {
        if (intent.metadata.request === request) return intent;
        if (++seen === mostListed) throw new Error(`Stripe has more than ${mostListed} intents to look through`);
      }
      return undefined;
    });
    return found && withSecret(found);
  }

  async refundIntent(id: string, key: string): Promise<boolean> {
    try {
      const refund = await asking(() => this.#stripe.refunds.create({ payment_intent: id }, { idempotencyKey: key }));
      return isUnderWay(refund);
    } catch (error) {
      if (error instanceof StripeFault && error.code === 'charge_already_refunded') return true;
      throw error;
    }
  }

  async isRefunded(id: string): Promise<boolean> {
    const { data } = await asking(() => this.#stripe.refunds.list({ payment_intent: id, limit: 100 }));
    return data.some(isUnderWay);
  }

  async returnedAmount(id: string): Promise<string> {
    const { latest_charge: charge, currency } = await asking(() => this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
    return fromSmallestUnit(typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0, currency.toUpperCase());
  }

  /** Another installation may use the same account, and count its orders from 1 as well. */
  async #ours(key: string): Promise<string> {
    this.#key ??= installationKey(this.#database.write, 'payment-stripe').catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return createHmac('sha256', await this.#key)
      .update(key)
      .digest('hex');
  }

  readMessage(body: Buffer, signature: string | undefined): ProviderMessage {
    try {
      const event = this.#stripe.webhooks.constructEvent(body, signature ?? '', this.#webhookSecret);
      const type = String(event.type);
      const refund = type === 'charge.refunded' || type.startsWith('refund.');
      const { id, payment_intent: paid } = event.data.object as { id?: unknown; payment_intent?: unknown };
      const intentId = refund ? paid : type.startsWith('payment_intent.') ? id : undefined;
      return { type, intentId: typeof intentId === 'string' ? intentId : undefined, refund };
    } catch {
      throw new AppError('BAD_SIGNATURE', 'The message is not signed by the payment provider, or is too old.');
    }
  }
}

// Their clock and ours may differ.
const clockToleranceSeconds = 300;
const mostListed = 5000;

const isUnderWay = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

function addressOf(url: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (url === undefined) return {};
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  return { host: hostname, port: port === '' ? (secure ? 443 : 80) : port, protocol: secure ? 'https' : 'http' };
}

/** What went wrong, by its kind alone: the words of an error may have keys, secrets and addresses in them. */
class StripeFault extends Error {
  readonly code: string;

  constructor(error: InstanceType<typeof Stripe.errors.StripeError>) {
    const word = (text: unknown) => (typeof text === 'string' && /^\w{1,80}$/.test(text) ? text : '');
    super(
      ['Stripe:', word(error.type), word(error.code), error.statusCode ?? '', word(error.requestId)]
        .filter((part) => part !== '')
        .join(' '),
    );
    this.name = 'StripeFault';
    this.code = word(error.code);
  }
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const fault = new StripeFault(error);
    if (fault.code === 'amount_too_small' || fault.code === 'amount_too_large')
      throw new AppError('CARD_AMOUNT_REFUSED', 'Cards are not taken for an amount like this. Please ask the office.', { cause: fault });
    if (error instanceof Stripe.errors.StripeConnectionError || error.statusCode === 409) throw new OutcomeUnknown(fault.message, false);
    if (error.statusCode !== undefined && error.statusCode >= 500) throw new OutcomeUnknown(fault.message, true);
    throw fault;
  }
}

function withSecret(intent: Stripe.PaymentIntent): SecretIntent {
  if (intent.client_secret === null) throw new Error('Stripe sent an intent without its secret');
  return { ...toIntent(intent), clientSecret: intent.client_secret };
}

function toIntent(intent: Stripe.PaymentIntent): ProviderIntent {
  const currency = intent.currency.toUpperCase();
  const status = statusOf(intent);
  return {
    id: intent.id,
    orderId: intent.metadata.orderId ?? '',
    // What came, and not what was asked for.
    amount: fromSmallestUnit(status === 'succeeded' ? intent.amount_received : intent.amount, currency),
    currency,
    live: intent.livemode,
    status,
  };
}

/** Whatever we do not know is not settled yet. */
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
