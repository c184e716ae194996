import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SmsProvider } from '../../src/channels/sms.ts';
import { twilio, twilioSignature } from '../../src/channels/twilio.ts';
import { testNow } from '../test-now.ts';

export interface FakeSms {
  sid: string;
  to: string;
  from: string;
  body: string;
  status: string;
  statusCallback: string | null;
  date_created: string;
}

/**
 * How it treats a request to send: `lose` does the work and drops the connection, `hang` does it and never answers, `fail` answers 500
 * without the work, `break` after it; `busy` answers 429, `stopped` refuses a number that answered STOP, `wrong` refuses the number.
 */
export type SmsBehaviour = 'answer' | 'fail' | 'break' | 'hang' | 'drop' | 'lose' | 'busy' | 'stopped' | 'wrong';

/** A fake of Twilio's API: messages, the list of messages, and signed callbacks, in memory; a test makes it fail. */
export class FakeTwilio {
  readonly messages: FakeSms[] = [];
  readonly requests: string[] = [];
  behaviour: (to: string) => SmsBehaviour = () => 'answer';
  /** Lookups answer 500. */
  lookupsFail = false;
  clock: () => Date = () => testNow;
  readonly account = `AC${randomBytes(16).toString('hex')}`;
  readonly token = randomBytes(16).toString('hex');
  readonly #server: Server;
  readonly #hanging: ServerResponse[] = [];

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get provider(): SmsProvider {
    return twilio({ kind: 'twilio', url: this.url, account: this.account, token: this.token, sender: '+84280000000' });
  }

  to(number: string): FakeSms[] {
    return this.messages.filter(({ to }) => to === number);
  }

  async close(): Promise<void> {
    for (const response of this.#hanging) response.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Reports a status to the address that the message was sent with; `base`: where the service really is. */
  report(base: string, { sid, statusCallback }: FakeSms, status: string, more: Record<string, string> = {}): Promise<Response> {
    const address = new URL(statusCallback ?? '');
    return this.callback(base, address, { MessageSid: sid, MessageStatus: status, AccountSid: this.account, ...more });
  }

  /** An incoming message. */
  receive(base: string, publicUrl: string, from: string, body: string, sid = `SM${randomBytes(16).toString('hex')}`): Promise<Response> {
    return this.callback(base, new URL('/api/channel/twilio/inbound', publicUrl), { MessageSid: sid, From: from, Body: body });
  }

  callback(base: string, address: URL, parameters: Record<string, string>, token = this.token): Promise<Response> {
    const body = new URLSearchParams(parameters);
    return fetch(base + address.pathname + address.search, {
      method: 'POST',
      headers: { 'x-twilio-signature': twilioSignature(token, address.href, body) },
      body,
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    this.requests.push(`${request.method} ${pathname}`);
    const expected = `Basic ${Buffer.from(`${this.account}:${this.token}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return void answer(401, { code: 20003, message: 'Authenticate' });
    if (pathname !== `/2010-04-01/Accounts/${this.account}/Messages.json`) return void answer(404, { code: 20404 });
    if (request.method === 'GET') {
      if (this.lookupsFail) return void answer(500, { code: 20500 });
      const since = searchParams.get('DateSent>') ?? '';
      return void answer(200, {
        messages: this.to(searchParams.get('To') ?? '').filter(
          ({ date_created }) => new Date(date_created).toISOString().slice(0, 10) >= since,
        ),
      });
    }
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const to = form.get('To') ?? '';
    const behaviour = this.behaviour(to);
    if (behaviour === 'drop') return void request.destroy();
    if (behaviour === 'fail') return void answer(500, { code: 20500 });
    if (behaviour === 'busy') return void answer(429, { code: 20429 });
    if (behaviour === 'stopped') return void answer(400, { code: 21610, message: 'Attempt to send to unsubscribed recipient' });
    if (behaviour === 'wrong') return void answer(400, { code: 21211, message: "Invalid 'To' Phone Number" });
    const message: FakeSms = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to,
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
      status: 'queued',
      statusCallback: form.get('StatusCallback'),
      date_created: this.clock().toUTCString(),
    };
    this.messages.push(message);
    if (behaviour === 'hang') return void this.#hanging.push(response);
    if (behaviour === 'lose') return void request.destroy();
    if (behaviour === 'break') return void answer(500, { code: 20500 });
    answer(201, { sid: message.sid, status: 'queued', num_segments: '1', price: null });
  }
}
