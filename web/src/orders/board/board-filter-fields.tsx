import { MultiSelect, Select } from '@mantine/core';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { type BoardFilter, type filterNames, filterStates } from './board-filter-rules.ts';
import { boardFilterWords } from './board-filter-words.ts';
import styles from './board-filters.module.css';
import type { Week } from './week-data.ts';

interface BoardFilterFieldsProps {
  week: Week | undefined;
  filter: BoardFilter;
  set(name: (typeof filterNames)[number], values: readonly string[]): void;
}

const asText = (value: number | string | undefined): string | null => (value === undefined ? null : String(value));

/** Status, crop and sprayer; the choices are those of the shown days. */
export function BoardFilterFields({ week, filter, set }: BoardFilterFieldsProps) {
  const words = useWords(boardFilterWords);
  const states = useWords(stateWords);
  const crops = new Map((week?.orders ?? []).map(({ cropType: { id, name } }) => [String(id), states.crop[name] ?? name]));
  const sprayers = new Map((week?.sprayers ?? []).map(({ sprayer: { id, fullName } }) => [String(id), fullName]));
  const items = (choices: Map<string, string>) => [...choices].map(([value, label]) => ({ value, label }));
  const byName = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label);
  return (
    <div className={styles.filterFields}>
      <MultiSelect
        label={words.state}
        placeholder={filter.state.length === 0 ? words.any : ''}
        data={filterStates.map((value) => ({ value, label: states.order[value] }))}
        value={[...filter.state]}
        onChange={(value) => set('state', value)}
        clearable
      />
      <Select
        label={words.sprayer}
        placeholder={words.any}
        data={[{ value: 'none', label: words.withoutCrew }, ...items(sprayers).sort(byName)]}
        value={asText(filter.sprayer)}
        onChange={(value) => set('sprayer', value === null ? [] : [value])}
        searchable
        clearable
      />
      <Select
        label={words.crop}
        placeholder={words.any}
        data={items(crops).sort(byName)}
        value={asText(filter.crop)}
        onChange={(value) => set('crop', value === null ? [] : [value])}
        clearable
      />
    </div>
  );
}
