import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Shape } from '../api/client.ts';
import { IconStarFilled } from '../icons/star-filled.ts';
import { daysFrom } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { clockTime } from '../ui/format-rules.ts';
import { useWords } from '../ui/language.tsx';
import { hasForecast, type SprayWindow } from '../weather/spray-windows.ts';
import { type FreePlaces, isSameSlot, type Slot } from './availability.ts';
import { daysInWeek } from './availability-rules.ts';
import type { Advice } from './booking-advice.ts';
import { useClosures } from './closure-queries.ts';
import { closureWords } from './closure-words.ts';
import { daysText } from './days-text.ts';
import { includesDate, includesSlot } from './span-rules.ts';
import { QuietCell, WeekCell } from './week-cell.tsx';
import { WeekDays } from './week-days.tsx';
import { type Spot, spotAfter } from './week-moves.ts';
import styles from './week-table.module.css';
import { weekWords } from './week-words.ts';

const nameOf = ({ column, row }: Spot) => `${column}-${row}`;
const weekSteps: Record<string, number> = { PageDown: 1, PageUp: -1 };
const noon = 12;

interface WeekGridProps {
  from: string;
  lastDate: string;
  places: FreePlaces[];
  /** True while the data of the previously shown days is displayed. */
  isOther: boolean;
  chosen: Slot | undefined;
  present: Slot | undefined;
  /** undefined: the place is not known, and cells have no room for the weather. */
  windows: readonly SprayWindow[] | undefined;
  /** undefined: the place is not known. */
  advice: readonly Advice[] | undefined;
  describedBy: string;
  /** The days were changed by key, so the focus moves to the new days. */
  takesFocus: boolean;
  onChoose(slot: Slot): void;
  onFull: ((slot: Slot) => void) | undefined;
  onStep(weeks: number): void;
}

export function WeekGrid(props: WeekGridProps) {
  const { from, lastDate, places, isOther, chosen, present, windows, advice, describedBy, takesFocus, onChoose, onFull, onStep } = props;
  const words = useWords(weekWords);
  const closed = useWords(closureWords);
  const format = useFormat();
  const { data: closures = [] } = useClosures();
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<Spot>();
  const preferredRow = useRef(0);
  const dates = daysFrom(from, daysInWeek);
  const sessions = sessionsOf(places);
  const found = new Map(places.map((place) => [`${place.date} ${place.session.id}`, place]));
  const weather = new Map((windows ?? []).filter(hasForecast).map((window) => [`${window.date} ${window.session.id}`, window]));
  const advised = new Map((advice ?? []).map((one) => [`${one.date} ${one.session.id}`, one]));
  const hasDistances = advice?.some(({ extraMetres }) => extraMetres !== undefined) === true;
  const placeAt = ({ column, row }: Spot) => found.get(`${dates[column]} ${sessions[row]?.id}`);
  const canChoose = (place: FreePlaces) => place.free > 0 && place.date <= lastDate && !isSameSlot(place, present);

  const spots = sessions.flatMap((_, row) => dates.map((_, column) => ({ column, row })));
  const free = spots.filter((spot) => {
    const place = placeAt(spot);
    return place !== undefined && canChoose(place);
  });
  const chosenSpot = free.find((spot) => isSameSlot(placeAt(spot), chosen));
  const firstDay = [...free].sort((a, b) => a.column - b.column || a.row - b.row)[0];
  const tabStop = free.find((spot) => focused !== undefined && nameOf(spot) === nameOf(focused)) ?? chosenSpot ?? firstDay;

  const firstShown = (chosenSpot ?? firstDay)?.column;
  // Today may be over or full: a narrow screen starts with the first selectable day.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the days shown, not whenever a place is taken
  useEffect(() => {
    if (isOther) {
      // The focused cell no longer exists: the table takes the focus, so that the next key is not lost.
      if (takesFocus) frame.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
      return;
    }
    const head = frame.current?.querySelector<HTMLElement>(`[data-column="${firstShown ?? 0}"]`);
    const side = frame.current?.querySelector<HTMLElement>('[data-side]');
    if (frame.current && head && side) frame.current.scrollLeft = head.offsetLeft - side.offsetWidth;
    if (!takesFocus) return;
    const target = frame.current?.querySelector<HTMLElement>('[tabindex="0"]');
    target?.focus();
  }, [from, isOther]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const weeks = weekSteps[event.key];
    if (weeks !== undefined) {
      event.preventDefault();
      onStep(weeks);
      return;
    }
    const next = tabStop === undefined ? undefined : spotAfter(event.key, free, tabStop, preferredRow.current);
    if (next === undefined) return;
    event.preventDefault();
    const row = event.key === 'ArrowUp' || event.key === 'ArrowDown' ? next.row : preferredRow.current;
    frame.current?.querySelector<HTMLElement>(`[data-spot="${nameOf(next)}"]`)?.focus();
    // Skipping a full cell does not change the preferred row.
    preferredRow.current = row;
  };

  const cell = (spot: Spot) => {
    const place = placeAt(spot);
    if (place === undefined) return <span className={styles.quiet} />;
    if (!canChoose(place))
      return (
        <QuietCell
          places={place}
          isPresent={isSameSlot(place, present)}
          onFull={place.date <= lastDate ? onFull : undefined}
          closure={closures.find((closure) => includesSlot(closure, place.date, place.session.id))}
        />
      );
    return (
      <WeekCell
        places={place}
        spot={nameOf(spot)}
        weather={weather.get(`${place.date} ${place.session.id}`)}
        advice={advised.get(`${place.date} ${place.session.id}`)}
        isChosen={isSameSlot(place, chosen)}
        isTabStop={tabStop !== undefined && nameOf(spot) === nameOf(tabStop)}
        onChoose={() => onChoose(place)}
        onFocus={() => {
          preferredRow.current = spot.row;
          setFocused(spot);
        }}
      />
    );
  };

  const halves = [
    { name: words.morning, rows: sessions.flatMap(({ startTime }, row) => (startTime.hour < noon ? [row] : [])) },
    { name: words.afternoon, rows: sessions.flatMap(({ startTime }, row) => (startTime.hour < noon ? [] : [row])) },
  ];
  return (
    <>
      <div ref={frame} className={styles.frame}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is what a table is called that keys move about in
          role="grid"
          className={styles.table}
          data-weather={windows !== undefined || undefined}
          data-distances={hasDistances || undefined}
          aria-label={words.table}
          aria-describedby={describedBy}
          aria-busy={isOther}
          // Without a selectable cell the table itself is focusable, so that keys still scroll it and change the days.
          tabIndex={free.length === 0 ? 0 : -1}
          onKeyDown={onKeyDown}
        >
          <WeekDays dates={dates} />
          {halves
            .filter(({ rows }) => rows.length > 0)
            .map(({ name, rows }) => (
              <tbody key={name}>
                <tr>
                  <th scope="rowgroup" colSpan={daysInWeek + 1} className={styles.half}>
                    <span>{name}</span>
                  </th>
                </tr>
                {rows.map((row) => (
                  <tr key={sessions[row]?.id}>
                    <th scope="row" className={styles.side}>
                      {timeOf(sessions[row])}
                    </th>
                    {dates.map((date, column) => (
                      <td key={date} className={styles.cell}>
                        {cell({ column, row })}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
        </table>
      </div>
      {advice?.some(({ isBest }) => isBest) ? (
        <Text c="dimmed" className={styles.legend}>
          <IconStarFilled size={14} aria-hidden /> {hasDistances ? words.extraNote : words.bestText}
        </Text>
      ) : null}
      {closures
        .filter((closure) => dates.some((date) => includesDate(closure, date)))
        .map((closure) => (
          <Text key={closure.id} c="dimmed">
            {closed.note(daysText(format, closure), closure.reason)}
          </Text>
        ))}
      {free.length === 0 && !isOther ? (
        <Text c="dimmed" role="status">
          {words.noneThisWeek}
        </Text>
      ) : null}
    </>
  );
}

const timeOf = (session: Shape<'Session'> | undefined) => (session === undefined ? '' : clockTime(session.startTime));

function sessionsOf(places: FreePlaces[]): Shape<'Session'>[] {
  const byId = new Map(places.map(({ session }) => [session.id, session]));
  return [...byId.values()].sort((a, b) => (clockTime(a.startTime) < clockTime(b.startTime) ? -1 : 1));
}
