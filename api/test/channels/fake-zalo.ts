import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zaloSignature } from '../../src/channels/zalo.ts';
import type { ZaloConfig } from '../../src/platform/config/zalo-config.ts';

export interface FakeNotification {
  msgId: string;
  phone: string;
  templateId: string;
  data: Record<string, string>;
  trackingId: string;
}

/**
 * How it treats a request to send: a number is the error code that it answers, `lose` does the work and drops the connection, `hang` does
 * it and never answers, `fail` answers 500 without the work, `break` after it.
 */
export type ZaloBehaviour = 'answer' | 'fail' | 'break' | 'hang' | 'drop' | 'lose' | number;

/** How it treats a refresh: `lose` uses the token up and drops the connection, `fail` answers 500 without the work. */
export type RefreshBehaviour = 'answer' | 'lose' | 'fail';

const templates = {
  '302259': {
    status: 'ENABLE',
    listParams: [
      { name: 'customer_name', require: true, type: 'STRING', maxLength: 12, minLength: 0 },
      { name: 'order_code', require: true, type: 'STRING', maxLength: 30, minLength: 0 },
      { name: 'note', require: false, type: 'STRING', maxLength: 200, minLength: 0 },
    ],
  },
  '302260': { status: 'PENDING_REVIEW', listParams: [] },
} as Record<string, { status: string; listParams: object[] }>;

/** A fake of Zalo's API: templates, notifications, tokens that expire, refresh tokens that work once, and signed callbacks. */
export class FakeZalo {
  readonly appId = '3390165814920551234';
  readonly appSecret = 'app-secret';
  readonly oaSecret = 'oa-secret';
  readonly sent: FakeNotification[] = [];
  behaviour: (phone: string) => ZaloBehaviour = () => 'answer';
  refreshBehaviour: RefreshBehaviour = 'answer';
  /** Each refresh token in the order in which requests with it came. */
  readonly refreshes: string[] = [];
  accessToken = '';
  refreshToken = token();
  readonly #server: Server;
  readonly #hanging: ServerResponse[] = [];

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get config(): ZaloConfig {
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return { url, oauthUrl: url };
  }

  to(phone: string): FakeNotification[] {
    return this.sent.filter((message) => message.phone === phone);
  }

  /** The access token is no longer valid, although its time is not over. */
  expire(): void {
    this.accessToken = '';
  }

  async close(): Promise<void> {
    for (const response of this.#hanging) response.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Reports that the message is on the phone. */
  report(base: string, { msgId, trackingId }: FakeNotification, change: { event?: string; secret?: string } = {}): Promise<Response> {
    const timestamp = '1789540000000';
    const body = JSON.stringify({
      app_id: this.appId,
      event_name: change.event ?? 'user_received_message',
      timestamp,
      sender: { id: '579745863508352884' },
      recipient: { id: '6441788310775550433' },
      message: { delivery_time: timestamp, msg_id: msgId, tracking_id: trackingId },
    });
    const mac = zaloSignature(this.appId, body, timestamp, change.secret ?? this.oaSecret);
    return this.post(base, body, `mac=${mac}`);
  }

  post(base: string, body: string, signature: string): Promise<Response> {
    return fetch(`${base}/api/channel/zalo/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-zevent-signature': signature },
      body,
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const answer = (body: object, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    if (pathname === '/v4/oa/access_token') return this.#refresh(request, text, response, answer);
    if (this.accessToken === '' || request.headers.access_token !== this.accessToken)
      return answer({ error: -124, message: 'Access token invalid' });
    if (pathname === '/template/info/v2') {
      const templateId = searchParams.get('template_id') ?? '';
      const found = templates[templateId];
      if (found === undefined) return answer({ error: -109, message: 'Template invalid' });
      return answer({ error: 0, message: 'Success', data: { templateId, templateName: 'Xác nhận đơn', ...found } });
    }
    if (pathname !== '/message/template') return answer({ error: -106 }, 404);
    return this.#send(text, request, response, answer);
  }

  #send(text: string, request: IncomingMessage, response: ServerResponse, answer: (body: object, status?: number) => unknown): unknown {
    const { phone, template_id, template_data, tracking_id } = JSON.parse(text);
    const behaviour = this.behaviour(phone);
    if (behaviour === 'drop') return void request.destroy();
    if (behaviour === 'fail') return answer({}, 500);
    if (typeof behaviour === 'number') return answer({ error: behaviour, message: 'refused' });
    if (templates[template_id] === undefined) return answer({ error: -109 });
    const msgId = randomBytes(10).toString('hex');
    this.sent.push({ msgId, phone, templateId: template_id, data: template_data, trackingId: tracking_id });
    if (behaviour === 'hang') return void this.#hanging.push(response);
    if (behaviour === 'lose') return void request.destroy();
    if (behaviour === 'break') return answer({}, 500);
    return answer({
      error: 0,
      message: 'Success',
      data: { msg_id: msgId, sent_time: '1789540000000', quota: { dailyQuota: '500', remainingQuota: '499' } },
    });
  }

  #refresh(request: IncomingMessage, text: string, response: ServerResponse, answer: (body: object, status?: number) => unknown): unknown {
    const form = new URLSearchParams(text);
    const given = form.get('refresh_token') ?? '';
    this.refreshes.push(given);
    if (this.refreshBehaviour === 'fail') return answer({}, 500);
    const isKnown = request.headers.secret_key === this.appSecret && form.get('app_id') === this.appId && given === this.refreshToken;
    if (!isKnown || form.get('grant_type') !== 'refresh_token')
      return answer({ error: -14014, error_name: 'Invalid refresh token', error_description: 'Refresh token was used' });
    this.accessToken = token();
    this.refreshToken = token();
    if (this.refreshBehaviour === 'lose') return void response.destroy();
    return answer({ access_token: this.accessToken, refresh_token: this.refreshToken, expires_in: '90000' });
  }
}

const token = () => randomBytes(16).toString('hex');
