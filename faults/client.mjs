import { Agent, request } from 'node:http';

/** One response, or how the connection ended: `gone` if it was refused or lost. */
export function call(url, method, path, { token, key, body, agent, timeout = 40_000, headers = {} } = {}) {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return new Promise((resolve) => {
    const sent = request(
      url + path,
      {
        method,
        agent,
        timeout,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
          ...headers,
        },
      },
      (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => resolve(answerOf(response, Buffer.concat(parts).toString())));
        response.on('error', () => resolve({ gone: 'in the middle of an answer', begun: true }));
      },
    );
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'no answer' })));
    sent.on('error', (error) => resolve({ gone: error.code ?? error.message }));
    sent.end(bytes);
  });
}

function answerOf(response, text) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.statusCode, headers: response.headers, text, body };
}

export const newAgent = () => new Agent({ keepAlive: true });

export async function expectOk(answered) {
  const answer = await answered;
  if (answer.status !== 200) throw new Error(`expected 200, got ${answer.status ?? answer.gone}: ${answer.text ?? ''}`);
  return answer.body;
}

/** A service that is temporarily unavailable: a problem with Retry-After. */
export function isTemporaryProblem({ status, headers, body }) {
  return (
    (status === 503 || status === 429) &&
    /^application\/problem\+json/.test(headers['content-type'] ?? '') &&
    Number(headers['retry-after']) > 0 &&
    body?.status === status &&
    typeof body.code === 'string'
  );
}
