import { Button, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { IconMapPin } from '../../icons/map-pin.ts';
import { IconMapPinPlus } from '../../icons/map-pin-plus.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { Loading } from '../../ui/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { bookingWords } from '../booking/booking-words.ts';
import type { CallerDraft, CallerField, Part } from './caller-draft.ts';
import { useLastPlace } from './caller-queries.ts';
import { callerWords } from './caller-words.ts';

/** Loaded on demand: only a new field needs a map. */
const FieldMap = lazy(async () => ({ default: (await import('../../map/field-map.tsx')).FieldMap }));

const firstFew = 5;
const newField = 0;

interface CallerPlaceProps {
  draft: CallerDraft;
  /** The fields of the caller, the last booked first. */
  known: CallerField[];
  missing: readonly Part[];
  /** Validation errors of the service by part of the form. */
  fieldErrors: Partial<Record<Part, string>>;
  /** The caller is identified; before that, the map would only appear for a moment. */
  isAsked: boolean;
  onKnown(last: CallerField): void;
  onChange(part: CallerDraft): void;
}

/** Choice of a field from earlier orders, or a new one by name and map. */
export function CallerPlace({ draft, known, missing, fieldErrors, isAsked, onKnown, onChange }: CallerPlaceProps) {
  const words = useWords(callerWords);
  const crops = useWords(stateWords).crop;
  const format = useFormat();
  const [all, setAll] = useState(false);
  const noteOf = (facts: string[], date: string | undefined): string =>
    date === undefined ? facts.join(', ') : words.lastBooked(facts.join(', '), format.dayMonth(date));
  const shown = known.filter(({ id }, n) => all || n < firstFew || id === draft.knownId);
  return (
    <Stack gap="md">
      {known.length === 0 ? null : (
        <div data-part="known">
          <ChoiceCards
            legend={words.fields}
            name="field"
            value={draft.knownId ?? newField}
            onChange={(id) => {
              const last = known.find((order) => order.id === id);
              if (last === undefined) onChange({ knownId: undefined });
              else onKnown(last);
            }}
            choices={[
              ...shown.map(({ id, location, cropType, area, date }) => ({
                value: id,
                label: location,
                note: noteOf(
                  [...(cropType === null ? [] : [crops[cropType.name] ?? cropType.name]), ...(area === null ? [] : [format.area(area)])],
                  date,
                ),
                icon: IconMapPin,
              })),
              { value: newField, label: words.newField, note: words.newFieldNote, icon: IconMapPinPlus },
            ]}
          />
          {shown.length === known.length ? null : (
            <Button variant="default" mt="sm" onClick={() => setAll(true)}>
              {words.moreFields}
            </Button>
          )}
        </div>
      )}
      {draft.knownId === undefined ? (
        <NewPlace draft={draft} near={known[0]} missing={missing} fieldErrors={fieldErrors} isAsked={isAsked} onChange={onChange} />
      ) : null}
    </Stack>
  );
}

interface NewPlaceProps extends Pick<CallerPlaceProps, 'draft' | 'missing' | 'fieldErrors' | 'isAsked' | 'onChange'> {
  /** Initial map view: fields of one farmer are usually close together. */
  near: CallerField | undefined;
}

function NewPlace({ draft: { place = '', position }, near, missing, fieldErrors, isAsked, onChange }: NewPlaceProps) {
  const words = useWords(callerWords);
  const { placeName, pin } = useWords(bookingWords);
  const { required } = useWords(uiWords);
  const label = place.trim() === '' ? pin : place.trim();
  const pins = useMemo(() => (position === undefined ? [] : [{ id: 'field', label, ...position }]), [position, label]);
  const { data: lastPlace } = useLastPlace();
  const showsMap = isAsked || place !== '' || position !== undefined;
  return (
    <>
      <div data-part="place">
        <TextInput
          label={placeName}
          description={words.placeNote}
          maxLength={500}
          autoComplete="off"
          value={place}
          error={missing.includes('place') ? required : fieldErrors.place}
          onChange={({ currentTarget }) => onChange({ place: currentTarget.value })}
        />
      </div>
      {showsMap ? (
        <div data-part="position">
          {missing.includes('position') || fieldErrors.position !== undefined ? (
            <Text role="alert" c="var(--clay-text)" mb="xs">
              {fieldErrors.position ?? words.mark}
            </Text>
          ) : (
            <Text mb="xs">{words.mark}</Text>
          )}
          <Suspense fallback={<Loading lines={4} />}>
            <FieldMap
              pins={pins}
              height={280}
              around={near ?? lastPlace}
              isElsewhere
              onPick={(latitude, longitude) => onChange({ position: { latitude, longitude } })}
            />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
