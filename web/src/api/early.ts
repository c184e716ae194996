import type { Role } from './expected.ts';

// Questions that every visit begins with are asked before the code that reads the answers has come.
const asked = new Map<string, Promise<Response>>();

const open = ['pending', 'confirmed', 'assigned', 'in_progress'].map((status) => `orderStatus=${status}`).join('&');
const questions: Partial<Record<Role, Record<string, string[]>>> = {
  farmer: {
    '/': [
      `/api/farmer/order/?${open}&page=0&size=50&sort=date%2Casc`,
      '/api/farmer/order/?orderStatus=completed&orderStatus=cancelled&page=0&size=6&sort=date%2Cdesc',
      '/api/farmer/feedback/?page=0&size=200',
    ],
    '/book': ['/api/farmer/order/?page=0&size=100&sort=id%2Cdesc'],
  },
};

/** What a page asks for whatever the day, written just as the page writes it: otherwise it would be asked for twice. */
export const firstQuestions = (page: string, role: Role | undefined): string[] =>
  role === undefined ? [] : (questions[role]?.[page] ?? []);

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
