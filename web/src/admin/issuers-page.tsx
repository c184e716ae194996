import { Anchor, Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { IconLogin2 } from '../icons/login-2.ts';
import { IconPlus } from '../icons/plus.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { EmptyState } from '../ui/states.tsx';
import { issuersKey } from './admin-keys.ts';
import { issuerWords } from './issuer-words.ts';
import { Part } from './part.tsx';

/** Issuers of OpenID Connect with which people sign in. */
export function IssuersPage() {
  const words = useWords(issuerWords);
  const list = useInfiniteQuery({
    queryKey: [...issuersKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/admin/issuer', { params: { query: { pageable: { page: pageParam, size: 30 } } }, signal })),
    ...pageParams,
  });
  return (
    <Part
      title={words.title}
      narrow
      actions={
        <Button component={Link} to="/company/sign-in/new" leftSection={<IconPlus size={20} aria-hidden />}>
          {words.add}
        </Button>
      }
    >
      <Text>{words.intro}</Text>
      <InfiniteList list={list} empty={<EmptyState icon={<IconLogin2 size={40} aria-hidden />} title={words.none} text={words.noneText} />}>
        {(issuers) => (
          <ul className={styles.list}>
            {issuers.map(({ id, name, url, enabled, forFarmers, forStaff, staffDomains }) => {
              const who = forFarmers ? (forStaff ? 'both' : 'farmers') : forStaff ? 'staff' : 'nobody';
              return (
                <li key={id} className={styles.row}>
                  <span className={styles.main}>
                    <Anchor component={Link} to={`/company/sign-in/${id}`} className={styles.name}>
                      {name}
                    </Anchor>
                    <span className={styles.note}>{url}</span>
                    <span className={styles.note}>{words.forWhom[who]}</span>
                    {forStaff && staffDomains.length > 0 ? (
                      <span className={styles.note}>{words.limited(staffDomains.join(', '))}</span>
                    ) : null}
                  </span>
                  <span className={styles.facts}>
                    <OnOff on={enabled} words={words} />
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </InfiniteList>
    </Part>
  );
}
