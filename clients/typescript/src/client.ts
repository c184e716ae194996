import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { operationsWithIdempotencyKey } from './operations.ts';
import { SwathProblem } from './problem.ts';
import { defaultRetry, type RetryOptions, retryingFetch } from './retrying-fetch.ts';
import type { components, paths } from './schema.d.ts';

export { type FieldProblem, SwathProblem } from './problem.ts';
export type { RetryOptions } from './retrying-fetch.ts';
export type { components, paths } from './schema.d.ts';

/** A schema of the OpenAPI document, by its name: `Shape<'FarmerOrder'>`. */
export type Shape<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface ClientOptions {
  /** Address of the service, such as `https://spray.example.com`. */
  baseUrl: string;
  /** Bearer token: an API key, or what signing in answered. A function is asked for every request. */
  token?: string | (() => string | Promise<string>);
  retry?: Partial<RetryOptions>;
  fetch?: typeof fetch;
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

interface PageOf<Item> {
  content: Item[];
  page: { totalPages: number };
}

export interface SwathClient {
  /** One method per HTTP method, typed by path: `api.GET('/api/farmer/order/{id}', { params: { path: { id } } })`. */
  api: Client<paths>;
  /** Body of a success; throws a `SwathProblem` otherwise. */
  call<T>(answer: Promise<Answer<T>>): Promise<T>;
  /** All items of a list, page by page: `for await (const order of items((paging) => api.GET(path, { params: { query: paging } })))`. */
  items<Item>(readPage: (paging: { page: number; size: number }) => Promise<Answer<PageOf<Item>>>, size?: number): AsyncGenerator<Item>;
}

/** A typed client. Temporary failures are retried; requests that create something carry an `Idempotency-Key`, so none has its effect twice. */
export function createSwathClient({ baseUrl, token, retry, fetch: fetchOnce = fetch }: ClientOptions): SwathClient {
  const send = retryingFetch(fetchOnce, { ...defaultRetry, ...retry });
  const api = createClient<paths>({ baseUrl, fetch: send, querySerializer: toQuery });
  api.use(headers(token));
  const call = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
    const { data, error, response } = await answer;
    if (!response.ok) throw new SwathProblem(error, response);
    return data as T;
  };
  return {
    api,
    call,
    async *items(readPage, size = 200) {
      for (let page = 0; ; page++) {
        const { content, page: position } = await call(readPage({ page, size }));
        yield* content;
        if (page + 1 >= position.totalPages) return;
      }
    },
  };
}

function headers(token: ClientOptions['token']): Middleware {
  return {
    async onRequest({ request, schemaPath }) {
      const bearer = typeof token === 'function' ? await token() : token;
      if (bearer !== undefined) request.headers.set('authorization', `Bearer ${bearer}`);
      const takesKey = operationsWithIdempotencyKey.has(`${request.method} ${schemaPath}`);
      if (takesKey && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', crypto.randomUUID());
      return request;
    },
  };
}

/** Arrays as repeated parameters, and `pageable` as page, size and sort. */
function toQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) for (const item of value) add(name, item);
    else if (typeof value === 'object') for (const [member, part] of Object.entries(value)) add(member, part);
    else search.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return search.toString();
}
