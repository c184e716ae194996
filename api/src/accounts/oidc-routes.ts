import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { DoneSchema, Exact, Id, Line, NullableText, named, Timestamp } from '../platform/http/schemas.ts';
import type { Clock } from '../platform/time/clock.ts';
import { recentSignInMinutes } from './account-rules.ts';
import { PhoneNumber } from './account-schemas.ts';
import { type AnswerSignedIn, SignedInSchema, signedInExample } from './answer-signed-in.ts';
import { secure } from './known-devices.ts';
import { countIdentities, identitySortColumns, listIdentities } from './oidc-identity-store.ts';
import { countIssuers, findIssuer, issuerSortColumns, listIssuers } from './oidc-issuer-store.ts';
import {
  attemptSeconds,
  link,
  type OidcDeps,
  readRegistration,
  registerWithIssuer,
  registrationSeconds,
  signInWithIssuer,
  start,
  unlink,
} from './oidc-sign-in.ts';
import { languageOf, limitedNetwork, tokenHashOf } from './request-origin.ts';
import { requireRecentSignIn } from './signed-in-store.ts';

const OfferedSchema = named(
  'OfferedIssuer',
  Exact({
    id: Id(),
    name: Type.String({ description: 'The sign-in page shows "Continue with" this name.' }),
    forFarmers: Type.Boolean(),
    forStaff: Type.Boolean(),
  }),
);
const offeredExample = { id: 1, name: 'Google', forFarmers: true, forStaff: true };

const StartBody = named('OidcStart', Type.Object({ issuerId: Id('The issuer to sign in with.') }));
const StartedSchema = named(
  'OidcStarted',
  Exact({ authorizationUrl: Type.String({ description: 'The browser goes there next.', format: 'uri' }) }),
);
const startedExample = { authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code' };

const Parameter = (description: string) => Type.String({ maxLength: 4000, description });
const CallbackBody = named(
  'OidcCallback',
  Type.Object(
    {
      state: Type.String({ minLength: 1, maxLength: 200 }),
      code: Type.Optional(Parameter('The authorization code.')),
      iss: Type.Optional(Parameter('The issuer, if it names itself (RFC 9207).')),
      error: Type.Optional(Parameter('Why the issuer signed nobody in.')),
    },
    { description: 'The parameters with which the issuer sent the browser back.' },
  ),
);
const callbackExample = { state: 'sign-in.n0fP0uYd3Xo4', code: '4/0AX4XfWh' };

const RegistrationSchema = named(
  'OidcRegistration',
  Exact({
    issuer: Type.String({ description: 'The name of the issuer.' }),
    email: Type.String({ description: 'Verified by the issuer; the account gets it.' }),
    fullName: NullableText({ description: 'A suggestion.' }),
  }),
);
const registrationExample = { issuer: 'Google', email: 'lua@example.com', fullName: 'Nguyễn Văn Lúa' };
const RegisterBody = named(
  'NewOidcRegistration',
  Type.Object({
    fullName: Line(200),
    phoneNumber: PhoneNumber,
    street: Type.Optional(Line(200)),
    city: Type.Optional(Line(100)),
    province: Type.Optional(Line(100)),
    postalCode: Type.Optional(Line(20)),
  }),
);

const IdentitySchema = named(
  'LinkedIdentity',
  Exact({
    id: Id(),
    issuerId: Id(),
    issuer: Type.String({ description: 'The name of the issuer.' }),
    email: NullableText({ description: 'As the issuer verified it; null: it has not.' }),
    createdAt: Timestamp(),
    lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description: 'Null: not used yet.' }),
  }),
);
const identityExample = {
  id: 4,
  issuerId: 1,
  issuer: 'Google',
  email: 'lua@example.com',
  createdAt: '2026-11-15T02:30:00.000Z',
  lastUsedAt: null,
};
const writeIdentity = compileRowWriter(IdentitySchema);
const IdentityId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The link.'), example: 4 }) });

const cookieName = 'swath_oidc';

function readBrowserToken(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;)\\s*${cookieName}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

/** Strict is enough: the page to which the issuer sends the browser is ours, and sends the parameters itself. */
function setBrowserToken(token: string, seconds: number, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${cookieName}=${token}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure(request)}`);
}

export interface OidcRouteDeps extends OidcDeps {
  clock: Clock;
  answerSignedIn: AnswerSignedIn;
  /** Whether X-Forwarded-For is trusted. If not, an address of our own network may be an unconfigured proxy, so it is not limited. */
  trustsProxy: boolean;
}

const exchangeProblems = [
  'OIDC_REFUSED',
  'OIDC_CANCELLED',
  'OIDC_NOT_ACCEPTED',
  'OIDC_IDENTITY_TAKEN',
  'OIDC_ALREADY_LINKED',
  'OIDC_UNAVAILABLE',
] as const;

/** Sign-in and registration through issuers (OpenID Connect), and the links of a user. */
export function oidcRoutes(deps: OidcRouteDeps): Route[] {
  const { database, clock, answerSignedIn, trustsProxy } = deps;
  const accounts = { access: 'public', tag: 'accounts' } as const;
  const common = { access: 'signed-in', tag: 'common' } as const;
  return [
    route({
      ...accounts,
      method: 'GET',
      path: '/api/auth/issuer/',
      operationId: 'listOfferedIssuers',
      summary: 'Issuers to sign in with (OpenID Connect)',
      paging: { sortable: Object.keys(issuerSortColumns) },
      response: Paged('OfferedIssuerPage', OfferedSchema),
      example: { content: [offeredExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countIssuers(database.read, true),
          async (limit, offset) =>
            (await listIssuers(database.read, true, pageable.sort, limit, offset)).map(({ id, name, forFarmers, forStaff }) =>
              JSON.stringify({ id: Number(id), name, forFarmers, forStaff }),
            ),
        ),
    }),
    route({
      ...accounts,
      method: 'POST',
      path: '/api/auth/oidc/start',
      operationId: 'startOidcSignIn',
      summary: 'Begin to sign in with an issuer',
      description:
        'Answers with the address at which the browser signs in, and sets a cookie that binds the sign-in to this browser for 10 minutes. The issuer sends the browser to `/sign-in/callback`.',
      body: StartBody,
      bodyExample: { issuerId: 1 },
      response: StartedSchema,
      example: startedExample,
      problems: ['NOT_FOUND', 'OIDC_UNAVAILABLE'],
      async handle({ body, request, reply }) {
        const { authorizationUrl, browserToken } = await start(deps, String(body.issuerId), null, clock());
        setBrowserToken(browserToken, attemptSeconds, request, reply);
        return { authorizationUrl };
      },
    }),
    route({
      ...accounts,
      method: 'POST',
      path: '/api/auth/oidc/login',
      signsIn: true,
      operationId: 'signInWithOidc',
      summary: 'Sign in with the answer of an issuer',
      description:
        'Works once, and only in the browser that began. An identity that is not linked yet is linked with the account that has its verified e-mail address. OIDC_ACCOUNT_UNCONFIRMED: someone uses that account and has never confirmed the address here. OIDC_REGISTRATION_NEEDED: there is none; the cookie then stands for the identity for 30 minutes, and `POST /api/auth/oidc/register` creates the account of a farmer.',
      // Issuers send more parameters than these.
      ignoresUnknown: true,
      body: CallbackBody,
      bodyExample: callbackExample,
      response: SignedInSchema,
      example: signedInExample,
      problems: [...exchangeProblems, 'OIDC_EMAIL_UNVERIFIED', 'OIDC_ACCOUNT_UNCONFIRMED', 'OIDC_NO_ACCOUNT', 'OIDC_REGISTRATION_NEEDED'],
      async handle({ body, request, reply }) {
        const result = await signInWithIssuer(deps, body, readBrowserToken(request), clock());
        if ('userId' in result) return answerSignedIn(result, request, reply);
        setBrowserToken(result.browserToken, registrationSeconds, request, reply);
        throw new AppError('OIDC_REGISTRATION_NEEDED', 'There is no account with your e-mail address yet. Please register.');
      },
    }),
    route({
      ...accounts,
      method: 'GET',
      path: '/api/auth/oidc/registration',
      operationId: 'getOidcRegistration',
      summary: 'What an issuer said about the person who registers in this browser',
      response: RegistrationSchema,
      example: registrationExample,
      problems: ['OIDC_REFUSED'],
      async handle({ request }) {
        const { issuerId, email, fullName } = await readRegistration(deps, readBrowserToken(request), clock());
        const issuer = await findIssuer(database.read, issuerId);
        return { issuer: issuer?.name ?? '', email, fullName };
      },
    }),
    route({
      ...accounts,
      method: 'POST',
      path: '/api/auth/oidc/register',
      signsIn: true,
      operationId: 'registerWithOidc',
      summary: 'Sign up as a farmer with an issuer',
      description: 'Also signs the new farmer in. The account gets the e-mail address that the issuer has verified.',
      body: RegisterBody,
      bodyExample: { fullName: 'Nguyễn Văn Lúa', phoneNumber: '0901 234 561' },
      response: SignedInSchema,
      example: signedInExample,
      problems: ['OIDC_REFUSED', 'OIDC_NOT_ACCEPTED', 'OIDC_IDENTITY_TAKEN', 'ACCOUNT_EXISTS', 'TOO_MANY_ATTEMPTS'],
      async handle({ body, request, reply }) {
        const network = limitedNetwork(request, trustsProxy);
        const signedIn = await registerWithIssuer(deps, body, readBrowserToken(request), languageOf(request), network, clock());
        return answerSignedIn(signedIn, request, reply);
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/common/identity/',
      operationId: 'listIdentities',
      summary: 'My links with issuers',
      paging: { sortable: Object.keys(identitySortColumns) },
      response: Paged('LinkedIdentityPage', IdentitySchema),
      example: { content: [identityExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countIdentities(database.read, user.id),
          async (limit, offset) => (await listIdentities(database.read, user.id, pageable.sort, limit, offset)).map(writeIdentity),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/identity/start',
      operationId: 'startOidcLink',
      summary: 'Begin to link my account with an issuer',
      description: `Needs a sign-in within the last ${recentSignInMinutes} minutes.`,
      body: StartBody,
      bodyExample: { issuerId: 1 },
      response: StartedSchema,
      example: startedExample,
      problems: ['NOT_FOUND', 'OIDC_UNAVAILABLE', 'SIGN_IN_TOO_OLD'],
      async handle({ body, user, request, reply }) {
        await requireRecentSignIn(database.read, user.id, tokenHashOf(request), clock());
        const { authorizationUrl, browserToken } = await start(deps, String(body.issuerId), user.id, clock());
        setBrowserToken(browserToken, attemptSeconds, request, reply);
        return { authorizationUrl };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/identity/',
      operationId: 'linkIdentity',
      summary: 'Link my account with the answer of an issuer',
      description: 'Works once, and only in the browser and for the user that began. Needs no e-mail address.',
      // Issuers send more parameters than these.
      ignoresUnknown: true,
      body: CallbackBody,
      bodyExample: { ...callbackExample, state: 'link.n0fP0uYd3Xo4' },
      response: IdentitySchema,
      example: identityExample,
      problems: exchangeProblems,
      handle: async ({ body, user, request }) =>
        writeIdentity(await link(deps, user, tokenHashOf(request), body, readBrowserToken(request), clock())),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/common/identity/{id}',
      operationId: 'unlinkIdentity',
      summary: 'Remove a link of mine',
      description:
        'Refused if it is the only way to sign in: no password, no passkey, no other link, no confirmed phone number to which codes are sent.',
      params: IdentityId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
      async handle({ params, user, request }) {
        await unlink(deps, user, tokenHashOf(request), params.id, clock());
        return { done: true };
      },
    }),
  ];
}
