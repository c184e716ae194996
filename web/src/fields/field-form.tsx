import { Alert, Button, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCrops } from '../catalog/quote.ts';
import { FieldMap } from '../map/field-map.tsx';
import type { Position } from '../map/position-rules.ts';
import { useFieldWords } from '../ui/field-errors.ts';
import { focusFirstError } from '../ui/focus-first-error.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { stateWords } from '../ui/state-words.ts';
import { uiWords } from '../ui/words.ts';
import { BoundaryEditor } from './boundary-editor.tsx';
import { type EditedRing, toBoundary, toRings } from './boundary-rules.ts';
import type { Field, NewField } from './field-queries.ts';
import { fieldWords } from './field-words.ts';

interface FieldFormProps {
  /** undefined: a new field. */
  field?: Field | undefined;
  around?: Position | undefined;
  isBusy: boolean;
  error: unknown;
  onSave(field: NewField): void;
}

/** Name, boundary, entry point, crop, obstacles and notes of a field. */
export function FieldForm({ field, around, isBusy, error, onSave }: FieldFormProps) {
  const words = useWords(fieldWords);
  const { required } = useWords(uiWords);
  const cropNames = useWords(stateWords).crop;
  const explain = useProblemWords();
  const crops = useCrops().data?.content ?? [];
  const [name, setName] = useState(field?.name ?? '');
  const [rings, setRings] = useState<EditedRing[]>(() => toRings(field?.boundary ?? null));
  const [entry, setEntry] = useState<Position | undefined>(field);
  const [isMarking, setIsMarking] = useState(false);
  const [cropId, setCropId] = useState(field?.cropType?.id);
  const [obstacles, setObstacles] = useState(field?.obstacles ?? '');
  const [notes, setNotes] = useState(field?.notes ?? '');
  const [isTried, setIsTried] = useState(false);
  const errors = useFieldWords()(error);
  const boundaryError = [...errors].find(([path]) => path.startsWith('boundary'))?.[1];
  const boundary = toBoundary(rings);
  const isPlaced = boundary !== null || entry !== undefined;

  const placeError = boundaryError ?? (isTried && !isPlaced ? words.noEntry : undefined);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error !== null && error !== undefined && form.current !== null) focusFirstError(form.current);
  }, [error]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    flushSync(() => setIsTried(true));
    if (name.trim() === '' || !isPlaced) return focusFirstError(event.currentTarget);
    onSave({
      name: name.trim(),
      ...(boundary === null ? {} : { boundary: boundary as NonNullable<NewField['boundary']> }),
      ...(entry === undefined ? {} : { latitude: entry.latitude, longitude: entry.longitude }),
      ...(cropId === undefined ? {} : { cropType: { id: cropId } }),
      ...(obstacles.trim() === '' ? {} : { obstacles: obstacles.trim() }),
      ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
    });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="lg">
        {error === null || error === undefined || boundaryError !== undefined ? null : (
          <Alert color="clay" role="alert">
            {explain(error)}
          </Alert>
        )}
        <TextInput
          label={words.name}
          description={words.nameNote}
          maxLength={500}
          value={name}
          error={isTried && name.trim() === '' ? required : errors.get('name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <section>
          <Title order={2} size="h3" mb="xs">
            {isMarking ? words.entry : words.boundary}
          </Title>
          {isMarking ? (
            <EntryMap boundary={boundary} entry={entry} around={around} label={name} error={placeError} onMark={setEntry} />
          ) : (
            <BoundaryEditor rings={rings} onChange={setRings} fieldId={field?.id} around={entry ?? around} error={placeError} />
          )}
          <Button variant="default" mt="sm" onClick={() => setIsMarking(!isMarking)}>
            {isMarking ? words.entryDone : words.entryHere}
          </Button>
        </section>
        <Select
          label={words.crop}
          placeholder={words.noCrop}
          clearable
          data={crops.map(({ id, name: crop }) => ({ value: String(id), label: cropNames[crop] ?? crop }))}
          value={cropId === undefined ? null : String(cropId)}
          onChange={(value) => setCropId(value === null ? undefined : Number(value))}
        />
        <Textarea
          label={words.obstacles}
          description={words.obstaclesNote}
          maxLength={2000}
          autosize
          value={obstacles}
          onChange={({ currentTarget }) => setObstacles(currentTarget.value)}
        />
        <Textarea
          label={words.notes}
          description={words.notesNote}
          maxLength={2000}
          autosize
          value={notes}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        <Button type="submit" size="lg" loading={isBusy}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}

interface EntryMapProps {
  boundary: ReturnType<typeof toBoundary>;
  entry: Position | undefined;
  around: Position | undefined;
  label: string;
  error: string | undefined;
  onMark(position: Position): void;
}

function EntryMap({ boundary, entry, around, label, error, onMark }: EntryMapProps) {
  const words = useWords(fieldWords);
  const [shapes] = useState(() => (boundary === null ? [] : [{ id: 'drawn', boundary, kind: 'drawn' as const }]));
  const pins = entry === undefined ? [] : [{ id: 'entry', label: label.trim() === '' ? words.entry : label, ...entry }];
  return (
    <>
      {error === undefined ? null : (
        <Text role="alert" c="var(--clay-text)" mb="sm">
          {error}
        </Text>
      )}
      <FieldMap
        pins={pins}
        shapes={shapes}
        height={360}
        around={around}
        onPick={(latitude, longitude) => onMark({ latitude, longitude })}
      />
    </>
  );
}
