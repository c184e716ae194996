import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuote } from '../../catalog/quote.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { stateWords } from '../../ui/state-words.ts';
import { BookingWarnings, StopWarning } from '../booking/booking-check.tsx';
import { useWorkWords } from '../booking/booking-summary.tsx';
import { bookingWords } from '../booking/booking-words.ts';
import { Section } from '../section.tsx';
import styles from './book-for-caller.module.css';
import { type CallerDraft, fieldOf, type Part, parts, placeOf } from './caller-draft.ts';
import { callerWords } from './caller-words.ts';

interface CallerSummaryProps {
  draft: CallerDraft;
  missing: readonly Part[];
  problem: unknown;
  /** Validation errors of the service by part of the form. */
  fieldErrors: Partial<Record<Part, string>>;
  isBusy: boolean;
  onBook(): void;
  onStartOver(): void;
}

/** Summary of the booking with the price and the submit button. */
export function CallerSummary({ draft, missing, problem, fieldErrors, isBusy, onBook, onStartOver }: CallerSummaryProps) {
  const words = useWords(callerWords);
  const { fieldName, cropAndArea, time, method } = useWords(bookingWords);
  const methods = useWords(stateWords).method;
  const format = useFormat();
  const work = useWorkWords(draft);
  const { data: quote, isPlaceholderData } = useQuote(draft.cropId, draft.area);
  const price = quote === undefined || work === undefined ? undefined : format.money(quote.cost);
  const rows = [
    { name: words.caller, value: draft.farmer?.fullName ?? draft.name },
    { name: fieldName, value: fieldOf(draft)?.location ?? draft.place },
    { name: cropAndArea, value: work },
    { name: time, value: draft.slot && format.slot(draft.slot) },
    { name: method, value: methods[draft.method ?? 'cash'] },
  ];
  return (
    <Section title={words.summary}>
      <dl className={styles.rows}>
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-missing={!value || undefined}>{value || words.notYet}</dd>
          </div>
        ))}
        <div>
          <dt>{words.price}</dt>
          <dd className={styles.price} aria-live="polite" data-missing={price === undefined || isPlaceholderData || undefined}>
            {price ?? '–'}
          </dd>
        </div>
      </dl>
      {draft.farmer === undefined ? (
        <StopWarning place={placeOf(draft)} slot={draft.slot} />
      ) : (
        <BookingWarnings draft={{ ...draft, field: fieldOf(draft) }} farmerId={draft.farmer.id} />
      )}
      {problem === null ? null : <Refusal problem={problem} fieldErrors={fieldErrors} />}
      {missing.length === 0 ? null : (
        <Text role="alert" c="var(--clay-text)">
          {words.missing(missing.map((part) => words.parts[part]).join(', '))}
        </Text>
      )}
      <Stack gap="xs">
        <Button size="lg" onClick={onBook} loading={isBusy} data-part="book">
          {price === undefined ? words.book : words.bookFor(price)}
        </Button>
        <Text c="dimmed" size="sm" className={styles.keys ?? ''}>
          {words.bookKey}
        </Text>
        <Button variant="subtle" color="gray" onClick={onStartOver}>
          {words.startOver}
        </Button>
      </Stack>
    </Section>
  );
}

/** The error of the request, with the errors of single fields. */
function Refusal({ problem, fieldErrors }: Pick<CallerSummaryProps, 'problem' | 'fieldErrors'>) {
  const words = useWords(callerWords);
  const explain = useProblemWords();
  return (
    <Alert color="clay" role="alert">
      {explain(problem)}
      {parts.map((part) =>
        fieldErrors[part] === undefined ? null : <Text key={part}>{words.refused(words.parts[part], fieldErrors[part])}</Text>,
      )}
    </Alert>
  );
}
