import { Button, Stack, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { PageOf } from '../api/infinite-list.ts';
import { ShowMore } from './show-more.tsx';
import { EmptyState, ErrorState, Loading } from './states.tsx';

interface InfiniteListProps<Item> {
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>;
  empty: ReactNode;
  children: (items: Item[], total: number) => ReactNode;
}

/** Renders an infinite query: loading, error, empty, or the items with a button to load more. */
export function InfiniteList<Item>({ list, empty, children }: InfiniteListProps<Item>) {
  if (list.data === undefined)
    return list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <Loading lines={5} />;
  const items = list.data.pages.flatMap(({ content }) => content);
  if (items.length === 0) return empty;
  return (
    <Stack>
      {children(items, list.data.pages.at(-1)?.page.totalElements ?? items.length)}
      <ShowMore list={list} />
    </Stack>
  );
}

/** Search text in the address. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  return {
    get: (name: string) => params.get(name) ?? '',
    set: (name: string, value: string) =>
      setParams(
        (before) => {
          if (value === '') before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: true },
      ),
  };
}

interface FilteredListProps<Item> extends Omit<InfiniteListProps<Item>, 'empty' | 'children'> {
  icon: ReactNode;
  /** `noMatch`: instead of `none` and `noneText` where a filter is set. */
  words: { none: string; noneText: string; noMatch?: string; showAll: string; count(total: number): string };
  children: (items: Item[]) => ReactNode;
}

/** Result count of a filtered list; if it is empty, a button clears the filters. */
export function FilteredList<Item>({ list, icon, words, children }: FilteredListProps<Item>) {
  const [params, setParams] = useSearchParams();
  const showAll =
    params.size === 0 ? null : (
      <Button variant="default" onClick={() => setParams({}, { replace: true })}>
        {words.showAll}
      </Button>
    );
  const texts = params.size === 0 || words.noMatch === undefined ? { title: words.none, text: words.noneText } : { title: words.noMatch };
  return (
    <InfiniteList list={list} empty={<EmptyState icon={icon} {...texts} action={showAll} />}>
      {(items, total) => (
        <>
          <Text c="dimmed" role="status">
            {words.count(total)}
          </Text>
          {children(items)}
        </>
      )}
    </InfiniteList>
  );
}
