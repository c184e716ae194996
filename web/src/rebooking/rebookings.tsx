import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { IconCalendarShare } from '../icons/calendar-share.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import rows from '../ui/list-rows.module.css';
import { Page } from '../ui/page.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { shownReason } from './common-reason-rules.ts';
import { useRebookings } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';

/** All proposals, newest first. */
export function Rebookings() {
  const words = useWords(rebookingWords);
  const format = useFormat();
  const query = useRebookings();
  return (
    <Page title={words.list} narrow exports={<ListExport list="/api/receptionist/rebooking" />}>
      <QueryBoundary
        query={query}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <EmptyState icon={<IconCalendarShare size={40} aria-hidden />} title={words.none} text={words.noneText} />,
        }}
      >
        {({ content }) => (
          <ul className={rows.list}>
            {content.map((one) => (
              <li key={one.id} className={rows.row}>
                <div className={rows.main}>
                  <Anchor component={Link} to={`/rebooking/${one.id}`} className={`${rows.link} ${rows.name}`}>
                    {words.state[one.state]}: {shownReason(one.reason, words)}
                  </Anchor>
                  <span className={rows.note}>
                    {format.moment(one.timestamp)} · {one.by} · {words.orders(one.orders)}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Page>
  );
}
