import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import type { TokenCache } from '../platform/http/auth.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { DoneSchema, Exact, named } from '../platform/http/schemas.ts';
import { networkOf } from '../platform/limits/network.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { findAddressErrors, recentSignInMinutes } from './account-rules.ts';
import { NewPassword } from './account-schemas.ts';
import { type AnswerSignedIn, SignedInSchema, signedInExample } from './answer-signed-in.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { forgotPassword, resetPassword } from './password-link.ts';
import { ProfileSchema, personChangeFields, profileExample } from './person.ts';
import { findProfile } from './person-store.ts';
import { tokenHashOf } from './request-origin.ts';
import { readPasswordState, setFirstPassword } from './set-first-password.ts';

const ProfileBody = named('ProfileChange', Type.Object(personChangeFields));

const PasswordBody = named(
  'PasswordChange',
  Type.Object({ oldPassword: Type.String({ minLength: 1, maxLength: 200 }), newPassword: NewPassword }),
);

const PasswordStateSchema = named(
  'PasswordState',
  Exact({
    isSet: Type.Boolean({ description: 'False: the user registered by a code or an issuer, or the office has removed the password.' }),
    canSetFirst: Type.Boolean({
      description: `Whether a first password can be set now: there is none, and the user signed in within the last ${recentSignInMinutes} minutes.`,
    }),
  }),
);
const FirstPasswordBody = named('FirstPassword', Type.Object({ newPassword: NewPassword }));

const ForgottenBody = named(
  'ForgottenPassword',
  Type.Object({ email: Type.Optional(Type.String({ maxLength: 254 })), phoneNumber: Type.Optional(Type.String({ maxLength: 30 })) }),
);

const ResetBody = named('PasswordReset', Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), password: NewPassword }));

const writeProfile = compileRowWriter(ProfileSchema);

export interface ProfileDeps {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
  answerSignedIn: AnswerSignedIn;
  /** Whether codes are sent by SMS. */
  hasPhoneCodes: boolean;
}

/** The signed-in user's profile and password, and the reset of a forgotten password. */
export function profileRoutes({ database, tokens, clock, answerSignedIn, hasPhoneCodes }: ProfileDeps): Route[] {
  const noticeContext = () => ({ hasSms: hasPhoneCodes, now: clock() });
  return [
    route({
      method: 'GET',
      path: '/api/common/profile',
      operationId: 'getProfile',
      access: 'signed-in',
      tag: 'common',
      summary: 'My profile, with the language of messages',
      response: ProfileSchema,
      example: profileExample,
      async handle({ user }) {
        const row = await findProfile(database.read, user.id);
        if (row === undefined) throw new Error('a signed-in user is missing');
        return writeProfile(row);
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/common/profile',
      operationId: 'changeProfile',
      access: 'signed-in',
      tag: 'common',
      summary: 'Change my profile',
      description: `Omitted fields stay unchanged. A new e-mail address or phone number needs a sign-in within the last ${recentSignInMinutes} minutes, and every address and number that the account had gets a notice. Only an admin can change role, expertise and status of an account.`,
      body: ProfileBody,
      bodyExample: { phoneNumber: '0901 234 561', city: 'Chợ Mới', language: 'vi' },
      response: ProfileSchema,
      example: profileExample,
      problems: ['ACCOUNT_EXISTS', 'SIGN_IN_TOO_OLD'],
      handle: async ({ body, user, request }) =>
        writeProfile(await changeProfile(database, user.id, tokenHashOf(request), body, noticeContext())),
    }),
    route({
      method: 'POST',
      path: '/api/common/password',
      operationId: 'changePassword',
      access: 'signed-in',
      tag: 'common',
      summary: 'Change my password',
      description: 'Revokes all other tokens of the user at once.',
      body: PasswordBody,
      bodyExample: { oldPassword: 'Spray-Demo-1', newPassword: 'Green-Field-7' },
      response: DoneSchema,
      example: { done: true },
      problems: ['TOO_MANY_ATTEMPTS'],
      async handle({ body, user, request }) {
        await changePassword(database, user, tokenHashOf(request), body, clock());
        tokens.forget();
        return { done: true };
      },
    }),
    route({
      method: 'GET',
      path: '/api/common/password',
      operationId: 'getPasswordState',
      access: 'signed-in',
      tag: 'common',
      summary: 'Whether I have a password',
      response: PasswordStateSchema,
      example: { isSet: false, canSetFirst: true },
      handle: ({ user, request }) => readPasswordState(database, user.id, tokenHashOf(request), clock()),
    }),
    route({
      method: 'POST',
      path: '/api/common/password/first',
      operationId: 'setFirstPassword',
      access: 'signed-in',
      tag: 'common',
      summary: 'Set my first password',
      description: `For users without a password, within ${recentSignInMinutes} minutes after they signed in. Revokes all other tokens of the user at once.`,
      body: FirstPasswordBody,
      bodyExample: { newPassword: 'Green-Field-7' },
      response: DoneSchema,
      example: { done: true },
      problems: ['PASSWORD_EXISTS', 'SIGN_IN_TOO_OLD', 'TOO_MANY_ATTEMPTS'],
      async handle({ body, user, request }) {
        await setFirstPassword(database, user, tokenHashOf(request), body.newPassword, noticeContext());
        tokens.forget();
        return { done: true };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/password/forgot',
      operationId: 'forgotPassword',
      access: 'public',
      tag: 'accounts',
      summary: 'Request a password reset link',
      description:
        'By e-mail address or phone number. The response is the same whether or not the account exists; the link is sent by mail.',
      body: ForgottenBody,
      bodyExample: { email: 'farmer@swath.example' },
      response: DoneSchema,
      example: { done: true },
      problems: ['TOO_MANY_ATTEMPTS'],
      async handle({ body, request }) {
        const errors = findAddressErrors(body);
        if (errors.length > 0) throw invalid(...errors);
        await forgotPassword(database, body, networkOf(request.ip), clock());
        return { done: true };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/password/reset',
      operationId: 'resetPassword',
      access: 'public',
      tag: 'accounts',
      summary: 'Choose a new password',
      description:
        'Requires the token of the reset link, which is valid once, for one hour. Ends every other way into the account: tokens, passkeys, links with issuers, push devices, the calendar address, and the confirmation of the phone number. `GET /api/common/ended-access/` lists them. A mailed link confirms the e-mail address; the first time, it also ends API keys, because someone else may have registered with the address. Signs in.',
      body: ResetBody,
      bodyExample: { token: 'the-token-of-the-link', password: 'Green-Field-7' },
      response: SignedInSchema,
      example: signedInExample,
      problems: ['RESET_CLOSED'],
      async handle({ body, request, reply }) {
        const signedIn = await resetPassword(database, body.token, body.password, clock());
        tokens.forget();
        return answerSignedIn(signedIn, request, reply);
      },
    }),
  ];
}
