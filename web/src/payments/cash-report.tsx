import { ActionIcon, Button, TextInput, Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useCompany } from '../api/company.tsx';
import { IconCash } from '../icons/cash.ts';
import { IconChevronLeft } from '../icons/chevron-left.ts';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { BackLink } from '../ui/back-link.tsx';
import { addDays } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, Loading, QueryBoundary } from '../ui/states.tsx';
import { useCashTotal, useCollected } from './cash-queries.ts';
import styles from './cash-report.module.css';
import { cashReportWords } from './cash-report-words.ts';
import { CashSums } from './cash-sums.tsx';
import { CollectorRow } from './collector-row.tsx';

const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`));

/** Cash of a day by user: collected, handed over and refunded. */
export function CashReport() {
  const words = useWords(cashReportWords);
  const format = useFormat();
  const { today } = useCompany();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('date');
  const date = isDate(asked) ? asked : today;
  const show = (day: string) => setSearch(day === today ? {} : { date: day }, { replace: true });
  const query = useCollected(date);
  return (
    <Page
      title={words.title}
      back={<BackLink to="/payments" name={words.payments} />}
      exports={<ListExport list="/api/receptionist/cash" query={{ date }} />}
    >
      <div className={styles.steps}>
        <ActionIcon
          variant="default"
          size="var(--target)"
          aria-label={words.earlier}
          title={words.earlier}
          onClick={() => show(addDays(date, -1))}
        >
          <IconChevronLeft size={22} aria-hidden />
        </ActionIcon>
        <TextInput
          type="date"
          aria-label={words.date}
          value={date}
          max={today}
          onChange={({ currentTarget }) => {
            if (isDate(currentTarget.value)) show(currentTarget.value);
          }}
        />
        <ActionIcon
          variant="default"
          size="var(--target)"
          aria-label={words.later}
          title={words.later}
          disabled={date >= today}
          onClick={() => show(addDays(date, 1))}
        >
          <IconChevronRight size={22} aria-hidden />
        </ActionIcon>
        <Button variant="default" disabled={date === today} onClick={() => show(today)}>
          {words.today}
        </Button>
        <span className={styles.day} aria-live="polite">
          {format.longDate(date)}
        </span>
      </div>
      <QueryBoundary
        query={query}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <EmptyState icon={<IconCash size={40} aria-hidden />} title={words.none} text={words.noneText} />,
        }}
      >
        {({ content }) => (
          <>
            <Total date={date} />
            <ul className={styles.rows}>
              {content.map((collected) => (
                <CollectorRow key={`${collected.collector.id} ${date}`} collected={collected} date={date} />
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Total({ date }: { date: string }) {
  const words = useWords(cashReportWords);
  return (
    <QueryBoundary query={useCashTotal(date)} loading={<Loading lines={1} />}>
      {(total) => (
        <section className={styles.row} aria-label={words.total}>
          <div className={styles.head}>
            <Title order={2} size="h3">
              {words.total}
            </Title>
            <CashSums of={total} shown={['amount', 'refunded', 'net', 'handedOver', 'outstanding']} />
          </div>
        </section>
      )}
    </QueryBoundary>
  );
}
