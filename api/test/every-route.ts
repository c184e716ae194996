import type { Role } from '../src/platform/http/auth.ts';
import type { Route } from '../src/platform/http/route.ts';
import { orderInState, removeBookingLimits } from './arrange.ts';
import { type Caller, signedIn } from './factories.ts';
import type { Service } from './harness.ts';
import { type Sent, sendRaw } from './send-raw.ts';

export { type Sent, sendRaw } from './send-raw.ts';

const maxRepeats = 5;

/** Repeats what was answered 503, which is a correct answer on a loaded machine. A service that never recovers fails the test. */
export async function sendPatiently(...sent: Parameters<typeof sendRaw>): Promise<Sent> {
  for (let repeat = 0; ; repeat++) {
    const answer = await sendRaw(...sent);
    if (answer.status !== 503 || repeat >= maxRepeats) return answer;
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after') ?? 1) * 1000));
  }
}

/** A user of each role, and an order for the routes that need one. */
export interface Callers {
  people: Record<Role, Caller>;
  orderId: string;
}

export async function callersFor(service: Service): Promise<Callers> {
  await removeBookingLimits(service);
  const people = {} as Record<Role, Caller>;
  for (const role of ['farmer', 'receptionist', 'sprayer', 'admin'] as const) people[role] = await signedIn(service, role);
  const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'visa' } as const;
  const order = await orderInState(service, people.farmer, state, [people.sprayer]);
  return { people, orderId: String(order.id) };
}

/** Routes that end with a response: without the live stream, and without logout, which revokes the caller's token. */
export const walkableRoutes = ({ app }: Service): Route[] =>
  app.routes.filter(({ path, contentType }) => contentType !== 'text/event-stream' && !path.endsWith('/logout'));

/** Pages behind signed links answer a person: their refusals are pages, too. */
export const refusesWithPage = ({ path }: Pick<Route, 'path'>): boolean => path.startsWith('/link/');

export function callerOf({ access }: Route, { people }: Callers): Caller {
  if (access === 'public' || access === 'signed-in') return people.admin;
  return people[access];
}

/** The route's path for an existing order, with the examples of its other parameters. */
export function pathOf({ path, params }: Route, { orderId }: Callers): string {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, { example?: unknown }> };
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' && path.includes('/order/') ? orderId : encodeURIComponent(String(properties[name]?.example ?? 'unknown')),
  );
}
