import type { Role } from './expected.ts';

export const companyPath = '/api/auth/company';

// Questions that every visit begins with are asked before the code that reads the answers has come.
const asked = new Map<string, Promise<Response>>();

const open = ['pending', 'confirmed', 'assigned', 'in_progress'].map((status) => `orderStatus=${status}`).join('&');
const questions: Partial<Record<Role, Record<string, string[] | ((today: string) => string[])>>> = {
  farmer: {
    '/': [
      `/api/farmer/order/?${open}&page=0&size=50&sort=date%2Casc`,
      '/api/farmer/order/?orderStatus=completed&orderStatus=cancelled&page=0&size=6&sort=date%2Cdesc',
      '/api/farmer/work?page=0&size=200',
      '/api/farmer/feedback?page=0&size=200',
    ],
    '/book': ['/api/farmer/order/?page=0&size=100&sort=id%2Cdesc'],
  },
  sprayer: { '/': (today) => [`/api/sprayer/day?date=${today}&page=0&size=100`] },
};

/** Asks for what a page shows first, written just as the page writes it: otherwise it would be asked for twice. */
export function prefetchFor(page: string, role: Role | undefined): void {
  const first = role === undefined ? undefined : questions[role]?.[page];
  if (first === undefined) return;
  if (typeof first !== 'function') first.forEach(prefetch);
  else
    void asked
      .get(companyPath)
      ?.then((answer) => answer.clone().json())
      .then(({ today }) => first(today).forEach(prefetch))
      // Without the company's date the page asks for itself.
      .catch(() => undefined);
}

export function prefetch(path: string): void {
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
