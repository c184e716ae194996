import { ActionIcon } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { Shape } from '../api/client.ts';
import { ReportIllness } from '../crew-plan/report-illness.tsx';
import { IconPhone } from '../icons/phone.ts';
import { OrderArea } from '../orders/order-area.tsx';
import { useShownState } from '../orders/shown-state.ts';
import { telephoneLink } from '../ui/device-links.ts';
import { useFormat } from '../ui/format.ts';
import { clockTime } from '../ui/format-rules.ts';
import { useWords } from '../ui/language.tsx';
import { orderIcons } from '../ui/state-badge.tsx';
import { stateWords } from '../ui/state-words.ts';
import { HandOver } from './hand-over.tsx';
import { sprayerElement } from './sprayer-address.ts';
import styles from './sprayers.module.css';
import { sprayersWords } from './sprayers-words.ts';

export type SprayerWeek = Shape<'SprayerWeek'>;
type Job = SprayerWeek['days'][number]['orders'][number];

/** In the order of the day. */
export function jobsOn({ days }: SprayerWeek, date: string): Job[] {
  const jobs = days.find((day) => day.date === date)?.orders ?? [];
  return [...jobs].sort((a, b) => (clockTime(a.session.startTime) < clockTime(b.session.startTime) ? -1 : 1));
}

/** Name, expertise and number of jobs of the week. */
export function SprayerName({ week, date }: { week: SprayerWeek; date: string }) {
  const { sprayer, jobs, area } = week;
  const words = useWords(sprayersWords);
  const { expertise } = useWords(stateWords);
  const format = useFormat();
  const { id, fullName, phoneNumber, active } = sprayer;
  const row = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const isChosen = hash === `#${sprayerElement(id)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the same sprayer again scrolls there again
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'center' });
  }, [isChosen, key]);
  return (
    <div ref={row} id={sprayerElement(id)} className={styles.who} data-chosen={isChosen || undefined}>
      <div>
        <span className={styles.name}>{fullName}</span>
        <span className={styles.note}>
          {[sprayer.expertise === null ? '' : expertise[sprayer.expertise], active ? '' : words.notActive].filter(Boolean).join(', ')}
        </span>
        <span className={styles.note}>{jobs === 0 ? words.jobs(0) : `${words.jobs(jobs)}, ${format.area(area)}`}</span>
      </div>
      {jobsOn(week, date).some(({ orderStatus }) => orderStatus === 'assigned') ? <HandOver sprayer={sprayer} date={date} /> : null}
      {jobsOn(week, date).some(({ orderStatus }) => orderStatus === 'assigned') ? <ReportIllness sprayer={sprayer} date={date} /> : null}
      {phoneNumber === null ? null : (
        <ActionIcon component="a" href={telephoneLink(phoneNumber)} aria-label={words.call(fullName)} title={words.call(fullName)}>
          <IconPhone size={20} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

/** A job in compact form: time, area, place and state. */
export function JobChip({ job }: { job: Job }) {
  const { id, session, location } = job;
  const shown = useShownState(job);
  const states = useWords(stateWords).order;
  const Icon = orderIcons[shown];
  return (
    <Link to={`/orders/${id}`} className={styles.job} data-state={shown} title={`${states[shown]}: ${location}`}>
      <span className={styles.jobHead}>
        <Icon size={16} aria-hidden />
        <span className="visually-hidden">{states[shown]}, </span>
        {clockTime(session.startTime)}
        <span className={styles.jobArea}>
          <OrderArea order={job} />
        </span>
      </span>
      <span className={styles.jobPlace}>{location}</span>
    </Link>
  );
}
