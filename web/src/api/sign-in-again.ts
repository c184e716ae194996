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

/** Sends a request. If the sign-in is too old for it, the user signs in again, and it is sent once more. */
export async function fetchSignedInRecently(request: Request): Promise<Response> {
  const repeated = request.method === 'GET' ? undefined : request.clone();
  const response = await fetchOrTakePrefetched(request);
  if (repeated === undefined || askToSignIn === undefined || !(await isTooOld(response))) return response;
  asked ??= askToSignIn().finally(() => {
    asked = undefined;
  });
  return (await asked) ? fetch(repeated) : response;
}
