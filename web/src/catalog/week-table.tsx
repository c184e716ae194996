import { Button, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useCompany } from '../api/company.tsx';
import { IconBolt } from '../icons/bolt.ts';
import { IconCalendarOff } from '../icons/calendar-off.ts';
import { IconStarFilled } from '../icons/star-filled.ts';
import { addDays, daysBetween } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { clockTime } from '../ui/format-rules.ts';
import { useWords } from '../ui/language.tsx';
import { EmptyState, Loading, QueryBoundary } from '../ui/states.tsx';
import { findWindow, type Place, usePlaceWindows } from '../weather/spray-windows.ts';
import { WeekWeather } from '../weather/week-weather.tsx';
import { bookableDays, type Slot, useBookablePlaces, useWeekPlaces } from './availability.ts';
import { daysInWeek, firstDayOf, weekOf } from './availability-rules.ts';
import { type Advice, bestOf, useBookingAdvice } from './booking-advice.ts';
import { WeekGrid } from './week-grid.tsx';
import { WeekSteps } from './week-steps.tsx';
import styles from './week-table.module.css';
import { weekWords } from './week-words.ts';

export type { Slot } from './availability.ts';

interface WeekTableProps {
  /** The selected time. */
  chosen?: Slot | undefined;
  onChoose(slot: Slot): void;
  /** The current time of the order: shown, but not selectable. */
  present?: Slot | undefined;
  /** A date within the days shown first, if nothing is selected; default: today. */
  startAt?: string | undefined;
  /** The field, whose weather each time shows. */
  place?: Place | undefined;
  /** A new order for the place: times show how well they suit the ways of the crews. */
  advises?: boolean;
  /** A full time was tapped, to wait for it; undefined: full times cannot be tapped. */
  onFull?: ((slot: Slot) => void) | undefined;
}

/** Seven days from today with the free places of each session. */
export function WeekTable({ chosen, onChoose, present, startAt, place, advises = false, onFull }: WeekTableProps) {
  const words = useWords(weekWords);
  const { today } = useCompany();
  const keysId = useId();
  const [week, setWeek] = useState(() => weekOf(chosen?.date ?? startAt ?? today, today));
  const [byKey, setByKey] = useState(false);
  const from = firstDayOf(week, today);
  const lastWeek = Math.floor(bookableDays / daysInWeek);
  const query = useWeekPlaces(from);
  const { data: windows = [] } = usePlaceWindows(place, from, daysInWeek, today);
  const shownWindows =
    place === undefined ? undefined : windows.filter(({ date }) => daysBetween(from, date) >= 0 && daysBetween(from, date) < daysInWeek);
  const { data: known = [] } = useBookingAdvice(advises ? place : undefined, from);
  // A short way is no advice if the weather says stop.
  const withWeather = (one: Advice) => (findWindow(windows, one)?.verdict === 'STOP' ? { ...one, isBest: false } : one);
  const advice = advises && place !== undefined ? known.map(withWeather) : undefined;
  const best = bestOf(advice ?? []);
  const choose = (slot: Slot) => {
    setWeek(weekOf(slot.date, today));
    onChoose({ date: slot.date, session: slot.session });
  };
  const go = (weeks: number, withKey = false) => {
    setByKey(withKey);
    setWeek((now) => Math.min(lastWeek, Math.max(0, now + weeks)));
  };
  return (
    <section className={styles.week} aria-label={words.table}>
      <div className={styles.head}>
        <WeekSteps from={from} isFirst={week === 0} isLast={week === lastWeek} onStep={go} />
        <NextFree today={today} place={place} onChoose={choose} />
        {best === undefined ? null : <BestTime best={best} onChoose={choose} />}
      </div>
      <p id={keysId} className="visually-hidden">
        {words.keys}
      </p>
      <QueryBoundary
        query={query}
        loading={<Loading lines={5} />}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <EmptyState icon={<IconCalendarOff size={40} aria-hidden />} title={words.noSessions} text={words.noSessionsText} />,
        }}
      >
        {({ content }) => (
          <WeekGrid
            from={from}
            lastDate={addDays(today, bookableDays)}
            places={content}
            isOther={query.isPlaceholderData}
            chosen={chosen}
            present={present}
            windows={shownWindows}
            advice={advice}
            describedBy={keysId}
            takesFocus={byKey}
            onChoose={choose}
            onFull={onFull}
            onStep={(weeks) => go(weeks, true)}
          />
        )}
      </QueryBoundary>
      {shownWindows === undefined ? null : <WeekWeather windows={shownWindows} />}
    </section>
  );
}

/** Selects the time that suits the ways of the crews best. */
function BestTime({ best, onChoose }: { best: Advice; onChoose(slot: Slot): void }) {
  const words = useWords(weekWords);
  const format = useFormat();
  const when = `${format.date(best.date)} ${clockTime(best.session.startTime)}`;
  return (
    <Button {...wideButton} leftSection={<IconStarFilled size={18} aria-hidden />} onClick={() => onChoose(best)}>
      {best.extraMetres == null ? words.bestForYou(when) : words.bestForOffice(when, format.km(best.extraMetres))}
    </Button>
  );
}

const wideButton = { variant: 'light', color: 'sky', h: 'auto', mih: 48, styles: { label: { whiteSpace: 'normal' } } } as const;

/** Selects the first time that is free and can be sprayed with one tap. */
function NextFree({ today, place, onChoose }: { today: string; place: Place | undefined; onChoose(slot: Slot): void }) {
  const words = useWords(weekWords);
  const format = useFormat();
  const { data } = useBookablePlaces(today, place);
  if (data === undefined) return null;
  const [first] = data;
  if (first === undefined) return <Text c="dimmed">{words.noneSoon}</Text>;
  const day = first.date === today ? words.today : format.date(first.date);
  return (
    <Button {...wideButton} leftSection={<IconBolt size={20} aria-hidden />} onClick={() => onChoose(first)}>
      {words.nextFree(`${day} ${clockTime(first.session.startTime)}`)}
    </Button>
  );
}
