import type { Shape } from '../../api/client.ts';
import { placeWords } from '../../sensitive-places/place-words.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import styles from './print-sheets.module.css';
import { printWords } from './print-words.ts';

/** What a crew must look out for at a field, and the drone that is set for the job. */
export function JobDangers({ ground }: { ground: Shape<'OrderGround'> | undefined }) {
  const words = useWords(printWords);
  const { kinds } = useWords(placeWords);
  const format = useFormat();
  if (ground === undefined) return null;
  const { obstacles, notes, drone, sensitivePlaces } = ground;
  return (
    <>
      {obstacles === null ? null : <strong className={styles.danger ?? ''}>{words.obstacles(obstacles)}</strong>}
      {sensitivePlaces.map(({ kind, name, distanceMetres, bearingDegrees }) => (
        <strong key={`${kind} ${name} ${bearingDegrees}`} className={styles.danger ?? ''}>
          {words.near(kinds[kind], name, format.number(distanceMetres), words.directions[Math.round(bearingDegrees / 45) % 8] ?? '')}
        </strong>
      ))}
      {drone === null ? null : <small>{words.drone(drone)}</small>}
      {notes === null ? null : <small>{notes}</small>}
    </>
  );
}
