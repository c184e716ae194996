import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { sendPhoto } from './send-photo.ts';
import { maxPhotos, shrinkPhoto } from './shrink-photo.ts';

export interface ChosenPhoto {
  /** Also the idempotency key, so that a retry adds it once. */
  id: string;
  picture: Blob;
  /** Object URL for the thumbnail; revoked when the page is left. */
  url: string;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  share: number;
}

type SendPhoto = (orderId: number, picture: Blob, idempotencyKey: string, onProgress: (share: number) => void) => Promise<unknown>;

/** The selected photos with their upload progress. */
export function usePhotos(orderId: number, sendOne: SendPhoto = sendPhoto) {
  const [photos, setPhotos] = useState<ChosenPhoto[]>([]);
  const urls = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );
  const change = (id: string, facts: Partial<ChosenPhoto>) =>
    setPhotos((now) => now.map((photo) => (photo.id === id ? { ...photo, ...facts } : photo)));

  return {
    photos,
    full: photos.length >= maxPhotos,
    /** Throws for the first file that is not a picture; those before it are kept. */
    async add(files: Blob[]): Promise<void> {
      for (const file of files.slice(0, maxPhotos - photos.length)) {
        const picture = await shrinkPhoto(file);
        const url = URL.createObjectURL(picture);
        urls.current.push(url);
        setPhotos((now) => [...now, { id: newIdempotencyKey(), picture, url, state: 'waiting', share: 0 }]);
      }
    },
    remove: (id: string) => setPhotos((now) => now.filter((photo) => photo.id !== id)),
    /** Uploads sequentially, so that on a weak network at least some are complete. True: all were uploaded. */
    async send(): Promise<boolean> {
      let all = true;
      for (const { id, picture } of photos.filter(({ state }) => state !== 'sent')) {
        change(id, { state: 'sending', share: 0 });
        try {
          await sendOne(orderId, picture, id, (share) => change(id, { share }));
          change(id, { state: 'sent', share: 1 });
        } catch {
          change(id, { state: 'failed' });
          all = false;
        }
      }
      return all;
    },
  };
}

export type Photos = ReturnType<typeof usePhotos>;
