import type { SendOutcome } from './channel.ts';

export interface ProviderAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answer of a foreign service; every use checks what it reads
  body: any;
}

const maxAnswerLength = 256 * 1024;

/** Errors before the request was sent: surely nothing happened. */
const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ADDRESS_NOT_PUBLIC|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/**
 * Sends a request to a provider. Its answer, or an outcome: `failed` if it was never sent, `unknown` if there was no answer. Errors have
 * a code only, so that neither address nor content is stored.
 */
export async function requestProvider(url: string, init: RequestInit, signal: AbortSignal): Promise<ProviderAnswer | SendOutcome> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const text = (await response.text()).slice(0, maxAnswerLength);
    return { status: response.status, body: parse(text) };
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    const code = typeof cause?.code === 'string' ? cause.code : undefined;
    if (code !== undefined && notConnected.test(code)) return { result: 'failed', error: code };
    return { result: 'unknown', error: signal.aborted ? 'no answer in time' : (code ?? 'no answer') };
  }
}

export const isOutcome = (answer: ProviderAnswer | SendOutcome): answer is SendOutcome => 'result' in answer;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
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
