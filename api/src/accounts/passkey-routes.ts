import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { AppError } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { DoneSchema, Exact, Id, Line, named, Timestamp } from '../platform/http/schemas.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { recentSignInMinutes } from './account-rules.ts';
import { type AnswerSignedIn, SignedInSchema, signedInExample } from './answer-signed-in.ts';
import { secure } from './known-devices.ts';
import {
  addPasskey,
  beginRegistration,
  beginSignIn,
  type Challenge,
  challengeSeconds,
  passkeySiteOf,
  removePasskey,
  signInWithPasskey,
} from './passkey.ts';
import { countPasskeys, listPasskeys, passkeySortColumns, renamePasskey } from './passkey-store.ts';
import { findProfile } from './person-store.ts';
import { tokenHashOf } from './request-origin.ts';
import { requireRecentSignIn } from './signed-in-store.ts';

const PasskeySchema = named(
  'Passkey',
  Exact({
    id: Id(),
    name: Type.String(),
    createdAt: Timestamp(),
    lastUsedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description: 'Null: not used yet.' }),
  }),
);
const passkeyExample = { id: 3, name: 'Samsung A15', createdAt: '2026-11-15T02:30:00.000Z', lastUsedAt: null };
const writePasskey = compileRowWriter(PasskeySchema);

/** Options for navigator.credentials, as WebAuthn defines their JSON form. */
const CreationSchema = named(
  'PasskeyCreation',
  Exact({
    challenge: Type.String(),
    rp: Exact({ id: Type.String(), name: Type.String() }),
    user: Exact({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Exact({ type: Type.String(), alg: Type.Integer() })),
    timeout: Type.Integer(),
    attestation: Type.String(),
    excludeCredentials: Type.Array(Exact({ type: Type.String(), id: Type.String() })),
    authenticatorSelection: Exact({ residentKey: Type.String(), requireResidentKey: Type.Boolean(), userVerification: Type.String() }),
  }),
);
const creationExample = {
  challenge: 'AQIDBA',
  rp: { id: 'swath.example', name: 'Swath' },
  user: { id: 'AQIDBA', name: 'farmer@swath.example', displayName: 'Nguyễn Văn Lúa' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
};
const RequestSchema = named(
  'PasskeyRequest',
  Exact({ challenge: Type.String(), rpId: Type.String(), timeout: Type.Integer(), userVerification: Type.String() }),
);
const requestExample = { challenge: 'AQIDBA', rpId: 'swath.example', timeout: 300_000, userVerification: 'required' };

const Base64Url = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]*$', patternHint: 'must be base64url' });
/** What the browser answers, as WebAuthn defines its JSON form; members that are not needed, or that a later version adds, are ignored. */
const Open = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties, { additionalProperties: true });
const credentialFields = {
  id: Type.String({ minLength: 1, maxLength: 1400, pattern: '^[A-Za-z0-9_-]+$', patternHint: 'must be base64url' }),
  rawId: Base64Url,
  type: Type.Literal('public-key'),
};
const RegistrationBody = named(
  'NewPasskey',
  Type.Object({
    name: Line(100, { description: 'By which the user recognises the device.' }),
    credential: Open({
      ...credentialFields,
      clientExtensionResults: Type.Optional(Open({})),
      response: Open({
        clientDataJSON: Base64Url,
        attestationObject: Base64Url,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
      }),
    }),
  }),
);
const SignInBody = named(
  'PasskeySignIn',
  Type.Object({
    credential: Open({
      ...credentialFields,
      clientExtensionResults: Type.Optional(Open({})),
      response: Open({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
    }),
  }),
);
const credentialExample = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' };

const cookieName = 'swath_passkey';
const PasskeyId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The passkey.'), example: 3 }) });

function readBrowserToken(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;)\\s*${cookieName}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

/** The cookie binds the challenge to the browser that asked for it. */
function answerChallenge({ options, browserToken }: Challenge, request: FastifyRequest, reply: FastifyReply): object {
  reply.header(
    'set-cookie',
    `${cookieName}=${browserToken}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${challengeSeconds}${secure(request)}`,
  );
  return options;
}

export interface PasskeyDeps {
  database: Database;
  clock: Clock;
  publicUrl: string;
  /** Name of the company, which the browser shows. */
  companyName: () => Promise<string>;
  answerSignedIn: AnswerSignedIn;
  /** Whether codes are sent by SMS. */
  hasPhoneCodes: boolean;
}

export function passkeyRoutes({ database, clock, publicUrl, companyName, answerSignedIn, hasPhoneCodes }: PasskeyDeps): Route[] {
  const site = passkeySiteOf(publicUrl);
  const common = { access: 'signed-in', tag: 'common' } as const;
  const found = (row: Row | undefined): Row => {
    if (row === undefined) throw new AppError('NOT_FOUND', 'You have no such passkey.');
    return row;
  };
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/common/passkey/',
      operationId: 'listPasskeys',
      summary: 'My passkeys',
      paging: { sortable: Object.keys(passkeySortColumns) },
      response: Paged('PasskeyPage', PasskeySchema),
      example: { content: [passkeyExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countPasskeys(database.read, user.id),
          async (limit, offset) => (await listPasskeys(database.read, user.id, pageable.sort, limit, offset)).map(writePasskey),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/passkey/options',
      operationId: 'beginPasskey',
      summary: 'Begin to add a passkey',
      description: `Answers with the options of \`navigator.credentials.create\`, and sets a cookie that binds them to this browser for 5 minutes. Needs a sign-in within the last ${recentSignInMinutes} minutes.`,
      response: CreationSchema,
      example: creationExample,
      problems: ['SIGN_IN_TOO_OLD'],
      async handle({ user, request, reply }) {
        await requireRecentSignIn(database.read, user.id, tokenHashOf(request), clock());
        const profile = await findProfile(database.read, user.id);
        const [, email, fullName, phoneNumber] = profile ?? [];
        const owner = { id: user.id, fullName: String(fullName), signInName: String(email ?? phoneNumber ?? fullName) };
        return answerChallenge(await beginRegistration(database, site, await companyName(), owner, clock()), request, reply);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/passkey/',
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      body: RegistrationBody,
      bodyExample: {
        name: 'Samsung A15',
        credential: { ...credentialExample, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      },
      response: PasskeySchema,
      example: passkeyExample,
      problems: ['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS'],
      async handle({ body, user, request }) {
        const { name, credential } = body;
        const given = {
          response: { clientExtensionResults: {}, ...credential },
          name: name.trim(),
          browserToken: readBrowserToken(request),
        };
        return writePasskey(await addPasskey(database, site, user, tokenHashOf(request), given, { hasSms: hasPhoneCodes, now: clock() }));
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/api/common/passkey/{id}',
      operationId: 'renamePasskey',
      summary: 'Rename a passkey of mine',
      params: PasskeyId,
      body: named('PasskeyChange', Type.Object({ name: Type.Optional(Line(100)) })),
      bodyExample: { name: 'Office computer' },
      response: PasskeySchema,
      example: { ...passkeyExample, name: 'Office computer' },
      problems: ['NOT_FOUND'],
      handle: async ({ params, body, user }) =>
        writePasskey(found(await renamePasskey(database.write, user.id, params.id, body.name?.trim() ?? null))),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/common/passkey/{id}',
      operationId: 'removePasskey',
      summary: 'Remove a passkey of mine',
      description: 'Refused if it is the only way to sign in.',
      params: PasskeyId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
      async handle({ params, user, request }) {
        await removePasskey({ database, hasPhoneCodes }, user, tokenHashOf(request), params.id, clock());
        return { done: true };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/passkey/options',
      operationId: 'beginPasskeySignIn',
      access: 'public',
      tag: 'accounts',
      summary: 'Begin to sign in with a passkey',
      description:
        'Answers with the options of `navigator.credentials.get`, and sets a cookie that binds them to this browser for 5 minutes.',
      response: RequestSchema,
      example: requestExample,
      handle: async ({ request, reply }) => answerChallenge(await beginSignIn(database, site, clock()), request, reply),
    }),
    route({
      method: 'POST',
      path: '/api/auth/passkey/login',
      operationId: 'signInWithPasskey',
      access: 'public',
      signsIn: true,
      tag: 'accounts',
      summary: 'Sign in with a passkey',
      body: SignInBody,
      bodyExample: { credential: { ...credentialExample, response: { clientDataJSON: 'e30', authenticatorData: 'AQ', signature: 'AQ' } } },
      response: SignedInSchema,
      example: signedInExample,
      problems: ['PASSKEY_REFUSED'],
      async handle({ body, request, reply }) {
        const given = { response: { clientExtensionResults: {}, ...body.credential }, browserToken: readBrowserToken(request) };
        return answerSignedIn(await signInWithPasskey(database, site, given, clock()), request, reply);
      },
    }),
  ];
}
