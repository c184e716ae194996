import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { api, read } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { notSprayedWords } from '../../fieldwork/not-sprayed-words.ts';
import { useFormat } from '../../ui/format.ts';
import { useLanguage, useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { QueryBoundary } from '../../ui/states.tsx';
import { EditChanges } from '../edit/edit-changes.tsx';
import { useEdits } from '../edit/edit-queries.ts';
import { reasonFor } from '../preset-reasons.ts';
import styles from './office-order.module.css';
import { officeOrderWords } from './office-order-words.ts';

export function useOrderSteps(id: number) {
  return useQuery({
    queryKey: [...orderKey(id), 'timeline', 'office'],
    queryFn: ({ signal }) =>
      allPages((pageable) =>
        read(api.GET('/api/receptionist/order/{id}/timeline', { params: { path: { id }, query: { pageable } }, signal })),
      ),
  });
}

/** The times before and after each step that moved the order, by the id of the step. */
function useMoves(id: number) {
  return useQuery({
    queryKey: [...orderKey(id), 'moves', 'office'],
    queryFn: ({ signal }) =>
      allPages((pageable) => read(api.GET('/api/receptionist/order/{id}/move', { params: { path: { id }, query: { pageable } }, signal }))),
  });
}

/** History of an order: who did what, and when. */
export function OrderTimeline({ id, level }: { id: number; level: 2 | 3 }) {
  const words = useWords(officeOrderWords);
  const format = useFormat();
  const { language } = useLanguage();
  // Some reasons are names of the API.
  const namesOf: Record<string, Record<string, string>> = {
    payment_method: useWords(stateWords).method,
    not_sprayed: useWords(notSprayedWords).reasons,
  };
  const steps = useOrderSteps(id);
  const moves = useMoves(id);
  const moveOf = (stepId: number) => {
    const move = moves.data?.find((each) => each.stepId === stepId);
    if (move === undefined) return undefined;
    const { fromDate, fromSession, toDate, toSession } = move;
    return words.movedFromTo(
      format.shortSlot({ date: fromDate, session: fromSession }),
      format.shortSlot({ date: toDate, session: toSession }),
    );
  };
  const edits = useEdits('receptionist', id, steps.data?.some(({ action }) => action === 'edit') ?? false).data?.content;
  return (
    <section>
      <Title order={level} size="h3" mb="xs">
        {words.timeline}
      </Title>
      <QueryBoundary query={steps}>
        {(all) => (
          <ol className={styles.timeline}>
            {all.map(({ id: stepId, timestamp, action, by, reason }) => (
              <li key={stepId}>
                <time dateTime={timestamp} className={styles.quiet}>
                  {format.moment(timestamp)}
                </time>
                <span>
                  <strong>{words.step[action] ?? action}</strong>{' '}
                  <span className={styles.quiet}>{by === null ? words.itself : words.by(by)}</span>
                  <span className={styles.times}>{moveOf(stepId)}</span>
                  <EditChanges changes={edits?.find((edit) => edit.id === stepId)?.changes ?? []} />
                  {reason === null || reason === '' ? null : (
                    <q className={styles.reason}>{namesOf[action]?.[reason] ?? reasonFor(language, reason)}</q>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryBoundary>
    </section>
  );
}
