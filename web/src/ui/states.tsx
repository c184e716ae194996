import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Problem } from '../api/problem.ts';
import { IconCloudOff } from '../icons/cloud-off.ts';
import { IconMoodSad } from '../icons/mood-sad.ts';
import { IconPlant2 } from '../icons/plant-2.ts';
import { useWords } from './language.tsx';
import { useProblemWords } from './problem-words.ts';
import styles from './states.module.css';
import { uiWords } from './words.ts';

/** Skeleton of the content. */
export function Loading({ lines = 3 }: { lines?: number }) {
  const words = useWords(uiWords);
  return (
    <Stack gap="sm" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={n} height={72} radius="md" />
      ))}
    </Stack>
  );
}

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** 1 where it is the only content of the page. */
  order?: 1 | 2;
}

/** Empty state with an optional action. */
export function EmptyState({ icon = <IconPlant2 size={40} aria-hidden />, title, text, action, order = 2 }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <Title order={order} size="h3">
        {title}
      </Title>
      {text === undefined ? null : <Text c="dimmed">{text}</Text>}
      {action}
    </div>
  );
}

/** Error text with an optional retry button. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const words = useWords(uiWords);
  const explain = useProblemWords();
  const offline = error instanceof Problem && error.status === 0;
  return (
    <div className={styles.empty} role="alert">
      {offline ? <IconCloudOff size={40} aria-hidden /> : <IconMoodSad size={40} aria-hidden />}
      <Text>{explain(error)}</Text>
      {retry === undefined ? null : (
        <Button variant="default" onClick={retry}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}

interface QueryBoundaryProps<T> {
  query: UseQueryResult<T>;
  loading?: ReactNode;
  /** When the data counts as empty, and what to show in that case. */
  empty?: { when: (data: T) => boolean; show: ReactNode };
  children: (data: T) => ReactNode;
}

/** Renders a query: loading, error, empty or data. */
export function QueryBoundary<T>({ query, loading = <Loading />, empty, children }: QueryBoundaryProps<T>) {
  const { data, error, isPending, refetch } = query;
  // New data is rendered as a deferred update, so that the page stays responsive.
  const isRendered = useDeferredValue(data !== undefined);
  if (data !== undefined && !isRendered) return loading;
  if (data !== undefined) return empty?.when(data) === true ? empty.show : children(data);
  if (isPending && query.fetchStatus !== 'paused') return loading;
  return <ErrorState error={error ?? new Problem({ status: 0, code: 'UNREACHABLE', detail: '' })} retry={() => void refetch()} />;
}
