import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { IconHourglass } from '../icons/hourglass.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import type { PagePrefetch } from '../ui/page-file.ts';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { EntryText } from './entry-text.tsx';
import { OfferCard } from './offer-card.tsx';
import styles from './waiting.module.css';
import { isOpen, type MyEntry, myWaitingQuery } from './waiting-queries.ts';
import { waitingWords } from './waiting-words.ts';

export const prefetch: PagePrefetch = (queries) => queries.prefetchQuery(myWaitingQuery);

/** The farmer's entries on the waiting list, open offers first. */
export function MyWaiting() {
  const words = useWords(waitingWords);
  const list = useQuery(myWaitingQuery);
  return (
    <Page title={words.title} narrow exports={<ListExport list="/api/farmer/waiting-entry" />}>
      <Text>{words.intro}</Text>
      <QueryBoundary
        query={list}
        empty={{
          when: ({ content }) => content.length === 0,
          show: (
            <EmptyState
              icon={<IconHourglass size={40} aria-hidden />}
              title={words.none}
              text={words.noneText}
              action={
                <Button component={Link} to="/book" size="lg">
                  {words.book}
                </Button>
              }
            />
          ),
        }}
      >
        {({ content }) => <Entries open={content.filter(isOpen)} ended={content.filter((entry) => !isOpen(entry))} />}
      </QueryBoundary>
    </Page>
  );
}

function Entries({ open, ended }: { open: MyEntry[]; ended: MyEntry[] }) {
  const words = useWords(waitingWords);
  return (
    <Stack gap="lg">
      {open.map((entry) => (entry.offer === null ? null : <OfferCard key={entry.id} entry={entry} offer={entry.offer} />))}
      <ul className={styles.list}>
        {open.map((entry) => (
          <OpenEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      {ended.length === 0 ? null : (
        <>
          <Title order={2} size="h3">
            {words.earlier}
          </Title>
          <ul className={styles.list}>
            {ended.map((entry) => (
              <li key={entry.id} className={styles.entry}>
                <EntryText entry={entry} />
                {entry.orderId === null ? null : (
                  <Anchor
                    component={Link}
                    to={`/orders/${entry.orderId}`}
                    style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
                  >
                    {words.showOrder}
                  </Anchor>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

function OpenEntry({ entry }: { entry: MyEntry }) {
  const words = useWords(waitingWords);
  const format = useFormat();
  const { id } = entry;
  const leave = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(api.POST('/api/farmer/waiting-entry/{id}/leave', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: [ordersKey],
    successMessage: words.left,
  });
  return (
    <li className={styles.entry}>
      <EntryText entry={entry} />
      <div className={styles.acts}>
        <Confirm
          title={words.leaveTitle}
          text={words.leaveText(entry.location)}
          action={words.leave}
          keep={words.stay}
          busy={leave.isPending}
          onConfirm={(close) => leave.mutate(undefined, { onSuccess: close })}
          trigger={(open) => (
            <Button variant="default" aria-label={`${words.leave}: ${format.dateRange(entry.from, entry.to)}`} onClick={open}>
              {words.leave}
            </Button>
          )}
        />
      </div>
    </li>
  );
}
