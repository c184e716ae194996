import { createHmac } from 'node:crypto';
import { AppError, invalid } from '../errors.ts';
import type { Database } from '../platform/db.ts';
import { installationKey } from '../platform/installation-key-store.ts';
import type { ProviderIntent } from './payment-rules.ts';
import type { NewIntent, PaymentProvider } from './provider.ts';
import { getSandboxIntent, insertSandboxIntent, moveSandboxIntent, refundSandboxIntent } from './sandbox-store.ts';

/** Cards that only the sandbox takes, and what becomes of them. */
export const testCards: Record<string, 'succeeded' | 'failed' | 'requires_action'> = {
  '4242424242424242': 'succeeded',
  '5555555555554444': 'succeeded',
  '4000000000000002': 'failed',
  '4000002500003155': 'requires_action',
};

/** A payment provider without money: the life of an intent as a real one has it, kept in our own database. */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly #database: Database;
  #key: Promise<Buffer> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async createIntent({ orderId, amount, currency, key }: NewIntent): Promise<ProviderIntent & { clientSecret: string }> {
    const id = `pi_${(await this.#digest(`intent ${key}`)).slice(0, 24)}`;
    await insertSandboxIntent(this.#database.write, { id, orderId, amount, currency });
    return this.retrieveIntent(id);
  }

  async retrieveIntent(id: string): Promise<ProviderIntent & { clientSecret: string }> {
    const intent = await getSandboxIntent(this.#database.write, id);
    return { ...intent, clientSecret: `${id}_secret_${(await this.#digest(`secret ${id}`)).slice(0, 32)}` };
  }

  async cancelIntent(id: string): Promise<ProviderIntent> {
    const { status } = await getSandboxIntent(this.#database.write, id);
    if (status === 'requires_payment_method' || status === 'requires_action')
      await moveSandboxIntent(this.#database.write, id, status, 'cancelled');
    return getSandboxIntent(this.#database.write, id);
  }

  async refundIntent(id: string): Promise<void> {
    await refundSandboxIntent(this.#database.write, id);
  }

  /** What a card form does: gives a test card to the intent, or answers its second step. */
  async pay(id: string, card: string | undefined, approved: boolean | undefined): Promise<ProviderIntent['status']> {
    const { status } = await getSandboxIntent(this.#database.write, id);
    const next = nextStatus(status, card, approved);
    if (!(await moveSandboxIntent(this.#database.write, id, status, next))) throw closed();
    return next;
  }

  async #digest(text: string): Promise<string> {
    this.#key ??= installationKey(this.#database.write, 'payment-sandbox').catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return createHmac('sha256', await this.#key)
      .update(text)
      .digest('hex');
  }
}

const closed = () => new AppError('INTENT_CLOSED', 'This payment has ended. Open a new payment intent to try again.');

function nextStatus(status: ProviderIntent['status'], card: string | undefined, approved: boolean | undefined): ProviderIntent['status'] {
  if (status === 'requires_action') {
    if (approved === undefined) throw invalid({ path: 'approved', message: 'is required: the bank asks whether the farmer approves' });
    return approved ? 'succeeded' : 'failed';
  }
  if (status !== 'requires_payment_method') throw closed();
  const outcome = testCards[card?.replace(/[\s-]/g, '') ?? ''];
  if (outcome === undefined) throw invalid({ path: 'cardNumber', message: `must be a test card: ${Object.keys(testCards).join(', ')}` });
  return outcome;
}
