import { Alert, Group, NativeSelect, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useCompany } from '../api/company.tsx';
import { useStaggeredCount } from '../ui/idle.ts';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import type { PagePrefetch } from '../ui/page-file.ts';
import { useIsPhone } from '../ui/phone.ts';
import { Segments } from '../ui/segments.tsx';
import { periodIn, type Range, rangeIn, ranges } from './period.ts';
import { CropsQuestion, SessionsQuestion, WeeksQuestion } from './questions.tsx';
import { totalsQuery } from './report-queries.ts';
import { figuresWords } from './report-words.ts';
import styles from './reports.module.css';
import { SprayersQuestion } from './sprayers-question.tsx';
import { Totals } from './totals.tsx';
import { UnpaidQuestion } from './unpaid-question.tsx';

export const prefetch: PagePrefetch = async (queries, { today }) => {
  const period = periodIn(new URLSearchParams(location.search), today);
  if (period !== undefined) await queries.prefetchQuery(totalsQuery(period));
};

const furtherDown = Object.entries({
  sessions: SessionsQuestion,
  crops: CropsQuestion,
  sprayers: SprayersQuestion,
  unpaid: UnpaidQuestion,
});

/** The owner's reports: totals, then one question after another. */
export function Figures() {
  const words = useWords(figuresWords);
  const { today } = useCompany();
  const [params] = useSearchParams();
  const period = periodIn(params, today);
  // Rendered one by one, so that the first screen is not delayed.
  const more = useStaggeredCount(furtherDown.length);
  return (
    <Page title={words.title}>
      <RangeChoice />
      {period === undefined ? (
        <Alert color="sky" role="status">
          {words.badRange}
        </Alert>
      ) : (
        <>
          <Totals period={period} />
          <div className={styles.questions}>
            <WeeksQuestion period={period} />
            {furtherDown.slice(0, more).map(([name, Question]) => (
              <Question key={name} period={period} />
            ))}
          </div>
        </>
      )}
    </Page>
  );
}

/** The period is in the address, so that links and the back button work. */
function RangeChoice() {
  const words = useWords(figuresWords);
  const isPhone = useIsPhone();
  const { today } = useCompany();
  const [params, setParams] = useSearchParams();
  const range = rangeIn(params);
  const choose = (next: Range) => {
    // Custom dates start with the displayed period.
    const shown = next === 'own' ? periodIn(params, today) : undefined;
    setParams({ range: next, ...shown });
  };
  const setDate = (name: 'from' | 'to', value: string) =>
    setParams(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const data = ranges.map((value) => ({ value, label: words.ranges[value] }));
  return (
    <Group align="flex-end">
      {isPhone ? (
        <NativeSelect
          size="md"
          label={words.range}
          className={styles.wide ?? ''}
          data={data}
          value={range}
          onChange={({ currentTarget }) => choose(currentTarget.value as Range)}
        />
      ) : (
        <Segments aria-label={words.range} data={data} value={range} onChange={choose} />
      )}
      {range === 'own' ? (
        <Group className={styles.dates ?? ''} wrap="nowrap" align="flex-end">
          <TextInput
            label={words.from}
            type="date"
            value={params.get('from') ?? ''}
            onChange={({ currentTarget }) => setDate('from', currentTarget.value)}
          />
          <TextInput
            label={words.to}
            type="date"
            value={params.get('to') ?? ''}
            onChange={({ currentTarget }) => setDate('to', currentTarget.value)}
          />
        </Group>
      ) : null}
    </Group>
  );
}
