import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { ErrorState } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import styles from './device-list.module.css';
import { identitiesKey, issuersQuery } from './issuers.ts';
import { oidcWords } from './oidc-words.ts';

/** The user's links with issuers: link, list, unlink. Nothing, if there are neither links nor issuers. */
export function IdentityList() {
  const words = useWords(oidcWords);
  const { showMore } = useWords(uiWords);
  const { role } = useMe();
  const issuers = useQuery(issuersQuery).data?.content;
  const list = useInfiniteQuery({
    queryKey: identitiesKey,
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/common/identity', { params: { query: { pageable: { page: pageParam, size: 20 } } }, signal })),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
  });
  const identities = list.data?.pages.flatMap(({ content }) => content);
  const offered = issuers?.filter(
    ({ id, forFarmers, forStaff }) =>
      (role === 'farmer' ? forFarmers : forStaff) && identities?.some(({ issuerId }) => issuerId === id) === false,
  );
  if (list.isError) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  if (identities === undefined || offered === undefined || identities.length + offered.length === 0) return null;
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{words.title}</Title>
        <Text c="dimmed">{words.intro}</Text>
        {identities.length === 0 ? (
          <Text>{words.none}</Text>
        ) : (
          <ul className={styles.list}>
            {identities.map((identity) => (
              <IdentityRow key={identity.id} identity={identity} />
            ))}
          </ul>
        )}
        {list.hasNextPage ? (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {showMore}
          </Button>
        ) : null}
        {offered.length === 0 ? null : <LinkButtons issuers={offered} />}
      </Stack>
    </Card>
  );
}

function LinkButtons({ issuers }: { issuers: Shape<'OfferedIssuer'>[] }) {
  const words = useWords(oidcWords);
  const explain = useProblemWords();
  const start = useAction({
    act: (issuerId: number) => read(api.POST('/api/common/identity/start', { body: { issuerId } })),
    onSuccess: ({ authorizationUrl }) => location.assign(authorizationUrl),
    showsOwnErrors: true,
  });
  return (
    <>
      {start.isError ? (
        <Alert color="clay" role="alert">
          {explain(start.error)}
        </Alert>
      ) : null}
      <Group>
        {issuers.map(({ id, name }) => (
          <Button key={id} variant="default" loading={start.isPending && start.variables === id} onClick={() => start.mutate(id)}>
            {words.link(name)}
          </Button>
        ))}
      </Group>
    </>
  );
}

function IdentityRow({ identity: { id, issuer, email, createdAt, lastUsedAt } }: { identity: Shape<'LinkedIdentity'> }) {
  const words = useWords(oidcWords);
  const format = useFormat();
  const unlink = useAction({
    act: () => read(api.DELETE('/api/common/identity/{id}', { params: { path: { id } } })),
    invalidates: [identitiesKey],
    successMessage: words.unlinked,
  });
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.name}>{issuer}</span>
        {email === null ? null : <span className={styles.note}>{email}</span>}
        <span className={styles.note}>{words.created(format.moment(createdAt))}</span>
        <span className={styles.note}>{lastUsedAt === null ? words.neverUsed : words.lastUsed(format.moment(lastUsedAt))}</span>
      </span>
      <Confirm
        title={words.unlinkTitle(issuer)}
        text={words.unlinkText(issuer)}
        action={words.unlink}
        busy={unlink.isPending}
        onConfirm={(close) => unlink.mutate(undefined, { onSettled: close })}
        trigger={(open) => (
          <Button variant="outline" color="clay" aria-label={words.unlinkLabel(issuer)} onClick={open}>
            {words.unlink}
          </Button>
        )}
      />
    </li>
  );
}
