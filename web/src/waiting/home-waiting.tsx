import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useWords } from '../ui/language.tsx';
import { OfferCard } from './offer-card.tsx';
import { isOpen, myWaitingQuery } from './waiting-queries.ts';
import { waitingWords } from './waiting-words.ts';

/** On the farmer's home: open offers, or a link to the list; nothing for those who do not wait. */
export function HomeWaiting() {
  const words = useWords(waitingWords);
  const { data } = useQuery(myWaitingQuery);
  const open = data?.content.filter(isOpen) ?? [];
  if (open.length === 0) return null;
  return (
    <>
      {open.map((entry) => (entry.offer === null ? null : <OfferCard key={entry.id} entry={entry} offer={entry.offer} />))}
      <Anchor component={Link} to="/waiting" style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}>
        {words.title} ({open.length})
      </Anchor>
    </>
  );
}
