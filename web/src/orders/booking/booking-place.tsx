import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Position } from '../../map/position-rules.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { useWords } from '../../ui/language.tsx';
import { uiWords } from '../../ui/words.ts';
import type { Field } from './booking-draft.ts';
import { bookingWords } from './booking-words.ts';
import { PlacePicker } from './place-picker.tsx';

const maxNameLength = 500;

interface BookingPlaceProps {
  formId: string;
  field: Field | undefined;
  /** A field of the farmer, near which the map opens. */
  around: Position | undefined;
  onChosen(field: Field): void;
}

/** A new field: name and position. */
export function BookingPlace({ formId, field, around, onChosen }: BookingPlaceProps) {
  const words = useWords(bookingWords);
  const { required } = useWords(uiWords);
  const [location, setLocation] = useState(field?.location ?? '');
  const [position, setPosition] = useState<Position | undefined>(field);
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    flushSync(() => setTried(true));
    const name = location.trim();
    if (name === '' || position === undefined) return focusFirstError(event.currentTarget);
    onChosen({ location: name, latitude: position.latitude, longitude: position.longitude });
  };
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label={words.placeName}
          description={words.placeNameNote}
          maxLength={maxNameLength}
          value={location}
          onChange={(event) => setLocation(event.currentTarget.value)}
          error={tried && location.trim() === '' ? required : undefined}
          required
          withAsterisk={false}
        />
        <PlacePicker
          position={position}
          label={location.trim() === '' ? words.pin : location.trim()}
          onChange={setPosition}
          around={around}
          error={tried && position === undefined ? words.notMarked : undefined}
        />
      </Stack>
    </form>
  );
}
