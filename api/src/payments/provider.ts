import { AppError } from '../errors.ts';
import type { ProviderIntent } from './payment-rules.ts';

export interface NewIntent {
  orderId: string;
  amount: string;
  currency: string;
  /** Asking twice with one key makes one intent. */
  key: string;
}

/** Whoever takes the money. */
export interface PaymentProvider {
  readonly name: string;
  createIntent(intent: NewIntent): Promise<ProviderIntent & { clientSecret: string }>;
  retrieveIntent(id: string): Promise<ProviderIntent & { clientSecret: string }>;
  /** Ends an intent that has not been paid; answers with what it has become, which may be paid after all. */
  cancelIntent(id: string): Promise<ProviderIntent>;
  /** Gives the whole amount back. Asking again changes nothing. */
  refundIntent(id: string): Promise<void>;
}

const longestWait = 15_000;

/** Runs a call to the provider; when it does not answer, nothing has changed and the caller may try again. */
export async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${longestWait} ms`)), longestWait);
  });
  try {
    return await Promise.race([ask(), tooLong]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'PAYMENT_PROVIDER_UNAVAILABLE',
      'The payment provider does not answer just now. Nothing has changed; please try again.',
      {
        retryAfterSeconds: 5,
        cause: error,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}
