import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import type { Role } from '../api/session.ts';
import { IconPlus } from '../icons/plus.ts';
import { IconUserSearch } from '../icons/user-search.ts';
import { FilteredList, useFilters } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { SearchField } from '../ui/search-field.tsx';
import { stateWords } from '../ui/state-words.ts';
import { usersKey } from './admin-keys.ts';
import { Part } from './part.tsx';
import { roles } from './user-form.ts';
import { usersWords } from './users-words.ts';

export function UsersPage() {
  const words = useWords(usersWords);
  const { get, set } = useFilters();
  const role = roles.find((name) => name === get('role'));
  const [active, search] = [get('active'), get('search')];
  return (
    <Part
      title={words.title}
      exports={<ListExport list="/api/admin/user" query={queryOf({ role, active, search })} />}
      actions={
        <Button component={Link} to="/company/users/new" leftSection={<IconPlus size={20} aria-hidden />}>
          {words.add}
        </Button>
      }
    >
      <UserFilters search={search} role={role} active={active} set={set} />
      <UserList role={role} active={active} search={search} />
    </Part>
  );
}

interface Filters {
  search: string;
  role: Role | undefined;
  active: string;
}

function UserFilters({ search, role, active, set }: Filters & { set(name: string, value: string): void }) {
  const words = useWords(usersWords);
  const { role: roleNames } = useWords(stateWords);
  return (
    <search className={styles.filters}>
      <SearchField
        label={words.search}
        className={styles.search ?? ''}
        maxLength={100}
        text={search}
        onSearch={(text) => set('search', text)}
      />
      <NativeSelect
        size="md"
        label={words.role}
        value={role ?? ''}
        onChange={({ currentTarget }) => set('role', currentTarget.value)}
        data={[{ value: '', label: words.allRoles }, ...roles.map((value) => ({ value, label: roleNames[value] }))]}
      />
      <NativeSelect
        size="md"
        label={words.state}
        value={active}
        onChange={({ currentTarget }) => set('active', currentTarget.value)}
        data={[
          { value: '', label: words.everyone },
          { value: 'true', label: words.active },
          { value: 'false', label: words.inactive },
        ]}
      />
    </search>
  );
}

const queryOf = ({ search, role, active }: Filters) => ({
  ...(search === '' ? {} : { search }),
  ...(role === undefined ? {} : { role: [role] }),
  ...(active === '' ? {} : { active: active === 'true' }),
  sort: ['fullName,asc'],
});

function UserList({ search, role, active }: Filters) {
  const { sort, ...filters } = queryOf({ search, role, active });
  const words = useWords(usersWords);
  const list = useInfiniteQuery({
    queryKey: [...usersKey, 'list', { search, role, active }],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/admin/user', {
          params: {
            query: {
              ...filters,
              pageable: { page: pageParam, size: 30, sort },
            },
          },
          signal,
        }),
      ),
    ...pageParams,
    placeholderData: keepPreviousData,
  });
  return (
    <FilteredList list={list} icon={<IconUserSearch size={40} aria-hidden />} words={words}>
      {(users) => (
        <ul className={styles.list}>
          {users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </ul>
      )}
    </FilteredList>
  );
}

function UserRow({ user }: { user: Shape<'User'> }) {
  const words = useWords(usersWords);
  const names = useWords(stateWords);
  const contact = [user.phoneNumber && formatPhone(user.phoneNumber), user.email]
    .filter((text) => text !== null && text !== '')
    .join(' · ');
  return (
    <li>
      <Link to={`/company/users/${user.id}`} className={styles.row}>
        <span className={styles.main}>
          <span className={styles.name}>{user.fullName}</span>
          <span className={styles.note}>{contact === '' ? words.noContact : contact}</span>
        </span>
        <span className={styles.facts}>
          <span>
            {names.role[user.role]}
            {user.expertise === null ? null : `, ${names.expertise[user.expertise].toLowerCase()}`}
          </span>
          {user.active ? null : <OnOff on={false} words={{ on: words.active, off: words.inactive }} />}
        </span>
      </Link>
    </li>
  );
}
