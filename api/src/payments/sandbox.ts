import { createHmac } from 'node:crypto';
import { AppError, invalid } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { InstallationKeys } from '../platform/secrets/installation-keys.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import { intentLifetimeSeconds, type ProviderIntent } from './payment-rules.ts';
import type { IntentWithSecret, NewIntent, PaymentProvider } from './provider.ts';
import { endSandboxIntent, getSandboxIntent, insertSandboxIntent, moveSandboxIntent, refundSandboxIntent } from './sandbox-store.ts';

/** Test cards of the sandbox with their results. */
export const testCards: Record<string, 'succeeded' | 'failed' | 'requires_action'> = {
  '4242424242424242': 'succeeded',
  '5555555555554444': 'succeeded',
  '4000000000000002': 'failed',
  '4000000000000069': 'failed',
  '4000002500003155': 'requires_action',
};

/** A payment provider without real money: intents have the usual states and are stored in our own database. */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly live = false;
  readonly publishableKey = null;
  readonly #database: Database;
  readonly #keys: InstallationKeys;
  readonly #clock: Clock;

  constructor(database: Database, keys: InstallationKeys, clock: Clock = systemClock) {
    this.#database = database;
    this.#keys = keys;
    this.#clock = clock;
  }

  async createIntent({ orderId, amount, currency, key }: NewIntent): Promise<IntentWithSecret> {
    const id = `pi_${(await this.#digest(`intent ${key}`)).slice(0, 24)}`;
    await insertSandboxIntent(this.#database.write, { id, orderId, amount, currency }, this.#clock());
    return this.retrieveIntent(id);
  }

  async retrieveIntent(id: string): Promise<IntentWithSecret> {
    const intent = await this.#get(id);
    return { ...intent, clientSecret: `${id}_secret_${(await this.#digest(`secret ${id}`)).slice(0, 32)}` };
  }

  async cancelIntent(id: string): Promise<ProviderIntent> {
    await endSandboxIntent(this.#database.write, id);
    return getSandboxIntent(this.#database.write, id);
  }

  /** Intents are created in one statement, so a failed request had no effect. */
  async findIntentByKey(): Promise<undefined> {
    return undefined;
  }

  async refundIntent(id: string): Promise<boolean> {
    await refundSandboxIntent(this.#database.write, id);
    return true;
  }

  async findRefund(): Promise<undefined> {
    return undefined;
  }

  /** The payment form: submits a test card, or the result of the second step. */
  async pay(id: string, card: string | undefined, approved: boolean | undefined): Promise<ProviderIntent['status']> {
    const { status } = await this.#get(id);
    const next = nextStatus(status, card, approved);
    if (!(await moveSandboxIntent(this.#database.write, id, status, next))) throw closed();
    return next;
  }

  /** Expired intents are ended when read. */
  async #get(id: string): Promise<ProviderIntent> {
    await endSandboxIntent(this.#database.write, id, new Date(this.#clock().getTime() - intentLifetimeSeconds * 1000));
    return getSandboxIntent(this.#database.write, id);
  }

  async #digest(text: string): Promise<string> {
    return createHmac('sha256', await this.#keys.get('payment-sandbox'))
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
  if (status !== 'requires_payment_method' && status !== 'failed') throw closed();
  const outcome = testCards[card?.replace(/[\s-]/g, '') ?? ''];
  if (outcome === undefined) throw invalid({ path: 'cardNumber', message: `must be a test card: ${Object.keys(testCards).join(', ')}` });
  return outcome;
}
