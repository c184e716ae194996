import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Database } from '../postgres/database.ts';

export const roles = ['farmer', 'receptionist', 'sprayer', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an API key can be allowed to do. A route without a scope is closed to API keys. */
export const apiScopes = ['orders:read', 'orders:write', 'payments:write', 'feedback:read', 'notifications:read', 'catalog:read'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** The API key of a request. */
export interface ApiKeyGrant {
  id: string;
  scopes: readonly ApiScope[];
  requestsPerMinute: number;
}

/** The user of a request. With an API key, the account that the key acts as. */
export interface Principal {
  id: string;
  role: Role;
  apiKey?: ApiKeyGrant;
}

/** Access rule of a route. It must fit the prefix of the path. */
export type Access = 'public' | 'signed-in' | Role;

const allowedRoles: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  'signed-in': roles,
  farmer: ['farmer'],
  receptionist: ['receptionist', 'admin'],
  sprayer: ['sprayer'],
  admin: ['admin'],
};

const accessByPrefix: Record<string, readonly Access[]> = {
  '/api/farmer/': ['farmer'],
  '/api/receptionist/': ['receptionist'],
  '/api/sprayer/': ['sprayer'],
  '/api/admin/': ['admin'],
  '/api/common/': ['signed-in'],
  '/api/auth/': ['public', 'signed-in'],
  '/api/calendar/': ['public'],
  '/api/payment/': ['public'],
  '/api/channel/': ['public'],
  '/api/health/': ['public'],
  '/api/openapi.json': ['public'],
  '/api/docs': ['public'],
  '/setup': ['public'],
  '/pay/': ['public'],
  '/link/': ['public'],
  '/pages/': ['public'],
  '/metrics': ['admin'],
};

/** Throws at start-up if the access of a route does not fit its path. */
export function assertAccessFitsPath(path: string, access: Access): void {
  const prefix = Object.keys(accessByPrefix).find((candidate) => path.startsWith(candidate));
  if (prefix === undefined || !accessByPrefix[prefix]?.includes(access)) {
    throw new Error(`${path} may not be open to ${access}`);
  }
}

export function rolesAllowed(access: Access): readonly Role[] {
  return access === 'public' ? roles : allowedRoles[access];
}

export function authorize(access: Exclude<Access, 'public'>, scope: ApiScope | undefined, principal: Principal | undefined): Principal {
  if (principal === undefined) throw new AppError('UNAUTHENTICATED', 'Please sign in and send the token as "Authorization: Bearer …".');
  if (principal.apiKey !== undefined) checkScope(principal.apiKey, scope);
  if (!allowedRoles[access].includes(principal.role)) {
    throw new AppError('FORBIDDEN', `This is for the role ${allowedRoles[access].join(' or ')}; you are signed in as ${principal.role}.`);
  }
  return principal;
}

function checkScope({ scopes }: ApiKeyGrant, scope: ApiScope | undefined): void {
  if (scope === undefined) throw new AppError('SCOPE_MISSING', 'API keys cannot be used for this operation.');
  if (!scopes.includes(scope)) throw new AppError('SCOPE_MISSING', `This API key lacks the scope ${scope}.`);
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Tokens are random, so a digest without salt is enough to make a stolen table useless. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const cookieName = 'swath_token';

export interface Credentials {
  token: string;
  /** Browsers send cookies with requests of other sites as well, so the origin must be checked. */
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

type FindPrincipal = (token: string) => Promise<{ principal: Principal; expiresAt: Date } | undefined>;

interface Entry {
  principal: Principal;
  expiresAtMs: number;
}

const cacheTtlMs = 10_000;
const maxEntries = 20_000;

/** Finds the user of a token. Cached for some seconds; a revocation in any process clears the cache. */
export class TokenCache {
  readonly #entries = new Map<string, Entry>();
  readonly #find: FindPrincipal;
  readonly #database: Database;
  readonly #invalidationListeners: (() => void)[] = [];
  #generation = 0;
  /** Cache hits and misses. */
  readonly counts = { hits: 0, misses: 0 };

  constructor(database: Database, find: FindPrincipal) {
    this.#database = database;
    this.#find = find;
    database.listen('swath_revoked', () => this.forget());
  }

  forget(): void {
    this.#generation++;
    this.#entries.clear();
    for (const listener of this.#invalidationListeners) listener();
  }

  /** Calls the listener whenever a token may have been revoked. */
  onInvalidate(listener: () => void): void {
    this.#invalidationListeners.push(listener);
  }

  /** Synchronous if the token is in the cache. */
  principal(token: string): Principal | Promise<Principal | undefined> {
    const entry = this.#entries.get(token);
    if (entry !== undefined && entry.expiresAtMs > Date.now() && this.#database.isListening) {
      this.counts.hits++;
      return entry.principal;
    }
    this.counts.misses++;
    return this.#lookUp(token);
  }

  async #lookUp(token: string): Promise<Principal | undefined> {
    const generation = this.#generation;
    const found = await this.#find(token);
    if (found === undefined) return undefined;
    // A revocation that arrived meanwhile may be newer than this result: return it, but do not cache it.
    if (generation === this.#generation) {
      if (this.#entries.size >= maxEntries) this.#entries.clear();
      this.#entries.set(token, { principal: found.principal, expiresAtMs: Math.min(Date.now() + cacheTtlMs, found.expiresAt.getTime()) });
    }
    return found.principal;
  }
}
