import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { cookieName, hashToken, readCredentials, type TokenCache } from '../platform/http/auth.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Line, named } from '../platform/http/schemas.ts';
import { networkOf } from '../platform/limits/network.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { findAddressErrors } from './account-rules.ts';
import { NewPassword, PhoneNumber } from './account-schemas.ts';
import { deleteToken, getUserJson } from './account-store.ts';
import { SignedInSchema, signedInAnswer, signedInExample } from './answer-signed-in.ts';
import { type KnownDevices, secure } from './known-devices.ts';
import { register } from './register.ts';
import { languageOf, limitedNetwork } from './request-origin.ts';
import { setUp } from './set-up-admin.ts';
import { signIn } from './sign-in.ts';
import { UserSchema, userExample } from './user.ts';

const Email = Type.String({ format: 'email', maxLength: 254, examples: ['farmer@swath.example'] });
const Password = Type.String({ minLength: 1, maxLength: 200 });

const LoginBody = named(
  'Login',
  Type.Object({
    email: Type.Optional(Type.String({ maxLength: 254 })),
    phoneNumber: Type.Optional(Type.String({ maxLength: 30 })),
    password: Password,
  }),
);

const RegisterBody = named(
  'Registration',
  Type.Object({
    email: Type.Optional(Email),
    password: NewPassword,
    fullName: Line(200),
    phoneNumber: PhoneNumber,
    street: Type.Optional(Line(200)),
    city: Type.Optional(Line(100)),
    province: Type.Optional(Line(100)),
    postalCode: Type.Optional(Line(20)),
  }),
);

const SetUpBody = named(
  'SetUp',
  Type.Object({
    token: Type.String({ minLength: 1, maxLength: 100 }),
    email: Email,
    password: Password,
    fullName: Type.Optional(Line(200)),
  }),
);

export interface AccountDeps {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
  devices: KnownDevices;
  /** Whether X-Forwarded-For is trusted. */
  trustsProxy: boolean;
}

export function accountRoutes({ database, tokens, clock, devices, trustsProxy }: AccountDeps): Route[] {
  const answerSignedIn = signedInAnswer({ database, clock, devices });
  return [
    route({
      method: 'POST',
      path: '/api/auth/register',
      operationId: 'register',
      access: 'public',
      signsIn: true,
      tag: 'accounts',
      summary: 'Sign up as a farmer',
      description: 'Also signs the new farmer in. Accounts of staff are created by an admin.',
      body: RegisterBody,
      bodyExample: {
        email: 'lua@example.com',
        password: 'Green-Field-7',
        fullName: 'Nguyễn Văn Lúa',
        phoneNumber: '0901 234 561',
        city: 'Chợ Mới',
        province: 'An Giang',
      },
      response: SignedInSchema,
      example: signedInExample,
      problems: ['ACCOUNT_EXISTS', 'TOO_MANY_ATTEMPTS'],
      async handle({ body, request, reply }) {
        const network = limitedNetwork(request, trustsProxy);
        return answerSignedIn(await register(database, body, languageOf(request), network, clock()), request, reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/login',
      operationId: 'login',
      access: 'public',
      signsIn: true,
      tag: 'accounts',
      summary: 'Sign in',
      description:
        'By e-mail address or by phone number. Answers with a bearer token, and sets the same token as an HttpOnly cookie. A second cookie identifies the device as known to the account: it has its own limit of attempts, so wrong passwords from other devices do not lock it out.',
      body: LoginBody,
      bodyExample: { email: 'farmer@swath.example', password: 'Spray-Demo-1' },
      response: SignedInSchema,
      example: signedInExample,
      problems: ['BAD_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
      findMoreErrors: async (body) => findAddressErrors(body),
      async handle({ body, request, reply }) {
        const errors = findAddressErrors(body);
        if (errors.length > 0) throw invalid(...errors);
        const findDevice = (userId: string) => devices.find(userId, request.headers.cookie, clock());
        return answerSignedIn(await signIn(database, body, networkOf(request.ip), findDevice, clock()), request, reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/logout',
      operationId: 'logout',
      access: 'signed-in',
      tag: 'accounts',
      summary: 'Sign out',
      description: 'Revokes the token.',
      response: DoneSchema,
      example: { done: true },
      async handle({ request, reply }) {
        const credentials = readCredentials(request.headers);
        if (credentials !== undefined) await deleteToken(database.write, hashToken(credentials.token));
        tokens.forget();
        reply.header('set-cookie', `${cookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure(request)}`);
        return { done: true };
      },
    }),
    route({
      method: 'GET',
      path: '/api/auth/me',
      operationId: 'me',
      access: 'signed-in',
      tag: 'accounts',
      summary: 'The signed-in user',
      response: UserSchema,
      example: userExample,
      handle: ({ user }) => getUserJson(database.read, user.id),
    }),
    route({
      method: 'POST',
      path: '/api/auth/setup',
      operationId: 'setUp',
      access: 'public',
      signsIn: true,
      tag: 'accounts',
      summary: 'Create the first admin',
      description: 'Requires the one-time token of the set-up link that the service prints if there is no admin.',
      body: SetUpBody,
      bodyExample: { token: 'the-token-of-the-link', email: 'owner@example.com', password: 'Green-Field-7', fullName: 'Phạm Thị Hoa' },
      response: SignedInSchema,
      example: { ...signedInExample, user: { ...userExample, role: 'admin' } },
      problems: ['SETUP_CLOSED', 'ACCOUNT_EXISTS'],
      async handle({ body, request, reply }) {
        const { token, ...admin } = body;
        return answerSignedIn(await setUp(database, token, admin, clock()), request, reply);
      },
    }),
  ];
}
