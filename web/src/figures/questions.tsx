import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { toQuery } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import { Shown } from '../ui/states.tsx';
import { cropsQuery, sessionsQuery, sprayersQuery, unpaidQuery, weeksQuery } from './figure-queries.ts';
import { figuresWords } from './figures-words.ts';
import type { Period } from './period.ts';
import { Chart, Question } from './question.tsx';

const marked = 'var(--link)';
const fallen = 'var(--clay-text)';
const csvOf = (name: string, period: Period) => `/api/admin/figure/${name}.csv?${toQuery({ ...period })}`;
const perhaps = (value: number | null, say: (value: number) => string) => (value === null ? '–' : say(value));
/** The first of those for which the number is largest. */
const largest = <Item,>(items: Item[], number: (item: Item) => number) =>
  items.reduce<Item | undefined>((best, item) => (best === undefined || number(item) > number(best) ? item : best), undefined);

export function SessionsQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  const query = useQuery({ ...sessionsQuery(period), placeholderData: keepPreviousData });
  return (
    <Shown query={query}>
      {({ content }) => {
        const rows = content.filter(({ utilisation }) => utilisation !== null);
        const share = (row: (typeof rows)[number] | undefined) => row?.utilisation ?? 0;
        const emptiest = largest(rows, (row) => -share(row));
        const said = (row: (typeof rows)[number] | undefined) => format.percent(share(row));
        const even = said(emptiest) === said(largest(rows, share));
        const empty = rows.filter((row) => said(row) === said(emptiest));
        const none = rows.every(({ orders }) => orders === 0);
        const answer =
          none || emptiest === undefined
            ? words.none
            : even
              ? words.sessions.even(said(emptiest))
              : words.sessions.answer(
                  empty.map(({ session }) => format.session(session)),
                  said(emptiest),
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
                  perhaps(utilisation, format.percent),
                  format.number(orders),
                  format.area(area),
                  format.money(income),
                ],
              })),
            }}
          >
            {none ? null : (
              <Chart
                label={`${words.sessions.question} ${answer}`}
                measure={words.utilisation}
                format={format.percent}
                most={1}
                bars={rows.map((row) => ({
                  name: format.session(row.session),
                  value: share(row),
                  ...(!even && said(row) === said(emptiest) ? { color: marked } : {}),
                }))}
              />
            )}
          </Question>
        );
      }}
    </Shown>
  );
}

const measures = ['orders', 'income', 'area'] as const;
type Measure = (typeof measures)[number];

export function WeeksQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  const [measure, setMeasure] = useState<Measure>('orders');
  const query = useQuery({ ...weeksQuery(period), placeholderData: keepPreviousData });
  const says = { orders: (value: number) => format.number(value), income: format.money, area: format.area };
  const say = says[measure];
  return (
    <Shown query={query}>
      {({ content }) => {
        const best = largest(content, (week) => week[measure]);
        const none = content.every(({ orders, income }) => orders === 0 && income === 0);
        const said = (value: number) => (measure === 'orders' ? `${say(value)} ${words.orders.toLowerCase()}` : say(value));
        const answer =
          none || best === undefined ? words.none : words.weeks.answer(format.dateRange(best.from, best.to), said(best[measure]));
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
                  perhaps(week.utilisation, format.percent),
                  perhaps(week.rating, format.number),
                  format.number(week.cancelled),
                ],
              })),
            }}
          >
            {none ? null : (
              <>
                <SegmentedControl
                  fullWidth
                  aria-label={words.weeks.measure}
                  value={measure}
                  onChange={(value) => setMeasure(value as Measure)}
                  data={measures.map((value) => ({ value, label: words[value] }))}
                />
                <Chart
                  inTime
                  label={`${words.weeks.question} ${answer}`}
                  measure={words[measure]}
                  format={say}
                  bars={content.map((week) => ({ name: format.dateRange(week.from, week.to), value: week[measure] }))}
                />
              </>
            )}
          </Question>
        );
      }}
    </Shown>
  );
}

export function CropsQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const { crop: names } = useWords(stateWords);
  const format = useFormat();
  const query = useQuery({ ...cropsQuery(period), placeholderData: keepPreviousData });
  return (
    <Shown query={query}>
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
                cells: [name, format.area(area), format.number(orders), format.money(income), perhaps(rating, format.number)],
              })),
            }}
          >
            {none ? null : (
              <Chart
                label={`${words.crops.question} ${answer}`}
                measure={words.area}
                format={format.area}
                bars={rows.filter(({ area }) => area > 0).map(({ name, area }) => ({ name, value: area }))}
              />
            )}
          </Question>
        );
      }}
    </Shown>
  );
}

const mostSprayers = 12;

export function SprayersQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  const query = useQuery({ ...sprayersQuery(period), placeholderData: keepPreviousData });
  const change = (by: number) => (by < 0 ? `↓ ${format.number(-by)}` : by > 0 ? `↑ ${format.number(by)}` : '=');
  return (
    <Shown query={query}>
      {({ content }) => {
        const rows = [...content].sort((a, b) => (a.ratingChange ?? 9) - (b.ratingChange ?? 9));
        const rated = rows.filter(({ rating }) => rating !== null);
        const compared = rows.filter(({ ratingChange }) => ratingChange !== null);
        const falling = compared.filter(({ ratingChange }) => (ratingChange ?? 0) < 0);
        const named = falling.slice(0, 5).map(({ sprayer, ratingChange }) => `${sprayer.fullName} (${change(ratingChange ?? 0)})`);
        const { answer: falls, nobody, unknown, noRatings, few } = words.sprayers;
        const answer =
          rated.length === 0 ? noRatings : compared.length === 0 ? unknown : falling.length === 0 ? nobody : falls(named.join(', '));
        return (
          <Question
            question={words.sprayers.question}
            answer={answer}
            csv={csvOf('sprayer', period)}
            table={{
              head: [
                words.sprayers.sprayer,
                words.rating,
                words.sprayers.change,
                words.sprayers.ratings,
                words.sprayers.jobs,
                words.area,
                words.punctuality,
              ],
              rows: rows.map((row) => ({
                id: row.sprayer.id,
                cells: [
                  row.sprayer.fullName,
                  perhaps(row.rating, format.number),
                  perhaps(row.ratingChange, change),
                  format.number(row.ratings),
                  format.number(row.jobs),
                  format.area(row.area),
                  perhaps(row.punctuality, format.percent),
                ],
              })),
            }}
          >
            {rated.length === 0 ? null : (
              <>
                <Chart
                  label={`${words.sprayers.question} ${answer}`}
                  measure={words.rating}
                  format={format.number}
                  most={5}
                  bars={rated.slice(0, mostSprayers).map(({ sprayer, rating, ratingChange }) => ({
                    name: sprayer.fullName,
                    value: rating ?? 0,
                    label: `${format.number(rating ?? 0)} ${ratingChange === null ? '' : change(ratingChange)}`,
                    ...(ratingChange !== null && ratingChange < 0 ? { color: fallen } : {}),
                  }))}
                />
                {rated.length > mostSprayers ? <Text c="dimmed">{few(mostSprayers)}</Text> : null}
              </>
            )}
          </Question>
        );
      }}
    </Shown>
  );
}

export function UnpaidQuestion() {
  const words = useWords(figuresWords);
  const format = useFormat();
  const query = useQuery(unpaidQuery);
  return (
    <Shown query={query}>
      {({ content }) => {
        const orders = content.reduce((sum, row) => sum + row.orders, 0);
        const amount = content.reduce((sum, row) => sum + row.amount, 0);
        const answer = orders === 0 ? words.unpaidBy.nothing : words.unpaidBy.answer(format.money(amount), orders);
        return (
          <Question
            question={words.unpaidBy.question}
            answer={answer}
            csv="/api/admin/figure/unpaid.csv"
            table={{
              head: [words.unpaidBy.age, words.unpaidBy.amount, words.orders],
              rows: content.map((row) => ({
                id: row.age,
                cells: [words.unpaidBy.ages[row.age], format.money(row.amount), format.number(row.orders)],
              })),
            }}
          >
            {orders === 0 ? null : (
              <>
                <Chart
                  label={`${words.unpaidBy.question} ${answer}`}
                  measure={words.unpaidBy.amount}
                  format={format.money}
                  bars={content.map((row) => ({ name: words.unpaidBy.ages[row.age], value: row.amount }))}
                />
                <Anchor component={Link} to="/payments">
                  {words.unpaidBy.see}
                </Anchor>
              </>
            )}
          </Question>
        );
      }}
    </Shown>
  );
}
