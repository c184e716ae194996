import { Anchor, Button, Stack, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { Link } from 'react-router';
import { useGreetingName } from '../../accounts/greeting.ts';
import { api, read } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { ordersKey } from '../../api/live.ts';
import { useMe } from '../../api/session.ts';
import { IconPlant2 } from '../../icons/plant-2.ts';
import { IconPlus } from '../../icons/plus.ts';
import { HomeIntervals, intervalsQuery } from '../../spray-records/home-intervals.tsx';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import type { PagePrefetch } from '../../ui/page-file.ts';
import { lazyPart } from '../../ui/pages.tsx';
import { EmptyState, Loading, QueryBoundary } from '../../ui/states.tsx';
import { HomeWaiting } from '../../waiting/home-waiting.tsx';
import { myWaitingQuery } from '../../waiting/waiting-queries.ts';
import { useAdjustedPrices } from '../adjusted-prices.ts';
import { type FarmerOrder, ownFeedbackQuery, useOwnFeedback, workQuery } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';
import cards from '../list/order-card.module.css';
import { OrderCard } from '../list/order-card.tsx';
import { inOrder, mostPressing } from '../next-step.ts';
import { OfficeCall } from '../office-call.tsx';
import styles from './farmer-home.module.css';
import { NextSpray } from './next-spray.tsx';

// With the forecast: not part of the first files.
const HomeWeather = lazyPart(() => import('./home-weather.tsx'), 'HomeWeather');

const homeQuery = queryOptions({ queryKey: [...ordersKey, 'home'], queryFn: ({ signal }) => readHome(signal) });

export const prefetch: PagePrefetch = (queries) =>
  Promise.all([
    queries.prefetchQuery(homeQuery),
    queries.prefetchQuery(workQuery),
    queries.prefetchQuery(ownFeedbackQuery),
    queries.prefetchQuery(intervalsQuery),
    queries.prefetchQuery(myWaitingQuery),
  ]);

export function FarmerHome() {
  const words = useWords(farmerWords);
  const { fullName } = useMe();
  const orders = useQuery(homeQuery);
  return (
    <Page title={words.hello(useGreetingName(fullName))} actions={<OfficeCall />}>
      <Suspense>
        <HomeWeather orders={orders.data?.open ?? []} />
      </Suspense>
      <HomeIntervals />
      <HomeWaiting />
      <QueryBoundary query={orders} loading={<Loading lines={5} />} empty={{ when: isEmpty, show: <FirstTime /> }}>
        {(known) => <Orders {...known} />}
      </QueryBoundary>
    </Page>
  );
}

interface Known {
  open: FarmerOrder[];
  closed: FarmerOrder[];
}

const isEmpty = ({ open, closed }: Known): boolean => open.length === 0 && closed.length === 0;

/** Upcoming orders, and the latest completed or cancelled ones. */
async function readHome(signal: AbortSignal): Promise<Known> {
  const list = (orderStatus: FarmerOrder['orderStatus'][], size: number, sort: string[]) =>
    read(api.GET('/api/farmer/order/', { params: { query: { orderStatus, pageable: { page: 0, size, sort } } }, signal }));
  const [open, closed] = await Promise.all([
    list(['pending', 'confirmed', 'assigned', 'in_progress'], 50, ['date,asc']),
    list(['completed', 'cancelled'], 6, ['date,desc']),
  ]);
  return { open: open.content, closed: closed.content };
}

function Orders({ open, closed }: Known) {
  const words = useWords(farmerWords);
  const { today, cardProvider } = useCompany();
  const feedback = useOwnFeedback();
  const rated = new Set(feedback.data?.content.map(({ order }) => order.id));
  const next = mostPressing(open, closed, (id) => feedback.data === undefined || rated.has(id), today, cardProvider !== null);
  // The next step renders first, the lists below it afterwards.
  const withLists = useDeferredValue(true, false);
  const others = (orders: FarmerOrder[]) => orders.filter(({ id }) => id !== next?.id);
  return (
    <Stack gap="xl">
      {next === undefined ? (
        <EmptyState title={words.noneOpenTitle} text={words.noneOpenText} action={<BookButton primary />} />
      ) : (
        <div className={styles.next}>
          <NextSpray order={next} />
          <aside className={styles.book}>
            <p className={styles.ask}>{words.bookAnother}</p>
            <BookButton />
          </aside>
        </div>
      )}
      {withLists ? (
        <>
          <Cards title={words.alsoComing} orders={others(inOrder(open))} />
          <Cards
            title={words.closed}
            orders={others(closed)}
            more={
              <Anchor component={Link} to="/orders" className={styles.all ?? ''}>
                {words.allOrders}
              </Anchor>
            }
          />
        </>
      ) : null}
    </Stack>
  );
}

function Cards({ title, orders, more }: { title: string; orders: FarmerOrder[]; more?: ReactNode }) {
  const priceOf = useAdjustedPrices(orders);
  if (orders.length === 0) return null;
  return (
    <Stack component="section" gap="md">
      <Title order={2}>{title}</Title>
      <ul className={cards.list}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} price={priceOf(order)} />
        ))}
      </ul>
      {more}
    </Stack>
  );
}

function BookButton({ primary = false }: { primary?: boolean }) {
  const words = useWords(farmerWords);
  return (
    <Button component={Link} to="/book" size="lg" variant={primary ? 'filled' : 'default'} leftSection={<IconPlus size={22} aria-hidden />}>
      {words.bookSpray}
    </Button>
  );
}

function FirstTime() {
  const words = useWords(farmerWords);
  return (
    <EmptyState
      icon={<IconPlant2 size={64} stroke={1.5} aria-hidden />}
      title={words.firstTitle}
      text={words.firstText}
      action={<BookButton primary />}
    />
  );
}
