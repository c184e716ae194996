import { AppError } from '../errors.ts';
import type { ProviderIntent } from './payment-rules.ts';

export interface NewIntent {
  orderId: string;
  amount: string;
  currency: string;
  /** QueryContext twice with one key makes one intent. */
  key: string;
}

/** An intent with what its payment form needs. */
export type SecretIntent = ProviderIntent & { clientSecret: string };

/** What a provider's own message is about. */
export interface ProviderMessage {
  type: string;
  /** Undefined: about no intent. */
  intentId: string | undefined;
  /** Money may have gone back. */
  refund: boolean;
}

/** Whoever takes the money. */
export interface PaymentProvider {
  readonly name: string;
  /** Whether it moves real money. */
  readonly live: boolean;
  /** What a payment form shows to the provider, where it needs something. */
  readonly publishableKey: string | null;
  createIntent(intent: NewIntent): Promise<SecretIntent>;
  retrieveIntent(id: string): Promise<SecretIntent>;
  /** Ends an intent that has not been paid; answers with what it has become, which may be paid after all. */
  cancelIntent(id: string): Promise<ProviderIntent>;
  /** The intent that a request with this key has made since then. */
  findIntentByKey(key: string, since: Date): Promise<SecretIntent | undefined>;
  /** Gives the whole amount back; asking again with one key changes nothing. False: it did not go through, and will not for this key. */
  refundIntent(id: string, key: string): Promise<boolean>;
  /** Whether the amount has been given back, or is on its way. */
  isRefunded(id: string): Promise<boolean>;
  /** Of a provider that calls us: reads a message, or refuses one that it has not signed. */
  readMessage?(body: Buffer, signature: string | undefined): ProviderMessage;
  /** Of a provider where someone can give money back without us: how much has gone back so far. */
  returnedAmount?(id: string): Promise<string>;
}

/** The provider has answered with an error of its own, or not at all: the request may have been carried out. */
export class OutcomeUnknown extends Error {
  /** The provider has finished with the request: what it has not done by now it will not do for this key. */
  readonly finished: boolean;

  constructor(message: string, finished: boolean) {
    super(message);
    this.name = 'OutcomeUnknown';
    this.finished = finished;
  }
}

const longestWait = 15_000;

/** Runs a call to the provider. When it does not answer, nothing has changed here, and the caller may try again. */
export async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutcomeUnknown(`no answer in ${longestWait} ms`, false)), longestWait);
  });
  try {
    return await Promise.race([ask(), tooLong]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw providerUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

export const providerUnavailable = (cause?: unknown): AppError =>
  new AppError('PAYMENT_PROVIDER_UNAVAILABLE', 'The payment provider does not answer just now. Nothing has changed; please try again.', {
    retryAfterSeconds: 5,
    cause,
  });
