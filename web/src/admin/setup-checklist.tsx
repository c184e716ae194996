import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { IconCircle } from '../icons/circle.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { IconCircleMinus } from '../icons/circle-minus.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import styles from './setup-checklist.module.css';
import { setupKey, setupQuery } from './setup-query.ts';
import { setupWords } from './setup-words.ts';

type Checklist = Shape<'SetupChecklist'>;
type Step = Checklist['steps'][number];

const pages: Record<string, string | null> = {
  name: '/company/settings',
  logo: '/company/settings',
  unit: '/company/settings',
  area: '/company/map',
  prices: '/company/crops',
  sessions: '/company/sessions',
  staff: '/company/users/new',
  payments: '/company/bank',
  mail: null,
};

/** For the admin of a new company, until it is complete and dismissed. */
export function SetupChecklist() {
  const words = useWords(setupWords);
  const queries = useQueryClient();
  const { data } = useQuery(setupQuery);
  const show = (checklist: Checklist) => queries.setQueryData(setupKey, checklist);
  const skip = useAction({
    act: ({ step, skipped }: { step: Step['step']; skipped: boolean }) =>
      read(api.PUT('/api/admin/setup-checklist/step/{step}', { params: { path: { step } }, body: { skipped } })),
    onSuccess: show,
  });
  const dismiss = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(api.POST('/api/admin/setup-checklist/dismiss', { params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    onSuccess: show,
  });
  if (data === undefined || data.dismissed) return null;
  const done = data.steps.filter((step) => step.done).length;
  const title = words.progress(done, data.steps.length);
  return (
    <Card component="section" aria-labelledby="setup-title">
      <Stack gap="sm">
        <Title order={2} id="setup-title">
          {words.title}
        </Title>
        <div>
          <Text>{title}</Text>
          <Progress value={(done / data.steps.length) * 100} aria-label={title} />
        </div>
        <ul className={styles.steps}>
          {data.steps.map((step) => (
            <StepRow key={step.step} {...step} onSkip={(skipped) => skip.mutate({ step: step.step, skipped })} />
          ))}
        </ul>
        {data.complete ? (
          <Group justify="space-between">
            <Text>{words.complete}</Text>
            <Button onClick={() => dismiss.mutate(undefined)} loading={dismiss.isPending}>
              {words.dismiss}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Card>
  );
}

function StepRow({ step, done, skipped, onSkip }: Step & { onSkip(skipped: boolean): void }) {
  const words = useWords(setupWords);
  const [title = step, note = ''] = words.steps[step] ?? [];
  const Icon = done ? IconCircleCheck : skipped ? IconCircleMinus : IconCircle;
  const page = pages[step];
  return (
    <li className={styles.step}>
      <Icon size={24} stroke={1.75} className={done ? styles.done : undefined} aria-hidden />
      <div className={styles.text}>
        <strong>{title}</strong>
        <Text size="sm" c="dimmed">
          {done ? words.done : skipped ? words.skipped : note}
        </Text>
      </div>
      <Group gap="xs" className={styles.actions ?? ''}>
        {page === null || page === undefined ? null : (
          <Button component={Link} to={page} variant="default" aria-label={`${words.open}: ${title}`}>
            {words.open}
          </Button>
        )}
        {done ? null : (
          <Button variant="subtle" onClick={() => onSkip(!skipped)} aria-label={skipped ? words.unskipStep(title) : words.skipStep(title)}>
            {skipped ? words.unskip : words.skip}
          </Button>
        )}
      </Group>
    </li>
  );
}
