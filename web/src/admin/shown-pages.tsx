import { Button, Loader, Stack } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Shape } from '../api/client.ts';
import { useWords } from '../ui/language.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';

interface PageOf<Item> {
  content: Item[];
  page: Shape<'Page'>;
}

/** What useInfiniteQuery needs to walk a paged list. */
export const walking = {
  initialPageParam: 0,
  getNextPageParam: ({ page }: PageOf<unknown>) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
};

interface ShownPagesProps<Item> {
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>;
  empty: ReactNode;
  children: (items: Item[], total: number) => ReactNode;
}

/** A long list, page after page: waiting, failed, nothing, or the items so far with a way to more. */
export function ShownPages<Item>({ list, empty, children }: ShownPagesProps<Item>) {
  const { showMore } = useWords(uiWords);
  if (list.data === undefined)
    return list.isError ? <Failed error={list.error} retry={() => void list.refetch()} /> : <Loading lines={5} />;
  const items = list.data.pages.flatMap(({ content }) => content);
  if (items.length === 0) return empty;
  return (
    <Stack>
      {children(items, list.data.pages.at(-1)?.page.totalElements ?? items.length)}
      {list.isFetchNextPageError ? <Failed error={list.error} /> : null}
      {list.hasNextPage ? (
        <Button
          variant="default"
          disabled={list.isFetchingNextPage}
          leftSection={list.isFetchingNextPage ? <Loader size={20} /> : undefined}
          onClick={() => void list.fetchNextPage()}
        >
          {showMore}
        </Button>
      ) : null}
    </Stack>
  );
}
