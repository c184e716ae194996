import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCompany } from '../../api/company.tsx';
import { useDayShapes } from '../../fields/order-field.tsx';
import { IconCalendarWeek } from '../../icons/calendar-week.ts';
import { IconChevronLeft } from '../../icons/chevron-left.ts';
import { IconChevronRight } from '../../icons/chevron-right.ts';
import { FieldMap, type MapLine, type Pin } from '../../map/field-map.tsx';
import { usePlacesAround } from '../../sensitive-places/places-around.ts';
import { addDays } from '../../ui/dates.ts';
import { useFormat } from '../../ui/format.ts';
import { clockTime } from '../../ui/format-rules.ts';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import type { PagePrefetch } from '../../ui/page-file.ts';
import { useIsPhone } from '../../ui/phone.ts';
import { orderIcons, type ShownState } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { EmptyState, QueryBoundary } from '../../ui/states.tsx';
import { crewByOrder, halves } from '../board/board-rules.ts';
import { useWeek, type Week, weekQuery } from '../board/week-data.ts';
import { useChosenOrder } from '../detail/chosen-order.ts';
import { SidePanel } from '../detail/side-panel.tsx';
import { useShownStates } from '../shown-state.ts';
import styles from './day-map.module.css';
import { type CrewDay, crewDays, type DayFilter, filterDays, lineColor, type StateOf } from './day-map-rules.ts';
import { dayMapWords } from './day-map-words.ts';
import { VisitList } from './visit-list.tsx';

const states: ShownState[] = ['pending', 'confirmed', 'assigned', 'in_progress', 'awaiting_sign_off', 'completed'];
const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Day and filters, from the address; other parameters are kept. */
function useShownDay() {
  const { today } = useCompany();
  const [params, setParams] = useSearchParams();
  const date = params.get('date');
  const session = Number(params.get('session') ?? Number.NaN);
  const filter: DayFilter = {
    session: Number.isInteger(session) ? session : undefined,
    crew: params.get('crew') ?? undefined,
    state: states.find((state) => state === params.get('state')),
  };
  const set = (changes: Record<string, string | undefined>) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) now.delete(name);
          else now.set(name, value);
        }
        return now;
      },
      { replace: true },
    );
  return { today, date: isDate(date) ? date : today, filter, set };
}

export const prefetch: PagePrefetch = (queries, { today }) =>
  location.search === '' ? queries.prefetchQuery(weekQuery(today, 1)) : Promise.resolve();

/** The jobs of a day on a map with the route of each crew, for the office. */
export function DayMap() {
  const words = useWords(dayMapWords);
  const { today, date, filter, set } = useShownDay();
  const week = useWeek(date, 1);
  const go = (to: string) => set({ date: to === today ? undefined : to, crew: undefined });
  return (
    <SidePanel>
      <Page
        title={words.title}
        actions={
          <Button
            component={Link}
            to={`/?view=day&from=${date}`}
            variant="default"
            leftSection={<IconCalendarWeek size={20} aria-hidden />}
          >
            {words.toBoard}
          </Button>
        }
      >
        <Group gap="xs">
          <ActionIcon variant="default" onClick={() => go(addDays(date, -1))} aria-label={words.earlier} title={words.earlier}>
            <IconChevronLeft size={22} aria-hidden />
          </ActionIcon>
          <TextInput
            type="date"
            aria-label={words.date}
            value={date}
            onChange={({ currentTarget }) => {
              if (isDate(currentTarget.value)) go(currentTarget.value);
            }}
          />
          <ActionIcon variant="default" onClick={() => go(addDays(date, 1))} aria-label={words.later} title={words.later}>
            <IconChevronRight size={22} aria-hidden />
          </ActionIcon>
          <Button variant="default" px="sm" onClick={() => go(today)} disabled={date === today}>
            {words.today}
          </Button>
        </Group>
        <QueryBoundary query={week}>{(data) => <Day week={data} filter={filter} onFilter={set} />}</QueryBoundary>
      </Page>
    </SidePanel>
  );
}

interface DayProps {
  week: Week;
  filter: DayFilter;
  onFilter(changes: Record<string, string | undefined>): void;
}

function Day({ week, filter, onFilter }: DayProps) {
  const words = useWords(dayMapWords);
  const names = useWords(stateWords).order;
  const isPhone = useIsPhone();
  const { chosen, choose } = useChosenOrder();
  const days = useMemo(() => crewDays(week.orders, crewByOrder(week.sprayers)), [week]);
  const { session, crew, state } = filter;
  const stateOf = useShownStates(week.orders.some(({ orderStatus }) => orderStatus === 'in_progress'));
  const shown = useMemo(() => filterDays(days, { session, crew, state }, stateOf), [days, session, crew, state, stateOf]);
  const colors = useMemo(() => new Map(days.map(({ key }, at) => [key, lineColor(at)])), [days]);
  const pins = usePins(shown, chosen, stateOf);
  const lines = useMemo(() => linesOf(shown, colors), [shown, colors]);
  const shapes = useDayShapes(useMemo(() => colorsByOrder(shown, colors), [shown, colors]));
  const places = usePlacesAround(useMemo(() => shown.flatMap(({ visits }) => visits.map(({ order }) => order)), [shown]));
  if (days.length === 0) return <EmptyState title={words.none} text={words.noneText} />;
  const sessions = halves(
    [],
    week.orders.filter(({ orderStatus }) => orderStatus !== 'cancelled'),
  ).flat();
  const nameOf = ({ sprayers }: CrewDay) => (sprayers.length === 0 ? words.noCrew : sprayers.map(({ fullName }) => fullName).join(', '));
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          size="md"
          label={words.session}
          value={session ?? ''}
          onChange={({ currentTarget }) => onFilter({ session: currentTarget.value || undefined })}
          data={[
            { value: '', label: words.all },
            ...sessions.map(({ id, startTime, endTime }) => ({
              value: String(id),
              label: `${clockTime(startTime)}–${clockTime(endTime)}`,
            })),
          ]}
        />
        <NativeSelect
          size="md"
          label={words.crew}
          value={crew ?? 'all'}
          onChange={({ currentTarget }) => onFilter({ crew: currentTarget.value === 'all' ? undefined : currentTarget.value })}
          data={[{ value: 'all', label: words.all }, ...days.map((day) => ({ value: day.key, label: nameOf(day) }))]}
        />
        <NativeSelect
          size="md"
          label={words.state}
          value={state ?? ''}
          onChange={({ currentTarget }) => onFilter({ state: currentTarget.value || undefined })}
          data={[{ value: '', label: words.all }, ...states.map((value) => ({ value, label: names[value] }))]}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={words.noneLeft}
          text={words.noneLeftText}
          action={
            <Button variant="default" onClick={() => onFilter({ session: undefined, crew: undefined, state: undefined })}>
              {words.showAll}
            </Button>
          }
        />
      ) : (
        <div className={styles.day}>
          <div className={styles.map}>
            <FieldMap
              pins={pins}
              lines={lines}
              shapes={shapes}
              places={places}
              height={isPhone ? 320 : 640}
              label={words.map}
              onPinClick={(id) => choose(Number(id))}
              onShapeClick={(id) => choose(Number(id))}
            />
          </div>
          <VisitList days={shown} colors={colors} nameOf={nameOf} stateOf={stateOf} />
        </div>
      )}
    </>
  );
}

function usePins(days: CrewDay[], chosen: number | undefined, stateOf: StateOf): Pin[] {
  const words = useWords(dayMapWords);
  const names = useWords(stateWords).order;
  const format = useFormat();
  return useMemo(
    () =>
      days.flatMap(({ visits }) =>
        visits.map(({ order: { id, latitude, longitude, farmer, location, session, orderStatus }, number }) => ({
          id: String(id),
          latitude,
          longitude,
          label: words.pin(farmer.fullName, location, format.session(session), names[stateOf({ id, orderStatus })]),
          ...(number === undefined ? {} : { number }),
          current: id === chosen,
          state: stateOf({ id, orderStatus }),
          icon: orderIcons[stateOf({ id, orderStatus })],
        })),
      ),
    [days, chosen, words, names, format, stateOf],
  );
}

const withoutCrew = '#5f6b66';

/** Each order has the colour of its crew's way. */
const colorsByOrder = (days: CrewDay[], colors: ReadonlyMap<string, string>): Map<number, string> =>
  new Map(
    days.flatMap(({ key, visits }) =>
      visits.map(({ order }): [number, string] => [order.id, key === '' ? withoutCrew : (colors.get(key) ?? lineColor(0))]),
    ),
  );

const linesOf = (days: CrewDay[], colors: ReadonlyMap<string, string>): MapLine[] =>
  days
    .filter(({ key, visits }) => key !== '' && visits.length > 1)
    .map(({ key, visits }) => ({
      id: key,
      color: colors.get(key) ?? lineColor(0),
      points: visits.map(({ order: { latitude, longitude } }) => ({ latitude, longitude })),
    }));
