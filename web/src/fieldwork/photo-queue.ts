import { createStore, del, entries, set } from 'idb-keyval';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { Problem } from '../api/problem.ts';
import { sendNotSprayedPhoto, sendReportPhoto } from '../feedback/send-order-photo.ts';

/** A photo of finished work, or of why a field was not sprayed, that is not uploaded yet. */
export interface QueuedPhoto {
  /** Also the idempotency key, so that a retry adds it once. */
  id: string;
  orderId: number;
  /** On a shared phone, each user's photos are uploaded separately. */
  by: number;
  picture: Blob;
  /** Default: the finished work. */
  kind?: 'not-sprayed' | undefined;
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

export async function queuePhoto(orderId: number, by: number, picture: Blob, kind?: QueuedPhoto['kind']): Promise<void> {
  const id = newIdempotencyKey();
  await set(id, { id, orderId, by, picture, kind } satisfies QueuedPhoto, store);
  changed();
}

export async function removeQueuedPhoto(id: string): Promise<void> {
  await del(id, store);
  changed();
}

let sending: Promise<number> | undefined;

/**
 * Uploads queued photos sequentially; one run at a time. Photos whose report the service does not have yet stay in the queue, and so do all after a
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
  for (const { id, orderId, picture, kind } of await listQueuedPhotos(by)) {
    try {
      await (kind === 'not-sprayed' ? sendNotSprayedPhoto : sendReportPhoto)(orderId, picture, id, () => undefined);
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
