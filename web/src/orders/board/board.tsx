import { ActionIcon, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCompany } from '../../api/company.tsx';
import { useMe } from '../../api/session.ts';
import { crewPlanWords } from '../../crew-plan/crew-plan-words.ts';
import { printWords } from '../../dispatch/print/print-words.ts';
import { IconCalendarShare } from '../../icons/calendar-share.ts';
import { IconChevronLeft } from '../../icons/chevron-left.ts';
import { IconChevronRight } from '../../icons/chevron-right.ts';
import { IconMap2 } from '../../icons/map-2.ts';
import { IconPlus } from '../../icons/plus.ts';
import { IconPrinter } from '../../icons/printer.ts';
import { IconRoute } from '../../icons/route.ts';
import { rebookingWords } from '../../rebooking/rebooking-words.ts';
import { addDays, daysFrom } from '../../ui/dates.ts';
import { useFormat } from '../../ui/format.ts';
import { AfterFirstPaint } from '../../ui/idle.ts';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import type { PagePrefetch } from '../../ui/page-file.ts';
import { lazyPart } from '../../ui/pages.tsx';
import { isPhone, useIsPhone } from '../../ui/phone.ts';
import { Segments } from '../../ui/segments.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ShortNames } from '../../ui/short-names.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { QueryBoundary } from '../../ui/states.tsx';
import { tallSwitch } from '../../ui/tall-switch.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { bulkWords } from '../bulk/bulk-words.ts';
import { useSelection } from '../bulk/selection.ts';
import { SidePanel } from '../detail/side-panel.tsx';
import { attentionCountQuery } from '../to-do/attention.ts';
import styles from './board.module.css';
import { isNarrowed } from './board-filter-rules.ts';
import { BoardFilters, LoadingOrders, NothingFound, useBoardFilter, useFilteredOrders } from './board-filters.tsx';
import { BoardGrid, type Cut } from './board-grid.tsx';
import { companyNow, inScreenOrder } from './board-rules.ts';
import { boardWords } from './board-words.ts';
import { useMoveOrder } from './move-order.tsx';
import { NeedsYou } from './needs-you.tsx';
import { useWeek, weekQuery } from './week-data.ts';

const CrewBoard = lazyPart(() => import('./crew-board.tsx'), 'CrewBoard');
const StartRebooking = lazyPart(() => import('../../rebooking/start-rebooking.tsx'), 'StartRebooking');
const ChannelAlarms = lazyPart(() => import('../../channels/channel-alarms.tsx'), 'ChannelAlarms');
const SetupChecklist = lazyPart(() => import('../../admin/setup-checklist.tsx'), 'SetupChecklist');

const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The shown days, from the address; other parameters are kept. */
function useShownDays() {
  const { today } = useCompany();
  const isPhone = useIsPhone();
  const [params, setParams] = useSearchParams();
  const asked = params.get('view');
  const view = asked === 'day' || asked === 'week' || asked === 'crew' ? asked : isPhone ? 'day' : 'week';
  const from = params.get('from');
  const set = (name: string, value: string | undefined) =>
    setParams(
      (now) => {
        if (value === undefined) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return {
    today,
    view,
    first: isDate(from) ? from : today,
    setView: (next: string) => set('view', next),
    setFirst: (date: string) => set('from', date === today ? undefined : date),
    setCancelled: (on: boolean) => set('cancelled', on ? '1' : undefined),
    isAskedToRebook: params.get('rebook') === 'stop',
    forgetRebook: () => set('rebook', undefined),
  };
}

function useCompanyNow(): string {
  const { timeZone } = useCompany();
  const [, setTick] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => setTick((tick) => tick + 1), 60_000);
    return () => clearInterval(ticking);
  }, []);
  return companyNow(timeZone);
}

/** Default range of days if the address has none. */
export const prefetch: PagePrefetch = (queries, { today }) =>
  Promise.all([
    queries.prefetchQuery(attentionCountQuery),
    location.search === '' ? queries.prefetchQuery(weekQuery(today, isPhone() ? 1 : 7)) : undefined,
  ]);

/** The office's week of orders by day and session. */
export function Board() {
  const words = useWords(boardWords);
  const isAdmin = useMe().role === 'admin';
  const format = useFormat();
  const { today, view, first, setView, setFirst, setCancelled, isAskedToRebook, forgetRebook } = useShownDays();
  const now = useCompanyNow();
  const count = view === 'week' ? 7 : 1;
  const days = daysFrom(first, count);
  const last = days.at(-1) ?? first;
  const week = useWeek(first, count);
  const isPhone = useIsPhone();
  const bulk = useWords(bulkWords);
  const print = useWords(printWords);
  const rebooking = useWords(rebookingWords);
  const crewPlan = useWords(crewPlanWords);
  const [isOpened, setRebooking] = useState(false);
  const isRebooking = isOpened || isAskedToRebook;
  const endRebooking = () => {
    setRebooking(false);
    if (isAskedToRebook) forgetRebook();
  };
  const [isSelecting, setSelecting] = useState(false);
  const { filter } = useBoardFilter();
  const orders = useFilteredOrders(week.data, filter);
  const selection = useSelection(inScreenOrder(orders));
  const staff = useMemo(() => (week.data?.sprayers ?? []).map(({ sprayer }) => sprayer), [week.data]);
  const { move, undo } = useMoveOrder();
  const [announcement, announce] = useState('');
  const [cut, setCut] = useState<Cut>();
  const focusIn = useRef<string | undefined>(undefined);
  const go = (date: string) => {
    // After paging from within the board the focus stays in it.
    if (document.activeElement?.closest('[role="grid"]') != null) focusIn.current = date;
    setFirst(date);
  };
  const earlier = () => go(addDays(first, -count));
  const later = () => go(addDays(first, count));
  useShortcuts(words.keysTitle, [
    { keys: ['←', '→', '↑', '↓'], description: words.keyMove },
    { keys: ['PgUp', 'PgDn'], description: words.keyPage },
    { keys: 'Enter', description: words.keyOpen },
    { keys: 'X', description: words.keyCut },
    { keys: 'V', description: words.keyPaste },
    { keys: 'Esc', description: words.keyCancelMove },
    { keys: 'S', description: bulk.keySelect },
    { keys: 'A', description: bulk.keySelectCell },
    { keys: 'Z', description: words.keyUndo, run: undo },
    { keys: 'T', description: words.keyToday, run: () => go(today) },
    { keys: '[', description: words.keyEarlier, run: earlier },
    { keys: ']', description: words.keyLater, run: later },
    { keys: 'W', description: words.keyView, run: () => setView(view === 'week' ? 'day' : 'week') },
  ]);
  return (
    <SidePanel>
      <Page
        title={words.title}
        actions={
          <Group gap="sm">
            <Button
              component={Link}
              to={first === today ? '/map' : `/map?date=${first}`}
              variant="default"
              leftSection={<IconMap2 size={20} aria-hidden />}
            >
              {words.map}
            </Button>
            <Button variant="default" component={Link} to={`/print?date=${first}`} leftSection={<IconPrinter size={20} aria-hidden />}>
              {print.link}
            </Button>
            <Button
              variant="default"
              component={Link}
              to={`/plan?date=${first < today ? today : first}`}
              leftSection={<IconRoute size={20} aria-hidden />}
            >
              {crewPlan.link}
            </Button>
            <Button variant="default" onClick={() => setRebooking(true)} leftSection={<IconCalendarShare size={20} aria-hidden />}>
              {rebooking.start}
            </Button>
            <Button component={Link} to="/book" leftSection={<IconPlus size={20} aria-hidden />}>
              {words.book}
            </Button>
          </Group>
        }
      >
        {isAdmin ? (
          <Suspense>
            <SetupChecklist />
            <ChannelAlarms />
          </Suspense>
        ) : null}
        <NeedsYou />
        <Group gap="sm">
          <Group gap="xs" wrap="nowrap" className={styles.days ?? ''}>
            <ActionIcon variant="default" onClick={earlier} aria-label={words.earlier(count)} title={words.earlier(count)}>
              <IconChevronLeft size={22} aria-hidden />
            </ActionIcon>
            <TextInput
              type="date"
              flex={1}
              aria-label={words.goTo}
              value={first}
              onChange={({ currentTarget }) => {
                if (isDate(currentTarget.value)) setFirst(currentTarget.value);
              }}
            />
            <ActionIcon variant="default" onClick={later} aria-label={words.later(count)} title={words.later(count)}>
              <IconChevronRight size={22} aria-hidden />
            </ActionIcon>
          </Group>
          <Button variant="default" onClick={() => setFirst(today)} disabled={first === today} px="sm">
            {words.today}
          </Button>
          <Text fw={600} size="lg" aria-live="polite" className={styles.range ?? ''}>
            {count === 1 ? format.longDate(first) : `${format.date(first)} – ${format.date(last)}`}
          </Text>
          <Segments
            aria-label={words.view}
            value={view}
            onChange={setView}
            data={[
              { value: 'day', label: words.day },
              { value: 'week', label: words.week },
              { value: 'crew', label: words.byCrew },
            ]}
          />
          <Switch
            size="md"
            styles={tallSwitch}
            label={words.cancelled}
            checked={filter.showCancelled}
            onChange={({ currentTarget }) => setCancelled(currentTarget.checked)}
          />
          <Switch
            size="md"
            styles={tallSwitch}
            label={bulk.selecting}
            checked={isSelecting}
            onChange={({ currentTarget }) => {
              setSelecting(currentTarget.checked);
              if (!currentTarget.checked) selection.clear();
            }}
          />
        </Group>
        <ShortNames people={staff}>
          <BoardFilters week={week.data} found={orders.length} />
          {/* On a phone most of the orders are below the screen. */}
          <AfterFirstPaint isBelowScreen={isPhone}>
            <QueryBoundary query={week} loading={<LoadingOrders />}>
              {(data) =>
                isNarrowed(filter) && orders.length === 0 ? (
                  <NothingFound />
                ) : view === 'crew' ? (
                  <Suspense fallback={<LoadingOrders />}>
                    <CrewBoard week={data} orders={orders} sprayer={filter.sprayer} date={first} />
                  </Suspense>
                ) : (
                  <>
                    <div className={styles.scroll} data-days={count}>
                      <BoardGrid
                        week={data}
                        orders={orders}
                        days={days}
                        today={today}
                        now={now}
                        focusIn={focusIn}
                        cut={cut}
                        selection={selection}
                        isSelecting={isSelecting}
                        onSelect={(ids, upTo) => {
                          setSelecting(true);
                          const [only] = ids;
                          if (ids.length === 1 && only !== undefined) selection.toggle(only, upTo);
                          else selection.toggleAll(ids);
                        }}
                        onCut={setCut}
                        onMove={(order, to, crew) => {
                          announce('');
                          move(order, to, crew);
                        }}
                        announce={announce}
                      />
                    </div>
                    <p className={styles.help} role="status">
                      {announcement === '' ? (
                        <>
                          <span className={styles.keysOnly}>{words.help}</span>
                          <span className={styles.touchOnly}>{words.touchHelp}</span>
                        </>
                      ) : (
                        <strong>{announcement}</strong>
                      )}
                    </p>
                  </>
                )
              }
            </QueryBoundary>
          </AfterFirstPaint>
        </ShortNames>
        <BulkBar selection={selection} />
        <Sheet opened={isRebooking} close={endRebooking} title={rebooking.startTitle}>
          <Suspense>
            <StartRebooking
              date={first}
              sessions={[...new Map((week.data?.places ?? []).map(({ session }) => [session.id, session])).values()]}
              orders={selection.orders}
              isForStop={isAskedToRebook}
              close={endRebooking}
            />
          </Suspense>
        </Sheet>
      </Page>
    </SidePanel>
  );
}
