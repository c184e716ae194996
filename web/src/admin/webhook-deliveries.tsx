import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconCheck } from '../icons/check.ts';
import { IconClock } from '../icons/clock.ts';
import { IconMailForward } from '../icons/mail-forward.ts';
import { IconRefresh } from '../icons/refresh.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { EmptyState } from '../ui/states.tsx';
import { webhooksKey } from './admin-keys.ts';
import { webhookWords } from './webhook-words.ts';

type Delivery = Shape<'WebhookDelivery'>;
const icons = { waiting: IconClock, delivered: IconCheck, failed: IconAlertTriangle };

/** Deliveries of a webhook with their outcome and a button to replay them. */
export function WebhookDeliveries({ id, active }: { id: number; active: boolean }) {
  const words = useWords(webhookWords);
  const list = useInfiniteQuery({
    queryKey: [...webhooksKey, id, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/admin/webhook/{id}/delivery', {
          params: { path: { id }, query: { pageable: { page: pageParam, size: 10 } } },
          signal,
        }),
      ),
    ...pageParams,
    // Pending deliveries are polled until they finish.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.content.some(({ status }) => status === 'waiting') === true ? 5000 : false),
  });
  return (
    <Card component="section">
      <Stack>
        <Group justify="space-between">
          <div>
            <Title order={2}>{words.log}</Title>
            <Text c="dimmed">{words.logText}</Text>
          </div>
          <Group gap="xs">
            <ListExport list="/api/admin/webhook/{id}/delivery" path={{ id }} />
            <Button
              variant="default"
              leftSection={<IconRefresh size={20} aria-hidden />}
              loading={list.isRefetching && !list.isFetchingNextPage}
              onClick={() => void list.refetch()}
            >
              {words.refresh}
            </Button>
          </Group>
        </Group>
        <InfiniteList
          list={list}
          empty={<EmptyState icon={<IconMailForward size={40} aria-hidden />} title={words.logNone} text={words.logNoneText} />}
        >
          {(deliveries) => (
            <ul className={styles.list}>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} replayable={active} />
              ))}
            </ul>
          )}
        </InfiniteList>
      </Stack>
    </Card>
  );
}

function DeliveryRow({ webhookId, delivery, replayable }: { webhookId: number; delivery: Delivery; replayable: boolean }) {
  const { id, type, status, attempts, responseCode, lastError, createdAt, nextAttemptAt } = delivery;
  const words = useWords(webhookWords);
  const format = useFormat();
  const replay = useAction({
    act: () =>
      read(api.POST('/api/admin/webhook/{id}/delivery/{deliveryId}/replay', { params: { path: { id: webhookId, deliveryId: id } } })),
    invalidates: [[...webhooksKey, webhookId, 'deliveries']],
    successMessage: words.replayed,
  });
  const Icon = icons[status];
  const name = (words.event as Record<string, string>)[type] ?? type;
  const facts = [
    format.moment(createdAt),
    words.attempts(attempts),
    responseCode === null ? undefined : words.answered(responseCode),
    status === 'waiting' && attempts > 0 && nextAttemptAt !== null ? words.next(format.moment(nextAttemptAt)) : undefined,
  ];
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={`${styles.name} ${styles.capitalised}`}>{name}</span>
        <span className={styles.note}>{type}</span>
        <span className={styles.note}>{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
        {lastError === null || responseCode !== null || status === 'delivered' ? null : (
          <span className={styles.note}>{words.deliveryError[lastError] ?? lastError}</span>
        )}
      </span>
      <span className={styles.state} data-on={status === 'delivered' || undefined} data-tone={status}>
        <Icon size={18} aria-hidden />
        {words.status[status]}
      </span>
      {status === 'waiting' || !replayable ? null : (
        <Button
          variant="default"
          aria-label={`${words.replay}: ${name}, ${format.moment(createdAt)}`}
          loading={replay.isPending}
          onClick={() => replay.mutate()}
        >
          {words.replay}
        </Button>
      )}
    </li>
  );
}
