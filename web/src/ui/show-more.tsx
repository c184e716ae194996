import { Button, Loader } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWords } from './language.tsx';
import { ErrorState } from './states.tsx';
import { uiWords } from './words.ts';

interface ShowMoreProps {
  list: Pick<UseInfiniteQueryResult, 'error' | 'isFetchNextPageError' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  className?: string | undefined;
}

/** The button below a list that loads its next page, if there is one. */
export function ShowMore({ list, className = '' }: ShowMoreProps) {
  const { showMore } = useWords(uiWords);
  return (
    <>
      {list.isFetchNextPageError ? <ErrorState error={list.error} /> : null}
      {list.hasNextPage ? (
        <Button
          variant="default"
          className={className}
          disabled={list.isFetchingNextPage}
          leftSection={list.isFetchingNextPage ? <Loader size={20} /> : undefined}
          onClick={() => void list.fetchNextPage()}
        >
          {showMore}
        </Button>
      ) : null}
    </>
  );
}
