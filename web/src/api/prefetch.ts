import { addDays, mondayOf } from '../ui/dates.ts';
import { isPhone } from '../ui/phone-media.ts';
import type { Role } from './session-hint.ts';

export const companyPath = '/api/auth/company';

// Responses of the first requests of a visit, which start before the code that reads them is loaded.
const prefetchedResponses = new Map<string, Promise<Response>>();
/** While the company's date is awaited: what the page has requested in the meantime. */
let requestedByPage: Set<string> | undefined;

const openStatuses = ['pending', 'confirmed', 'assigned', 'in_progress'].map((status) => `orderStatus=${status}`).join('&');

/** The board shows one day on a phone, a week otherwise. */
function boardRequests(today: string): string[] {
  const to = addDays(today, isPhone() ? 0 : 6);
  const days = `from=${today}&to=${to}&page=0&size=200`;
  const mondays = [...new Set([mondayOf(today), mondayOf(to)])];
  return [
    `/api/receptionist/order?${days}`,
    `/api/common/availability?${days}`,
    ...mondays.map((week) => `/api/receptionist/sprayer?week=${week}&page=0&size=200`),
    `/api/receptionist/spray-window?${days}`,
    '/api/receptionist/inbox/count',
  ];
}

const firstRequests: Partial<Record<Role, Record<string, string[] | ((today: string) => string[])>>> = {
  farmer: {
    '/': [
      `/api/farmer/order/?${openStatuses}&page=0&size=50&sort=date%2Casc`,
      '/api/farmer/order/?orderStatus=completed&orderStatus=cancelled&page=0&size=6&sort=date%2Cdesc',
      '/api/farmer/work?page=0&size=200',
      '/api/farmer/feedback?page=0&size=200',
      '/api/farmer/spray-interval?page=0&size=20',
      '/api/farmer/waiting-entry?page=0&size=20',
    ],
    '/book': ['/api/farmer/order/?page=0&size=100&sort=id%2Cdesc'],
  },
  receptionist: { '/': boardRequests },
  admin: { '/': boardRequests, '/figures': (today) => [`/api/admin/figure?from=${addDays(today, -27)}&to=${today}`] },
  sprayer: { '/': (today) => [`/api/sprayer/day?date=${today}&page=0&size=100`] },
};

/** Prefetches the first data of a page. Each URL must equal the one that the page requests; otherwise it is fetched twice. */
export function prefetchFor(page: string, role: Role | undefined): void {
  const requests = role === undefined ? undefined : firstRequests[role]?.[page];
  if (requests === undefined) return;
  if (typeof requests !== 'function') {
    requests.forEach(prefetch);
    return;
  }
  const requested = new Set<string>();
  requestedByPage = requested;
  void prefetchedResponses
    .get(companyPath)
    ?.then((answer) => answer.clone().json())
    .then(({ today }) => {
      for (const path of requests(today)) if (!requested.has(path)) prefetch(path);
    })
    // Without the company's date the page fetches its data itself.
    .catch(() => undefined)
    .finally(() => {
      requestedByPage = undefined;
    });
}

export function prefetch(path: string): void {
  const answer = fetch(path, { headers: { accept: 'application/json' } });
  // fetchOrTakePrefetched handles the error.
  answer.catch(() => undefined);
  prefetchedResponses.set(path, answer);
  // A response that is not used by then is outdated.
  setTimeout(() => prefetchedResponses.delete(path), 30_000);
}

/** Uses a prefetched response once; all other requests go to the network. */
export function fetchOrTakePrefetched(request: Request): Promise<Response> {
  const path = request.url.slice(location.origin.length);
  const answer = request.method === 'GET' ? prefetchedResponses.get(path) : undefined;
  prefetchedResponses.delete(path);
  requestedByPage?.add(path);
  if (answer === undefined) return fetch(request);
  return answer.catch(() => fetch(request));
}
