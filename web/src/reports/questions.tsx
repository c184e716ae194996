import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../ui/format.ts';
import { numberFormat } from '../ui/intl.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { Segments } from '../ui/segments.tsx';
import { stateWords } from '../ui/state-words.ts';
import { QueryBoundary } from '../ui/states.tsx';
import { Bars, TimeBars } from './bars.tsx';
import type { Period } from './period.ts';
import { Question } from './question.tsx';
import { csvOf, formatOrDash, largest } from './report-format.ts';
import { cropsQuery, sessionsQuery, weeksQuery } from './report-queries.ts';
import { figuresWords } from './report-words.ts';

const marked = 'var(--link)';

export function SessionsQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  const query = useQuery({ ...sessionsQuery(period), placeholderData: keepPreviousData });
  return (
    <QueryBoundary query={query}>
      {({ content }) => {
        const rows = content.filter(({ utilisation }) => utilisation !== null);
        const share = (row: (typeof rows)[number] | undefined) => row?.utilisation ?? 0;
        const emptiest = largest(rows, (row) => -share(row));
        const formatWithUnit = (row: (typeof rows)[number] | undefined) => format.percent(share(row));
        const even = formatWithUnit(emptiest) === formatWithUnit(largest(rows, share));
        const empty = rows.filter((row) => formatWithUnit(row) === formatWithUnit(emptiest));
        const none = rows.every(({ orders }) => orders === 0);
        const answer =
          none || emptiest === undefined
            ? words.none
            : even
              ? words.sessions.even(formatWithUnit(emptiest))
              : words.sessions.answer(
                  empty.map(({ session }) => format.session(session)),
                  formatWithUnit(emptiest),
                );
        return (
          <Question
            question={words.sessions.question}
            answer={answer}
            csv={csvOf('session', period)}
            table={{
              head: [words.sessions.session, words.utilisation, words.orders, words.area, words.income],
              rows: content.map(({ session, utilisation, orders, area, income }) => ({
                id: session.id,
                cells: [
                  format.session(session),
                  formatOrDash(utilisation, format.percent),
                  format.number(orders),
                  format.area(area),
                  format.money(income),
                ],
              })),
            }}
          >
            {none ? null : (
              <Bars
                label={`${words.sessions.question} ${answer}`}
                format={format.percent}
                most={1}
                bars={rows.map((row) => ({
                  name: format.session(row.session),
                  value: share(row),
                  ...(!even && formatWithUnit(row) === formatWithUnit(emptiest) ? { color: marked } : {}),
                }))}
              />
            )}
          </Question>
        );
      }}
    </QueryBoundary>
  );
}

const measures = ['orders', 'income', 'area'] as const;
type Measure = (typeof measures)[number];

export function WeeksQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  const isPhone = useIsPhone();
  const { language } = useLanguage();
  const [measure, setMeasure] = useState<Measure>('orders');
  const query = useQuery({ ...weeksQuery(period), placeholderData: keepPreviousData });
  const formats = { orders: (value: number) => format.number(value), income: format.money, area: format.area };
  const formatMeasure = formats[measure];
  const compact = numberFormat(language === 'vi' ? 'vi-VN' : 'en-GB', { notation: 'compact' });
  const tick = (value: number) => (value < 1000 ? format.number(value) : compact.format(value));
  return (
    <QueryBoundary query={query}>
      {({ content }) => {
        const best = largest(content, (week) => week[measure]);
        const none = content.every(({ orders, income }) => orders === 0 && income === 0);
        const formatWithUnit = (value: number) =>
          measure === 'orders' ? `${formatMeasure(value)} ${words.orders.toLowerCase()}` : formatMeasure(value);
        const answer =
          none || best === undefined ? words.none : words.weeks.answer(format.dateRange(best.from, best.to), formatWithUnit(best[measure]));
        return (
          <Question
            question={words.weeks.question}
            answer={answer}
            csv={csvOf('week', period)}
            table={{
              head: [words.weeks.week, words.orders, words.income, words.area, words.utilisation, words.rating, words.cancelledColumn],
              rows: content.map((week) => ({
                id: week.from,
                cells: [
                  format.dateRange(week.from, week.to),
                  format.number(week.orders),
                  format.money(week.income),
                  format.area(week.area),
                  formatOrDash(week.utilisation, format.percent),
                  formatOrDash(week.rating, format.number),
                  format.number(week.cancelled),
                ],
              })),
            }}
          >
            {none ? null : (
              <>
                <Segments
                  fullWidth
                  aria-label={words.weeks.measure}
                  value={measure}
                  onChange={setMeasure}
                  data={measures.map((value) => ({ value, label: words[value] }))}
                />
                <TimeBars
                  label={words.weeks.question}
                  format={formatWithUnit}
                  tick={tick}
                  names={isPhone ? 2 : 5}
                  bars={content.map((week) => ({ name: format.dateRange(week.from, week.to), value: week[measure] }))}
                />
              </>
            )}
          </Question>
        );
      }}
    </QueryBoundary>
  );
}

export function CropsQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const { crop: names } = useWords(stateWords);
  const format = useFormat();
  const query = useQuery({ ...cropsQuery(period), placeholderData: keepPreviousData });
  return (
    <QueryBoundary query={query}>
      {({ content }) => {
        const rows = content
          .map((row) => ({ ...row, name: names[row.cropType.name] ?? row.cropType.name }))
          .sort((a, b) => b.area - a.area);
        const total = rows.reduce((sum, { area }) => sum + area, 0);
        const [first] = rows;
        const none = first === undefined || total === 0;
        const answer = none ? words.none : words.crops.answer(first.name.toLowerCase(), format.percent(first.area / total));
        return (
          <Question
            question={words.crops.question}
            answer={answer}
            csv={csvOf('crop', period)}
            table={{
              head: [words.crops.crop, words.area, words.orders, words.income, words.rating],
              rows: rows.map(({ cropType, name, area, orders, income, rating }) => ({
                id: cropType.id,
                cells: [name, format.area(area), format.number(orders), format.money(income), formatOrDash(rating, format.number)],
              })),
            }}
          >
            {none ? null : (
              <Bars
                label={`${words.crops.question} ${answer}`}
                format={format.area}
                bars={rows.filter(({ area }) => area > 0).map(({ name, area }) => ({ name, value: area }))}
              />
            )}
          </Question>
        );
      }}
    </QueryBoundary>
  );
}
