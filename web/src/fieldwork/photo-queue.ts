import { createStore, del, entries, set } from 'idb-keyval';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { Problem } from '../api/problem.ts';
import { sendReportPhoto } from '../feedback/send-order-photo.ts';

/** A photo of finished work that is not uploaded yet. */
export interface QueuedPhoto {
  /** Also the idempotency key, so that a retry adds it once. */
  id: string;
  orderId: number;
  /** On a shared phone, each user's photos are uploaded separately. */
  by: number;
  picture: Blob;
}

const store = typeof indexedDB === 'undefined' ? undefined : createStore('swath-photos', 'queue');
const listeners = new Set<() => void>();

export function onPhotoQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const changed = () => {
  for (const listener of listeners) listener();
};

export async function listQueuedPhotos(by: number): Promise<QueuedPhoto[]> {
  if (store === undefined) return [];
  const all = await entries<string, QueuedPhoto>(store).catch(() => []);
  return all.map(([, photo]) => photo).filter((photo) => photo.by === by);
}

export async function queuePhoto(orderId: number, by: number, picture: Blob): Promise<void> {
  const id = newIdempotencyKey();
  await set(id, { id, orderId, by, picture } satisfies QueuedPhoto, store);
  changed();
}

export async function removeQueuedPhoto(id: string): Promise<void> {
  await del(id, store);
  changed();
}

let sending: Promise<number> | undefined;

/**
 * Uploads queued photos sequentially; one run at a time. Photos of work that is not reported yet stay in the queue, and so do all after a
 * network error. Returns the number of photos that were rejected permanently and removed.
 */
export function sendQueuedPhotos(by: number): Promise<number> {
  sending ??= sendAll(by).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(by: number): Promise<number> {
  let refused = 0;
  for (const { id, orderId, picture } of await listQueuedPhotos(by)) {
    try {
      await sendReportPhoto(orderId, picture, id, () => undefined);
      await removeQueuedPhoto(id);
    } catch (error) {
      if (!(error instanceof Problem) || error.isTransient || error.status === 401) break;
      if (error.code === 'ACTION_NOT_ALLOWED') continue;
      refused++;
      await removeQueuedPhoto(id);
    }
  }
  return refused;
}
