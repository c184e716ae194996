import type { ProviderIntent } from '../../src/payments/payment-rules.ts';
import type { NewIntent, PaymentProvider } from '../../src/payments/provider.ts';

/** A payment provider that a test makes fail, hang or return invalid data. */
export class FakeProvider implements PaymentProvider {
  readonly name = 'fake';
  readonly live = true;
  readonly publishableKey = 'pk_stand_in';
  /** Changes every response. */
  answer: (intent: ProviderIntent) => ProviderIntent | Promise<ProviderIntent> = (intent) => intent;
  calls = 0;
  readonly #intents = new Map<string, ProviderIntent>();

  async createIntent({ orderId, amount, currency, key }: NewIntent): Promise<ProviderIntent & { clientSecret: string }> {
    const id = `pi_${key}`;
    if (!this.#intents.has(id))
      this.#intents.set(id, { id, orderId, amount, currency, live: this.live, status: 'requires_payment_method' });
    return this.retrieveIntent(id);
  }

  cancelIntent(id: string): Promise<ProviderIntent> {
    return this.retrieveIntent(id);
  }

  async refundIntent(): Promise<boolean> {
    return true;
  }

  async findIntentByKey(): Promise<undefined> {
    return undefined;
  }

  async findRefund(): Promise<undefined> {
    return undefined;
  }

  async retrieveIntent(id: string): Promise<ProviderIntent & { clientSecret: string }> {
    this.calls++;
    const intent = this.#intents.get(id);
    if (intent === undefined) throw new Error('no such intent');
    return { ...(await this.answer(intent)), clientSecret: `${id}_secret` };
  }

  get size(): number {
    return this.#intents.size;
  }
}
