import { ActionIcon, Button, FileButton, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { IconCamera } from '../icons/camera.ts';
import { IconX } from '../icons/x.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import styles from './photo-picker.module.css';
import type { ChosenPhoto, Photos } from './photos.ts';
import { rateWords } from './rate-words.ts';

/** Selection of photos, with a thumbnail and the upload progress of each. */
export function PhotoPicker({ photos, busy = false }: { photos: Photos; busy?: boolean }) {
  const words = useWords(rateWords);
  const explain = useProblemWords();
  const [error, setError] = useState<unknown>();
  const add = (files: File[]) => {
    setError(undefined);
    photos.add(files).catch(setError);
  };
  return (
    <div className={styles.picker}>
      <Text fw={600}>{words.photos}</Text>
      <Text c="dimmed">{words.photosText}</Text>
      {photos.photos.length === 0 ? null : (
        <ul className={styles.thumbnails}>
          {photos.photos.map((photo, index) => (
            <Thumbnail key={photo.id} photo={photo} number={index + 1} remove={busy ? undefined : () => photos.remove(photo.id)} />
          ))}
        </ul>
      )}
      {error === undefined ? null : (
        <Text c="var(--mantine-color-error)" role="alert">
          {explain(error)}
        </Text>
      )}
      {photos.full || busy ? null : (
        <FileButton onChange={add} accept="image/*" multiple inputProps={{ 'aria-label': words.addPhotos }}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconCamera size={20} aria-hidden />}>
              {words.addPhotos}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}

function Thumbnail({ photo, number, remove }: { photo: ChosenPhoto; number: number; remove: (() => void) | undefined }) {
  const words = useWords(rateWords);
  const percent = Math.round(photo.share * 100);
  return (
    <li className={styles.thumbnail}>
      <img src={photo.url} alt={words.photo(number)} />
      {photo.state === 'sending' ? (
        <Progress value={percent} aria-label={words.photoSending(percent)} className={styles.progress ?? ''} />
      ) : null}
      {photo.state === 'sent' || photo.state === 'failed' ? (
        <span className={styles.state} data-state={photo.state}>
          {photo.state === 'sent' ? words.photoSent : words.photoFailed}
        </span>
      ) : null}
      {remove !== undefined && (photo.state === 'waiting' || photo.state === 'failed') ? (
        <ActionIcon variant="filled" color="dark" className={styles.remove ?? ''} aria-label={words.removePhoto(number)} onClick={remove}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}
