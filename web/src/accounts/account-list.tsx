import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { ErrorState, Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';

interface ListPage<Item> {
  content: Item[];
  page: { number: number; totalPages: number };
}

/** A paged list of the signed-in user, for example of devices. `items`: undefined until the first page is there. */
export function useAccountList<Item>(queryKey: QueryKey, load: (page: number, signal: AbortSignal) => Promise<ListPage<Item>>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
  });
  return { query, items: query.data?.pages.flatMap(({ content }) => content) };
}

interface AccountListProps<Item> {
  words: { title: string; intro: string; none?: string };
  list: ReturnType<typeof useAccountList<Item>>;
  row: (item: Item) => ReactNode;
  /** The page has the same title. */
  hidesTitle?: boolean;
  /** What follows the list. */
  children?: ReactNode;
}

/** A card with a list of the signed-in user. */
export function AccountList<Item>(props: AccountListProps<Item>) {
  const {
    words: { title, intro, none },
    hidesTitle = false,
    list: { query, items },
    row,
    children,
  } = props;
  const { showMore } = useWords(uiWords);
  return (
    <Card component="section">
      <Stack>
        {hidesTitle ? null : <Title order={2}>{title}</Title>}
        <Text c="dimmed">{intro}</Text>
        {items === undefined ? (
          query.isError ? (
            <ErrorState error={query.error} retry={() => void query.refetch()} />
          ) : (
            <Loading lines={2} />
          )
        ) : items.length === 0 ? (
          <Text>{none}</Text>
        ) : (
          <ul className={styles.list} data-plain>
            {items.map(row)}
          </ul>
        )}
        {query.hasNextPage ? (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {showMore}
          </Button>
        ) : null}
        {children}
      </Stack>
    </Card>
  );
}

interface AccountRowProps {
  name: string;
  /** Null: left out. */
  notes: readonly (string | null)[];
  /** Buttons of the row. */
  children: ReactNode;
}

export function AccountRow({ name, notes, children }: AccountRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <span className={styles.name}>{name}</span>
        {notes.map((note) =>
          note === null ? null : (
            <span key={note} className={styles.note}>
              {note}
            </span>
          ),
        )}
      </span>
      {children}
    </li>
  );
}

interface RemoveButtonProps {
  /** Of the dialog. */
  title: string;
  text: string;
  action: string;
  /** Names the item for screen readers. */
  label: string;
  removal: { isPending: boolean; mutate(input: undefined, options: { onSettled(): void }): void };
}

/** Removes an item of the list after a confirmation. */
export function RemoveButton({ title, text, action, label, removal }: RemoveButtonProps) {
  return (
    <Confirm
      title={title}
      text={text}
      action={action}
      busy={removal.isPending}
      onConfirm={(close) => removal.mutate(undefined, { onSettled: close })}
      trigger={(open) => (
        <Button variant="outline" color="clay" aria-label={label} onClick={open}>
          {action}
        </Button>
      )}
    />
  );
}
