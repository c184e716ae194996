import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { StripeProvider } from '../../src/payments/stripe.ts';
import type { StripeConfig } from '../../src/platform/config/payment-config.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import type { Answer } from '../factories.ts';
import { testKeys } from '../harness.ts';
import { testNow } from '../test-now.ts';

export interface FakeIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  client_secret: string;
  created: number;
  currency: string;
  livemode: boolean;
  metadata: Record<string, string>;
  status: string;
  last_payment_error: { type: string; code: string; message: string } | null;
}

export interface FakeEvent {
  id: string;
  object: 'event';
  type: string;
  livemode: boolean;
  created: number;
  data: { object: object };
}

/**
 * How it treats a request: `lose` does the work and drops the response, `drop` does not do the work; `fail` responds 500 without
 * the work, `break` after it. Like Stripe, it stores these errors with the idempotency key of the request.
 */
export type Behaviour = 'answer' | 'fail' | 'break' | 'hang' | 'drop' | 'lose' | 'refuse';

interface Done {
  status: number;
  body: object;
}

const known: Record<string, RegExp> = {
  '/v1/payment_intents': /^(amount|currency|metadata\[\w+\]|allowed_payment_method_types\[\d\])$/,
  '/v1/refunds': /^(payment_intent|amount)$/,
};

/** A fake of Stripe's API: intents, refunds, idempotency keys and signed events, in memory; a test makes it fail. */
export class FakeStripe {
  readonly intents = new Map<string, FakeIntent>();
  readonly refunded = new Map<string, number>();
  readonly #refunds = new Map<string, object[]>();
  readonly failedRefunds = new Map<string, object[]>();
  /** Refunds are accepted and then fail. */
  refundsFail = false;
  /** All events, oldest first. */
  readonly events: FakeEvent[] = [];
  readonly requests: string[] = [];
  behaviour: (method: string, path: string) => Behaviour = () => 'answer';
  /** The clock for the creation time of intents. */
  clock: () => Date = () => testNow;
  livemode = false;
  smallest = 1;
  readonly #server: Server;
  readonly #kept = new Map<string, { params: string; done: Done }>();
  readonly #keys = {
    secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
    publishableKey: `pk_test_${randomBytes(12).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
  };

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get config(): StripeConfig {
    return { ...this.#keys, live: false, url: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}` };
  }

  /** The settings of a built service that connect it to this fake. */
  get environment(): Record<string, string> {
    const { secretKey, publishableKey, webhookSecret, url = '' } = this.config;
    return {
      SWATH_STRIPE_SECRET_KEY: secretKey,
      SWATH_STRIPE_PUBLISHABLE_KEY: publishableKey,
      SWATH_STRIPE_WEBHOOK_SECRET: webhookSecret,
      SWATH_STRIPE_URL: url,
    };
  }

  /** The real provider with the real SDK, connected to this fake. */
  readonly provider = (database: Database): StripeProvider => new StripeProvider(testKeys(database), this.config, 1500);

  intent(id: string): FakeIntent {
    const found = this.intents.get(id);
    if (found === undefined) throw new Error(`${id} does not exist`);
    return found;
  }

  ofOrder(orderId: number | string): FakeIntent[] {
    return [...this.intents.values()].filter(({ metadata }) => metadata.orderId === String(orderId));
  }

  /** What was charged for an order and not refunded. */
  net(orderId: number | string): number {
    return this.ofOrder(orderId).reduce((sum, { id, amount_received }) => sum + amount_received - (this.refunded.get(id) ?? 0), 0);
  }

  payable(orderId: number | string): FakeIntent[] {
    return this.ofOrder(orderId).filter(({ status }) => status !== 'succeeded' && status !== 'canceled');
  }

  /** Submits a card; false if the intent accepts none any more. */
  confirm(id: string, card: 'good' | 'declined' | 'second step'): boolean {
    const intent = this.intent(id);
    if (intent.status !== 'requires_payment_method') return false;
    intent.last_payment_error = null;
    if (card === 'good') this.#succeed(intent);
    else if (card === 'declined') this.#decline(intent, 'card_declined');
    else this.#move(intent, 'requires_action', 'payment_intent.requires_action');
    return true;
  }

  /** The second step at the bank (3-D Secure). */
  authenticate(id: string, approved: boolean): boolean {
    const intent = this.intent(id);
    if (intent.status !== 'requires_action') return false;
    if (approved) this.#succeed(intent);
    else this.#decline(intent, 'payment_intent_authentication_failure');
    return true;
  }

  eventOf(id: string, type: string): FakeEvent {
    const found = this.events.findLast((event) => event.type === type && (event.data.object as { id: string }).id === id);
    if (found === undefined) throw new Error(`${id} has no event ${type}`);
    return found;
  }

  /** Sends an event like Stripe: signed, with a timestamp, byte for byte. */
  async deliver(service: { url: string }, event: object, signed: { header?: string; secret?: string; at?: number } = {}): Promise<Answer> {
    const payload = JSON.stringify(event, null, 2);
    const secret = signed.secret ?? this.#keys.webhookSecret;
    const timestamp = signed.at ?? Math.floor(Date.now() / 1000);
    const header = signed.header ?? signer.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const response = await fetch(`${service.url}/api/payment/webhook/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...(header === '' ? {} : { 'stripe-signature': header }) },
      body: payload,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  #succeed(intent: FakeIntent): void {
    intent.amount_received = intent.amount;
    this.#move(intent, 'succeeded', 'payment_intent.succeeded');
  }

  #decline(intent: FakeIntent, code: string): void {
    intent.last_payment_error = { type: 'card_error', code, message: 'Your card was declined.' };
    this.#move(intent, 'requires_payment_method', 'payment_intent.payment_failed');
  }

  #move(intent: FakeIntent, status: string, type: string): void {
    intent.status = status;
    this.#happened(type, intent);
  }

  #happened(type: string, object: object): void {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    const created = Math.floor(Date.now() / 1000);
    this.events.push({ id, object: 'event', type, livemode: this.livemode, created, data: { object: { ...object } } });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '' } = request;
    this.requests.push(`${method} ${path}`);
    const behaviour = this.behaviour(method, path);
    if (behaviour === 'hang') return;
    if (behaviour === 'drop') return void request.socket.destroy();
    const send = ({ status, body }: Done, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.requests.length}`, ...headers })
        .end(JSON.stringify(body));
    if (behaviour === 'refuse') return void send(this.#fault(401, 'invalid_request_error', 'api_key_expired'));
    const { replayed, ...done } = this.#once(request, path, Buffer.concat(chunks).toString(), behaviour);
    if (behaviour === 'lose') return void request.socket.destroy();
    send(done, {
      ...(done.status >= 500 ? { 'stripe-should-retry': 'false' } : {}),
      ...(replayed === true ? { 'idempotent-replayed': 'true' } : {}),
    });
  }

  /** Worst-case error texts: with a key, a secret and a URL in the message. */
  #fault(status: number, type: string, code: string): Done {
    const secrets = [this.#keys.secretKey, [...this.intents.values()].at(-1)?.client_secret, this.config.url].join(' ');
    return { status, body: { error: { type, code, message: `Something about ${secrets}`, doc_url: this.config.url } } };
  }

  #once(request: IncomingMessage, path: string, params: string, behaviour: Behaviour): Done & { replayed?: boolean } {
    if (request.headers.authorization !== `Bearer ${this.#keys.secretKey}`)
      return this.#fault(401, 'invalid_request_error', 'api_key_invalid');
    if (request.headers['stripe-version'] !== '2026-10-28.endive') return this.#fault(400, 'invalid_request_error', 'version_unknown');
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const kept = this.#kept.get(String(key));
    if (key !== undefined && kept !== undefined)
      return kept.params === `${path} ${params}`
        ? { ...kept.done, replayed: true }
        : this.#fault(400, 'idempotency_error', 'idempotency_key_in_use');
    const failed = behaviour === 'fail' || behaviour === 'break' ? this.#fault(500, 'api_error', 'internal') : undefined;
    const worked = behaviour === 'fail' ? undefined : structuredClone(this.#work(request.method === 'GET' ? 'GET' : 'POST', path, params));
    const done = failed ?? (worked as Done);
    // Invalid requests are not stored with the key: they have not been executed.
    if (key !== undefined && (done.status === 200 || done.status >= 500))
      this.#kept.set(String(key), { params: `${path} ${params}`, done });
    return done;
  }

  #work(method: 'GET' | 'POST', path: string, text: string): Done {
    if (method === 'GET') {
      const [resource, query = ''] = path.split('?', 2);
      if (resource === '/v1/payment_intents') return this.#list(new URLSearchParams(query));
      if (resource === '/v1/refunds') return this.#listRefunds(new URLSearchParams(query));
    }
    const params = new URLSearchParams(text);
    const allowed = known[path] ?? /^$/;
    if ([...params.keys()].some((name) => !allowed.test(name))) return this.#fault(400, 'invalid_request_error', 'parameter_unknown');
    if (path === '/v1/payment_intents') return this.#create(params);
    if (path === '/v1/refunds') return this.#refund(String(params.get('payment_intent')), params.get('amount'));
    const [, id = '', verb, expand] = /^\/v1\/payment_intents\/(\w+)(?:\/(cancel)|\?(expand\[0\]=latest_charge))?$/.exec(path) ?? [];
    const intent = this.intents.get(id);
    if (intent === undefined) return this.#fault(404, 'invalid_request_error', 'resource_missing');
    if (verb === 'cancel') {
      if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
        return this.#fault(400, 'invalid_request_error', 'payment_intent_unexpected_state');
      this.#move(intent, 'canceled', 'payment_intent.canceled');
    }
    return { status: 200, body: expand === undefined ? intent : { ...intent, latest_charge: this.#chargeOf(intent) } };
  }

  /** Newest first, in pages. */
  #list(query: URLSearchParams): Done {
    const since = Number(query.get('created[gte]'));
    const all = [...this.intents.values()].reverse().filter(({ created }) => created >= since);
    const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const to = from + Number(query.get('limit') ?? 10);
    return { status: 200, body: { object: 'list', url: '/v1/payment_intents', data: all.slice(from, to), has_more: to < all.length } };
  }

  #listRefunds(query: URLSearchParams): Done {
    const id = String(query.get('payment_intent'));
    const data = [...(this.failedRefunds.get(id) ?? []), ...(this.#refunds.get(id) ?? [])];
    return { status: 200, body: { object: 'list', url: '/v1/refunds', data, has_more: false } };
  }

  /** Whole or in part. */
  #makeRefund(id: string, amount: number): object {
    const refund = this.#refundOf(id, 'succeeded', amount);
    this.refunded.set(id, (this.refunded.get(id) ?? 0) + amount);
    this.#refunds.set(id, [refund, ...(this.#refunds.get(id) ?? [])]);
    return refund;
  }

  #refundOf(id: string, status: string, amount: number): object {
    return {
      id: `re_${randomBytes(12).toString('hex')}`,
      object: 'refund',
      payment_intent: id,
      amount,
      currency: this.intent(id).currency,
      status,
    };
  }

  #chargeOf({ id, amount_received, status }: FakeIntent): object | null {
    if (status !== 'succeeded') return null;
    const returned = this.refunded.get(id) ?? 0;
    return {
      id: id.replace('pi_', 'ch_'),
      object: 'charge',
      payment_intent: id,
      amount: amount_received,
      amount_refunded: returned,
      refunded: returned === amount_received,
    };
  }

  /** A refund in the dashboard, without the service; returns whether there was an amount to refund. */
  refundByHand(id: string, amount = this.intent(id).amount_received): boolean {
    const intent = this.intent(id);
    if (intent.status !== 'succeeded' || this.refunded.has(id)) return false;
    this.#makeRefund(id, amount);
    this.#happened('charge.refunded', this.#chargeOf(intent) ?? {});
    return true;
  }

  #create(params: URLSearchParams): Done {
    const amount = Number(params.get('amount'));
    if (!Number.isSafeInteger(amount) || amount <= 0) return this.#fault(400, 'invalid_request_error', 'parameter_invalid_integer');
    if (amount < this.smallest) return this.#fault(400, 'invalid_request_error', 'amount_too_small');
    if (params.get('allowed_payment_method_types[0]') !== 'card') return this.#fault(400, 'invalid_request_error', 'parameter_missing');
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const intent: FakeIntent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      created: Math.floor(this.clock().getTime() / 1000),
      currency: String(params.get('currency')),
      livemode: this.livemode,
      metadata: { orderId: String(params.get('metadata[orderId]')), request: String(params.get('metadata[request]')) },
      status: 'requires_payment_method',
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    this.#happened('payment_intent.created', intent);
    return { status: 200, body: intent };
  }

  #refund(id: string, part: string | null): Done {
    const intent = this.intents.get(id);
    if (intent?.status !== 'succeeded') return this.#fault(400, 'invalid_request_error', 'payment_intent_unexpected_state');
    const left = intent.amount_received - (this.refunded.get(id) ?? 0);
    if (left === 0) return this.#fault(400, 'invalid_request_error', 'charge_already_refunded');
    const amount = part === null ? left : Number(part);
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left)
      return this.#fault(400, 'invalid_request_error', 'parameter_invalid_integer');
    if (this.refundsFail) {
      const failed = this.#refundOf(id, 'failed', amount);
      this.failedRefunds.set(id, [...(this.failedRefunds.get(id) ?? []), failed]);
      return { status: 200, body: failed };
    }
    const refund = this.#makeRefund(id, amount);
    this.#happened('refund.created', refund);
    return { status: 200, body: refund };
  }

  /** Idempotency keys expire after a day. */
  forgetKeys(): void {
    this.#kept.clear();
  }
}

const signer = new Stripe('sk_test_signs_only');
