import { onlineManager, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { Problem } from '../api/problem.ts';
import { retryDelayMs } from '../api/retry.ts';
import { type Me, meKey, useMe } from '../api/session.ts';

type Order = Shape<'Order'>;

/** Actions of a crew in the field. They are persisted until the service has accepted them, because there may be no network. */
export interface StartWork {
  orderId: number;
  /** Whose work it is: on a phone that is passed on, nobody else's name comes under it. */
  by: number;
  /** For whoever reads later that it was refused. */
  location: string;
  /** Makes retries safe. */
  once: string;
}
export interface FinishWork extends StartWork {
  work: Shape<'Finish'>;
}

export interface Refusal {
  orderId: number;
  location: string;
  action: 'start' | 'finish';
  status: number;
  code: string;
  detail: string;
}

export const fieldActionsKey = ['field-action'] as const;
export const startKey = [...fieldActionsKey, 'start'] as const;
export const finishKey = [...fieldActionsKey, 'finish'] as const;
/** Orders whose work was reported on this phone. */
export const reportedKey = ['reported'] as const;
export const refusalsKey = ['refusals'] as const;

const longestWait = 60_000;
/** More than anyone has open at once. */
const mostKnown = 200;

/** Says how each is done, before any that an earlier visit left behind is taken up again. */
export function prepareFieldActions(queries: QueryClient): void {
  // Otherwise an app that is opened without a network believes to have one.
  onlineManager.setOnline(navigator.onLine);
  const patient = {
    networkMode: 'online',
    // Signed out counts as well: after the next sign-in it goes through.
    retry: (_: number, error: Error) => error instanceof Problem && (error.isTransient || error.status === 401),
    retryDelay: (failures: number, error: Error) => retryDelayMs(failures + 1, error, longestWait),
  } as const;
  const isDoneBy = (id: number) => {
    if (queries.getQueryData<Me | null>(meKey)?.id !== id) throw new Problem({ status: 401, code: 'UNAUTHENTICATED', detail: '' });
  };
  const settle = (order: Order) => settled(queries, order);
  const refuse = (action: Refusal['action'], { orderId, location }: StartWork, error: Error) => {
    const { status, code, message } = error instanceof Problem ? error : { status: 500, code: 'INTERNAL', message: '' };
    const refusal: Refusal = { orderId, location, action, status, code, detail: message };
    queries.setQueryData<Refusal[]>(refusalsKey, (before = []) => [...before, refusal]);
    void queries.invalidateQueries({ queryKey: orderKey(orderId) });
    void queries.invalidateQueries({ queryKey: ordersKey });
  };
  queries.setMutationDefaults<Order, Error, StartWork>(startKey, {
    ...patient,
    mutationFn: async ({ orderId, by, once: idempotencyKey }) => {
      isDoneBy(by);
      return read(
        api.POST('/api/sprayer/order/{id}/start', { params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } } }),
      );
    },
    onSuccess: settle,
    onError: (error, input) => refuse('start', input, error),
  });
  queries.setMutationDefaults<Shape<'Finished'>, Error, FinishWork>(finishKey, {
    ...patient,
    mutationFn: async ({ orderId, by, once: idempotencyKey, work }) => {
      isDoneBy(by);
      return read(
        api.POST('/api/sprayer/order/{id}/finish', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
          body: work,
        }),
      );
    },
    onSuccess: ({ order }) => {
      noteReported(queries, order.id);
      settle(order);
    },
    onError: (error, input) => refuse('finish', input, error),
  });
}

const noteReported = (queries: QueryClient, orderId: number) =>
  queries.setQueryData<number[]>(reportedKey, (before = []) => [...new Set([...before, orderId])].slice(-mostKnown));

function settled(queries: QueryClient, order: Order): void {
  queries.setQueryData([...orderKey(order.id), 'job'], order);
  void queries.invalidateQueries({ queryKey: ordersKey });
}

/** Whether it must survive that the app is closed: not just what waits for a network, also what is on its way. */
export const isUnsent = ({ options, state }: { options: { mutationKey?: readonly unknown[] }; state: { status: string } }): boolean =>
  options.mutationKey?.[0] === fieldActionsKey[0] && state.status === 'pending';

/** Resumes unsent actions of an earlier visit. */
export function resumeFieldActions(queries: QueryClient): void {
  for (const mutation of queries.getMutationCache().getAll()) {
    // The action records a refusal itself.
    if (isUnsent(mutation)) void mutation.continue().catch(() => undefined);
  }
}

// Actions on one order are sent in the order in which they were done.
const scopeOf = ({ id }: Order) => ({ id: `order-${id}` });

/** Whether it was pressed already and is not answered yet: a second press must not be sent, and then refused. */
const isUnderWay = (queries: QueryClient, mutationKey: readonly string[], { id }: Order): boolean =>
  queries
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .some(({ state }) => (state.variables as StartWork | undefined)?.orderId === id);

export function useStartWork(order: Order) {
  const { mutate } = useMutation<Order, Error, StartWork>({ mutationKey: startKey, scope: scopeOf(order) });
  const { id: by } = useMe();
  const queries = useQueryClient();
  return () => {
    if (isUnderWay(queries, startKey, order)) return;
    mutate({ orderId: order.id, by, location: order.location, once: newIdempotencyKey() });
  };
}

export function useFinishWork(order: Order) {
  const { mutate } = useMutation<Shape<'Finished'>, Error, FinishWork>({ mutationKey: finishKey, scope: scopeOf(order) });
  const { id: by } = useMe();
  const queries = useQueryClient();
  return (work: Shape<'Finish'>) => {
    if (isUnderWay(queries, finishKey, order)) return;
    mutate({ orderId: order.id, by, location: order.location, once: newIdempotencyKey(), work });
  };
}
