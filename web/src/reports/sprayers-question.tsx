import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { Bars } from './bars.tsx';
import type { Period } from './period.ts';
import { Question } from './question.tsx';
import { csvOf, formatOrDash } from './report-format.ts';
import { sprayersQuery } from './report-queries.ts';
import { figuresWords } from './report-words.ts';
import styles from './reports.module.css';

const fallen = 'var(--clay-text)';
/** Maximum number of rows. */
const maxSprayers = 12;

export function SprayersQuestion({ period }: { period: Period }) {
  const words = useWords(figuresWords);
  const format = useFormat();
  const query = useQuery({ ...sprayersQuery(period), placeholderData: keepPreviousData });
  const change = (by: number) => (by < 0 ? `↓ ${format.number(-by)}` : by > 0 ? `↑ ${format.number(by)}` : '=');
  return (
    <QueryBoundary query={query}>
      {({ content }) => {
        const rows = [...content].sort((a, b) => (a.ratingChange ?? 9) - (b.ratingChange ?? 9));
        const rated = rows.filter(({ rating }) => rating !== null);
        const compared = rows.filter(({ ratingChange }) => ratingChange !== null);
        const falling = compared.filter(({ ratingChange }) => (ratingChange ?? 0) < 0);
        const named = falling.slice(0, 5).map(({ sprayer, ratingChange }) => `${sprayer.fullName} (${change(ratingChange ?? 0)})`);
        const { answer: falls, noneLower, unknown, noRatings, few } = words.sprayers;
        const answer =
          rated.length === 0 ? noRatings : compared.length === 0 ? unknown : falling.length === 0 ? noneLower : falls(named.join(', '));
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
                  formatOrDash(row.rating, format.number),
                  formatOrDash(row.ratingChange, change),
                  format.number(row.ratings),
                  format.number(row.jobs),
                  format.area(row.area),
                  formatOrDash(row.punctuality, format.percent),
                ],
              })),
            }}
          >
            {rated.length === 0 ? null : (
              <>
                <Bars
                  label={`${words.sprayers.question} ${answer}`}
                  format={format.number}
                  most={5}
                  bars={rated.slice(0, maxSprayers).map(({ sprayer, rating, ratingChange }) => ({
                    name: sprayer.fullName,
                    value: rating ?? 0,
                    label: `${format.number(rating ?? 0)} ${ratingChange === null ? '' : change(ratingChange)}`,
                    ...(ratingChange !== null && ratingChange < 0 ? { color: fallen } : {}),
                  }))}
                />
                {rated.length > maxSprayers ? <p className={styles.note}>{few(maxSprayers)}</p> : null}
              </>
            )}
          </Question>
        );
      }}
    </QueryBoundary>
  );
}
