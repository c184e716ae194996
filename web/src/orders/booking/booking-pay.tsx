import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import styles from './booking.module.css';
import type { Draft, Method } from './booking-draft.ts';
import { addressOf, type Step } from './booking-steps.ts';
import { useWorkWords } from './booking-summary.tsx';
import { bookingWords } from './booking-words.ts';
import { MethodChoice } from './method-choice.tsx';

/** Review of the booking and choice of the payment method. */
export function BookingPay({ draft, onChange }: { draft: Draft; onChange(method: Method): void }) {
  const words = useWords(bookingWords);
  const format = useFormat();
  const work = useWorkWords(draft);
  const rows: { name: string; value: string | undefined; at: Step }[] = [
    { name: words.fieldName, value: draft.field?.location, at: 'field' },
    { name: words.cropAndArea, value: work, at: 'work' },
    { name: words.time, value: draft.slot && format.slot(draft.slot), at: 'time' },
  ];
  return (
    <Stack gap="lg">
      <MethodChoice value={draft.method ?? 'cash'} onChange={onChange} />
      <dl className={styles.rows} aria-label={words.check}>
        {rows.map(({ name, value, at }) => (
          <div key={at} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd>
              <Anchor component={Link} to={addressOf(at)} aria-label={words.changeOf(name)}>
                {words.change}
              </Anchor>
            </dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
