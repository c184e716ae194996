import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { Bars } from './bars.tsx';
import { Question } from './question.tsx';
import { unpaidQuery } from './report-queries.ts';
import { figuresWords } from './report-words.ts';

export function UnpaidQuestion() {
  const words = useWords(figuresWords);
  const format = useFormat();
  const query = useQuery(unpaidQuery);
  return (
    <QueryBoundary query={query}>
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
                <Bars
                  label={`${words.unpaidBy.question} ${answer}`}
                  format={format.money}
                  bars={content.map((row) => ({ name: words.unpaidBy.ages[row.age], value: row.amount }))}
                />
                <Link to="/payments">{words.unpaidBy.see}</Link>
              </>
            )}
          </Question>
        );
      }}
    </QueryBoundary>
  );
}
