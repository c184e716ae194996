import type { Worker } from 'node:cluster';

/** Sends a message to a worker or the primary, which may be ending: without a callback, a failed write would end this process as well. */
export function sendMessage(to: Worker | NodeJS.Process, message: unknown): void {
  // The type of `send` in @types/node demands the parameters in between.
  to.send?.(message as object, undefined, undefined, () => {});
}
