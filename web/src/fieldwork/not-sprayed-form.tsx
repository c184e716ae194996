import { Button, FileButton, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Shape } from '../api/client.ts';
import { maxPhotos } from '../feedback/shrink-photo.ts';
import { IconCamera } from '../icons/camera.ts';
import { IconNote } from '../icons/note.ts';
import { useWords } from '../ui/language.tsx';
import styles from './fieldwork.module.css';
import { notSprayedWords } from './not-sprayed-words.ts';

export type NotSprayed = Shape<'NewNotSprayed'>;

const reasons = ['flooded', 'nobody_there', 'weather', 'machine', 'other'] as const satisfies readonly NotSprayed['reason'][];

interface NotSprayedFormProps {
  /** The crew may add photos. */
  withPhotos?: boolean;
  text: string;
  isBusy?: boolean;
  onSend(visit: NotSprayed, photos: File[]): void;
}

/** Why a field was not sprayed: one tap for the reason, one to send; note and photos if wanted. */
export function NotSprayedForm({ withPhotos = false, text, isBusy = false, onSend }: NotSprayedFormProps) {
  const words = useWords(notSprayedWords);
  const [reason, setReason] = useState<NotSprayed['reason']>();
  const [isRefused, setRefused] = useState(false);
  const [note, setNote] = useState<string>();
  const [photos, setPhotos] = useState<File[]>([]);
  const send = () => {
    if (reason === undefined) {
      setRefused(true);
      return;
    }
    const trimmed = note?.trim() ?? '';
    onSend({ reason, ...(trimmed === '' ? {} : { note: trimmed }) }, photos);
  };
  return (
    <Stack>
      <Text c="dimmed">{text}</Text>
      <div className={styles.reasons} role="radiogroup" aria-label={words.title}>
        {reasons.map((code) => (
          <Button
            key={code}
            className={styles.big ?? ''}
            role="radio"
            aria-checked={reason === code}
            variant={reason === code ? 'filled' : 'default'}
            onClick={() => setReason(code)}
          >
            {words.reasons[code]}
          </Button>
        ))}
      </div>
      {isRefused && reason === undefined ? (
        <Text role="alert" c="var(--clay-text)">
          {words.chooseReason}
        </Text>
      ) : null}
      {note === undefined ? (
        <Button variant="subtle" leftSection={<IconNote size={20} aria-hidden />} onClick={() => setNote('')}>
          {words.addNote}
        </Button>
      ) : (
        <Textarea
          label={words.note}
          autosize
          minRows={2}
          maxLength={2000}
          autoFocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
      {withPhotos ? (
        <>
          {photos.length === 0 ? null : <Text>{words.photos(photos.length)}</Text>}
          {photos.length >= maxPhotos ? null : (
            <FileButton
              onChange={(files) => setPhotos((before) => [...before, ...files].slice(0, maxPhotos))}
              accept="image/*"
              multiple
              inputProps={{ 'aria-label': words.addPhoto }}
            >
              {(props) => (
                <Button {...props} variant="subtle" leftSection={<IconCamera size={20} aria-hidden />}>
                  {words.addPhoto}
                </Button>
              )}
            </FileButton>
          )}
        </>
      ) : null}
      <Button className={styles.big ?? ''} color="clay" loading={isBusy} onClick={send}>
        {words.send}
      </Button>
    </Stack>
  );
}
