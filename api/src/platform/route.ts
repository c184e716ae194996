import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { Access, Principal } from './auth.ts';
import type { Pageable } from './paging.ts';

/** A list's page request: what it may be sorted by. */
export interface PagingSpec {
  sortable: readonly string[];
  required?: boolean;
}

type In<S> = S extends TSchema ? Static<S> : undefined;

export interface Call<P, Q, B, A extends Access> {
  params: In<P>;
  query: In<Q>;
  body: In<B>;
  pageable: Pageable;
  user: A extends 'public' ? Principal | undefined : Principal;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** One operation: what it takes, what it answers, who may call it, and the code behind it. */
export interface RouteSpec<P extends TObject | undefined, Q extends TObject | undefined, B extends TObject | undefined, A extends Access> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the OpenAPI document writes it: /api/farmer/order/{id} */
  path: string;
  operationId: string;
  access: A;
  tag: string;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  bodyExample?: unknown;
  paging?: PagingSpec;
  response: TSchema;
  example: unknown;
  /** What it may refuse with, besides what every route may. */
  problems?: readonly ErrorCode[];
  /** Answers with ready JSON, or with a value to be written as JSON. */
  handle(call: Call<P, Q, B, A>): Promise<string | object>;
}

export type Route = RouteSpec<TObject | undefined, TObject | undefined, TObject | undefined, Access>;

export function route<
  A extends Access,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>(spec: RouteSpec<P, Q, B, A>): Route {
  return spec as unknown as Route;
}
