import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

/** A page at `origin` was refused, because this process takes `host` for its own address. */
export interface RefusedOrigin {
  origin: string;
  host: string;
}

export interface OwnOriginOptions {
  publicUrl: string;
  /** Whether someone has set the public address; else it is a guess, and no page is accepted because of it. */
  isPublicUrlSet: boolean;
  onRefused?: ((refused: RefusedOrigin) => void) | undefined;
}

/** The addresses at which browsers open the pages of this service. Others may not send changes with its cookies (cross-site request forgery). */
export class OwnOrigin {
  readonly #publicUrl: string;
  /** Undefined: not set. */
  readonly #publicOrigin: string | undefined;
  readonly #onRefused: (refused: RefusedOrigin) => void;

  constructor({ publicUrl, isPublicUrlSet, onRefused = () => {} }: OwnOriginOptions) {
    this.#publicUrl = publicUrl;
    this.#publicOrigin = isPublicUrlSet ? new URL(publicUrl).origin : undefined;
    this.#onRefused = onRefused;
  }

  /** Whether the request comes from a page of this service. The host is the forwarded one if a trusted proxy names it. */
  includes({ headers: { origin }, host }: FastifyRequest): boolean {
    if (origin === undefined) return false;
    if (origin === this.#publicOrigin) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  }

  /** The error for a request from another page, which says what to set if it is no attack. */
  refuse({ headers: { origin }, host }: FastifyRequest): AppError {
    const page = origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : undefined;
    if (page === undefined || page === 'null')
      return new AppError('FOREIGN_ORIGIN', 'A browser may sign in and send changes only from our own pages.');
    this.#onRefused({ origin: page, host });
    const own = this.#publicOrigin ?? `http://${host}`;
    return new AppError(
      'FOREIGN_ORIGIN',
      `A browser may sign in and send changes only from our own pages. This page is at ${page}, but the service expects ${own}. If ${page} is its public address, set SWATH_PUBLIC_URL=${page}.`,
    );
  }

  /** The start of links that the user of this request passes on: the public address, or the one at which the user has opened the page. */
  addressFor(request: FastifyRequest): string {
    if (this.#publicOrigin !== undefined) return this.#publicUrl;
    return this.includes(request) ? String(request.headers.origin) : `${request.protocol}://${request.host}`;
  }
}
