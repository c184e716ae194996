import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { AccountList, AccountRow, RemoveButton, useAccountList } from './account-list.tsx';
import { identitiesKey, issuersQuery, keepNext } from './issuers.ts';
import { oidcWords } from './oidc-words.ts';

/** The user's links with issuers: link, list, unlink. Nothing, if there are neither links nor issuers. */
export function IdentityList() {
  const words = useWords(oidcWords);
  const { role } = useMe();
  const issuers = useQuery(issuersQuery).data?.content;
  const list = useAccountList(identitiesKey, (page, signal) =>
    read(api.GET('/api/common/identity', { params: { query: { pageable: { page, size: 20 } } }, signal })),
  );
  const identities = list.items;
  const offered = issuers?.filter(
    ({ id, forFarmers, forStaff }) =>
      (role === 'farmer' ? forFarmers : forStaff) && identities?.some(({ issuerId }) => issuerId === id) === false,
  );
  // Before the first page it is not known whether there is anything to show.
  if (!list.query.isError && (identities === undefined || offered === undefined || identities.length + offered.length === 0)) return null;
  return (
    <AccountList words={words} list={list} row={(identity) => <IdentityRow key={identity.id} identity={identity} />}>
      {offered === undefined || offered.length === 0 ? null : <LinkButtons issuers={offered} />}
    </AccountList>
  );
}

function LinkButtons({ issuers }: { issuers: Shape<'OfferedIssuer'>[] }) {
  const words = useWords(oidcWords);
  const explain = useProblemWords();
  const start = useAction({
    act: (issuerId: number) => read(api.POST('/api/common/identity/start', { body: { issuerId } })),
    onSuccess: ({ authorizationUrl }) => {
      keepNext('/account');
      location.assign(authorizationUrl);
    },
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
    <AccountRow
      name={issuer}
      notes={[
        email,
        words.created(format.moment(createdAt)),
        lastUsedAt === null ? words.neverUsed : words.lastUsed(format.moment(lastUsedAt)),
      ]}
    >
      <RemoveButton
        title={words.unlinkTitle(issuer)}
        text={words.unlinkText(issuer)}
        action={words.unlink}
        label={words.unlinkLabel(issuer)}
        removal={unlink}
      />
    </AccountRow>
  );
}
