import { randomInt } from 'node:crypto';
import { demoPassword } from '../api/src/demo/demo-people.ts';
import type { Role } from '../api/src/platform/http/auth.ts';
import { cheapHash } from '../api/test/cheap-hash.ts';
import { type Answer, type Caller, placed, signedIn } from '../api/test/factories.ts';
import type { World } from './world.ts';

let passwordHash: Promise<string> | undefined;

/** A new user, who can sign in with a browser and call the API. */
export async function createUser({ service }: World, role: Role, fullName: string): Promise<Caller> {
  passwordHash ??= cheapHash(demoPassword);
  return signedIn(service, role, { fullName, passwordHash: await passwordHash });
}

/** An unused phone number, a new one for each attempt of a test. */
export const unusedNumber = (): string => `0912${String(randomInt(1_000_000)).padStart(6, '0')}`;

/** An order of today with a crew, ready to start. */
export async function assigned(
  farmer: Caller,
  office: Caller,
  sprayer: Caller,
  overrides: Record<string, unknown>,
): Promise<Answer['body']> {
  const order = await placed(farmer, { date: '2026-11-15', confirmed: true, ...overrides });
  await expectSuccess(office.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(sprayer.id)] }));
  return order;
}

/** Fails the test at once if the arrangement over the API fails. */
export async function expectSuccess(asking: Promise<Answer>): Promise<Answer> {
  const answer = await asking;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

/** The state of an order in the database. */
export async function readOrderState({ service }: World, id: number | string) {
  const [row] = await service.sql<{
    date: string;
    session: number;
    order: string;
    payment: string;
    method: string;
    steps: string[];
  }>(
    `select o.date::text, o.session_id::int as session, o.order_status as order, o.payment_status as payment, o.payment_method as method,
            array(select h.action from order_history h where h.order_id = o.id order by h.id) as steps
       from spray_order o where o.id = $1`,
    [id],
  );
  return row;
}

/** Without the errors that a browser logs for requests while it is offline. */
export const withoutOfflineErrors = (browserErrors: string[]): string[] =>
  browserErrors.filter((text) => !/net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONNECTION_\w+)/.test(text));
