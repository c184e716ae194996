import { Anchor, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useFormat } from '../ui/format.ts';
import { numberFormat } from '../ui/intl.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Nearby } from '../ui/nearby.tsx';
import { useIsPhone } from '../ui/phone.ts';
import type { Bar } from './bars.tsx';
import styles from './figures.module.css';
import { figuresWords } from './figures-words.ts';

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }));

interface Row {
  id: number | string;
  cells: string[];
}

interface QuestionProps {
  question: string;
  /** In a sentence; the chart only shows why. */
  answer: string;
  csv: string;
  table: { head: string[]; rows: Row[] };
  /** None: the answer says all there is. */
  children?: ReactNode;
}

/** One question, its answer, the chart that shows why, and the numbers behind it. */
export function Question({ question, answer, csv, table, children }: QuestionProps) {
  const words = useWords(figuresWords);
  return (
    <Card component="section">
      <Stack className={styles.question ?? ''}>
        <div>
          <Title order={2}>{question}</Title>
          <Text>{answer}</Text>
        </div>
        {children}
        <div className={styles.numbersBelow}>
          {table.rows.length === 0 ? null : (
            <details className={styles.details}>
              <summary>{words.numbers}</summary>
              <Numbers caption={question} {...table} />
            </details>
          )}
          <Anchor href={csv} download className={styles.csv ?? ''}>
            <IconDownload size={20} aria-hidden />
            {words.csv}
          </Anchor>
        </div>
      </Stack>
    </Card>
  );
}

function Numbers({ caption, head, rows }: { caption: string; head: string[]; rows: Row[] }) {
  return (
    // Wide tables move on their own, not the page; so keys must reach them.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [first, ...others] }) => (
            <tr key={id}>
              <th scope="row">{first}</th>
              {others.map((value, column) => (
                <td key={head[column + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ChartProps {
  bars: Bar[];
  /** What the picture says, for those who do not see it. */
  label: string;
  measure: string;
  format(value: number): string;
  inTime?: boolean;
  most?: number;
}

export function Chart({ bars, label, measure, format, inTime = false, most }: ChartProps) {
  const isPhone = useIsPhone();
  const { language } = useLanguage();
  const { number } = useFormat();
  const compact = numberFormat(language === 'vi' ? 'vi-VN' : 'en-GB', { notation: 'compact' });
  const tick = (value: number) => (value < 1000 ? number(value) : compact.format(value));
  const coming = <Skeleton height={inTime ? 280 : bars.length * 44 + 16} />;
  return (
    <div role="img" aria-label={label}>
      <Nearby until={coming}>
        <Suspense fallback={coming}>
          <Bars
            bars={bars}
            measure={measure}
            format={format}
            tick={tick}
            inTime={inTime}
            isPhone={isPhone}
            {...(most === undefined ? {} : { most })}
          />
        </Suspense>
      </Nearby>
    </div>
  );
}
