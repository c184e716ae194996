import { Button, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
import { cashKey, useCashOf, useCashRefunds } from './cash-queries.ts';
import styles from './cash-report.module.css';
import { cashReportWords } from './cash-report-words.ts';
import { CashSums } from './cash-sums.tsx';

interface CollectorRowProps {
  collected: Shape<'CollectedCash'>;
  date: string;
}

/** Cash of one user on a day, with the entries and refunds. */
export function CollectorRow({ collected, date }: CollectorRowProps) {
  const words = useWords(cashReportWords);
  const { role } = useWords(stateWords);
  const [opened, setOpened] = useState(false);
  const { collector, orders, outstanding, refunded } = collected;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div>
          <Title order={2} size="h3">
            {collector.fullName}
          </Title>
          <Text c="dimmed">
            {role[collector.role]}
            {orders > 0 ? `, ${words.orders(orders)}` : null}
          </Text>
        </div>
        <CashSums
          of={collected}
          shown={[
            ...(orders > 0 ? (['amount'] as const) : []),
            ...(refunded > 0 ? (['refunded', 'net'] as const) : []),
            ...(orders > 0 ? (['handedOver', 'outstanding'] as const) : []),
          ]}
        />
        {outstanding > 0 ? (
          <HandOver collected={collected} date={date} />
        ) : orders > 0 ? (
          <span className={styles.allIn}>
            <IconCircleCheck size={20} aria-hidden /> {words.allIn}
          </span>
        ) : null}
      </div>
      <details className={styles.details} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>
          <IconChevronRight size={20} aria-hidden /> {words.entries}
        </summary>
        {opened ? (
          <>
            {orders > 0 ? (
              <>
                <Entries userId={collector.id} date={date} />
                <ListExport list="/api/receptionist/cash/{userId}/entry" path={{ userId: collector.id }} query={{ date }} />
              </>
            ) : null}
            {refunded > 0 ? (
              <>
                <Title order={3} size="h4">
                  {words.refunds}
                </Title>
                <Refunds userId={collector.id} date={date} />
                <ListExport list="/api/receptionist/cash/{userId}/refund" path={{ userId: collector.id }} query={{ date }} />
              </>
            ) : null}
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
          {content.map(({ handedOver, ...entry }) => (
            <Movement key={entry.id} movement={entry}>
              <Text c="dimmed" className={styles.state ?? ''}>
                {handedOver === null ? <IconClock size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
                <span>
                  {format.moment(entry.at)},{' '}
                  {handedOver === null ? words.notYet : words.takenBy(handedOver.by.fullName, format.moment(handedOver.at))}
                </span>
              </Text>
            </Movement>
          ))}
        </ol>
      )}
    </QueryBoundary>
  );
}

function Refunds({ userId, date }: { userId: number; date: string }) {
  const format = useFormat();
  return (
    <QueryBoundary query={useCashRefunds(userId, date)} loading={<Loading lines={1} />}>
      {({ content }) => (
        <ol className={styles.entries}>
          {content.map((refund) => (
            <Movement key={refund.id} movement={refund}>
              <Text c="dimmed">{format.moment(refund.at)}</Text>
            </Movement>
          ))}
        </ol>
      )}
    </QueryBoundary>
  );
}

function Movement({ movement: { orderId, farmer, location, amount }, children }: { movement: Shape<'CashRefund'>; children: ReactNode }) {
  const words = useWords(cashReportWords);
  const format = useFormat();
  return (
    <li>
      <div>
        <Link to={`/orders/${orderId}`} className={styles.link}>
          {words.order(orderId)}, {farmer}
        </Link>
        <Text c="dimmed">{location}</Text>
        {children}
      </div>
      <span className={styles.amount}>{format.money(amount)}</span>
    </li>
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
