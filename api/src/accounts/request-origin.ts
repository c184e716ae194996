import type { FastifyRequest } from 'fastify';
import { hashToken, readCredentials } from '../platform/http/auth.ts';
import { isPrivateNetwork, networkOf } from '../platform/limits/network.ts';

/** The language of a person who has no account yet. */
export function languageOf(request: FastifyRequest): 'en' | 'vi' {
  return /^\s*en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'vi';
}

/**
 * The network that a limit counts. Undefined: it is not limited. If X-Forwarded-For is not trusted, an address of our own network may be
 * an unconfigured proxy, behind which everyone has the same address.
 */
export function limitedNetwork(request: FastifyRequest, trustsProxy: boolean): string | undefined {
  const network = networkOf(request.ip);
  return trustsProxy || !isPrivateNetwork(network) ? network : undefined;
}

/** The hash of the token with which the request is authenticated. */
export const tokenHashOf = (request: FastifyRequest): Buffer => hashToken(readCredentials(request.headers)?.token ?? '');
