import { useWords } from '../ui/language.tsx';
import styles from './field-map.module.css';
import { mapWords } from './map-words.ts';
import { MyPosition } from './my-position.tsx';
import { PositionField } from './position-field.tsx';
import type { Position } from './position-rules.ts';

interface PickByHandProps {
  at: Position | undefined;
  isElsewhere: boolean;
  onPick(latitude: number, longitude: number): void;
}

/** The same place without the map: where the device is, or as text. */
export function PickByHand({ at, isElsewhere, onPick }: PickByHandProps) {
  const words = useWords(mapWords);
  const field = <PositionField at={at} onPick={onPick} />;
  // The office has coordinates from a message; a farmer rarely types them.
  if (isElsewhere) return field;
  return (
    <>
      <MyPosition onPick={onPick} />
      <details className={styles.typed}>
        <summary>{words.typePosition}</summary>
        {field}
      </details>
    </>
  );
}
