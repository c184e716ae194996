import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode, FieldError } from '../../errors.ts';
import type { Database } from '../postgres/database.ts';
import type { Access, ApiScope, Principal } from './auth.ts';
import type { Pageable } from './paging.ts';
import { replacing } from './replaced-fields.ts';
import { closed } from './unknown-names.ts';

/** Largest body of a route that sets no other limit. */
export const maxJsonBodyBytes = 64 * 1024;

/** Fields by which a list can be sorted. */
export interface PagingSpec {
  sortable: readonly string[];
}

type In<S> = S extends TSchema ? Static<S> : undefined;

export interface Call<P, Q, B, A extends Access> {
  params: In<P>;
  query: In<Q>;
  body: In<B>;
  /** The raw body of a route with `uploads`. */
  upload: Buffer;
  pageable: Pageable;
  user: A extends 'public' ? Principal | undefined : Principal;
  /** In `handle` of an idempotent route, all statements run in the transaction of the Idempotency-Key. */
  database: Database;
  /** The version from If-Match. */
  expectedVersion: number | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** An operation: parameters, response, access and handler. */
export interface RouteSpec<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TObject | undefined,
  A extends Access,
  Prepared = undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In OpenAPI notation: /api/farmer/order/{id} */
  path: string;
  operationId: string;
  access: A;
  /** The scope that an API key needs for it; undefined: closed to API keys. */
  scope?: ApiScope;
  /** A fixed bearer token as an alternative to signing in, for programs; `user` is undefined then. */
  key?: string | undefined;
  /** The answer signs a browser in: the request must come from a page of this service, or from no browser. */
  signsIn?: true;
  tag: string;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  bodyExample?: unknown;
  /** Largest JSON body in bytes, if it is not `maxJsonBodyBytes`. */
  bodyLimit?: number;
  /** The body may be left out: `body` is an empty object then. */
  optionalBody?: true;
  /** Accepts a raw body of these content types up to this size: a file, or a body with a signature over its bytes. */
  uploads?: { types: readonly string[]; limit: number };
  paging?: PagingSpec;
  response: TSchema;
  /** Headers of the response that the handler may set. */
  responseHeaders?: Record<string, { description: string; example: string }>;
  /** Content type of the response if it is not JSON. */
  contentType?: string;
  /** Content types that the handler may set instead. */
  otherContentTypes?: readonly string[];
  example: unknown;
  /** Problem codes in addition to those of every route. */
  problems?: readonly ErrorCode[];
  /**
   * Unknown fields and query parameters are ignored: in the operations of the contract, and where a provider, a calendar app or a mail app adds
   * its own. Everywhere else they are refused: if they were ignored, a misspelt field would look like a successful change.
   */
  ignoresUnknown?: true;
  /** A GET operation that writes, as the contract requires. */
  writes?: true;
  /**
   * Errors that the schema of the body cannot express. Called for a body that does not fit the schema, so that the problem names these fields
   * as well; those that do not fit may have any value.
   */
  findMoreErrors?(body: Record<string, unknown>): Promise<FieldError[]>;
  /** Supports Idempotency-Key. */
  idempotent?: true;
  /** Supports If-Match with the version of an order, or of something else whose change this code reports. */
  versioned?: true | ErrorCode;
  /**
   * Runs outside the transaction of the Idempotency-Key, so its effect remains if the request fails or is repeated: for example counting an
   * attempt.
   */
  before?(call: Call<P, Q, B, A>): Promise<void>;
  /**
   * External and CPU-heavy work (payment provider, storage, images, password hashes) of an idempotent route: it runs before the
   * transaction of an Idempotency-Key, and may run again for the same request, so it must be safe to repeat.
   */
  prepare?(call: Call<P, Q, B, A>): Promise<Prepared>;
  /** Undoes `prepare` when its result is not used. */
  discard?(prepared: Prepared): Promise<void>;
  /**
   * Returns serialised JSON, or a value to be serialised. With an Idempotency-Key it runs in a transaction, so it must do database work
   * only, through `call.database`.
   */
  handle(call: Call<P, Q, B, A>, prepared: Prepared): Promise<string | object>;
  /** For responses with a secret: removes it before the response is stored for an Idempotency-Key, and restores it for a replay. */
  removeSecret?(body: string): string;
  restoreSecret?(body: string, call: Call<P, Q, B, A>): Promise<string>;
}

export type Route = RouteSpec<TObject | undefined, TObject | undefined, TObject | undefined, Access, unknown>;

export function route<
  A extends Access,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
  Prepared = undefined,
>(spec: RouteSpec<P, Q, B, A, Prepared>): Route {
  const { body } = spec;
  if (body === undefined || spec.ignoresUnknown === true) return spec as unknown as Route;
  return { ...spec, body: closed(spec.method === 'PUT' ? replacing(body) : body) } as unknown as Route;
}
