import { Button, Card, Text, Title } from '@mantine/core';
import { memo } from 'react';
import { Link, useNavigate } from 'react-router';
import { IconChecks } from '../icons/checks.ts';
import { IconSignature } from '../icons/signature.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { OrderBadge } from '../ui/state-badge.tsx';
import styles from './fieldwork.module.css';
import { JobActions } from './job-actions.tsx';
import { Waiting } from './job-card.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobWeather } from './job-weather.tsx';
import { isOpen, type Job, type Order, useToday } from './jobs.ts';
import { NotSprayed } from './not-sprayed.tsx';
import { StartStep } from './start-step.tsx';
import { TakeBackStart } from './take-back-start.tsx';
import { shownState, useFieldState } from './unsent.ts';
import { fieldWords } from './words.ts';

/** The current or next job in large type, with its actions. */
export const CurrentJob = memo(function CurrentJob({ job, number }: { job: Job; number: number }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  const state = useFieldState(job.order);
  const { order, waiting } = state;
  return (
    <Card padding="lg" className={styles.current ?? ''}>
      <div className={styles.currentTop}>
        <span className={styles.number} data-current>
          {number}
        </span>
        <Text fw={600} size="lg">
          {order.orderStatus === 'in_progress' ? words.now : words.next} · {format.session(order.session)}
        </Text>
        {job.distanceKm === null || job.distanceKm === 0 ? null : <Text c="dimmed">{words.kmOn(format.number(job.distanceKm))}</Text>}
      </div>
      <Title order={2} className={styles.place ?? ''}>
        <Link to={`/orders/${order.id}`}>{order.location}</Link>
      </Title>
      <span className={styles.badges}>
        <OrderBadge status={shownState(state)} />
        {waiting ? <Waiting /> : null}
      </span>
      {state.reported ? null : <JobWeather order={order} />}
      <NextStep order={job.order} />
      <JobActions order={order} />
      {order.orderStatus === 'in_progress' && !state.reported ? <TakeBackStart order={order} /> : null}
      {isOpen(order) && !state.reported ? <NotSprayed order={order} /> : null}
      <JobFacts order={order} />
    </Card>
  );
});

/** The next action. */
export function NextStep({ order: serverOrder }: { order: Order }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  const navigate = useNavigate();
  const today = useToday();
  const { order, reported } = useFieldState(serverOrder);
  if (order.orderStatus === 'assigned') {
    if (order.date !== today) return <Text c="dimmed">{words.startOnDay(format.date(order.date))}</Text>;
    return <StartStep key={order.id} order={order} />;
  }
  return (
    <Button
      className={styles.primary}
      fullWidth
      leftSection={reported ? <IconSignature size={28} aria-hidden /> : <IconChecks size={28} aria-hidden />}
      onClick={() => void navigate(`/orders/${order.id}?${reported ? 'sign-off' : 'finish'}`)}
    >
      {reported ? words.signOff : words.finish}
    </Button>
  );
}
