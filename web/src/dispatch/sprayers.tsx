import { ActionIcon, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { ordersKey } from '../api/live.ts';
import { crewPlanWords } from '../crew-plan/crew-plan-words.ts';
import { IconAddressBook } from '../icons/address-book.ts';
import { IconBeach } from '../icons/beach.ts';
import { IconChevronLeft } from '../icons/chevron-left.ts';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { IconGavel } from '../icons/gavel.ts';
import { IconRoute } from '../icons/route.ts';
import { BulkBar } from '../orders/bulk/bulk-bar.tsx';
import type { Selection } from '../orders/bulk/selection.ts';
import { addDays, daysFrom, mondayOf } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { Segments } from '../ui/segments.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { absencesQuery } from './absence-queries.ts';
import { absenceWords } from './absence-words.ts';
import styles from './sprayers.module.css';
import { SprayersDay } from './sprayers-day.tsx';
import { SprayersTable } from './sprayers-table.tsx';
import { sprayersWords } from './sprayers-words.ts';

/** The page selects nothing; the bar offers to undo. */
const noSelection: Selection = { orders: [], has: () => false, toggle() {}, toggleAll() {}, clear() {} };
const daysInWeek = 7;
const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`));

/** Jobs of the week by sprayer. The day is in the address, so that a link leads to the same week. */
export function Sprayers() {
  const words = useWords(sprayersWords);
  const { requestCount } = useWords(absenceWords);
  const crewPlan = useWords(crewPlanWords);
  const format = useFormat();
  const isPhone = useIsPhone();
  const { today } = useCompany();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('day');
  const day = isDate(asked) ? asked : today;
  const monday = mondayOf(day);
  const dates = daysFrom(monday, daysInWeek);
  const show = (date: string) => setSearch(date === today ? {} : { day: date }, { replace: true });
  const query = useQuery({
    queryKey: [...ordersKey, 'sprayers', monday],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/sprayer', { params: { query: { week: monday, pageable: { page: 0, size: 200 } } }, signal })),
    placeholderData: keepPreviousData,
  });
  const { data: absences = [] } = useQuery(absencesQuery({ from: monday, to: addDays(monday, daysInWeek - 1), state: 'approved' }));
  const { data: requests = [] } = useQuery(absencesQuery({ state: 'requested' }));
  return (
    <Page
      title={words.title}
      actions={
        <div className={styles.steps}>
          <ActionIcon variant="default" aria-label={words.earlier} title={words.earlier} onClick={() => show(addDays(day, -daysInWeek))}>
            <IconChevronLeft size={22} aria-hidden />
          </ActionIcon>
          <Text component="span" fw={600} className={styles.range ?? ''} aria-live="polite">
            {format.dateRange(monday, addDays(monday, daysInWeek - 1))}
          </Text>
          <ActionIcon variant="default" aria-label={words.later} title={words.later} onClick={() => show(addDays(day, daysInWeek))}>
            <IconChevronRight size={22} aria-hidden />
          </ActionIcon>
          {monday === mondayOf(today) ? null : (
            <Button variant="default" onClick={() => show(today)}>
              {words.thisWeek}
            </Button>
          )}
          <Button
            component={Link}
            to={`/plan?date=${day < today ? today : day}`}
            variant="default"
            leftSection={<IconRoute size={20} aria-hidden />}
          >
            {crewPlan.link}
          </Button>
          <Button component={Link} to="/absences" variant="default" leftSection={<IconBeach size={20} aria-hidden />}>
            {requests.length === 0 ? words.absences : `${words.absences}: ${requestCount(requests.length)}`}
          </Button>
          <Button component={Link} to="/crew-rules" variant="default" leftSection={<IconGavel size={20} aria-hidden />}>
            {words.rules}
          </Button>
          <ListExport list="/api/receptionist/sprayer" query={{ week: monday }} />
        </div>
      }
    >
      {isPhone ? (
        <Segments
          fullWidth
          aria-label={words.day}
          className={styles.days}
          value={day}
          onChange={show}
          data={dates.map((date) => ({
            value: date,
            label: (
              <span className={styles.dayTab} data-today={date === today || undefined}>
                <span>{format.weekday(date)}</span>
                <span>{format.dayMonth(date)}</span>
              </span>
            ),
          }))}
        />
      ) : null}
      <QueryBoundary
        query={query}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <EmptyState icon={<IconAddressBook size={40} aria-hidden />} title={words.none} text={words.noneText} />,
        }}
      >
        {({ content }) => (
          <div aria-busy={query.isPlaceholderData}>
            {isPhone ? (
              <SprayersDay weeks={content} date={day} absences={absences} />
            ) : (
              <SprayersTable weeks={content} dates={dates} absences={absences} date={day} />
            )}
          </div>
        )}
      </QueryBoundary>
      <BulkBar selection={noSelection} />
    </Page>
  );
}
