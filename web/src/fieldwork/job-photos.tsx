import { ActionIcon, Button, FileButton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { orderKey } from '../api/live.ts';
import { useMe } from '../api/session.ts';
import styles from '../feedback/photo-picker.module.css';
import { rateWords } from '../feedback/rate-words.ts';
import { maxPhotos, shrinkPhoto } from '../feedback/shrink-photo.ts';
import { IconCamera } from '../icons/camera.ts';
import { IconX } from '../icons/x.ts';
import { OrderPhotos } from '../orders/thread/order-photos.tsx';
import { useOrderPhotos } from '../orders/thread/thread-queries.ts';
import { threadWords } from '../orders/thread/thread-words.ts';
import { useWords } from '../ui/language.tsx';
import { useIsOnline } from '../ui/online.ts';
import { useProblemWords } from '../ui/problem-words.ts';
import { listQueuedPhotos, onPhotoQueueChange, type QueuedPhoto, queuePhoto, removeQueuedPhoto, sendQueuedPhotos } from './photo-queue.ts';

/** Photos of finished work: queued on the phone, uploaded when there is a network and the service has the report. */
export function JobPhotos({ id, reported }: { id: number; reported: boolean }) {
  const words = useWords(threadWords);
  const { removePhoto } = useWords(rateWords);
  const explain = useProblemWords();
  const me = useMe();
  const online = useIsOnline();
  const queries = useQueryClient();
  const sent = (useOrderPhotos('sprayer', id).data?.content ?? []).filter(({ kind }) => kind === 'report').length;
  const [queued, setQueued] = useState<(QueuedPhoto & { url: string })[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let urls: string[] = [];
    const load = async () => {
      const photos = (await listQueuedPhotos(me.id)).filter(({ orderId }) => orderId === id);
      for (const url of urls) URL.revokeObjectURL(url);
      const shown = photos.map((photo) => ({ ...photo, url: URL.createObjectURL(photo.picture) }));
      urls = shown.map(({ url }) => url);
      setQueued(shown);
    };
    void load();
    const stop = onPhotoQueueChange(() => void load());
    return () => {
      stop();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [id, me.id]);
  const send = useCallback(async () => {
    const refused = await sendQueuedPhotos(me.id);
    if (refused > 0) notifications.show({ message: words.photoRefused, color: 'clay' });
    void queries.invalidateQueries({ queryKey: [...orderKey(id), 'work-photos'] });
  }, [me.id, id, queries, words]);
  const waiting = queued.length;
  useEffect(() => {
    if (online && reported && waiting > 0) void send();
  }, [online, reported, waiting, send]);
  const add = async (files: File[]) => {
    setError(undefined);
    try {
      for (const file of files.slice(0, maxPhotos - sent - waiting)) await queuePhoto(id, me.id, await shrinkPhoto(file));
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      {sent + waiting >= maxPhotos && waiting === 0 ? null : (
        <div className={styles.picker}>
          <Text fw={600}>{words.photoPick}</Text>
          <Text c="dimmed">{words.photoPickText}</Text>
          {waiting === 0 ? null : (
            <ul className={styles.thumbnails}>
              {queued.map(({ id: photoId, url }, n) => (
                <li key={photoId} className={styles.thumbnail}>
                  <img src={url} alt={words.photo(n + 1)} />
                  <span className={styles.state}>{words.photoWaiting}</span>
                  <ActionIcon
                    variant="filled"
                    color="dark"
                    className={styles.remove ?? ''}
                    aria-label={removePhoto(n + 1)}
                    onClick={() => void removeQueuedPhoto(photoId)}
                  >
                    <IconX size={20} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
          {error === undefined ? null : (
            <Text c="var(--mantine-color-error)" role="alert">
              {explain(error)}
            </Text>
          )}
          {sent + waiting >= maxPhotos ? null : (
            <FileButton onChange={(files) => void add(files)} accept="image/*" multiple inputProps={{ 'aria-label': words.photoAdd }}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconCamera size={20} aria-hidden />}>
                  {words.photoAdd}
                </Button>
              )}
            </FileButton>
          )}
        </div>
      )}
      <OrderPhotos id={id} side="sprayer" />
    </>
  );
}
