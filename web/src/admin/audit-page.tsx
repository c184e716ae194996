import { NativeSelect, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import type { paths } from '../api/schema.d.ts';
import { IconHistory } from '../icons/history.ts';
import { FilteredList, useFilters } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { auditKey, usersKey } from './admin-keys.ts';
import { AuditRows } from './audit-rows.tsx';
import { auditWords } from './audit-words.ts';
import { Part } from './part.tsx';

type AuditQuery = NonNullable<paths['/api/admin/audit']['get']['parameters']['query']>;
type Action = NonNullable<AuditQuery['action']>[number];

export function AuditPage() {
  const words = useWords(auditWords);
  const { get, set } = useFilters();
  const chosen = { actor: get('actor'), action: get('action'), from: get('from'), to: get('to') };
  const filters = {
    ...(chosen.actor === '' ? {} : { actorId: Number(chosen.actor) }),
    ...(chosen.action === '' ? {} : { action: [chosen.action as Action] }),
    ...(chosen.from === '' ? {} : { from: chosen.from }),
    ...(chosen.to === '' ? {} : { to: chosen.to }),
  };
  const list = useInfiniteQuery({
    queryKey: [...auditKey, chosen],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/admin/audit', {
          params: {
            query: {
              ...filters,
              pageable: { page: pageParam, size: 30 },
            },
          },
          signal,
        }),
      ),
    ...pageParams,
    placeholderData: keepPreviousData,
  });
  return (
    <Part title={words.title} exports={<ListExport list="/api/admin/audit" query={filters} />}>
      <Text>{words.intro}</Text>
      <AuditFilters chosen={chosen} set={set} />
      <FilteredList list={list} icon={<IconHistory size={40} aria-hidden />} words={words}>
        {(entries) => <AuditRows entries={entries} />}
      </FilteredList>
    </Part>
  );
}

interface AuditFiltersProps {
  chosen: { actor: string; action: string; from: string; to: string };
  set(name: string, value: string): void;
}

function AuditFilters({ chosen, set }: AuditFiltersProps) {
  const words = useWords(auditWords);
  const staff = useQuery({
    queryKey: [...usersKey, 'staff'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/admin/user', {
          params: { query: { role: ['admin', 'receptionist', 'sprayer'], pageable: { page: 0, size: 200, sort: ['fullName,asc'] } } },
          signal,
        }),
      ),
  });
  return (
    <search className={styles.filters}>
      <NativeSelect
        size="md"
        label={words.who}
        value={chosen.actor}
        onChange={({ currentTarget }) => set('actor', currentTarget.value)}
        data={[
          { value: '', label: words.anyone },
          ...(staff.data?.content ?? []).map(({ id, fullName }) => ({ value: String(id), label: fullName })),
        ]}
      />
      <NativeSelect
        size="md"
        label={words.what}
        value={chosen.action}
        onChange={({ currentTarget }) => set('action', currentTarget.value)}
        data={[{ value: '', label: words.anything }, ...Object.entries(words.action).map(([value, label]) => ({ value, label }))]}
      />
      <TextInput
        label={words.from}
        type="date"
        max={chosen.to || undefined}
        value={chosen.from}
        onChange={({ currentTarget }) => set('from', currentTarget.value)}
      />
      <TextInput
        label={words.to}
        type="date"
        min={chosen.from || undefined}
        value={chosen.to}
        onChange={({ currentTarget }) => set('to', currentTarget.value)}
      />
    </search>
  );
}
