import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { OrderBadge } from '../../ui/state-badge.tsx';
import { useChosenOrder } from '../detail/chosen-order.ts';
import styles from './day-map.module.css';
import type { CrewDay, StateOf } from './day-map-rules.ts';
import { dayMapWords } from './day-map-words.ts';

interface VisitListProps {
  days: CrewDay[];
  /** Colour of a crew's line on the map. */
  colors: ReadonlyMap<string, string>;
  nameOf(day: CrewDay): string;
  stateOf: StateOf;
}

/** The content of the map as text, for keyboard and screen readers. */
export function VisitList({ days, colors, nameOf, stateOf }: VisitListProps) {
  const words = useWords(dayMapWords);
  const format = useFormat();
  const { chosen, addressOf } = useChosenOrder();
  return (
    <section aria-label={words.list} className={styles.list}>
      {days.map((day) => (
        <div key={day.key}>
          <h2 className={styles.crew}>
            {day.key === '' ? null : (
              <svg viewBox="0 0 20 4" width={20} height={4} aria-hidden>
                <path d="M0 2h20" stroke={colors.get(day.key)} strokeWidth={4} />
              </svg>
            )}
            {nameOf(day)}
            <span className={styles.count}>{words.count(day.visits.length)}</span>
          </h2>
          <ol className={styles.visits}>
            {day.visits.map(({ order: { id, farmer, location, session, orderStatus }, number }) => (
              <li key={id}>
                <Link to={addressOf(id)} className={styles.visit} data-order-id={id} aria-current={chosen === id ? 'true' : undefined}>
                  <span className={styles.number}>{number ?? '–'}</span>
                  <span className={styles.text}>
                    <strong>{farmer.fullName}</strong>
                    <span className={styles.place}>
                      {format.session(session)} · {location}
                    </span>
                    <OrderBadge status={stateOf({ id, orderStatus })} />
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
