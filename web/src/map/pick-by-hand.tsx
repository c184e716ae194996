import { useWords } from '../ui/language.tsx';
import styles from './field-map.module.css';
import { mapWords } from './map-words.ts';
import { MyPosition } from './my-position.tsx';
import { PositionField } from './position-field.tsx';
import type { Position } from './position-rules.ts';

interface PickByHandProps {
  at: Position | undefined;
  isElsewhere: boolean;
  /** Called with the position of the device, to show it on the map; undefined: the position is picked. */
  onShow?: ((latitude: number, longitude: number) => void) | undefined;
  onPick(latitude: number, longitude: number): void;
}

/** Position without the map: location of the device, or coordinates as text. */
export function PickByHand({ at, isElsewhere, onShow, onPick }: PickByHandProps) {
  const words = useWords(mapWords);
  const field = <PositionField at={at} onPick={onPick} />;
  // The office often has coordinates from a message; farmers rarely type them.
  if (isElsewhere) return field;
  return (
    <>
      {onShow === undefined ? <MyPosition onFound={onPick} /> : <MyPosition label={words.showMyPosition} onFound={onShow} />}
      <details className={styles.typed}>
        <summary>{words.typePosition}</summary>
        {field}
      </details>
    </>
  );
}
