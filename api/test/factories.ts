import { insertUser, type NewUser } from '../src/accounts/account-store.ts';
import { issueToken } from '../src/accounts/sign-in.ts';
import type { Role } from '../src/platform/http/auth.ts';
import { cheapHash } from './cheap-hash.ts';
import type { Service } from './harness.ts';
import { sendRaw } from './send-raw.ts';

export const testPassword = 'Spray-Test-1';
let passwordHash: Promise<string> | undefined;
let made = 0;

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response body and fail on missing fields
  body: any;
  text: string;
}

/** A signed-in user who calls the service over HTTP. Repeats a request that was answered 503 OVERLOADED after its Retry-After, as clients do. */
export interface Caller {
  id: string;
  role: Role;
  email: string;
  phoneNumber: string;
  token: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export async function call(
  service: { url: string },
  method: string,
  path: string,
  init: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { token, body, headers = {} } = init;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const { pathname, search } = new URL(service.url + path);
  const answer = await sendRaw(
    service,
    method,
    pathname + search,
    {
      accept: '*/*',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...headers,
    },
    text,
  );
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer.text);
  } catch {
    parsed = undefined;
  }
  return { ...answer, body: parsed };
}

export async function signedIn(service: Service, role: Role, overrides: Partial<NewUser> = {}): Promise<Caller> {
  passwordHash ??= cheapHash(testPassword);
  made++;
  const email = overrides.email ?? `${role}${made}@test.example`;
  const phoneNumber = overrides.phoneNumber ?? `09${String(made).padStart(8, '0')}`;
  const row = await insertUser(
    service.database.write,
    {
      email,
      fullName: `Test ${role} ${made}`,
      phoneNumber,
      phoneConfirmed: true,
      street: '1 Test Street',
      city: 'Chợ Mới',
      province: 'An Giang',
      postalCode: '90000',
      expertise: role === 'sprayer' ? 'expert' : null,
      role,
      language: 'en',
      passwordHash: await passwordHash,
      ...overrides,
    },
    service.clock.now,
  );
  const { token } = await issueToken(service.database, row, service.clock.now);
  return callerOn(service, { id: String(row[0]), role, email, phoneNumber, token });
}

type Person = Pick<Caller, 'id' | 'role' | 'email' | 'phoneNumber' | 'token'>;

/** How often a request that was answered 503 OVERLOADED is repeated. A service that never recovers fails the test. */
const maxRepeats = 5;

/** The same user, calling another instance of the service, or without repeating what was answered 503. */
export function callerOn(service: { url: string }, person: Person, repeats = maxRepeats): Caller {
  const send = (method: string) => async (path: string, body?: unknown, headers?: Record<string, string>) => {
    for (let repeat = 0; ; repeat++) {
      const answer = await call(service, method, path, { token: person.token, body, ...(headers === undefined ? {} : { headers }) });
      if (answer.body?.code !== 'OVERLOADED' || repeat >= repeats) return answer;
      await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after')) * 1000));
    }
  };
  return { ...person, get: (path) => send('GET')(path), post: send('POST'), put: send('PUT'), patch: send('PATCH') };
}

/** A booking as a client sends it, two days after the tests' today. */
export function booking(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    date: '2026-11-17',
    session: { id: 3 },
    location: 'Ruộng sau đình, Long Điền A',
    latitude: 10.5312,
    longitude: 105.4551,
    cropType: { id: 1 },
    area: 12.5,
    confirmed: false,
    paymentMethod: 'cash',
    ...overrides,
  };
}

/** The same for a caller: the office's bookings are always confirmed. */
export function callerBooking(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const { confirmed: _, ...order } = booking(overrides);
  return order;
}

export async function placed(farmer: Caller, overrides: Record<string, unknown> = {}): Promise<Answer['body']> {
  const answer = await farmer.post('/api/farmer/order', booking(overrides));
  if (answer.status !== 200) throw new Error(`placing an order answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
