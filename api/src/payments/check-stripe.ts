import type { StripeConfig } from '../platform/config/config.ts';
import { apiVersion } from './stripe.ts';

/** Asks Stripe about an intent that nobody has: a key that works is told that there is none. Answers with the status. */
export async function checkStripe({ secretKey, url = 'https://api.stripe.com' }: StripeConfig): Promise<number> {
  const response = await fetch(`${url}/v1/payment_intents/pi_doctor`, {
    headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion },
    signal: AbortSignal.timeout(10_000),
  });
  await response.body?.cancel();
  return response.status;
}
