import { Anchor, Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { ordersKey } from '../api/live.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { IconRefresh } from '../icons/refresh.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { EmptyState } from '../ui/states.tsx';
import { auditKey, deadLettersKey } from './admin-keys.ts';
import { deadLetterWords } from './dead-letter-words.ts';
import { Part } from './part.tsx';
import { webhookWords } from './webhook-words.ts';

type DeadLetter = Shape<'DeadLetter'>;

// Replaying a dead letter removes its order from the office's to-do list.
const changes = [deadLettersKey, auditKey, ordersKey];

/** Dead letters with a button to replay them. */
export function DeadLettersPage() {
  const words = useWords(deadLetterWords);
  const list = useInfiniteQuery({
    queryKey: deadLettersKey,
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/admin/dead-letter', { params: { query: { pageable: { page: pageParam, size: 20 } } }, signal })),
    ...pageParams,
  });
  const replayAll = useAction({
    act: () => read(api.POST('/api/admin/dead-letter/replay')),
    invalidates: changes,
    successMessage: words.replayed,
  });
  const total = list.data?.pages[0]?.page.totalElements ?? 0;
  return (
    <Part
      title={words.title}
      narrow
      exports={<ListExport list="/api/admin/dead-letter" />}
      actions={
        total < 2 ? undefined : (
          <Button leftSection={<IconRefresh size={20} aria-hidden />} loading={replayAll.isPending} onClick={() => replayAll.mutate()}>
            {words.replayAll}
          </Button>
        )
      }
    >
      <Text>{words.intro}</Text>
      <InfiniteList
        list={list}
        empty={<EmptyState icon={<IconCircleCheck size={40} aria-hidden />} title={words.none} text={words.noneText} />}
      >
        {(letters) => (
          <ul className={styles.list}>
            {letters.map((letter) => (
              <DeadLetterRow key={letter.id} letter={letter} />
            ))}
          </ul>
        )}
      </InfiniteList>
    </Part>
  );
}

function DeadLetterRow({ letter: { id, type, orderId, attempts, lastError, timestamp, failedAt } }: { letter: DeadLetter }) {
  const words = useWords(deadLetterWords);
  const { event } = useWords(webhookWords);
  const format = useFormat();
  const replay = useAction({
    act: () => read(api.POST('/api/admin/dead-letter/{id}/replay', { params: { path: { id } } })),
    invalidates: changes,
    successMessage: words.replayed,
  });
  const name = words.event(orderId, (event as Record<string, string>)[`order.${type}`] ?? type);
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <Anchor component={Link} to={`/orders/${orderId}`} fw={600}>
          {name}
        </Anchor>
        <span className={styles.note}>
          {[format.moment(timestamp), words.attempts(attempts), words.failed(format.moment(failedAt))].join(' · ')}
        </span>
        {lastError === null ? null : <span className={styles.note}>{lastError}</span>}
      </span>
      <Button
        variant="default"
        aria-label={`${words.replay}: ${name}, ${format.moment(timestamp)}`}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
      >
        {words.replay}
      </Button>
    </li>
  );
}
