import { Button, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWords } from '../ui/language.tsx';
import styles from './field-map.module.css';
import { mapWords } from './map-words.ts';
import { rounded } from './rounded.ts';

interface PickByHandProps {
  at: { latitude: number; longitude: number } | undefined;
  isElsewhere: boolean;
  onPick(latitude: number, longitude: number): void;
}

/** A map is not for everyone: the same place as two numbers, or as where the phone is. */
export function PickByHand({ at, isElsewhere, onPick }: PickByHandProps) {
  const words = useWords(mapWords);
  const [texts, setTexts] = useState(() => textsOf(at));
  const [looking, setLooking] = useState(false);
  const [lost, setLost] = useState(false);
  useEffect(() => setTexts(textsOf(at)), [at]);
  const [latitude, longitude] = [toNumber(texts.latitude), toNumber(texts.longitude)];
  const isWrong = (text: string, value: number, limit: number) => text.trim() !== '' && !(Math.abs(value) <= limit);
  const change = (next: typeof texts) => setTexts(asPasted(next.latitude) ?? next);
  const pick = () => {
    if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return;
    if (latitude !== at?.latitude || longitude !== at?.longitude) onPick(latitude, longitude);
  };
  const locate = () => {
    setLooking(true);
    setLost(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false);
        onPick(rounded(coords.latitude), rounded(coords.longitude));
      },
      () => {
        setLooking(false);
        setLost(true);
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  const onKeyDown = ({ key }: { key: string }) => {
    if (key === 'Enter') pick();
  };
  return (
    <div className={styles.hand}>
      <TextInput
        label={words.latitude}
        inputMode="text"
        autoComplete="off"
        value={texts.latitude}
        error={isWrong(texts.latitude, latitude, 90) ? words.notLatitude : undefined}
        onChange={({ currentTarget }) => change({ ...texts, latitude: currentTarget.value })}
        onBlur={pick}
        onKeyDown={onKeyDown}
      />
      <TextInput
        label={words.longitude}
        inputMode="text"
        autoComplete="off"
        value={texts.longitude}
        error={isWrong(texts.longitude, longitude, 180) ? words.notLongitude : undefined}
        onChange={({ currentTarget }) => change({ ...texts, longitude: currentTarget.value })}
        onBlur={pick}
        onKeyDown={onKeyDown}
      />
      {'geolocation' in navigator && !isElsewhere ? (
        <Button variant="default" leftSection={<IconCurrentLocation size={20} aria-hidden />} loading={looking} onClick={locate}>
          {words.iAmHere}
        </Button>
      ) : null}
      {lost ? (
        <p role="alert" className={styles.lost}>
          {words.notFound}
        </p>
      ) : null}
    </div>
  );
}

const textsOf = (at: PickByHandProps['at']) => ({ latitude: at?.latitude.toString() ?? '', longitude: at?.longitude.toString() ?? '' });

/** With a comma or a point before the decimals, and with the true minus sign as well. */
function toNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** "10.045, 105.747", as other maps give it out. */
function asPasted(text: string): { latitude: string; longitude: string } | undefined {
  const [, latitude, longitude] = /^\s*(-?\d+\.\d+)[,;\s]+(-?\d+\.\d+)\s*$/.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}
