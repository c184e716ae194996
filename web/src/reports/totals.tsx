import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Shape } from '../api/client.ts';
import { IconArrowDownRight } from '../icons/arrow-down-right.ts';
import { IconArrowRight } from '../icons/arrow-right.ts';
import { IconArrowUpRight } from '../icons/arrow-up-right.ts';
import { useFormat } from '../ui/format.ts';
import { dateFormat } from '../ui/intl.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Loading, QueryBoundary } from '../ui/states.tsx';
import type { Period } from './period.ts';
import { totalsQuery } from './report-queries.ts';
import { figuresWords } from './report-words.ts';
import styles from './reports.module.css';

/** Totals of the period, each compared with the previous period. */
export function Totals({ period }: { period: Period }) {
  const query = useQuery({ ...totalsQuery(period), placeholderData: keepPreviousData });
  return (
    <QueryBoundary
      query={query}
      loading={
        <div className={styles.coming}>
          <Loading lines={4} />
        </div>
      }
    >
      {(figures) => <Numbers figures={figures} />}
    </QueryBoundary>
  );
}

function Numbers({ figures: { from, to, previousFrom, previousTo, totals, before } }: { figures: Shape<'Figures'> }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  const { language } = useLanguage();
  // With the year, because the previous period may be in another year.
  const days = dateFormat(language === 'vi' ? 'vi-VN' : 'en-GB', { timeZone: 'UTC', dateStyle: 'medium' });
  const span = (first: string, last: string) => days.formatRange(new Date(first), new Date(last));
  const rating = (value: number) => format.number(Math.round(value * 100) / 100);
  return (
    <section aria-label={words.inAll}>
      <p className={styles.period}>{words.period(span(from, to), span(previousFrom, previousTo))}</p>
      <dl className={styles.numbers}>
        <BigNumber
          name={words.orders}
          value={format.number(totals.orders)}
          change={<Change now={totals.orders} was={before.orders} formatValue={format.number} />}
          note={words.cancelled(totals.cancelled)}
        />
        <BigNumber
          name={words.area}
          value={format.area(totals.area)}
          change={<Change now={totals.area} was={before.area} formatValue={format.area} />}
        />
        <BigNumber
          name={words.income}
          value={format.money(totals.income)}
          change={<Change now={totals.income} was={before.income} formatValue={format.money} />}
          note={totals.unpaid > 0 ? words.unpaid(format.money(totals.unpaid)) : words.allPaid}
        />
        <BigNumber
          name={words.rating}
          value={totals.rating === null ? '–' : rating(totals.rating)}
          change={<Change now={totals.rating} was={before.rating} formatValue={rating} by={rating} />}
          note={totals.rating === null ? words.noRating : words.ofFive}
        />
        <BigNumber
          small
          name={words.utilisation}
          value={totals.utilisation === null ? '–' : format.percent(totals.utilisation)}
          change={<Share now={totals.utilisation} was={before.utilisation} />}
          note={words.utilisationNote}
        />
        <BigNumber
          small
          name={words.punctuality}
          value={totals.punctuality === null ? '–' : format.percent(totals.punctuality)}
          change={<Share now={totals.punctuality} was={before.punctuality} />}
          note={words.punctualityNote}
        />
      </dl>
    </section>
  );
}

interface BigNumberProps {
  name: string;
  value: string;
  change: ReactNode;
  note?: string;
  small?: boolean;
}

function BigNumber({ name, value, change, note, small = false }: BigNumberProps) {
  return (
    <div className={styles.number} data-small={small || undefined}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {note === undefined ? null : <dd className={styles.note}>{note}</dd>}
      <dd>{change}</dd>
    </div>
  );
}

/** Change in percent; absolute for values such as ratings. */
function Change({
  now,
  was,
  formatValue,
  by,
}: {
  now: number | null;
  was: number | null;
  formatValue(value: number): string;
  by?(value: number): string;
}) {
  const words = useWords(figuresWords);
  const format = useFormat();
  if (now === null || was === null || (by === undefined && was === 0)) return <Trend towards="none" text={words.nothingBefore} />;
  const difference = Math.abs(now - was);
  const amount = by === undefined ? format.percent(difference / Math.abs(was)) : by(difference);
  if (amount === (by === undefined ? format.percent(0) : by(0))) return <Trend towards="same" text={words.same(formatValue(was))} />;
  const [up, down] = by === undefined ? [words.more, words.less] : [words.higher, words.lower];
  return now > was ? (
    <Trend towards="up" text={up(amount, formatValue(was))} />
  ) : (
    <Trend towards="down" text={down(amount, formatValue(was))} />
  );
}

/** A share changes by percentage points. */
function Share({ now, was }: { now: number | null; was: number | null }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  // Difference of the rounded values, so that it agrees with the displayed ones.
  const shown = (share: number | null) => (share === null ? null : Math.round(share * 100));
  return (
    <Change
      now={shown(now)}
      was={shown(was)}
      formatValue={(points) => format.percent(points / 100)}
      by={(points) => words.points(format.number(points))}
    />
  );
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

function Trend({ towards, text }: { towards: 'up' | 'down' | 'same' | 'none'; text: string }) {
  const Icon = towards === 'none' ? undefined : arrows[towards];
  return (
    <span className={styles.trend} data-towards={towards}>
      {Icon === undefined ? null : <Icon size={20} aria-hidden />}
      {text}
    </span>
  );
}
