import { Button, Collapse, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { IconFilter } from '../../icons/filter.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { lazyPart } from '../../ui/pages.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, Loading } from '../../ui/states.tsx';
import { useShownStates } from '../shown-state.ts';
import { type BoardFilter, countFilters, filterNames, filterOrders, isNarrowed, readFilter } from './board-filter-rules.ts';
import { boardFilterWords } from './board-filter-words.ts';
import styles from './board-filters.module.css';
import { crewByOrder } from './board-rules.ts';
import { useWeekProgress, type Week } from './week-data.ts';

// The board is the first page of the office; the fields are loaded when they are opened.
const FilterFields = lazyPart(() => import('./board-filter-fields.tsx'), 'BoardFilterFields');

/** The filters are in the address, so that links and the back button work. */
export function useBoardFilter() {
  const [params, setParams] = useSearchParams();
  return {
    filter: readFilter(params),
    set: (name: (typeof filterNames)[number], values: readonly string[]) =>
      setParams(
        (now) => {
          now.delete(name);
          for (const value of values) if (value !== '') now.append(name, value);
          return now;
        },
        { replace: true },
      ),
    clear: () =>
      setParams(
        (now) => {
          for (const name of filterNames) now.delete(name);
          return now;
        },
        { replace: true },
      ),
  };
}

/** The orders of the week that pass the filters. */
export function useFilteredOrders(week: Week | undefined, filter: BoardFilter) {
  const stateOf = useShownStates(filter.state.some((state) => state === 'in_progress' || state === 'awaiting_sign_off'));
  return week === undefined ? [] : filterOrders(week.orders, filter, stateOf, crewByOrder(week.sprayers));
}

/** Search by farmer, the other filters, and how many orders pass them. */
export function BoardFilters({ week, found }: { week: Week | undefined; found: number }) {
  const words = useWords(boardFilterWords);
  const format = useFormat();
  const { filter, set, clear } = useBoardFilter();
  const count = countFilters(filter);
  const [isOpen, { toggle }] = useDisclosure(count > 0);
  const withCancelled = filter.showCancelled || filter.state.includes('cancelled');
  const total = (week?.orders ?? []).filter(({ orderStatus }) => withCancelled || orderStatus !== 'cancelled').length;
  return (
    <Stack gap="sm">
      <div className={styles.filterBar}>
        <SearchField
          className={styles.search ?? ''}
          aria-label={words.search}
          placeholder={words.search}
          maxLength={200}
          text={filter.search}
          onSearch={(text) => set('search', [text])}
        />
        <Button
          variant="default"
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls="board-filters"
          leftSection={<IconFilter size={20} aria-hidden />}
        >
          {words.filters(count)}
        </Button>
        <Text c="dimmed" role="status" className={styles.found ?? ''}>
          {week === undefined || !isNarrowed(filter) ? '' : words.found(format.number(found), format.number(total))}
        </Text>
        {isNarrowed(filter) ? (
          <Button variant="subtle" color="sky" onClick={clear}>
            {words.clear}
          </Button>
        ) : null}
      </div>
      <Collapse expanded={isOpen} id="board-filters">
        {isOpen ? (
          <Suspense fallback={<Loading lines={1} />}>
            <FilterFields week={week} filter={filter} set={set} />
          </Suspense>
        ) : null}
      </Collapse>
    </Stack>
  );
}

/** Instead of the board, if no order passes the filters. */
export function NothingFound() {
  const words = useWords(boardFilterWords);
  const { clear } = useBoardFilter();
  return (
    <EmptyState
      title={words.none}
      text={words.noneText}
      action={
        <Button variant="default" onClick={clear}>
          {words.clear}
        </Button>
      }
    />
  );
}

/** Many orders arrive in several answers. */
export function LoadingOrders() {
  const words = useWords(boardFilterWords);
  const format = useFormat();
  const progress = useWeekProgress();
  return (
    <Stack gap="sm">
      {progress === undefined || progress.loaded === progress.total ? null : (
        <Text c="dimmed">{words.loading(format.number(progress.loaded), format.number(progress.total))}</Text>
      )}
      <Loading lines={6} />
    </Stack>
  );
}
