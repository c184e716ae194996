import { Badge, Button, Card, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import styles from './device-list.module.css';
import { deviceWords } from './device-words.ts';

const devicesKey = ['devices'] as const;

/** The devices on which the user is signed in. */
export function DeviceList() {
  const words = useWords(deviceWords);
  const { showMore } = useWords(uiWords);
  const list = useInfiniteQuery({
    queryKey: devicesKey,
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/common/device', { params: { query: { pageable: { page: pageParam, size: 10 } } }, signal })),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
  });
  const signOutOthers = useAction({
    act: () => read(api.POST('/api/common/device/sign-out-others')),
    invalidates: [devicesKey],
    successMessage: words.othersDone,
  });
  const devices = list.data?.pages.flatMap(({ content }) => content);
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{words.title}</Title>
        <Text c="dimmed">{words.intro}</Text>
        {devices === undefined ? (
          list.isError ? (
            <ErrorState error={list.error} retry={() => void list.refetch()} />
          ) : (
            <Loading lines={2} />
          )
        ) : (
          <ul className={styles.list}>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
        {list.hasNextPage ? (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {showMore}
          </Button>
        ) : null}
        {devices?.some(({ current }) => !current) ? (
          <Confirm
            title={words.othersTitle}
            text={words.othersText}
            action={words.others}
            busy={signOutOthers.isPending}
            onConfirm={(close) => signOutOthers.mutate(undefined, { onSettled: close })}
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                {words.others}
              </Button>
            )}
          />
        ) : null}
      </Stack>
    </Card>
  );
}

function DeviceRow({ device: { id, browser, system, signedInAt, lastUsedAt, current } }: { device: Shape<'Device'> }) {
  const words = useWords(deviceWords);
  const format = useFormat();
  const name = words.device(browser, system);
  const signOut = useAction({
    act: () => read(api.DELETE('/api/common/device/{id}', { params: { path: { id } } })),
    invalidates: [devicesKey],
    successMessage: words.signedOut,
  });
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{words.signedIn(format.moment(signedInAt))}</span>
        {lastUsedAt === null ? null : <span className={styles.note}>{words.lastUsed(format.moment(lastUsedAt))}</span>}
      </span>
      {current ? (
        <Badge size="lg" variant="light" tt="none">
          {words.current}
        </Badge>
      ) : (
        <Confirm
          title={words.signOutTitle}
          text={words.signOutText(name)}
          action={words.signOut}
          busy={signOut.isPending}
          onConfirm={(close) => signOut.mutate(undefined, { onSettled: close })}
          trigger={(open) => (
            <Button variant="outline" color="clay" aria-label={words.signOutLabel(name)} onClick={open}>
              {words.signOut}
            </Button>
          )}
        />
      )}
    </li>
  );
}
