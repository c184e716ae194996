import { onlineManager, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { type FieldProblem, Problem } from '../api/problem.ts';
import { retryDelayMs } from '../api/retry.ts';
import { deviceKey, type Me, meKey, useMe } from '../api/session.ts';
import { isConflict, type LateReport, measureClockOffset, type PresentJob, readPresentJob, sendLateReport } from './field-conflicts.ts';

type Order = Shape<'Order'>;
type StartWeather = Pick<Shape<'Start'>, 'measured' | 'overrideReason'>;

/** Actions of a crew in the field. They are persisted until the service has accepted them, because there may be no network. */
export interface StartWork {
  orderId: number;
  /** The user who did it: on a shared phone, actions are not sent in the name of another user. */
  by: number;
  /** Shown with a rejected action. */
  location: string;
  /** Idempotency key for retries. */
  once: string;
  /** Time of the action by the clock of this phone. */
  at: string;
  /** What the crew measured, and why it starts although the weather says stop. */
  weather?: StartWeather;
  /** There was no network then. */
  isOffline?: boolean;
}
export interface FinishWork extends StartWork {
  work: Shape<'Finish'>;
  /** Time at which the work was started on this phone. */
  startedAt?: string;
}
export interface SignOffWork extends StartWork {
  code: string;
}

export interface NotSprayedWork extends StartWork {
  notSprayed: Shape<'NewNotSprayed'>;
}
export interface TakeBackWork extends StartWork {
  takesBack: true;
}

export type UnsentAction = StartWork & Partial<FinishWork & SignOffWork & NotSprayedWork & TakeBackWork>;

export interface Refusal {
  orderId: number;
  /** Whose work it was. */
  by: number;
  location: string;
  action: 'start' | 'finish' | 'sign-off' | 'take-back' | 'not-sprayed';
  status: number;
  code: string;
  detail: string;
  /** Present state of the job; null: unknown. */
  job?: PresentJob | null;
  /** The service has stored the report, and the office decides about it. */
  isWithOffice?: boolean;
  /** An action that the service does not have, as it can be sent again. */
  unsent?: UnsentAction;
  /** The version of this app whose request the service did not understand. It is sent again after an update. */
  refusedVersion?: string;
  /** Who had reported the job already. */
  earlier?: LateReport['earlierReport'];
  /** Cash that is held apart until the office has decided. */
  heldCash?: number;
  /** A start that needs a reason, with what stops it: paths and values of the problem. */
  stopped?: { start: StartWork; factors: FieldProblem[] };
}

export const fieldActionsKey = ['field-action'] as const;
export const startKey = [...fieldActionsKey, 'start'] as const;
export const finishKey = [...fieldActionsKey, 'finish'] as const;
export const signOffKey = [...fieldActionsKey, 'sign-off'] as const;
export const notSprayedKey = [...fieldActionsKey, 'not-sprayed'] as const;
export const takeBackKey = [...fieldActionsKey, 'take-back'] as const;
/** When jobs were started on this phone, by order id. */
export const startedKey = [deviceKey, 'started'] as const;
/** Orders whose work was reported on this phone. */
export const reportedKey = ['reported'] as const;
export const refusalsKey = [deviceKey, 'refusals'] as const;

const maxRetryDelayMs = 60_000;
/** More than a user has open at once. */
const maxRemembered = 200;

/** Registers the mutation functions, before persisted actions of an earlier visit are resumed. */
export function prepareFieldActions(queries: QueryClient): void {
  // Otherwise an app that is opened offline assumes that it is online.
  onlineManager.setOnline(navigator.onLine);
  const retryOptions = {
    networkMode: 'online',
    // 401 is retried as well: the action succeeds after the next sign-in.
    retry: (_: number, error: Error) => error instanceof Problem && (error.isTransient || error.status === 401),
    retryDelay: (failures: number, error: Error) => retryDelayMs(failures + 1, error, maxRetryDelayMs),
  } as const;
  const isDoneBy = (id: number) => {
    if (queries.getQueryData<Me | null>(meKey)?.id !== id) throw new Problem({ status: 401, code: 'UNAUTHENTICATED', detail: '' });
  };
  // A refused report is kept until the service has it, however long nothing shows it.
  queries.setQueryDefaults([deviceKey], { gcTime: Number.POSITIVE_INFINITY });
  const settle = (order: Order) => settled(queries, order);
  const note = (refusal: Refusal) => {
    const isSame = (one: Refusal) => one.orderId === refusal.orderId && one.action === refusal.action;
    queries.setQueryData<Refusal[]>(refusalsKey, (before = []) => [...before.filter((one) => !isSame(one)), refusal]);
  };
  const refuse = async (action: Refusal['action'], input: UnsentAction, error: Error) => {
    const { orderId, by, location } = input;
    const { status, code, message } = error instanceof Problem ? error : { status: 500, code: 'INTERNAL', message: '' };
    // A later version of the app may send it so that the service understands it.
    const isNotUnderstood = code === 'VALIDATION_FAILED';
    const unsent = input.work === undefined && !isNotUnderstood ? {} : { unsent: input };
    const version = isNotUnderstood ? { refusedVersion: appVersion() } : {};
    note({ orderId, by, location, action, status, code, detail: message, ...unsent, ...version, job: await readPresentJob(orderId) });
    void queries.invalidateQueries({ queryKey: orderKey(orderId) });
    void queries.invalidateQueries({ queryKey: ordersKey });
  };
  queries.setMutationDefaults<Order, Error, StartWork>(startKey, {
    ...retryOptions,
    mutationFn: async (input) => {
      isDoneBy(input.by);
      return sendStart(input, await measureClockOffset());
    },
    onSuccess: settle,
    onError: async (error, input) => {
      if (!isStop(error)) {
        await refuse('start', input, error);
        return;
      }
      const { orderId, by, location } = input;
      const { status, code, message: detail, errors: factors } = error;
      note({ orderId, by, location, action: 'start', status, code, detail, stopped: { start: input, factors } });
    },
  });
  queries.setMutationDefaults<Shape<'Finished'> | LateReport, Error, FinishWork>(finishKey, {
    ...retryOptions,
    mutationFn: async (input) => {
      const { orderId, by, once: idempotencyKey, work, at: finishedAt, startedAt } = input;
      isDoneBy(by);
      const clockOffsetMs = await measureClockOffset();
      const times = { finishedAt, ...(startedAt === undefined ? {} : { startedAt }), clockOffsetMs };
      try {
        return await read(
          api.POST('/api/sprayer/order/{id}/finish', {
            params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
            body: { ...work, ...times },
          }),
        );
      } catch (error) {
        if (!isConflict(error)) throw error;
        // The order can no longer accept the report: it is sent to the office as a late report, with the cash.
        return sendLateReport(input, clockOffsetMs);
      }
    },
    onSuccess: async (answer, { orderId, by, location }) => {
      if ('order' in answer) {
        noteReported(queries, answer.order.id);
        settle(answer.order);
        return;
      }
      const job = await readPresentJob(orderId);
      note({
        orderId,
        by,
        location,
        action: 'finish',
        status: 409,
        code: 'ORDER_CHANGED',
        detail: '',
        job,
        isWithOffice: true,
        ...secondReportOf(answer),
      });
      void queries.invalidateQueries({ queryKey: orderKey(orderId) });
      void queries.invalidateQueries({ queryKey: ordersKey });
    },
    onError: (error, input) => refuse('finish', input, error),
  });
  prepareQueuedSignOff(queries, { retryOptions, isDoneBy, settle, refuse });
  prepareUnsprayedVisits(queries, { retryOptions, isDoneBy, settle, refuse });
}

/** Visits that ended without spraying, and starts by mistake. */
function prepareUnsprayedVisits(queries: QueryClient, { retryOptions, isDoneBy, settle, refuse }: QueuedDefaults): void {
  queries.setMutationDefaults<Order, Error, NotSprayedWork>(notSprayedKey, {
    ...retryOptions,
    mutationFn: async ({ orderId, by, once: idempotencyKey, at, notSprayed }) => {
      isDoneBy(by);
      const query = { at, clockOffsetMs: await measureClockOffset() };
      return read(
        api.POST('/api/sprayer/order/{id}/not-sprayed', {
          params: { path: { id: orderId }, query, header: { 'Idempotency-Key': idempotencyKey } },
          body: notSprayed,
        }),
      );
    },
    onSuccess: (order, { by }) => {
      settle(order);
      // Not part of the first files.
      void import('./photo-queue.ts').then(({ sendQueuedPhotos }) => sendQueuedPhotos(by));
    },
    onError: (error, input) => refuse('not-sprayed', input, error),
  });
  queries.setMutationDefaults<Order, Error, TakeBackWork>(takeBackKey, {
    ...retryOptions,
    mutationFn: async ({ orderId, by, once: idempotencyKey, at }) => {
      isDoneBy(by);
      const query = { at, clockOffsetMs: await measureClockOffset() };
      return read(
        api.POST('/api/sprayer/order/{id}/take-back-start', {
          params: { path: { id: orderId }, query, header: { 'Idempotency-Key': idempotencyKey } },
        }),
      );
    },
    onSuccess: settle,
    onError: (error, input) => refuse('take-back', input, error),
  });
}

/** Only of a report that came after another one. */
const secondReportOf = ({ earlierReport, cash, cashReceived }: LateReport): Pick<Refusal, 'earlier' | 'heldCash'> => ({
  earlier: earlierReport,
  ...(cash === 'held' && cashReceived !== null ? { heldCash: cashReceived } : {}),
});

const isStop = (error: unknown): error is Problem => error instanceof Problem && error.code === 'SPRAY_WINDOW_STOP';

/** A start that was not answered for this long was work without a network. */
const unansweredMs = 60_000;

/** The same request for every attempt, because its key is the same. */
async function sendStart(
  { orderId, once, at: startedAt, weather = {}, isOffline = false }: StartWork,
  clockOffsetMs: number,
): Promise<Order> {
  const send = (idempotencyKey: string, body: Shape<'Start'>) =>
    read(
      api.POST('/api/sprayer/order/{id}/start', {
        params: { path: { id: orderId }, query: { startedAt, clockOffsetMs }, header: { 'Idempotency-Key': idempotencyKey } },
        body,
      }),
    );
  try {
    return await send(once, { ...weather, ...(isOffline ? { offline: true } : {}) });
  } catch (error) {
    if (!isStop(error) || Date.now() - Date.parse(startedAt) < unansweredMs) throw error;
    // The crew is at work: the service accepts what it did not know.
    return send(`${once}-late`, { ...weather, offline: true });
  }
}

/** The sign-off code that was entered offline is checked when it is sent. */
export function prepareQueuedSignOff(queries: QueryClient, defaults: QueuedDefaults): void {
  const { retryOptions, isDoneBy, settle, refuse } = defaults;
  queries.setMutationDefaults<Order, Error, SignOffWork>(signOffKey, {
    ...retryOptions,
    mutationFn: async ({ orderId, by, once: idempotencyKey, code }) => {
      isDoneBy(by);
      return read(
        api.POST('/api/sprayer/order/{id}/sign-off', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { code },
        }),
      );
    },
    onSuccess: settle,
    onError: (error, input) => refuse('sign-off', input, error),
  });
}

interface QueuedDefaults {
  retryOptions: object;
  isDoneBy(id: number): void;
  settle(order: Order): void;
  refuse(action: Refusal['action'], input: StartWork, error: Error): Promise<void>;
}

const noteReported = (queries: QueryClient, orderId: number) =>
  queries.setQueryData<number[]>(reportedKey, (before = []) => [...new Set([...before, orderId])].slice(-maxRemembered));

function settled(queries: QueryClient, order: Order): void {
  queries.setQueryData([...orderKey(order.id), 'job'], order);
  void queries.invalidateQueries({ queryKey: ordersKey });
}

/** Whether an action is persisted: pending actions and those in flight. */
export const isUnsent = ({ options, state }: { options: { mutationKey?: readonly unknown[] }; state: { status: string } }): boolean =>
  options.mutationKey?.[0] === fieldActionsKey[0] && state.status === 'pending';

/** Differs between versions of the app: the name of its first script has a digest of all. */
const appVersion = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Resumes unsent actions of an earlier visit, and sends again what the service did not understand from an earlier version of the app. */
export function resumeFieldActions(queries: QueryClient): void {
  const refusals = queries.getQueryData<Refusal[]>(refusalsKey) ?? [];
  const isOfEarlierVersion = ({ refusedVersion }: Refusal) => refusedVersion !== undefined && refusedVersion !== appVersion();
  queries.setQueryData<Refusal[]>(
    refusalsKey,
    refusals.filter((refusal) => !isOfEarlierVersion(refusal)),
  );
  for (const refusal of refusals.filter(isOfEarlierVersion)) sendRefused(queries, refusal);
  for (const mutation of queries.getMutationCache().getAll()) {
    // The action records a refusal itself.
    if (isUnsent(mutation)) void mutation.continue().catch(() => undefined);
  }
}

// Actions on one order are sent in the order in which they were done.
const scopeOf = ({ id }: Order) => ({ id: `order-${id}` });

/** Whether the same action is pending: a second tap must not be sent and then rejected. */
const isUnderWay = (queries: QueryClient, mutationKey: readonly string[], { id }: Order): boolean =>
  queries
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .some(({ state }) => (state.variables as StartWork | undefined)?.orderId === id);

export function useStartWork(order: Order) {
  const { mutate } = useMutation<Order, Error, StartWork>({ mutationKey: startKey, scope: scopeOf(order) });
  const { id: by } = useMe();
  const queries = useQueryClient();
  return (weather: StartWeather = {}) => {
    if (isUnderWay(queries, startKey, order) && !isUnderWay(queries, takeBackKey, order)) return;
    const at = new Date().toISOString();
    queries.setQueryData<Record<number, string>>(startedKey, (before = {}) => ({ ...before, [order.id]: at }));
    const isOffline = !onlineManager.isOnline();
    mutate({ orderId: order.id, by, location: order.location, once: newIdempotencyKey(), at, weather, isOffline });
  };
}

export function useFinishWork(order: Order) {
  const { mutate } = useMutation<Shape<'Finished'> | LateReport, Error, FinishWork>({ mutationKey: finishKey, scope: scopeOf(order) });
  const { id: by } = useMe();
  const queries = useQueryClient();
  return (work: Shape<'Finish'>) => {
    if (isUnderWay(queries, finishKey, order)) return;
    const startedAt = queries.getQueryData<Record<number, string>>(startedKey)?.[order.id];
    mutate({
      orderId: order.id,
      by,
      location: order.location,
      once: newIdempotencyKey(),
      at: new Date().toISOString(),
      ...(startedAt === undefined ? {} : { startedAt }),
      work,
    });
  };
}

const keyOf = {
  start: startKey,
  finish: finishKey,
  'sign-off': signOffKey,
  'not-sprayed': notSprayedKey,
  'take-back': takeBackKey,
};

function sendRefused(queries: QueryClient, { orderId, action, unsent }: Refusal): void {
  if (unsent === undefined) return;
  const options = { mutationKey: keyOf[action], scope: { id: `order-${orderId}` } };
  const mutation = queries
    .getMutationCache()
    .build<unknown, Error, UnsentAction, unknown>(queries, queries.defaultMutationOptions(options));
  // The action records a refusal itself.
  void mutation.execute({ ...unsent, once: newIdempotencyKey() }).catch(() => undefined);
}

/** Sends a rejected action again. */
export function useSendAgain(): (refusal: Refusal) => void {
  const queries = useQueryClient();
  return (refusal) => sendRefused(queries, refusal);
}

/** Sends a start again that needed a reason. It began when it was tapped first. */
export function useStartWithReason(): (start: StartWork, overrideReason: string) => void {
  const queries = useQueryClient();
  return (start, overrideReason) => {
    const options = { mutationKey: startKey, scope: { id: `order-${start.orderId}` } };
    const mutation = queries.getMutationCache().build<Order, Error, StartWork, unknown>(queries, queries.defaultMutationOptions(options));
    // The action records a refusal itself.
    void mutation.execute({ ...start, once: newIdempotencyKey(), weather: { ...start.weather, overrideReason } }).catch(() => undefined);
  };
}

export function useNotSprayed(order: Order) {
  const { mutate } = useMutation<Order, Error, NotSprayedWork>({ mutationKey: notSprayedKey, scope: scopeOf(order) });
  const { id: by } = useMe();
  const queries = useQueryClient();
  return (notSprayed: Shape<'NewNotSprayed'>) => {
    if (isUnderWay(queries, notSprayedKey, order)) return;
    mutate({ orderId: order.id, by, location: order.location, once: newIdempotencyKey(), at: new Date().toISOString(), notSprayed });
  };
}

/** Takes back a start of this phone. One that is still waiting for a network is not sent at all. */
export function useTakeBackStart(order: Order) {
  const { mutate } = useMutation<Order, Error, TakeBackWork>({ mutationKey: takeBackKey, scope: scopeOf(order) });
  const { id: by } = useMe();
  const queries = useQueryClient();
  return () => {
    if (isUnderWay(queries, takeBackKey, order)) return;
    const mutations = queries.getMutationCache();
    const waiting = mutations
      .findAll({ mutationKey: startKey, status: 'pending' })
      .find(({ state }) => state.isPaused && state.failureCount === 0 && (state.variables as StartWork | undefined)?.orderId === order.id);
    queries.setQueryData<Record<number, string>>(startedKey, (before = {}) => {
      const { [order.id]: _, ...others } = before;
      return others;
    });
    if (waiting !== undefined) {
      mutations.remove(waiting);
      return;
    }
    mutate({ orderId: order.id, by, location: order.location, once: newIdempotencyKey(), at: new Date().toISOString(), takesBack: true });
  };
}

/** Queues the farmer's sign-off code behind the report, for use without a network. */
export function useQueuedSignOff(order: Order) {
  const { mutate } = useMutation<Order, Error, SignOffWork>({ mutationKey: signOffKey, scope: scopeOf(order) });
  const { id: by } = useMe();
  return (code: string) =>
    mutate({ orderId: order.id, by, location: order.location, once: newIdempotencyKey(), at: new Date().toISOString(), code });
}
