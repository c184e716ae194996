import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { IconClipboardList } from '../icons/clipboard-list.ts';
import { recordWords } from '../spray-records/record-words.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import styles from './fieldwork.module.css';
import { JobCard } from './job-card.tsx';
import { isOpen } from './jobs.ts';
import { Refusals } from './refusals.tsx';
import { fieldWords } from './words.ts';

const size = 50;

/** All jobs of a sprayer: upcoming ones, earliest first, and past ones. */
export function MyJobs() {
  const words = useWords(fieldWords);
  const records = useWords(recordWords);
  const { showMore } = useWords(uiWords);
  const [shown, setShown] = useState<'coming' | 'past'>('coming');
  const jobs = useInfiniteQuery({
    queryKey: [...ordersKey, 'mine'],
    queryFn: ({ pageParam, signal }) =>
      read(api.GET('/api/sprayer/order/', { params: { query: { pageable: { page: pageParam, size } } }, signal })),
    initialPageParam: 0,
    getNextPageParam: ({ page: { number, totalPages } }) => (number + 1 < totalPages ? number + 1 : undefined),
  });
  const all = jobs.data?.pages.flatMap(({ content }) => content) ?? [];
  // The service lists open orders first, so the first pages contain all of them.
  const coming = all.filter(isOpen).sort((a, b) => a.date.localeCompare(b.date) || a.session.id - b.session.id);
  const past = all.filter((order) => !isOpen(order));
  const list = shown === 'coming' ? coming : past;
  return (
    <Page
      title={words.myJobs}
      narrow
      exports={<ListExport list="/api/sprayer/order" />}
      actions={
        <Button component={Link} to="/records" variant="default" leftSection={<IconClipboardList size={20} aria-hidden />}>
          {records.title}
        </Button>
      }
    >
      <Refusals />
      <Segments
        fullWidth
        className={styles.tabs}
        aria-label={words.myJobs}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'coming', label: words.coming },
          { value: 'past', label: words.past },
        ]}
      />
      {jobs.data === undefined ? (
        jobs.isError ? (
          <ErrorState error={jobs.error} retry={() => void jobs.refetch()} />
        ) : (
          <Loading />
        )
      ) : list.length === 0 ? (
        <EmptyState title={words.noJobsEverTitle} text={words.noJobsEverText} />
      ) : (
        <Stack gap="sm">
          {list.map((order) => (
            <JobCard key={order.id} order={order} withDate />
          ))}
        </Stack>
      )}
      {jobs.hasNextPage && (shown === 'past' || past.length === 0) ? (
        <Button variant="default" loading={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
          {showMore}
        </Button>
      ) : null}
    </Page>
  );
}
