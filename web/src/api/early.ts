// Questions that every visit begins with are asked before the code that reads the answers has come.
const asked = new Map<string, Promise<Response>>();

export function askEarly(path: string): void {
  const answer = fetch(path, { headers: { accept: 'application/json' } });
  // Whoever takes the answer hears of it.
  answer.catch(() => undefined);
  asked.set(path, answer);
  // By then it would tell how things were, not how they are.
  setTimeout(() => asked.delete(path), 10_000);
}

/** An answer that is on its way already serves once; everything else is asked as ever. */
export function fetchOnce(request: Request): Promise<Response> {
  const path = request.url.slice(location.origin.length);
  const answer = request.method === 'GET' ? asked.get(path) : undefined;
  asked.delete(path);
  if (answer === undefined) return fetch(request);
  return answer.catch(() => fetch(request));
}
