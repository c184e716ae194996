import { fetchOrTakePrefetched } from './prefetch.ts';

/** Resolves to whether the user has signed in again. */
type AskToSignIn = () => Promise<boolean>;

let askToSignIn: AskToSignIn | undefined;
/** Requests that are refused at the same time wait for one sign-in. */
let asked: Promise<boolean> | undefined;

/** The frame of a signed-in user sets it; undefined: nobody can be asked. */
export function setAskToSignIn(ask: AskToSignIn | undefined): void {
  askToSignIn = ask;
  asked = undefined;
}

async function isTooOld(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const problem = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { code?: string } | undefined;
  return problem?.code === 'SIGN_IN_TOO_OLD';
}

/** A request can be sent once, and a copy of it has a stream as its body, which browsers do not show in their tools. */
async function repeatable(request: Request): Promise<() => Request> {
  const { url, method, headers, credentials, signal } = request;
  const isText = headers.get('content-type')?.startsWith('application/json') === true;
  const body = isText ? await request.text() : await request.blob();
  const hasBody = typeof body === 'string' ? body !== '' : body.size > 0;
  return () => new Request(url, { method, headers, credentials, signal, ...(hasBody ? { body } : {}) });
}

/** Sends a request. If the sign-in is too old for it, the user signs in again, and it is sent once more. */
export async function fetchSignedInRecently(request: Request): Promise<Response> {
  if (request.method === 'GET' || askToSignIn === undefined) return fetchOrTakePrefetched(request);
  const create = await repeatable(request);
  const response = await fetch(create());
  if (!(await isTooOld(response))) return response;
  asked ??= askToSignIn().finally(() => {
    asked = undefined;
  });
  return (await asked) ? fetch(create()) : response;
}
