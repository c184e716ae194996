import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCircleCheck, IconCurrentLocation } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { rounded } from '../../map/rounded.ts';
import { useWords } from '../../ui/language.tsx';
import styles from './booking.module.css';
import { bookingWords } from './booking-words.ts';

/** Loaded on demand: only a new field needs a map. */
const FieldMap = lazy(async () => ({ default: (await import('../../map/field-map.tsx')).FieldMap }));

const mapHeight = 280;
const patience = 15_000;

export interface Position {
  latitude: number;
  longitude: number;
}

interface PlacePickerProps {
  position: Position | undefined;
  /** Label of the pin. */
  label: string;
  onChange(position: Position): void;
  error?: string | undefined;
}

/** Position by a tap on the map, by the device's location, or by coordinates. */
export function PlacePicker({ position, label, onChange, error }: PlacePickerProps) {
  const words = useWords(bookingWords);
  const [finding, setFinding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = (latitude: number, longitude: number) => {
    setProblem(undefined);
    onChange({ latitude: rounded(latitude), longitude: rounded(longitude) });
  };
  const find = () => {
    setFinding(true);
    setProblem(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setFinding(false);
        choose(coords.latitude, coords.longitude);
      },
      ({ code, PERMISSION_DENIED }) => {
        setFinding(false);
        setProblem(code === PERMISSION_DENIED ? words.denied : words.noPosition);
      },
      { enableHighAccuracy: true, timeout: patience, maximumAge: patience },
    );
  };
  const shown = problem ?? error;
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {words.onTheMap}
      </Title>
      <Text c="dimmed">{words.onTheMapNote}</Text>
      <Group>
        <Button variant="default" leftSection={<IconCurrentLocation size={20} aria-hidden />} loading={finding} onClick={find}>
          {words.useMyPosition}
        </Button>
        <Text role="status">
          {position === undefined ? null : (
            <Group component="span" gap={8}>
              <IconCircleCheck size={20} aria-hidden /> {words.marked(written(position))}
            </Group>
          )}
        </Text>
      </Group>
      {shown === undefined ? null : (
        <Text role="alert" c="var(--clay-text)">
          {shown}
        </Text>
      )}
      <div className={styles.map}>
        <Suspense fallback={<Skeleton height={mapHeight} radius={0} />}>
          <FieldMap pins={position === undefined ? [] : [{ id: 'field', label, ...position }]} height={mapHeight} onPick={choose} />
        </Suspense>
      </div>
      <TypedPosition position={position} onChange={choose} />
    </Stack>
  );
}

/** Coordinates as text, for users who cannot use the map. */
function TypedPosition({ position, onChange }: { position: Position | undefined; onChange(latitude: number, longitude: number): void }) {
  const words = useWords(bookingWords);
  const [text, setText] = useState<string>();
  const isWrong = text !== undefined && text.trim() !== '' && positionIn(text) === undefined;
  return (
    <details className={styles.typed}>
      <summary>{words.typePosition}</summary>
      <TextInput
        label={words.position}
        description={words.positionNote}
        value={text ?? (position === undefined ? '' : written(position))}
        error={isWrong ? words.positionWrong : undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          const typed = positionIn(currentTarget.value);
          if (typed !== undefined) onChange(typed.latitude, typed.longitude);
        }}
        onBlur={() => {
          if (!isWrong) setText(undefined);
        }}
      />
    </details>
  );
}

const written = ({ latitude, longitude }: Position) => `${latitude}, ${longitude}`;

export function positionIn(text: string): Position | undefined {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (found === null) return undefined;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
