import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { IconWalk } from '../icons/walk.ts';
import type { Position } from '../map/position-rules.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type Fix, simplify, walked, walkLimits } from './boundary-rules.ts';
import { fieldWords } from './field-words.ts';

/** The boundary from the positions of the device on the way around the field. */
export function WalkAround({ onWalked }: { onWalked(points: Position[]): void }) {
  const words = useWords(fieldWords);
  const [isOpen, setIsOpen] = useState(false);
  if (!('geolocation' in navigator)) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconWalk size={20} aria-hidden />} onClick={() => setIsOpen(true)}>
        {words.walk}
      </Button>
      <Sheet opened={isOpen} close={() => setIsOpen(false)} title={words.walk}>
        {isOpen ? (
          <Walking
            onDone={(points) => {
              onWalked(points);
              setIsOpen(false);
            }}
            onCancel={() => setIsOpen(false)}
          />
        ) : null}
      </Sheet>
    </>
  );
}

function Walking({ onDone, onCancel }: { onDone(points: Position[]): void; onCancel(): void }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  const [way, setWay] = useState<Position[]>([]);
  const [fix, setFix] = useState<Fix>();
  const [problem, setProblem] = useState<'denied' | 'short'>();
  useEffect(() => {
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        const next = { latitude, longitude, accuracyM: accuracy };
        setFix(next);
        setWay((before) => walked(before, next));
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) setProblem('denied');
      },
      { enableHighAccuracy: true, maximumAge: 0 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, []);
  const finish = () => {
    const points = simplify(way, walkLimits.toleranceM);
    if (points.length < 3) setProblem('short');
    else onDone(points);
  };
  const metres = fix === undefined ? '' : format.number(Math.round(fix.accuracyM));
  return (
    <Stack>
      <Text>{words.walkNote}</Text>
      {problem === undefined ? null : (
        <Alert color="clay" role="alert">
          {problem === 'denied' ? words.walkDenied : words.walkTooShort}
        </Alert>
      )}
      {problem === 'denied' ? null : (
        <>
          <Text role="status" fw={600}>
            {fix === undefined
              ? words.waiting
              : fix.accuracyM > walkLimits.accuracyM
                ? words.tooInaccurate(metres)
                : words.accuracy(metres)}
          </Text>
          <Text>{words.taken(way.length)}</Text>
        </>
      )}
      <Group grow>
        <Button variant="default" onClick={onCancel}>
          {words.cancelWalk}
        </Button>
        {problem === 'denied' ? null : <Button onClick={finish}>{words.stopWalk}</Button>}
      </Group>
    </Stack>
  );
}
