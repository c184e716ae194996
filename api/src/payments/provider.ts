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
}

/** Runs a call to the provider; when it does not answer, nothing has changed and the caller may try again. */
export async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
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
  }
}
