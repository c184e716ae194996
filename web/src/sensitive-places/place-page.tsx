import { Alert, Button, Checkbox, Fieldset, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api, read } from '../api/client.ts';
import { BoundaryEditor } from '../fields/boundary-editor.tsx';
import { type EditedRing, toBoundary, toRings } from '../fields/boundary-rules.ts';
import { FieldMap } from '../map/field-map.tsx';
import type { Boundary } from '../map/map-shapes.ts';
import type { Position } from '../map/position-rules.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { NotFound } from '../ui/error-page.tsx';
import { useFieldWords } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { NoMailNote } from '../ui/no-mail-note.tsx';
import { Page } from '../ui/page.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { Segments } from '../ui/segments.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { judgedKeys } from '../weather/spray-windows.ts';
import { type NewPlace, placeQuery, placesKey, type SensitivePlace } from './place-queries.ts';
import { placeWords } from './place-words.ts';

/** A new sensitive place, or one of the register. */
export function PlacePage() {
  const { id = '' } = useParams();
  if (id === 'new') return <NewPlacePage />;
  return /^[1-9]\d{0,14}$/.test(id) ? <KnownPlace key={id} id={Number(id)} /> : <NotFound />;
}

function NewPlacePage() {
  const words = useWords(placeWords);
  const navigate = useNavigate();
  const add = useAction({
    act: (body: NewPlace, idempotencyKey) =>
      read(api.POST('/api/receptionist/sensitive-place', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: [placesKey, ...judgedKeys],
    successMessage: words.saved,
    onSuccess: () => void navigate('/places'),
    showsOwnErrors: true,
  });
  return (
    <Page title={words.newTitle} back={<BackLink to="/places" name={words.title} />} narrow>
      <PlaceForm isBusy={add.isPending} error={add.error} onSave={(body) => add.mutate(body)} />
    </Page>
  );
}

function KnownPlace({ id }: { id: number }) {
  const words = useWords(placeWords);
  const query = useQuery(placeQuery(id));
  return (
    <Page title={query.data?.name ?? words.title} back={<BackLink to="/places" name={words.title} />} narrow>
      <QueryBoundary query={query}>{(place) => <Details key={place.version} place={place} />}</QueryBoundary>
    </Page>
  );
}

function Details({ place }: { place: SensitivePlace }) {
  const words = useWords(placeWords);
  const navigate = useNavigate();
  const { id, version } = place;
  const params = { path: { id } };
  const save = useAction({
    act: (body: NewPlace) =>
      read(api.PUT('/api/receptionist/sensitive-place/{id}', { params, body: { contact: null, notes: null, ...body, version } })),
    invalidates: [placesKey, ...judgedKeys],
    successMessage: words.saved,
    showsOwnErrors: true,
  });
  const remove = useAction({
    act: () => read(api.DELETE('/api/receptionist/sensitive-place/{id}', { params })),
    invalidates: [[...placesKey, 'list'], [...placesKey, 'box'], ...judgedKeys],
    successMessage: words.removed,
    onSuccess: () => void navigate('/places', { replace: true }),
  });
  return (
    <>
      <PlaceForm place={place} isBusy={save.isPending} error={save.error} onSave={(body) => save.mutate(body)} />
      <Group>
        <Confirm
          title={words.removeTitle}
          text={words.removeText}
          action={words.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          trigger={(open) => (
            <Button variant="default" onClick={open}>
              {words.remove}
            </Button>
          )}
        />
      </Group>
    </>
  );
}

interface PlaceFormProps {
  /** undefined: a new place. */
  place?: SensitivePlace;
  isBusy: boolean;
  error: unknown;
  onSave(place: NewPlace): void;
}

const pointOf = (place: SensitivePlace | undefined): Position | undefined => {
  if (place?.geometry.type !== 'Point') return undefined;
  const [longitude = 0, latitude = 0] = place.geometry.coordinates as number[];
  return { latitude, longitude };
};
const kinds = ['hives', 'house', 'school', 'water', 'organic_field'] as const;

function PlaceForm({ place, isBusy, error, onSave }: PlaceFormProps) {
  const words = useWords(placeWords);
  const { required } = useWords(uiWords);
  const { language } = useLanguage();
  const explain = useProblemWords();
  const errors = useFieldWords()(error);
  const [values, setValues] = useState({
    kind: place?.kind ?? ('hives' as (typeof kinds)[number]),
    name: place?.name ?? '',
    bufferMetres: (place?.bufferMetres ?? 100) as number | string,
    contactName: place?.contact.name ?? '',
    phone: place?.contact.phoneNumber ?? '',
    email: place?.contact.email ?? '',
    language: place?.contact.language ?? language,
    asksNotice: place?.contact.asksNotice ?? false,
    notes: place?.notes ?? '',
  });
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const [shape, setShape] = useState<'point' | 'area'>(place === undefined || place.geometry.type === 'Point' ? 'point' : 'area');
  const [point, setPoint] = useState(() => pointOf(place));
  const [rings, setRings] = useState<EditedRing[]>(() =>
    toRings(place === undefined || place.geometry.type === 'Point' ? null : (place.geometry as Boundary)),
  );
  const [isTried, setIsTried] = useState(false);
  const boundary = toBoundary(rings);
  const geometry =
    shape === 'area'
      ? boundary
      : point === undefined
        ? null
        : { type: 'Point' as const, coordinates: [point.longitude, point.latitude] as unknown[] };
  const isNamed = values.name.trim() !== '';
  const isBuffered = values.bufferMetres !== '';
  const isReachable = !values.asksNotice || values.email.trim() !== '';
  const placeError =
    [...errors].find(([path]) => path.startsWith('geometry'))?.[1] ?? (isTried && geometry === null ? words.markIt : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (geometry === null || !isNamed || !isBuffered || !isReachable) return;
    const text = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
    onSave({
      kind: values.kind,
      name: values.name.trim(),
      geometry: geometry as NewPlace['geometry'],
      bufferMetres: Number(values.bufferMetres),
      contact: {
        ...text('name', values.contactName),
        ...text('phoneNumber', values.phone),
        ...text('email', values.email),
        language: values.language,
        asksNotice: values.asksNotice,
      },
      ...text('notes', values.notes),
    });
  };
  const hasFieldErrors = errors.size > 0;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        {error === null || error === undefined || hasFieldErrors ? null : (
          <Alert color="clay" role="alert">
            {explain(error)}
          </Alert>
        )}
        <NativeSelect
          size="md"
          label={words.kind}
          value={values.kind}
          data={kinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value as (typeof kinds)[number] })}
        />
        <TextInput
          label={words.name}
          maxLength={200}
          value={values.name}
          error={isTried && !isNamed ? required : errors.get('name')}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <section aria-label={words.where}>
          <Stack gap="sm">
            <Segments
              aria-label={words.where}
              value={shape}
              onChange={setShape}
              data={[
                { value: 'point', label: words.asPoint },
                { value: 'area', label: words.asArea },
              ]}
            />
            {shape === 'area' ? (
              <BoundaryEditor rings={rings} onChange={setRings} around={point} error={placeError} />
            ) : (
              <>
                {placeError === undefined ? null : (
                  <Text role="alert" c="var(--clay-text)">
                    {placeError}
                  </Text>
                )}
                <FieldMap
                  pins={point === undefined ? [] : [{ id: 'place', label: isNamed ? values.name : words.where, ...point }]}
                  height={360}
                  around={rings[0]?.points[0]}
                  isElsewhere
                  onPick={(latitude, longitude) => setPoint({ latitude, longitude })}
                />
              </>
            )}
          </Stack>
        </section>
        <NumberInput
          label={words.buffer}
          description={words.bufferNote}
          min={0}
          max={5000}
          clampBehavior="strict"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={values.bufferMetres}
          error={isTried && !isBuffered ? required : errors.get('bufferMetres')}
          onChange={(bufferMetres) => set({ bufferMetres })}
        />
        <Fieldset legend={words.contact}>
          <Stack>
            <TextInput
              label={words.contactName}
              maxLength={200}
              value={values.contactName}
              error={errors.get('contact.name')}
              onChange={({ currentTarget }) => set({ contactName: currentTarget.value })}
            />
            <TextInput
              label={words.phone}
              type="tel"
              maxLength={30}
              value={values.phone}
              error={errors.get('contact.phoneNumber')}
              onChange={({ currentTarget }) => set({ phone: currentTarget.value })}
            />
            <TextInput
              label={words.email}
              type="email"
              maxLength={254}
              value={values.email}
              error={isTried && !isReachable ? words.emailNeeded : errors.get('contact.email')}
              onChange={({ currentTarget }) => set({ email: currentTarget.value })}
            />
            <Checkbox
              label={words.asksNotice}
              styles={{ label: { minHeight: 44 } }}
              description={words.asksNoticeNote}
              checked={values.asksNotice}
              onChange={({ currentTarget }) => set({ asksNotice: currentTarget.checked })}
            />
            {values.asksNotice ? <NoMailNote /> : null}
            <NativeSelect
              size="md"
              label={words.language}
              value={values.language}
              data={(['vi', 'en'] as const).map((value) => ({ value, label: words.languages[value] }))}
              onChange={({ currentTarget }) => set({ language: currentTarget.value as 'vi' | 'en' })}
            />
          </Stack>
        </Fieldset>
        <Textarea
          label={words.notes}
          maxLength={2000}
          autosize
          value={values.notes}
          onChange={({ currentTarget }) => set({ notes: currentTarget.value })}
        />
        <Button type="submit" size="lg" loading={isBusy}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}
