import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { notificationsKey } from '../api/live.ts';
import { IconMailOpened } from '../icons/mail-opened.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { bellWords } from './bell-words.ts';
import { separateLinks } from './message-links.ts';
import styles from './messages.module.css';
import { unreadQuery } from './unread.ts';

/** All messages to the user, newest first. */
export function Messages() {
  const words = useWords(bellWords);
  const { back } = useWords(uiWords);
  const unread = useQuery(unreadQuery);
  const list = useInfiniteQuery({
    queryKey: [...notificationsKey, 'list'],
    queryFn: ({ signal, pageParam }) =>
      read(api.GET('/api/common/notification/', { params: { query: { pageable: { page: pageParam, size: 20 } } }, signal })),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
  });
  const readAll = useAction({
    act: () => read(api.POST('/api/common/notification/read-all')),
    invalidates: [notificationsKey],
  });
  const messages = list.data?.pages.flatMap(({ content }) => content);
  const unreadIds = new Set(unread.data?.ids);
  return (
    <Page
      title={words.title}
      back={<BackLink to="/" name={back} />}
      narrow
      exports={<ListExport list="/api/common/notification" />}
      actions={
        (unread.data?.unread ?? 0) > 0 ? (
          <Button variant="default" onClick={() => readAll.mutate()} loading={readAll.isPending}>
            {words.readAll}
          </Button>
        ) : undefined
      }
    >
      {messages === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : (
          <Loading lines={5} />
        )
      ) : messages.length === 0 ? (
        <EmptyState icon={<IconMailOpened size={40} aria-hidden />} title={words.none} text={words.noneText} />
      ) : (
        <Stack component="ul" gap="xs" className={styles.list}>
          {messages.map((message) => (
            <Message key={message.id} message={message} unread={unreadIds.has(message.id)} />
          ))}
        </Stack>
      )}
      <ShowMore list={list} />
    </Page>
  );
}

function Message({ message: { id, subject, text, timestamp, order }, unread }: { message: Shape<'Notification'>; unread: boolean }) {
  const words = useWords(bellWords);
  const format = useFormat();
  const { body, links } = separateLinks(text);
  const markRead = useAction({
    act: () => read(api.POST('/api/common/notification/{id}/read', { params: { path: { id } } })),
    invalidates: [notificationsKey],
    showsOwnErrors: true,
  });
  return (
    <li>
      <Link
        to={`/orders/${order.id}`}
        className={styles.message}
        data-unread={unread || undefined}
        onClick={() => {
          if (unread) markRead.mutate();
        }}
      >
        <span className={styles.subject}>
          {unread ? <span className={styles.dot} role="img" aria-label={words.unread} /> : null}
          {subject}
        </span>
        <Text component="span" className={styles.text ?? ''}>
          {body}
        </Text>
        <Text component="span" c="dimmed" size="sm">
          {format.moment(timestamp)}
        </Text>
      </Link>
      {links.length === 0 ? null : (
        <Group gap="xs" mt="xs">
          {links.map(({ label, path }) => (
            <Button key={path} component="a" href={path} variant="default">
              {label}
            </Button>
          ))}
        </Group>
      )}
    </li>
  );
}
