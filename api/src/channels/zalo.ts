import { createHash, timingSafeEqual } from 'node:crypto';
import type { ZaloConfig } from '../platform/config/zalo-config.ts';
import type { SendOutcome } from './channel.ts';
import { isOutcome, outcomeOfStatus, requestProvider } from './provider-request.ts';
import { outcomeOfError, type ZaloField } from './zalo-rules.ts';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
}

/** `refused`: Zalo does not accept the refresh token. */
export type RefreshResult = TokenPair | Extract<SendOutcome, { result: 'refused' | 'failed' | 'unknown' }>;

export interface ZaloNotification {
  phone: string;
  templateId: string;
  data: Readonly<Record<string, string>>;
  trackingId: string;
}

export interface ZaloTemplateInfo {
  name: string;
  isApproved: boolean;
  fields: ZaloField[];
}

type Failure = Exclude<SendOutcome, { result: 'accepted' | 'later' }>;

/** Zalo's HTTP API for notification templates. It answers errors with status 200 and a code. */
export class Zalo {
  readonly #config: ZaloConfig;

  constructor(config: ZaloConfig) {
    this.#config = config;
  }

  async send(accessToken: string, message: ZaloNotification, signal: AbortSignal): Promise<SendOutcome | 'token'> {
    const { phone, templateId, data, trackingId } = message;
    const body = JSON.stringify({ phone, template_id: templateId, template_data: data, tracking_id: trackingId });
    const headers = { 'content-type': 'application/json', access_token: accessToken };
    const answer = await requestProvider(`${this.#config.url}/message/template`, { method: 'POST', headers, body }, signal);
    if (isOutcome(answer)) return answer;
    const { error, data: result } = answer.body as { error?: unknown; data?: { msg_id?: unknown } };
    if (answer.status < 200 || answer.status >= 300)
      return outcomeOfStatus(answer.status, typeof error === 'number' ? `code ${error}` : '');
    if (typeof error !== 'number') return { result: 'unknown', error: 'the answer has no error code' };
    if (error !== 0) return outcomeOfError(error);
    const id = result?.msg_id;
    return { result: 'accepted', providerId: typeof id === 'string' ? id.slice(0, 200) : null };
  }

  async refresh(app: { appId: string; appSecret: string }, refreshToken: string, signal: AbortSignal): Promise<RefreshResult> {
    const answer = await requestProvider(
      `${this.#config.oauthUrl}/v4/oa/access_token`,
      {
        method: 'POST',
        headers: { secret_key: app.appSecret },
        body: new URLSearchParams({ refresh_token: refreshToken, app_id: app.appId, grant_type: 'refresh_token' }),
      },
      signal,
    );
    if (isOutcome(answer)) return answer.result === 'accepted' || answer.result === 'later' ? noAnswer : answer;
    const { access_token, refresh_token, expires_in, error } = answer.body as Record<string, unknown>;
    if (answer.status >= 500) return { result: 'unknown', error: `answered ${answer.status}` };
    if (answer.status === 429) return { result: 'failed', error: 'answered 429' };
    if (typeof access_token === 'string' && typeof refresh_token === 'string')
      return { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: Number(expires_in) || 3600 };
    if (typeof error === 'number' || answer.status >= 400)
      return { result: 'refused', error: typeof error === 'number' ? `error ${error}` : `answered ${answer.status}` };
    return noAnswer;
  }

  async templateInfo(accessToken: string, templateId: string, signal: AbortSignal): Promise<ZaloTemplateInfo | Failure | 'token'> {
    const address = `${this.#config.url}/template/info/v2?${new URLSearchParams({ template_id: templateId })}`;
    const answer = await requestProvider(address, { headers: { access_token: accessToken } }, signal);
    if (isOutcome(answer)) return answer.result === 'accepted' || answer.result === 'later' ? noAnswer : answer;
    const { error, data } = answer.body as { error?: unknown; data?: Record<string, unknown> };
    if (answer.status !== 200 || typeof error !== 'number') return { result: 'unknown', error: `answered ${answer.status}` };
    if (error !== 0) return outcomeOfError(error);
    const { templateName, status, listParams } = data ?? {};
    const fields = Array.isArray(listParams) ? (listParams as unknown[]) : [];
    return {
      name: String(templateName ?? templateId).slice(0, 200),
      isApproved: status === 'ENABLE',
      fields: fields.flatMap((field): ZaloField[] => {
        const { name, require, maxLength } = (field ?? {}) as Record<string, unknown>;
        if (typeof name !== 'string' || name === '') return [];
        const limit = Number(maxLength);
        return [
          { name: name.slice(0, 100), required: require !== false, maxLength: limit >= 1 && limit <= 10_000 ? Math.floor(limit) : null },
        ];
      }),
    };
  }
}

/** Where Zalo reports deliveries. */
export const zaloCallbackPath = '/api/channel/zalo/callback';

const noAnswer = { result: 'unknown', error: 'no answer' } as const;

/** Zalo's signature of a callback: SHA-256 over the id of the app, the body, the time and the key of the official account. */
export function zaloSignature(appId: string, body: string, timestamp: string, oaSecret: string): string {
  return createHash('sha256')
    .update(appId + body + timestamp + oaSecret)
    .digest('hex');
}

export function isSignature(expected: string, given: string): boolean {
  const [first, second] = [Buffer.from(expected), Buffer.from(given.toLowerCase())];
  return first.length === second.length && timingSafeEqual(first, second);
}
