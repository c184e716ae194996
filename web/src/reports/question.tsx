import type { ReactNode } from 'react';
import { IconDownload } from '../icons/download.ts';
import { useWords } from '../ui/language.tsx';
import { figuresWords } from './report-words.ts';
import styles from './reports.module.css';

interface Row {
  id: number | string;
  cells: string[];
}

interface QuestionProps {
  question: string;
  /** The answer as a sentence; the chart gives the reason. */
  answer: string;
  /** Address of the CSV file; the XLSX file has the same with another extension. */
  csv: string;
  table: { head: string[]; rows: Row[] };
  /** undefined: no chart. */
  children?: ReactNode;
}

/** One question with answer, chart and data table. */
export function Question({ question, answer, csv, table, children }: QuestionProps) {
  const words = useWords(figuresWords);
  return (
    <section className={styles.question}>
      <div>
        <h2>{question}</h2>
        <p>{answer}</p>
      </div>
      {children}
      <div className={styles.numbersBelow}>
        {table.rows.length === 0 ? null : (
          <details className={styles.details}>
            <summary>{words.numbers}</summary>
            <Numbers caption={question} {...table} />
          </details>
        )}
        <a href={csv} download className={styles.csv}>
          <IconDownload size={20} aria-hidden />
          {words.csv}
        </a>
        <a href={csv.replace('.csv', '.xlsx')} download className={styles.csv}>
          <IconDownload size={20} aria-hidden />
          {words.xlsx}
        </a>
      </div>
    </section>
  );
}

function Numbers({ caption, head, rows }: { caption: string; head: string[]; rows: Row[] }) {
  return (
    // Wide tables scroll by themselves, so they must be focusable.
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
