import { AppError } from '../errors.ts';
import type { ProviderIntent } from './payment-rules.ts';

export interface NewIntent {
  orderId: string;
  amount: string;
  currency: string;
  /** Idempotency key: repeated requests with one key create one intent. */
  key: string;
}

/** An intent with the secret for its payment form. */
export type IntentWithSecret = ProviderIntent & { clientSecret: string };

/** The part of a webhook that is used. */
export interface ProviderWebhook {
  type: string;
  /** Undefined: the event is not about an intent. */
  intentId: string | undefined;
  /** The event is about a refund. */
  refund: boolean;
}

/** Port to a card payment provider. */
export interface PaymentProvider {
  readonly name: string;
  /** Moves real money. */
  readonly live: boolean;
  /** Public key for the provider's payment form; null if it needs none. */
  readonly publishableKey: string | null;
  createIntent(intent: NewIntent): Promise<IntentWithSecret>;
  retrieveIntent(id: string): Promise<IntentWithSecret>;
  /** Cancels an unpaid intent and returns its state, which may be paid if the payment came first. */
  cancelIntent(id: string): Promise<ProviderIntent>;
  /** The intent that a request with this key has created since then. */
  findIntentByKey(key: string, since: Date): Promise<IntentWithSecret | undefined>;
  /** Refunds the whole amount, or a part of it, idempotent per key. False: the refund failed, and will fail again with this key. */
  refundIntent(id: string, key: string, part?: { amount: string; currency: string }): Promise<boolean>;
  /** The amount of the refunds, made or in progress, beyond the number that is recorded; undefined: there are none. */
  findRefund(id: string, recorded: number): Promise<string | undefined>;
  /** For providers with webhooks: parses one, or throws if its signature is invalid. */
  parseWebhook?(body: Buffer, signature: string | undefined): ProviderWebhook;
  /** For providers where refunds can be made without this service: the amount refunded so far. */
  getRefundedAmount?(id: string): Promise<string>;
}

/** The provider failed or did not respond: the request may have taken effect. */
export class OutcomeUnknown extends Error {
  /** The provider has finished processing: without an effect by now, this key will have none. */
  readonly finished: boolean;

  constructor(message: string, finished: boolean) {
    super(message);
    this.name = 'OutcomeUnknown';
    this.finished = finished;
  }
}

const providerTimeoutMs = 15_000;

/** Calls the provider with a time limit. On failure nothing has changed here, so the caller may try again. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutcomeUnknown(`no answer in ${providerTimeoutMs} ms`, false)), providerTimeoutMs);
  });
  try {
    return await Promise.race([call(), timeout]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw providerUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

export const providerUnavailable = (cause?: unknown): AppError =>
  new AppError('PAYMENT_PROVIDER_UNAVAILABLE', 'The payment provider does not respond. Nothing has changed. Please try again.', {
    retryAfterSeconds: 5,
    cause,
  });
