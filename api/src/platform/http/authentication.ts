import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { AdmissionControl } from '../limits/admission-control.ts';
import { type Access, type ApiScope, authorize, type Principal, readCredentials, type TokenCache } from './auth.ts';
import type { OwnOrigin } from './own-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** The scope that an API key needs; undefined: closed to API keys. */
    scope?: ApiScope;
    /** SHA-256 of the route's fixed key. */
    keyDigest?: Buffer;
    /** The answer signs a browser in. */
    signsIn?: boolean;
  }
}

export interface AuthenticationOptions {
  tokens: TokenCache;
  ownOrigin: OwnOrigin;
  admissionControl: AdmissionControl;
}

/** What a route requires of its user; undefined if it is public, unknown, or the request has the route's fixed key. */
export function requiredAccess(
  request: FastifyRequest,
  { access, keyDigest }: FastifyContextConfig,
): Exclude<Access, 'public'> | undefined {
  if (access === undefined || access === 'public') return undefined;
  return keyDigest !== undefined && hasKey(request, keyDigest) ? undefined : access;
}

/** Finds the user of the token, applies the rate limit of the user, and checks the role. */
export function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, access }: { config: FastifyContextConfig; access: Exclude<Access, 'public'> },
  { tokens, ownOrigin, admissionControl }: AuthenticationOptions,
  done: (error?: Error) => void,
): void {
  const admit = (principal: Principal | undefined) => {
    const tooManyRequests = admissionControl.count(principal, request, reply, config);
    if (tooManyRequests !== undefined) return done(tooManyRequests);
    try {
      request.principal = authorize(access, config.scope, principal);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
  const credentials = readCredentials(request.headers);
  if (credentials === undefined) {
    admit(undefined);
  } else if (credentials.fromCookie && !isSafeMethod(request.method) && !ownOrigin.includes(request)) {
    done(ownOrigin.refuse(request));
  } else {
    // A cached principal is returned synchronously: most requests need no promise here.
    const found = tokens.principal(credentials.token);
    // A browser never holds an API key: in a cookie it is not accepted.
    const check = (principal: Principal | undefined) =>
      admit(credentials.fromCookie && principal?.apiKey !== undefined ? undefined : principal);
    if (found instanceof Promise) found.then(check, done);
    else check(found);
  }
}

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests in constant time, so the duration does not reveal how many characters are right. */
function hasKey(request: FastifyRequest, digest: Buffer): boolean {
  const credentials = readCredentials(request.headers);
  return credentials !== undefined && !credentials.fromCookie && timingSafeEqual(digestOf(credentials.token), digest);
}

const isSafeMethod = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
