import { ActionIcon, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCrops, useQuote } from '../../catalog/quote.ts';
import { IconPencil } from '../../icons/pencil.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import styles from './booking.module.css';
import type { Draft } from './booking-draft.ts';
import { addressOf, type Step } from './booking-steps.ts';
import { bookingWords } from './booking-words.ts';

export interface SummaryAction {
  label: string;
  onClick?: () => void;
  /** The id of the form that the button submits. */
  form?: string;
  busy?: boolean;
}

interface BookingSummaryProps {
  draft: Draft;
  step: Step;
  /** The button of the step; omitted where a choice continues by itself. */
  action?: SummaryAction | undefined;
}

/** Sticky summary with the price. */
export function BookingSummary({ draft, step, action }: BookingSummaryProps) {
  const words = useWords(bookingWords);
  const format = useFormat();
  const work = useWorkWords(draft);
  const { data: quote, isPlaceholderData } = useQuote(draft.cropId, draft.area);
  const { field, slot } = draft;
  return (
    <section className={styles.foot} aria-label={words.summary}>
      <div className={styles.said}>
        {field === undefined || step === 'place' ? (
          <Text c="dimmed">{words.priceLater}</Text>
        ) : (
          <>
            <Text className={styles.where}>{field.location}</Text>
            <div className={styles.facts}>
              {work === undefined ? null : (
                <Text component="span" c="dimmed" className={styles.work}>
                  <span>{work}</span>
                  {step === 'time' ? (
                    <ActionIcon
                      component={Link}
                      to={addressOf('work')}
                      className={styles.change ?? ''}
                      aria-label={words.changeOf(words.cropAndArea)}
                    >
                      <IconPencil size={20} aria-hidden />
                    </ActionIcon>
                  ) : null}
                </Text>
              )}
              {slot === undefined ? null : <Text c="dimmed">{format.shortSlot(slot)}</Text>}
            </div>
            <Text className={styles.price} aria-live="polite" data-waiting={isPlaceholderData || undefined}>
              <span className="visually-hidden">{words.price}: </span>
              {quote === undefined || work === undefined ? '' : format.money(quote.cost)}
            </Text>
          </>
        )}
      </div>
      {action === undefined ? null : (
        <Button
          className={styles.action ?? ''}
          type={action.form === undefined ? 'button' : 'submit'}
          {...(action.form === undefined ? {} : { form: action.form })}
          {...(action.onClick === undefined ? {} : { onClick: action.onClick })}
          loading={action.busy ?? false}
        >
          {action.label}
        </Button>
      )}
    </section>
  );
}

/** "Cereal, 12.5 decares", as far as it is known. */
export function useWorkWords({ cropId, area }: Draft): string | undefined {
  const format = useFormat();
  const names = useWords(stateWords).crop;
  const crop = useCrops().data?.content.find(({ id }) => id === cropId);
  if (crop === undefined || area === undefined) return undefined;
  return `${names[crop.name] ?? crop.name}, ${format.area(area)}`;
}
