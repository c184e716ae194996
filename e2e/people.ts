import { randomInt } from 'node:crypto';
import { hashPassword } from '../api/src/accounts/password.ts';
import { demoPassword } from '../api/src/demo/demo-people.ts';
import type { Role } from '../api/src/platform/http/auth.ts';
import { type Answer, type Caller, placed, signedIn } from '../api/test/factories.ts';
import type { World } from './world.ts';

let passwordHash: Promise<string> | undefined;

/** Someone new, who can sign in with a browser and call the service beside it. */
export async function someone({ service }: World, role: Role, fullName: string): Promise<Caller> {
  passwordHash ??= hashPassword(demoPassword);
  return signedIn(service, role, { fullName, passwordHash: await passwordHash });
}

/** A phone number that nobody has, each time the test is tried. */
export const unusedNumber = (): string => `0912${String(randomInt(1_000_000)).padStart(6, '0')}`;

/** An order of today with a crew, ready to be worked on. */
export async function assigned(
  farmer: Caller,
  office: Caller,
  sprayer: Caller,
  overrides: Record<string, unknown>,
): Promise<Answer['body']> {
  const order = await placed(farmer, { date: '2026-11-15', confirmed: true, ...overrides });
  await succeeded(office.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(sprayer.id)] }));
  return order;
}

/** What is arranged beside the browser must work, or the test would look for its fault in the page. */
export async function succeeded(asking: Promise<Answer>): Promise<Answer> {
  const answer = await asking;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

/** How an order stands in the database. */
export async function standing({ service }: World, id: number | string) {
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

/** Without what a browser says of every request that it cannot make. */
export const besidesOffline = (complaints: string[]): string[] =>
  complaints.filter((text) => !/net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONNECTION_\w+)/.test(text));
