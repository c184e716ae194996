import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import type { Database } from '../postgres/database.ts';
import type { Access, Principal } from './auth.ts';
import type { Pageable } from './paging.ts';

/** A list's page request: what it may be sorted by. */
export interface PagingSpec {
  sortable: readonly string[];
}

type In<S> = S extends TSchema ? Static<S> : undefined;

export interface Call<P, Q, B, A extends Access> {
  params: In<P>;
  query: In<Q>;
  body: In<B>;
  /** The bytes of a route that takes them as they are. */
  upload: Buffer;
  pageable: Pageable;
  user: A extends 'public' ? Principal | undefined : Principal;
  /** What to write through: in `handle`, it carries the transaction of an Idempotency-Key, if there is one. */
  database: Database;
  /** The version that the client has seen, from If-Match. */
  expectedVersion: number | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** One operation: what it takes, what it answers, who may call it, and the code behind it. */
export interface RouteSpec<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TObject | undefined,
  A extends Access,
  Prepared = undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the OpenAPI document writes it: /api/farmer/order/{id} */
  path: string;
  operationId: string;
  access: A;
  /** A fixed token that opens it as well, for programs that cannot sign in; they come without a user. */
  key?: string | undefined;
  tag: string;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  bodyExample?: unknown;
  /** Takes the bytes of its body as they are, of these types and at most so many: a file, or what is signed as a whole. */
  uploads?: { types: readonly string[]; limit: number };
  paging?: PagingSpec;
  response: TSchema;
  /** What it answers with, when that is not JSON. */
  contentType?: string;
  example: unknown;
  /** What it may refuse with, besides what every route may. */
  problems?: readonly ErrorCode[];
  /** A GET that may write all the same, as the contract wants it. */
  writes?: true;
  /** Honours an Idempotency-Key: for what creates or moves something. */
  idempotent?: true;
  /** Honours If-Match, with the version of an order. */
  versioned?: true;
  /** What must happen even if the request is refused or repeated, like counting a guess: outside the key's transaction. */
  before?(call: Call<P, Q, B, A>): Promise<void>;
  /**
   * External and CPU-heavy work (payment provider, storage, images, password hashes) of an idempotent route: it runs before the
   * transaction of an Idempotency-Key, and may run again for the same request, so it must be safe to repeat.
   */
  prepare?(call: Call<P, Q, B, A>): Promise<Prepared>;
  /** Undoes `prepare` when its result is not used. */
  discard?(prepared: Prepared): Promise<void>;
  /**
   * Answers with ready JSON, or with a value to be written as JSON. With an Idempotency-Key it runs in a transaction, so it does
   * database work only, through `call.database`.
   */
  handle(call: Call<P, Q, B, A>, prepared: Prepared): Promise<string | object>;
  /** Of an answer with a secret in it: what is stored for an Idempotency-Key, and how a repeat gets the secret back. */
  removeSecret?(body: string): string;
  restoreSecret?(body: string, call: Call<P, Q, B, A>): Promise<string>;
}

export type Route = RouteSpec<TObject | undefined, TObject | undefined, TObject | undefined, Access, unknown>;

/** A partial change refuses fields that it does not have: ignored, a misspelled one would look like a change that was made. */
const closed = (body: TObject): TObject => Object.assign({ ...body }, { additionalProperties: false });

export function route<
  A extends Access,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
  Prepared = undefined,
>(spec: RouteSpec<P, Q, B, A, Prepared>): Route {
  return (spec.method === 'PATCH' && spec.body !== undefined ? { ...spec, body: closed(spec.body) } : spec) as unknown as Route;
}
