import { Anchor, Stack } from '@mantine/core';
import { IconBrandMastercard, IconBrandVisa, IconCash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ChoiceCards } from '../ui/choice-cards.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import styles from './booking.module.css';
import type { Draft, Method } from './booking-draft.ts';
import { addressOf, type Step } from './booking-steps.ts';
import { useWorkWords } from './booking-summary.tsx';
import { bookingWords } from './booking-words.ts';

const icons = { cash: IconCash, visa: IconBrandVisa, mastercard: IconBrandMastercard };
const methods = ['cash', 'visa', 'mastercard'] as const;

/** The last look at everything, and the way to pay. */
export function BookingPay({ draft, onChange }: { draft: Draft; onChange(method: Method): void }) {
  const words = useWords(bookingWords);
  const names = useWords(stateWords).method;
  const format = useFormat();
  const work = useWorkWords(draft);
  const rows: { name: string; value: string | undefined; at: Step }[] = [
    { name: words.fieldName, value: draft.field?.location, at: 'field' },
    { name: words.cropAndArea, value: work, at: 'work' },
    { name: words.time, value: draft.slot && format.slot(draft.slot), at: 'time' },
  ];
  return (
    <Stack gap="lg">
      <ChoiceCards
        legend={words.method}
        name="method"
        value={draft.method ?? 'cash'}
        onChange={onChange}
        choices={methods.map((method) => ({
          value: method,
          label: names[method],
          note: method === 'cash' ? words.cash : words.card,
          icon: icons[method],
        }))}
      />
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
