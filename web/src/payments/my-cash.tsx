import { Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DaySwitcher } from '../fieldwork/day-switcher.tsx';
import { useToday } from '../fieldwork/jobs.ts';
import { IconCash } from '../icons/cash.ts';
import { IconChecks } from '../icons/checks.ts';
import { IconClock } from '../icons/clock.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import styles from './my-cash.module.css';
import { type CashEntry, myCashEntriesQuery, myCashQuery, type MyCash as Sums } from './my-cash-queries.ts';
import { myCashWords } from './my-cash-words.ts';

/** Cash that a sprayer has not handed over. */
export function MyCash() {
  const words = useWords(myCashWords);
  const [date, setDate] = useState(useToday());
  const sums = useQuery(myCashQuery(date));
  const entries = useQuery(myCashEntriesQuery(date));
  return (
    <Page title={words.title} narrow exports={<ListExport list="/api/sprayer/cash/entry" query={{ date }} />}>
      <DaySwitcher date={date} show={setDate} />
      <QueryBoundary query={sums}>
        {(data) => (
          <Stack gap="lg">
            <Summary sums={data} />
            {data.orders === 0 ? (
              <EmptyState icon={<IconCash size={40} aria-hidden />} title={words.noneTitle} text={words.noneText} />
            ) : (
              <Stack component="section" gap="sm">
                <Title order={2}>{words.entries}</Title>
                <QueryBoundary query={entries}>
                  {({ content }) => content.map((entry) => <Entry key={entry.id} entry={entry} />)}
                </QueryBoundary>
              </Stack>
            )}
          </Stack>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Summary({ sums }: { sums: Sums }) {
  const words = useWords(myCashWords);
  const format = useFormat();
  return (
    <Card padding="lg">
      <Text>{words.carried}</Text>
      <p className={styles.sum}>{format.money(sums.carried)}</p>
      <Text c="dimmed">{sums.carried === 0 ? words.nothingCarried : words.carriedText}</Text>
      <dl className={styles.parts}>
        <div>
          <dt>{words.collected}</dt>
          <dd>{format.money(sums.amount)}</dd>
        </div>
        <div>
          <dt>{words.handedOver}</dt>
          <dd>{format.money(sums.handedOver)}</dd>
        </div>
        <div>
          <dt>{words.outstanding}</dt>
          <dd>{format.money(sums.outstanding)}</dd>
        </div>
        {sums.held === 0 ? null : (
          <div>
            <dt>{words.held}</dt>
            <dd>{format.money(sums.held)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function Entry({ entry: { orderId, farmer, location, amount, at, handedOver } }: { entry: CashEntry }) {
  const words = useWords(myCashWords);
  const format = useFormat();
  return (
    <Card component={Link} to={`/orders/${orderId}`} className={styles.entry ?? ''}>
      <span className={styles.text}>
        <strong>{farmer}</strong>
        <span className={styles.quiet}>{location}</span>
        <span className={styles.state}>
          {handedOver === null ? <IconClock size={18} aria-hidden /> : <IconChecks size={18} aria-hidden />}
          {format.moment(at)} · {handedOver === null ? words.withYou : words.handed(handedOver.by.fullName)}
        </span>
      </span>
      <strong className={styles.amount}>{format.money(amount)}</strong>
    </Card>
  );
}
