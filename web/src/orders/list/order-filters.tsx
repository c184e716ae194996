import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { api, read } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { mondayOf } from '../../ui/dates.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { useSprayersWeek } from '../detail/crew-by-hand.tsx';
import styles from './all-orders.module.css';
import { allOrdersWords } from './all-orders-words.ts';
import { countFilters, orderStates, paymentMethods, paymentStates, useOrderSearch } from './order-search.ts';

const asText = (id: number | undefined): string | null => (id === undefined ? null : String(id));

/** Filters of the list. */
export function OrderFilters() {
  const words = useWords(allOrdersWords);
  const states = useWords(stateWords);
  const format = useFormat();
  const { today } = useCompany();
  const { asked, set, clear } = useOrderSearch();
  const crops = useQuery({
    queryKey: ['crops', 'all'],
    queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/common/crop', { params: { query: { pageable } }, signal }))),
  });
  const sessions = useQuery({
    queryKey: ['sessions', 'all'],
    queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/common/session', { params: { query: { pageable } }, signal }))),
  });
  const sprayers = useSprayersWeek(mondayOf(today));
  const cropItems = (crops.data ?? []).map(({ id, name }) => ({ value: String(id), label: states.crop[name] ?? name }));
  const sessionItems = (sessions.data ?? []).map((session) => ({ value: String(session.id), label: format.session(session) }));
  const sprayerItems = (sprayers.data ?? []).map(({ sprayer }) => ({ value: String(sprayer.id), label: sprayer.fullName }));
  return (
    <div className={styles.filters}>
      <MultiSelect
        className={styles.states ?? ''}
        label={words.state}
        placeholder={asked.state.length === 0 ? words.any : ''}
        data={orderStates.map((value) => ({ value, label: states.order[value] }))}
        value={asked.state}
        onChange={(value) => set('state', value)}
        clearable
      />
      <MultiSelect
        label={words.payment}
        placeholder={asked.payment.length === 0 ? words.any : ''}
        data={paymentStates.map((value) => ({ value, label: states.payment[value] }))}
        value={asked.payment}
        onChange={(value) => set('payment', value)}
        clearable
      />
      <MultiSelect
        label={words.method}
        placeholder={asked.method.length === 0 ? words.any : ''}
        data={paymentMethods.map((value) => ({ value, label: states.method[value] }))}
        value={asked.method}
        onChange={(value) => set('method', value)}
        clearable
      />
      <TextInput type="date" label={words.from} value={asked.from} onChange={({ currentTarget }) => set('from', currentTarget.value)} />
      <TextInput type="date" label={words.to} value={asked.to} onChange={({ currentTarget }) => set('to', currentTarget.value)} />
      <Select
        label={words.crop}
        placeholder={words.any}
        data={cropItems}
        value={asText(asked.crop)}
        onChange={(value) => set('crop', value ?? undefined)}
        clearable
      />
      <Select
        label={words.session}
        placeholder={words.any}
        data={sessionItems}
        value={asText(asked.session)}
        onChange={(value) => set('session', value ?? undefined)}
        clearable
      />
      <Select
        label={words.sprayer}
        placeholder={words.any}
        data={sprayerItems}
        value={asText(asked.sprayer)}
        onChange={(value) => set('sprayer', value ?? undefined)}
        searchable
        clearable
      />
      {countFilters(asked) === 0 ? null : (
        <Button variant="subtle" color="sky" onClick={clear} className={styles.clear ?? ''}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}
