import { parseForeignJson } from '../platform/http/storable-text.ts';
import { AnswerTooLong, readAnswer } from '../platform/outgoing/read-answer.ts';
import type { SendOutcome } from './channel.ts';

export interface ProviderAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answer of a foreign service; every use checks what it reads
  body: any;
}

/** Twilio lists 100 messages of up to 1,600 characters with it. */
const maxAnswerBytes = 1024 * 1024;

/** Errors before the request was sent: surely nothing happened. */
const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ADDRESS_NOT_PUBLIC|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/**
 * Sends a request to a provider. Its answer, or an outcome: `failed` if it was never sent, `unknown` if there was no answer. Errors have
 * a code only, so that neither address nor content is stored.
 */
export async function requestProvider(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  send: typeof fetch = fetch,
): Promise<ProviderAnswer | SendOutcome> {
  try {
    const response = await send(url, { ...init, redirect: 'manual', signal });
    return { status: response.status, body: await readBody(response) };
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    const code = typeof cause?.code === 'string' ? cause.code : undefined;
    if (code !== undefined && notConnected.test(code)) return { result: 'failed', error: code };
    return { result: 'unknown', error: signal.aborted ? 'no answer in time' : (code ?? 'no answer') };
  }
}

export const isOutcome = (answer: ProviderAnswer | SendOutcome): answer is SendOutcome => 'result' in answer;

/** Empty if it is too long or no JSON: the status counts nevertheless. */
async function readBody(response: Response): Promise<unknown> {
  const content = await readAnswer(response, maxAnswerBytes).catch((error: unknown) => {
    if (error instanceof AnswerTooLong) return Buffer.alloc(0);
    throw error;
  });
  try {
    return parseForeignJson(content.toString()) ?? {};
  } catch {
    return {};
  }
}

/** What an unsuccessful answer means. Credentials that the provider refuses are worth another attempt: someone may correct them. */
export function outcomeOfStatus(status: number, detail: string): SendOutcome {
  const error = `answered ${status}${detail === '' ? '' : `: ${detail}`}`.slice(0, 300);
  if (status >= 500 || status === 408) return { result: 'unknown', error };
  if ([401, 403, 429].includes(status) || (status >= 300 && status < 400)) return { result: 'failed', error };
  return { result: 'refused', error };
}
