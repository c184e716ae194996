import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { IconKey } from '../icons/key.ts';
import { IconPlus } from '../icons/plus.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { stateWords } from '../ui/state-words.ts';
import { EmptyState } from '../ui/states.tsx';
import { apiKeysKey, auditKey } from './admin-keys.ts';
import { apiKeyWords } from './api-key-words.ts';
import { Part } from './part.tsx';

export function ApiKeysPage() {
  const words = useWords(apiKeyWords);
  const list = useInfiniteQuery({
    queryKey: [...apiKeysKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/admin/api-key', { params: { query: { pageable: { page: pageParam, size: 30, sort: ['id,desc'] } } }, signal })),
    ...pageParams,
  });
  return (
    <Part
      title={words.title}
      narrow
      exports={<ListExport list="/api/admin/api-key" query={{ sort: ['id,desc'] }} />}
      actions={
        <Button component={Link} to="/company/api-keys/new" leftSection={<IconPlus size={20} aria-hidden />}>
          {words.add}
        </Button>
      }
    >
      <Text>{words.intro}</Text>
      <InfiniteList list={list} empty={<EmptyState icon={<IconKey size={40} aria-hidden />} title={words.none} text={words.noneText} />}>
        {(keys) => (
          <ul className={styles.list}>
            {keys.map((key) => (
              <ApiKeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        )}
      </InfiniteList>
    </Part>
  );
}

function ApiKeyRow({ apiKey }: { apiKey: Shape<'ApiKey'> }) {
  const words = useWords(apiKeyWords);
  const { role: roleNames } = useWords(stateWords);
  const format = useFormat();
  const { id, name, hint, user, scopes, requestsPerMinute, state, expiresAt, revokedAt, lastUsedAt } = apiKey;
  const revoke = useAction({
    act: () => read(api.POST('/api/admin/api-key/{id}/revoke', { params: { path: { id } } })),
    invalidates: [apiKeysKey, auditKey],
    successMessage: words.revoked,
  });
  // With the year: a key is valid for up to two.
  const day = (timestamp: string) => format.longDate(format.dateOf(timestamp));
  const end = revokedAt === null ? words[state === 'active' ? 'expires' : 'expired'](day(expiresAt)) : words.revokedAt(day(revokedAt));
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{`${hint}…`}</span>
        <span className={styles.note}>{words.actsAs(user.fullName, roleNames[user.role])}</span>
        <span className={styles.note}>{scopes.map((scope) => words.scope[scope]).join(', ')}</span>
        <span className={styles.note}>{`${end} · ${words.limit(format.number(requestsPerMinute))}`}</span>
        <span className={styles.note}>{lastUsedAt === null ? words.neverUsed : words.lastUsed(format.moment(lastUsedAt))}</span>
      </span>
      <span className={styles.facts}>
        <span className={styles.state} {...(state === 'active' ? { 'data-on': true } : {})}>
          {words.state[state]}
        </span>
        {revokedAt === null ? (
          <Confirm
            title={words.revokeTitle(name)}
            text={words.revokeText}
            action={words.revoke}
            busy={revoke.isPending}
            onConfirm={(close) => revoke.mutate(undefined, { onSettled: close })}
            trigger={(open) => (
              <Button variant="outline" color="clay" onClick={open}>
                {words.revoke}
              </Button>
            )}
          />
        ) : null}
      </span>
    </li>
  );
}
