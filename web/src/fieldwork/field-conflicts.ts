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

/** How the job stands now; null if that cannot be read. */
export async function readPresentJob(id: number): Promise<PresentJob | null> {
  return read(api.GET('/api/sprayer/order/{id}/present', { params: { path: { id } } })).catch(() => null);
}

/** Whether the order, not the network or a session, is why a report was refused. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Problem && !error.isTransient && (error.status === 404 || error.status === 409);

/** Hands a report that the order cannot take to the office. */
export function sendLateReport({ orderId, once, work, at, startedAt }: FinishWork, clockOffsetMs: number): Promise<LateReport> {
  // Another request than the finish, so another key; the same at each attempt.
  const idempotencyKey = `${once}-late`;
  return read(
    api.POST('/api/sprayer/order/{id}/late-report', {
      params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
      body: { ...work, finishedAt: at, ...(startedAt === undefined ? {} : { startedAt }), clockOffsetMs },
    }),
  );
}
