import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Database } from '../postgres/database.ts';

export const roles = ['farmer', 'receptionist', 'sprayer', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who a request comes from. */
export interface Principal {
  id: string;
  role: Role;
}

/** Who may call a route. A route says it once; the prefix of its path must agree. */
export type Access = 'public' | 'signed-in' | Role;

const admitted: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  'signed-in': roles,
  farmer: ['farmer'],
  receptionist: ['receptionist', 'admin'],
  sprayer: ['sprayer'],
  admin: ['admin'],
};

const prefixes: Record<string, readonly Access[]> = {
  '/api/farmer/': ['farmer'],
  '/api/receptionist/': ['receptionist'],
  '/api/sprayer/': ['sprayer'],
  '/api/admin/': ['admin'],
  '/api/common/': ['signed-in'],
  '/api/auth/': ['public', 'signed-in'],
  '/api/payment/': ['public'],
  '/api/health/': ['public'],
  '/api/openapi.json': ['public'],
  '/api/docs': ['public'],
  '/setup': ['public'],
  '/pay/': ['public'],
  '/pages/': ['public'],
  '/metrics': ['admin'],
};

/** Refuses to start a service with a route whose declared access and path disagree. */
export function assertAccessFitsPath(path: string, access: Access): void {
  const prefix = Object.keys(prefixes).find((candidate) => path.startsWith(candidate));
  if (prefix === undefined || !prefixes[prefix]?.includes(access)) {
    throw new Error(`${path} may not be open to ${access}`);
  }
}

export function rolesAdmitted(access: Access): readonly Role[] {
  return access === 'public' ? roles : admitted[access];
}

export function authorize(access: Exclude<Access, 'public'>, principal: Principal | undefined): Principal {
  if (principal === undefined) throw new AppError('UNAUTHENTICATED', 'Please sign in and send the token as "Authorization: Bearer …".');
  if (!admitted[access].includes(principal.role)) {
    throw new AppError('FORBIDDEN', `This is for the role ${admitted[access].join(' or ')}; you are signed in as ${principal.role}.`);
  }
  return principal;
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Tokens are random, so a plain digest is enough to make a stolen table worthless. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const cookieName = 'swath_token';

export interface Credentials {
  token: string;
  /** A browser sends cookies by itself, so such a request must show that our own pages made it. */
  fromCookie: boolean;
}

export function readCredentials(headers: { authorization?: string | undefined; cookie?: string | undefined }): Credentials | undefined {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const token = /^Bearer +([\w~+/.=-]{1,200}) *$/i.exec(authorization)?.[1];
    return token === undefined ? undefined : { token, fromCookie: false };
  }
  const pair = cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${cookieName}=`));
  const token = pair?.slice(cookieName.length + 1);
  return token === undefined || token === '' ? undefined : { token, fromCookie: true };
}

type FindPrincipal = (tokenHash: Buffer) => Promise<{ principal: Principal; expiresAt: Date } | undefined>;

interface Entry {
  principal: Principal;
  until: number;
}

const keptFor = 10_000;
const keptAtMost = 20_000;

/** Looks tokens up, remembering the answer for a moment; any revocation anywhere empties the memory at once. */
export class TokenCache {
  readonly #entries = new Map<string, Entry>();
  readonly #find: FindPrincipal;
  readonly #database: Database;
  readonly #watchers: (() => void)[] = [];
  #generation = 0;
  /** How often the answer was in memory, and how often it had to be looked up. */
  readonly counts = { remembered: 0, lookedUp: 0 };

  constructor(database: Database, find: FindPrincipal) {
    this.#database = database;
    this.#find = find;
    database.listen('swath_revoked', () => this.forget());
  }

  forget(): void {
    this.#generation++;
    this.#entries.clear();
    for (const watch of this.#watchers) watch();
  }

  /** For what outlives a single request: calls back whenever a token may have been revoked. */
  whenForgotten(watch: () => void): void {
    this.#watchers.push(watch);
  }

  /** The answer from memory, or a look-up. */
  principal(token: string): Principal | Promise<Principal | undefined> {
    const entry = this.#entries.get(token);
    if (entry !== undefined && entry.until > Date.now() && this.#database.hearing) {
      this.counts.remembered++;
      return entry.principal;
    }
    this.counts.lookedUp++;
    return this.#lookUp(token);
  }

  async #lookUp(token: string): Promise<Principal | undefined> {
    const generation = this.#generation;
    const found = await this.#find(hashToken(token));
    if (found === undefined) return undefined;
    // A revocation that arrived meanwhile may be newer than this answer: use it, but do not keep it.
    if (generation === this.#generation) {
      if (this.#entries.size >= keptAtMost) this.#entries.clear();
      this.#entries.set(token, { principal: found.principal, until: Math.min(Date.now() + keptFor, found.expiresAt.getTime()) });
    }
    return found.principal;
  }
}
