import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, invalid } from '../errors.ts';
import type { TokenCache } from '../platform/http/auth.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Int32, Line, NullableText, named, OneOf, Text } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import { recentSignInMinutes } from './account-rules.ts';
import { NewPassword } from './account-schemas.ts';
import { type AnswerSignedIn, SignedInSchema, signedInExample } from './answer-signed-in.ts';
import { secure } from './known-devices.ts';
import {
  ownCodeTarget,
  type PhoneCodeRequest,
  registerWithPhoneCode,
  requestPhoneCode,
  resetPasswordWithPhoneCode,
  signInWithPhoneCode,
  verifyOwnPhone,
} from './phone-code.ts';
import { budgetOfPurpose, type CodeBudget, phoneCode, phoneCodePurposes, readPhoneKey } from './phone-code-rules.ts';
import { readOwnPhone } from './phone-code-store.ts';
import { languageOf, limitedNetwork, tokenHashOf } from './request-origin.ts';
import { requireRecentSignIn } from './signed-in-store.ts';
import { userExample } from './user.ts';

const OfferSchema = named(
  'PhoneCodeOffer',
  Exact({ available: Type.Boolean({ description: 'Whether this installation sends codes by SMS.' }) }),
);
const SentSchema = named(
  'PhoneCodeSent',
  Exact({
    validSeconds: Int32({ description: 'How long a code is valid.' }),
    repeatSeconds: Int32({ description: 'After which another code can be requested for the same number.' }),
  }),
);
const sent = { validSeconds: phoneCode.lifetimeSeconds, repeatSeconds: phoneCode.repeatSeconds };

const PhoneSchema = named(
  'OwnPhone',
  Exact({
    phoneNumber: NullableText(),
    verified: Type.Boolean({ description: 'Whether the user has confirmed the number by a code. A confirmed number can sign in by code.' }),
    confirmed: Type.Boolean({
      description:
        'Whether the office or a code has confirmed the number. The office finds the account by a confirmed number only, and SMS go to confirmed numbers only.',
    }),
    canVerify: Type.Boolean({ description: 'Whether a code can be sent to the number.' }),
  }),
);

const Code = Type.String({
  pattern: `^\\d{${phoneCode.digits}}$`,
  patternHint: `must be ${phoneCode.digits} digits`,
  description: 'From the SMS.',
  examples: ['123456'],
});
const Language = Type.Optional(OneOf(['en', 'vi']));

const RequestBody = named(
  'PhoneCodeRequest',
  Type.Object({
    purpose: OneOf(phoneCodePurposes),
    phoneNumber: Text(30, { description: 'A Vietnamese number, also with +84, 0084 or 84 and the usual separators.' }),
    language: Language,
  }),
);
const CodeBody = named('PhoneCode', Type.Object({ code: Code }));
const RegisterBody = named(
  'PhoneRegistration',
  Type.Object({
    code: Code,
    fullName: Line(200),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254, examples: ['farmer@swath.example'] })),
    password: Type.Optional(NewPassword),
    street: Type.Optional(Line(200)),
    city: Type.Optional(Line(100)),
    province: Type.Optional(Line(100)),
    postalCode: Type.Optional(Line(20)),
    language: Language,
  }),
);
const ResetBody = named('PhonePasswordReset', Type.Object({ code: Code, password: NewPassword }));

const cookieName = 'swath_phone_code';
/** Longer than a code is valid, because a code is valid from the time of sending. */
const cookieSeconds = 2 * phoneCode.lifetimeSeconds;

function readBrowserToken(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;)\\s*${cookieName}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

export interface PhoneCodeDeps {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
  trustsProxy: boolean;
  answerSignedIn: AnswerSignedIn;
  /** Undefined: no codes by SMS. */
  phoneCodes: PhoneCodeService | undefined;
}

export interface PhoneCodeService {
  secrets: SecretBox;
  /** Whether a budget of the day is enough for another code. */
  hasBudget(budget: CodeBudget): Promise<boolean>;
  /** Starts the job that sends codes. */
  wake(): void;
}

/** Sign-in, registration and password reset by a code in an SMS, and the confirmation of one's own number. */
export function phoneCodeRoutes(deps: PhoneCodeDeps): Route[] {
  const { database, tokens, clock, trustsProxy, answerSignedIn, phoneCodes } = deps;
  const service = (): PhoneCodeService => {
    if (phoneCodes !== undefined) return phoneCodes;
    throw new AppError('PHONE_CODES_OFF', 'This installation does not send codes by SMS.');
  };
  const context = () => ({ database, secrets: service().secrets, now: clock() });
  /** The cookie binds the code to the browser that asked for it. */
  const send = async (codes: PhoneCodeService, code: Omit<PhoneCodeRequest, 'network'>, request: FastifyRequest, reply: FastifyReply) => {
    if (!(await codes.hasBudget(code.budget))) {
      throw new AppError('PHONE_CODES_USED_UP', 'No more codes are sent today. Use a password, or call the office.', {
        retryAfterSeconds: 3600,
      });
    }
    const browserToken = await requestPhoneCode(database, { ...code, network: limitedNetwork(request, trustsProxy) }, clock());
    codes.wake();
    reply.header(
      'set-cookie',
      `${cookieName}=${browserToken}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${cookieSeconds}${secure(request)}`,
    );
    return sent;
  };
  const ownPhone = async (userId: string) => {
    const { phoneNumber, phoneKey, isVerified, isConfirmed } = await readOwnPhone(database.read, userId);
    return {
      phoneNumber,
      verified: isVerified,
      confirmed: phoneKey !== null && isConfirmed,
      canVerify: phoneCodes !== undefined && phoneKey !== null,
    };
  };
  const auth = { access: 'public', tag: 'accounts' } as const;
  const common = { access: 'signed-in', tag: 'common' } as const;
  return [
    route({
      ...auth,
      method: 'GET',
      path: '/api/auth/phone-code',
      operationId: 'getPhoneCodeOffer',
      summary: 'Whether codes are sent by SMS',
      response: OfferSchema,
      example: { available: true },
      handle: async () => ({ available: phoneCodes !== undefined }),
    }),
    route({
      ...auth,
      method: 'POST',
      path: '/api/auth/phone-code',
      operationId: 'requestPhoneCode',
      summary: 'Request a code by SMS',
      description:
        'For a sign-in, a registration or a new password. The response is the same whether or not there is an account with the number; a code to sign in or for a new password is sent only if there is one. The code has six digits, is valid for 5 minutes and 5 tries, and works only for this purpose and with the cookie of this response. One code a minute, five an hour and ten a day per number; there are limits per network and per day, too, and for registrations per block of numbers. Registrations have a budget of their own.',
      body: RequestBody,
      bodyExample: { purpose: 'sign_in', phoneNumber: '0901 234 561' },
      response: SentSchema,
      example: sent,
      problems: ['PHONE_CODES_OFF', 'PHONE_CODES_USED_UP', 'TOO_MANY_ATTEMPTS'],
      async handle({ body, request, reply }) {
        const codes = service();
        const { purpose, language = languageOf(request) } = body;
        const phoneKey = readPhoneKey(body.phoneNumber);
        if (phoneKey === undefined) throw invalid({ path: 'phoneNumber', message: 'must be 0 or +84 followed by 9 or 10 digits' });
        return send(codes, { purpose, budget: budgetOfPurpose(purpose), phoneKey, userId: null, language }, request, reply);
      },
    }),
    route({
      ...auth,
      method: 'POST',
      path: '/api/auth/phone-code/login',
      signsIn: true,
      operationId: 'signInWithPhoneCode',
      summary: 'Sign in with a code',
      description:
        'The number must be confirmed: by a registration with a code, or by the signed-in user. A farmer whom the office has entered and who has never signed in needs no confirmation.',
      body: CodeBody,
      bodyExample: { code: '123456' },
      response: SignedInSchema,
      example: signedInExample,
      problems: ['PHONE_CODES_OFF', 'PHONE_CODE_REFUSED', 'PHONE_NOT_VERIFIED'],
      async handle({ body, request, reply }) {
        const given = { code: body.code, browserToken: readBrowserToken(request) };
        return answerSignedIn(await signInWithPhoneCode(context(), given), request, reply);
      },
    }),
    route({
      ...auth,
      method: 'POST',
      path: '/api/auth/phone-code/register',
      signsIn: true,
      operationId: 'registerWithPhoneCode',
      summary: 'Sign up as a farmer with a code',
      description: 'Neither an e-mail address nor a password is required. The number is the one to which the code was sent.',
      body: RegisterBody,
      bodyExample: { code: '123456', fullName: 'Nguyễn Văn Lúa', city: 'Chợ Mới', province: 'An Giang' },
      response: SignedInSchema,
      example: { ...signedInExample, user: { ...userExample, email: null, phoneNumber: '0901234561' } },
      problems: ['PHONE_CODES_OFF', 'PHONE_CODE_REFUSED', 'ACCOUNT_EXISTS'],
      async handle({ body, request, reply }) {
        const { code, language = languageOf(request), ...input } = body;
        const given = { code, browserToken: readBrowserToken(request) };
        return answerSignedIn(await registerWithPhoneCode(context(), given, { ...input, language }), request, reply);
      },
    }),
    route({
      ...auth,
      method: 'POST',
      path: '/api/auth/phone-code/password',
      operationId: 'resetPasswordWithPhoneCode',
      summary: 'Choose a new password with a code',
      description:
        'The number must be confirmed, as for a sign-in with a code. Ends every other way into the account, as a reset by link does, and signs in.',
      body: ResetBody,
      bodyExample: { code: '123456', password: 'Green-Field-7' },
      response: SignedInSchema,
      example: signedInExample,
      problems: ['PHONE_CODES_OFF', 'PHONE_CODE_REFUSED', 'PHONE_NOT_VERIFIED'],
      async handle({ body, request, reply }) {
        const given = { code: body.code, browserToken: readBrowserToken(request) };
        const signedIn = await resetPasswordWithPhoneCode(context(), given, body.password);
        tokens.forget();
        return answerSignedIn(signedIn, request, reply);
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/common/phone',
      operationId: 'getOwnPhone',
      summary: 'My phone number and whether it is confirmed',
      response: PhoneSchema,
      example: { phoneNumber: '0901 234 561', verified: false, confirmed: true, canVerify: true },
      handle: ({ user }) => ownPhone(user.id),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/phone/code',
      operationId: 'requestOwnPhoneCode',
      summary: 'Request a code to confirm my number',
      description: `With the same limits as codes to sign in. Needs a sign-in within the last ${recentSignInMinutes} minutes.`,
      response: SentSchema,
      example: sent,
      problems: ['VALIDATION_FAILED', 'PHONE_CODES_OFF', 'PHONE_CODES_USED_UP', 'TOO_MANY_ATTEMPTS', 'SIGN_IN_TOO_OLD'],
      async handle({ user, request, reply }) {
        const codes = service();
        await requireRecentSignIn(database.read, user.id, tokenHashOf(request), clock());
        const code = { purpose: 'verification', ...(await ownCodeTarget(database, user)), userId: user.id } as const;
        return send(codes, { ...code, language: languageOf(request) }, request, reply);
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/phone/verification',
      operationId: 'verifyOwnPhone',
      summary: 'Confirm my number with a code',
      description: 'Other accounts that have the number unconfirmed lose it. Refused if the number is confirmed for another account.',
      body: CodeBody,
      bodyExample: { code: '123456' },
      response: PhoneSchema,
      example: { phoneNumber: '0901 234 561', verified: true, confirmed: true, canVerify: true },
      problems: ['PHONE_CODES_OFF', 'PHONE_CODE_REFUSED', 'ACCOUNT_EXISTS'],
      async handle({ body, user, request }) {
        await verifyOwnPhone(context(), user, tokenHashOf(request), { code: body.code, browserToken: readBrowserToken(request) });
        return ownPhone(user.id);
      },
    }),
  ];
}
