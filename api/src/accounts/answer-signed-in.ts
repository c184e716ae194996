import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { cookieName, hashToken } from '../platform/http/auth.ts';
import { Exact, named, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { tokenLifetimeDays } from './account-rules.ts';
import { deviceOf } from './device-rules.ts';
import { saveDevice } from './device-store.ts';
import { type KnownDevices, secure } from './known-devices.ts';
import type { SignedIn } from './sign-in.ts';
import { UserSchema, userExample } from './user.ts';

export const SignedInSchema = named('SignedIn', Exact({ token: Type.String(), expiresAt: Timestamp(), user: UserSchema }));
export const signedInExample = {
  token: 'fI2vbTTbq4CFcPRh6uZZkTrA2CK0ZyRBD1uQkbv0Aao',
  expiresAt: '2026-12-15T02:00:00.000Z',
  user: userExample,
};

/** Max-Age instead of Expires, because the clock of a phone may be wrong by days. */
const cookieSeconds = tokenLifetimeDays * 86_400;

export type AnswerSignedIn = (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<string>;

/** The response to a sign-in of any kind: the token, its cookie and the cookie of the known device. For routes with `signsIn`. */
export function signedInAnswer({ database, clock, devices }: { database: Database; clock: Clock; devices: KnownDevices }): AnswerSignedIn {
  return async ({ userId, token, expiresAt, userJson }: SignedIn, request: FastifyRequest, reply: FastifyReply) => {
    await saveDevice(database.write, hashToken(token), deviceOf(request.headers['user-agent']), clock());
    const cookie = `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${cookieSeconds}${secure(request)}`;
    const device = await devices.remember(userId, request, clock());
    reply.header('set-cookie', device === undefined ? cookie : [cookie, device]);
    return `{"token":${JSON.stringify(token)},"expiresAt":"${expiresAt.toISOString()}","user":${userJson}}`;
  };
}
