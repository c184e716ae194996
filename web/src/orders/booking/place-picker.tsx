import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import type { Position } from '../../map/position-rules.ts';
import { useWords } from '../../ui/language.tsx';
import { bookingWords } from './booking-words.ts';

/** Loaded on demand: only a new field needs a map. */
const FieldMap = lazy(async () => ({ default: (await import('../../map/field-map.tsx')).FieldMap }));

const mapHeight = 320;

interface PlacePickerProps {
  position: Position | undefined;
  /** Label of the pin. */
  label: string;
  onChange(position: Position): void;
  /** A field of the farmer, near which the map opens. */
  around?: Position | undefined;
  error?: string | undefined;
}

/** Position by a tap on the map, by the device's location, or by coordinates. */
export function PlacePicker({ position, label, onChange, around, error }: PlacePickerProps) {
  const words = useWords(bookingWords);
  const pins = useMemo(() => (position === undefined ? [] : [{ id: 'field', label, ...position }]), [position, label]);
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {words.onTheMap}
      </Title>
      {error === undefined ? (
        <Text c="dimmed">{words.onTheMapNote}</Text>
      ) : (
        <Text role="alert" c="var(--clay-text)">
          {error}
        </Text>
      )}
      <Suspense fallback={<Skeleton height={mapHeight} radius="md" />}>
        <FieldMap pins={pins} height={mapHeight} around={around} onPick={(latitude, longitude) => onChange({ latitude, longitude })} />
      </Suspense>
    </Stack>
  );
}
