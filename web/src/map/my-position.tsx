import { Button } from '@mantine/core';
import { useState } from 'react';
import { IconCurrentLocation } from '../icons/current-location.ts';
import { useWords } from '../ui/language.tsx';
import styles from './field-map.module.css';
import { mapWords } from './map-words.ts';
import { rounded } from './rounded.ts';

const timeoutMs = 15_000;

interface MyPositionProps {
  /** undefined: the position is used for the field. */
  label?: string | undefined;
  onFound(latitude: number, longitude: number): void;
}

/** Location of this device. */
export function MyPosition({ label, onFound }: MyPositionProps) {
  const words = useWords(mapWords);
  const [isFinding, setIsFinding] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!('geolocation' in navigator)) return null;
  const find = () => {
    setIsFinding(true);
    setProblem(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsFinding(false);
        onFound(rounded(coords.latitude), rounded(coords.longitude));
      },
      ({ code, PERMISSION_DENIED }) => {
        setIsFinding(false);
        setProblem(code === PERMISSION_DENIED ? words.denied : words.noPosition);
      },
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: timeoutMs },
    );
  };
  return (
    <div>
      <Button variant="default" leftSection={<IconCurrentLocation size={20} aria-hidden />} loading={isFinding} onClick={find}>
        {label ?? words.useMyPosition}
      </Button>
      {problem === undefined ? null : (
        <p role="alert" className={styles.lost}>
          {problem}
        </p>
      )}
    </div>
  );
}
