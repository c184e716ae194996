import { Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IconArrowRight } from '../icons/arrow-right.ts';
import { IconChecks } from '../icons/checks.ts';
import { useWords } from '../ui/language.tsx';
import styles from './fieldwork.module.css';
import { JobCard } from './job-card.tsx';
import { dayQuery, isOpen, type Order } from './jobs.ts';
import signOffStyles from './sign-off.module.css';
import { useFieldStates } from './unsent.ts';
import { fieldWords } from './words.ts';

/** Signed off by the farmer. */
export function JobDone() {
  const words = useWords(fieldWords);
  return (
    <div className={signOffStyles.done} role="status">
      <IconChecks size={56} aria-hidden />
      <Title order={2}>{words.completedTitle}</Title>
      {words.completedText}
    </div>
  );
}

/** The next open job after this one, otherwise any open job. `pressing`: nothing is left to do here. */
export function NextJob({ after, pressing }: { after: Order; pressing: boolean }) {
  const words = useWords(fieldWords);
  const { data: jobs = [] } = useQuery(dayQuery(after.date));
  const stateOf = useFieldStates();
  const here = jobs.findIndex(({ order }) => order.id === after.id);
  const next = [...jobs.slice(here + 1), ...jobs.slice(0, Math.max(here, 0))].find(
    ({ order }) => isOpen(order) && !stateOf(order).reported,
  );
  const number = next === undefined ? 0 : jobs.indexOf(next) + 1;
  return (
    <Stack component="section" gap="sm">
      {next === undefined ? (
        <p className={styles.quiet}>{words.noMoreJobs}</p>
      ) : (
        <>
          <Title order={2}>{words.nextJob}</Title>
          <JobCard order={next.order} number={number} />
          <Button
            className={styles.primary}
            variant={pressing ? 'filled' : 'default'}
            component={Link}
            to={`/orders/${next.order.id}`}
            rightSection={<IconArrowRight size={24} aria-hidden />}
          >
            {words.toNextJob}
          </Button>
        </>
      )}
      <Button className={styles.big} variant="default" component={Link} to={`/?date=${after.date}`}>
        {words.toMyDay}
      </Button>
    </Stack>
  );
}
