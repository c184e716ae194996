import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { IconClock } from '../icons/clock.ts';
import { IconHandGrab } from '../icons/hand-grab.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { stateWords } from '../ui/state-words.ts';
import { Loading, QueryBoundary } from '../ui/states.tsx';
import { cashKey, useCashOf } from './cash-queries.ts';
import styles from './cash-report.module.css';
import { cashReportWords } from './cash-report-words.ts';

interface CollectorRowProps {
  collected: Shape<'CollectedCash'>;
  date: string;
}

/** Cash of one collector on a day, with the entries. */
export function CollectorRow({ collected, date }: CollectorRowProps) {
  const words = useWords(cashReportWords);
  const { role } = useWords(stateWords);
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const { collector, orders, amount, handedOver, outstanding } = collected;
  const sums = [
    { name: words.collected, value: amount },
    { name: words.handedOver, value: handedOver },
    { name: words.outstanding, value: outstanding },
  ];
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div>
          <Title order={2} size="h3">
            {collector.fullName}
          </Title>
          <Text c="dimmed">
            {role[collector.role]}, {words.orders(orders)}
          </Text>
        </div>
        <dl className={styles.sums}>
          {sums.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{format.money(value)}</dd>
            </div>
          ))}
        </dl>
        {outstanding > 0 ? (
          <HandOver collected={collected} date={date} />
        ) : (
          <span className={styles.allIn}>
            <IconCircleCheck size={20} aria-hidden /> {words.allIn}
          </span>
        )}
      </div>
      <details className={styles.details} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>
          <IconChevronRight size={20} aria-hidden /> {words.entries}
        </summary>
        {opened ? (
          <>
            <Entries userId={collector.id} date={date} />
            <ListExport list="/api/receptionist/cash/{userId}/entry" path={{ userId: collector.id }} query={{ date }} />
          </>
        ) : null}
      </details>
    </li>
  );
}

function Entries({ userId, date }: { userId: number; date: string }) {
  const words = useWords(cashReportWords);
  const format = useFormat();
  return (
    <QueryBoundary query={useCashOf(userId, date, true)} loading={<Loading lines={1} />}>
      {({ content }) => (
        <ol className={styles.entries}>
          {content.map(({ id, orderId, farmer, location, amount, at, handedOver }) => (
            <li key={id}>
              <div>
                <Link to={`/orders/${orderId}`} className={styles.link}>
                  {words.order(orderId)}, {farmer}
                </Link>
                <Text c="dimmed">{location}</Text>
                <Text c="dimmed" className={styles.state ?? ''}>
                  {handedOver === null ? <IconClock size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
                  <span>
                    {format.moment(at)},{' '}
                    {handedOver === null ? words.notYet : words.takenBy(handedOver.by.fullName, format.moment(handedOver.at))}
                  </span>
                </Text>
              </div>
              <span className={styles.amount}>{format.money(amount)}</span>
            </li>
          ))}
        </ol>
      )}
    </QueryBoundary>
  );
}

function HandOver({ collected: { collector, outstanding }, date }: CollectorRowProps) {
  const words = useWords(cashReportWords);
  const format = useFormat();
  const amount = format.money(outstanding);
  const taking = useAction({
    act: (_, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/cash/hand-over', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: { collectorId: collector.id, date },
        }),
      ),
    invalidates: [cashKey],
    // The service hands over all entries that are outstanding by then, which may be more than the displayed ones.
    successMessage: (noted) =>
      noted.amount === outstanding ? words.handOverDone(amount, collector.fullName) : words.changed(format.money(noted.amount), amount),
  });
  return (
    <Confirm
      title={words.handOverTitle}
      text={words.handOverText(collector.fullName, amount)}
      action={words.handOverAction(amount)}
      danger={false}
      busy={taking.isPending}
      onConfirm={(close) => taking.mutate(undefined, { onSettled: close })}
      trigger={(open) => (
        <Button leftSection={<IconHandGrab size={20} aria-hidden />} onClick={open}>
          {words.handOver}
        </Button>
      )}
    />
  );
}
