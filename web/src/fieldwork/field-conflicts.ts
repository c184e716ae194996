import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { FinishWork } from './field-actions.ts';

export type PresentJob = Shape<'PresentJob'>;
export type LateReport = Shape<'LateReport'>;

/** Time of the service minus time of this phone, in milliseconds. */
export async function measureClockOffset(): Promise<number> {
  const sentAt = Date.now();
  const { now } = await read(api.GET('/api/sprayer/clock'));
  return Math.round(Date.parse(now) - (sentAt + Date.now()) / 2);
}

/** Present state of the job; null if it cannot be fetched. */
export async function readPresentJob(id: number): Promise<PresentJob | null> {
  return read(api.GET('/api/sprayer/order/{id}/present', { params: { path: { id } } })).catch(() => null);
}

/** Whether a report was rejected because of the order, not because of the network or the sign-in. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Problem && !error.isTransient && (error.status === 404 || error.status === 409);

/** Sends a report that the order cannot accept to the office. */
export function sendLateReport({ orderId, once, work, at, startedAt }: FinishWork, clockOffsetMs: number): Promise<LateReport> {
  // A different request than the finish, so it needs its own key; the same for each attempt.
  const idempotencyKey = `${once}-late`;
  return read(
    api.POST('/api/sprayer/order/{id}/late-report', {
      params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
      body: { ...work, finishedAt: at, ...(startedAt === undefined ? {} : { startedAt }), clockOffsetMs },
    }),
  );
}
