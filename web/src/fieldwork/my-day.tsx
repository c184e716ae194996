import { Button, Stack, Text, Title } from '@mantine/core';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useShapesOfOrders } from '../fields/order-field.tsx';
import { IconBeach } from '../icons/beach.ts';
import { IconChecks } from '../icons/checks.ts';
import { IconMap } from '../icons/map.ts';
import { IconSunHigh } from '../icons/sun-high.ts';
import { FieldMap, type Pin } from '../map/field-map.tsx';
import { useShownStates, workQueryOf } from '../orders/shown-state.ts';
import { addDays } from '../ui/dates.ts';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import type { PagePrefetch } from '../ui/page-file.ts';
import { useMedia } from '../ui/phone.ts';
import { stateWords } from '../ui/state-words.ts';
import { EmptyState, Loading, QueryBoundary } from '../ui/states.tsx';
import { CurrentJob } from './current-job.tsx';
import { DaySwitcher } from './day-switcher.tsx';
import styles from './fieldwork.module.css';
import { JobCard } from './job-card.tsx';
import { useJobWeather } from './job-weather.tsx';
import { dayQuery, isOpen, type Job, type Order, useToday } from './jobs.ts';
import { notSprayedWords } from './not-sprayed-words.ts';
import { PrefetchJobs } from './prefetch-jobs.ts';
import { Refusals } from './refusals.tsx';
import { useFieldStates } from './unsent.ts';
import { fieldWords } from './words.ts';

export const prefetch: PagePrefetch = (queries, { today }) =>
  Promise.all([queries.prefetchQuery(dayQuery(today)), queries.prefetchQuery(workQueryOf('sprayer'))]);

/** A sprayer's jobs of a day in driving order. */
export function MyDay() {
  const words = useWords(fieldWords);
  const today = useToday();
  const [search, setSearch] = useSearchParams();
  const date = /^\d{4}-\d{2}-\d{2}$/.exec(search.get('date') ?? '')?.[0] ?? today;
  const show = (day: string) => setSearch(day === today ? {} : { date: day }, { replace: true });
  const jobs = useQuery(dayQuery(date));
  // Without the reports a job that waits for the sign-off would show as the current one at first. Without a network it is not waited for.
  const { isLoading, failureCount } = useQuery(workQueryOf('sprayer'));
  const areReportsAwaited = isLoading && failureCount === 0;
  const nothing = (
    <EmptyState
      icon={<IconSunHigh size={40} aria-hidden />}
      title={words.noJobsTitle}
      text={date === today ? words.noJobsToday : words.noJobsText}
      action={
        <Button variant="default" onClick={() => show(date === today ? addDays(today, 1) : today)}>
          {date === today ? words.lookTomorrow : words.lookToday}
        </Button>
      }
    />
  );
  return (
    <Page title={words.myDay} actions={<DaySwitcher date={date} show={show} />}>
      <PrefetchJobs />
      <Refusals />
      <QueryBoundary query={jobs} empty={{ when: (data) => data.length === 0, show: nothing }}>
        {(data) => (areReportsAwaited ? <Loading /> : <Day jobs={data} />)}
      </QueryBoundary>
      <Button component={Link} to="/absences" variant="default" leftSection={<IconBeach size={22} aria-hidden />}>
        {words.myDaysOff}
      </Button>
    </Page>
  );
}

/** Its report is not sent yet: afterwards the order has no crew, and is no job of this phone. */
const isNotSprayed = ({ orderStatus }: Order): boolean => orderStatus === 'confirmed';

function Day({ jobs }: { jobs: Job[] }) {
  const words = useWords(fieldWords);
  const { order: states } = useWords(stateWords);
  const { action: notSprayed } = useWords(notSprayedWords);
  // The current job renders first, the lists afterwards.
  const withLists = useDeferredValue(true, false);
  const isDesk = useMedia('(min-width: 62em)');
  const stateOf = useFieldStates();
  // The other crew member may have reported a job on another phone.
  const shownStateOf = useShownStates(true);
  const numbered = jobs.map((job, n) => {
    const { order, reported } = stateOf(job.order);
    return { job, number: n + 1, order, reported: reported || shownStateOf(job.order) === 'awaiting_sign_off' };
  });
  const open = numbered.filter(({ order }) => isOpen(order));
  // A started job is the current one, whatever the plan says. A job that only waits for the sign-off is not.
  const current =
    open.findLast(({ order, reported }) => order.orderStatus === 'in_progress' && !reported) ??
    open.find(({ reported }) => !reported) ??
    open[0];
  const currentId = current?.order.id;
  const others = open.filter(({ order }) => order.id !== currentId);
  return (
    <div className={styles.dayPage}>
      {isDesk ? (
        <div className={styles.dayMap}>
          <DayMap jobs={jobs} currentId={currentId} height={560} />
        </div>
      ) : null}
      <Stack gap="lg">
        {current === undefined ? (
          <EmptyState icon={<IconChecks size={40} aria-hidden />} title={words.allDoneTitle} text={words.allDoneText} />
        ) : (
          <CurrentJob job={current.job} number={current.number} />
        )}
        {isDesk ? null : (
          <PhoneMap>
            <DayMap jobs={jobs} currentId={currentId} height={280} />
          </PhoneMap>
        )}
        {withLists ? (
          <>
            <LaterJobs jobs={others.filter(({ reported }) => !reported)} />
            <Stacked title={states.awaiting_sign_off}>
              {others
                .filter(({ reported }) => reported)
                .map(({ job, number }) => (
                  <JobCard key={job.order.id} order={job.order} number={number} />
                ))}
            </Stacked>
            <Stacked title={notSprayed}>
              {numbered
                .filter(({ order }) => isNotSprayed(order))
                .map(({ job, number }) => (
                  <JobCard key={job.order.id} order={job.order} number={number} />
                ))}
            </Stacked>
            <Stacked title={words.done}>
              {numbered
                .filter(({ order }) => !isOpen(order) && !isNotSprayed(order))
                .map(({ job, number }) => (
                  <JobCard key={job.order.id} order={job.order} number={number} />
                ))}
            </Stacked>
          </>
        ) : null}
      </Stack>
    </div>
  );
}

/** The jobs to be sprayed after the current one, with their weather. */
function LaterJobs({ jobs }: { jobs: { job: Job; number: number }[] }) {
  const words = useWords(fieldWords);
  const weatherOf = useJobWeather(jobs[0]?.job.order.date);
  return (
    <Stacked title={words.later}>
      {jobs.map(({ job: { order, distanceKm }, number }) => (
        <JobCard key={order.id} order={order} number={number} distanceKm={distanceKm} weather={weatherOf(order.id)} />
      ))}
    </Stacked>
  );
}

/** All jobs of the day with the boundaries of their fields. */
function DayMap({ jobs, currentId, height }: { jobs: Job[]; currentId: number | undefined; height: number }) {
  const words = useWords(fieldWords);
  const navigate = useNavigate();
  const pins = useMemo(
    () =>
      jobs.map(
        ({ order: { id, latitude, longitude, location } }, n): Pin => ({
          id: String(id),
          latitude,
          longitude,
          label: location,
          number: n + 1,
          current: id === currentId,
        }),
      ),
    [jobs, currentId],
  );
  const shapes = useShapesOfOrders(jobs.map(({ order }) => order.id));
  return (
    <FieldMap pins={pins} shapes={shapes} height={height} label={words.mapOfDay} onPinClick={(id) => void navigate(`/orders/${id}`)} />
  );
}

const mapShownAs = 'swath-day-map';

/** On a phone the current job is shown first; the map opens with one tap and keeps its state. */
function PhoneMap({ children }: { children: ReactNode }) {
  const words = useWords(fieldWords);
  const [isShown, setShown] = useState(() => localStorage.getItem(mapShownAs) !== null);
  const toggle = () => {
    if (isShown) localStorage.removeItem(mapShownAs);
    else localStorage.setItem(mapShownAs, 'shown');
    setShown(!isShown);
  };
  return (
    <Stack gap="sm">
      <Button variant="default" className={styles.big ?? ''} leftSection={<IconMap size={22} aria-hidden />} onClick={toggle}>
        {isShown ? words.hideMap : words.showMap}
      </Button>
      {isShown ? children : null}
    </Stack>
  );
}

function Stacked({ title, children }: { title: string; children: ReactNode[] }) {
  const words = useWords(fieldWords);
  if (children.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <div className={styles.stackTitle}>
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{words.jobs(children.length)}</Text>
      </div>
      {children}
    </Stack>
  );
}
