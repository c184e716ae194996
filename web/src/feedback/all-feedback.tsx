import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { IconStar } from '../icons/star.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import styles from './all-feedback.module.css';
import { allFeedbackWords } from './all-feedback-words.ts';
import { FeedbackCard } from './feedback-card.tsx';

/** All ratings, newest first. */
export function AllFeedback() {
  const words = useWords(allFeedbackWords);
  return (
    <Page title={words.title} exports={<ListExport list="/api/receptionist/feedback" />}>
      <List />
    </Page>
  );
}

function List() {
  const words = useWords(allFeedbackWords);
  const list = useInfiniteQuery({
    queryKey: [...ordersKey, 'feedback'],
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/receptionist/feedback/', { params: { query: { pageable: { page: pageParam, size: 20 } } }, signal })),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
  });
  if (list.data === undefined)
    return list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <Loading lines={4} />;
  const feedbacks = list.data.pages.flatMap(({ content }) => content);
  if (feedbacks.length === 0) return <EmptyState icon={<IconStar size={40} aria-hidden />} title={words.none} text={words.noneText} />;
  return (
    <Stack>
      <Text c="dimmed">{words.count(list.data.pages[0]?.page.totalElements ?? feedbacks.length)}</Text>
      <ul className={styles.cards}>
        {feedbacks.map((feedback) => (
          <FeedbackCard key={feedback.id} feedback={feedback} />
        ))}
      </ul>
      <ShowMore list={list} className={styles.more} />
    </Stack>
  );
}
