import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IconHourglass } from '../icons/hourglass.ts';
import { IconPlus } from '../icons/plus.ts';
import { CallButton } from '../orders/call-button.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import type { PagePrefetch } from '../ui/page-file.ts';
import { formatPhone } from '../ui/phone-number.ts';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { EntryText } from './entry-text.tsx';
import { EntryHistory, OfferActions, OfferByHand, RemoveEntry } from './office-actions.tsx';
import styles from './waiting.module.css';
import { type OfficeEntry, officeWaitingQuery } from './waiting-queries.ts';
import { waitingWords } from './waiting-words.ts';

export const prefetch: PagePrefetch = (queries) => queries.prefetchQuery(officeWaitingQuery);

/** The office's waiting list in order of waiting, with open offers. */
export function WaitingList() {
  const words = useWords(waitingWords);
  const list = useQuery(officeWaitingQuery);
  const add = (
    <Button component={Link} to="/book" leftSection={<IconPlus size={20} aria-hidden />}>
      {words.addCaller}
    </Button>
  );
  return (
    <Page title={words.title} exports={<ListExport list="/api/receptionist/waiting-entry" />} actions={add}>
      <Text>{words.officeIntro}</Text>
      <QueryBoundary
        query={list}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <EmptyState icon={<IconHourglass size={40} aria-hidden />} title={words.officeNone} text={words.officeNoneText} />,
        }}
      >
        {({ content }) => (
          <ul className={styles.list}>
            {content.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Entry({ entry }: { entry: OfficeEntry }) {
  const words = useWords(waitingWords);
  const format = useFormat();
  const { farmer, offer } = entry;
  return (
    <li className={styles.entry} data-offer={offer === null ? undefined : true}>
      <EntryText entry={entry} name={farmer.fullName} />
      {offer === null ? null : (
        <Text fw={600}>
          {format.slot(offer)} · {words.heldForFarmerUntil(format.moment(offer.expiresAt))}
          {Date.parse(offer.sendAt) > Date.now() ? ` · ${words.sentAt(format.moment(offer.sendAt))}` : ''}
        </Text>
      )}
      <div className={styles.acts}>
        {farmer.phoneNumber === null ? null : <CallButton phoneNumber={farmer.phoneNumber}>{formatPhone(farmer.phoneNumber)}</CallButton>}
        {offer === null ? <OfferByHand entry={entry} /> : <OfferActions offer={offer} name={farmer.fullName} />}
        <EntryHistory entry={entry} />
        <RemoveEntry entry={entry} />
      </div>
    </li>
  );
}
