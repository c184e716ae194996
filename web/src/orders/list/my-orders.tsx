import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api, read } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { IconClipboardList } from '../../icons/clipboard-list.ts';
import { IconPlus } from '../../icons/plus.ts';
import { recordWords } from '../../spray-records/record-words.ts';
import { useWords } from '../../ui/language.tsx';
import { ListExport } from '../../ui/list-export.tsx';
import { Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { useAdjustedPrices } from '../adjusted-prices.ts';
import type { FarmerOrder } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';
import styles from './my-orders.module.css';
import cards from './order-card.module.css';
import { OrderCard } from './order-card.tsx';

const filters = ['all', 'coming', 'done', 'to_pay'] as const;
type Filter = (typeof filters)[number];

interface OrderQuery {
  orderStatus?: FarmerOrder['orderStatus'][];
  sort?: string[];
}

/** Unpaid orders are a separate list. */
const queryByFilter: Record<Exclude<Filter, 'to_pay'>, OrderQuery> = {
  all: {},
  coming: { orderStatus: ['pending', 'confirmed', 'assigned', 'in_progress'], sort: ['date,asc'] },
  done: { orderStatus: ['completed', 'cancelled'], sort: ['date,desc'] },
};
const size = 20;

export function MyOrders() {
  const words = useWords(farmerWords);
  const records = useWords(recordWords);
  const [search, setSearch] = useSearchParams();
  const filter = filters.find((name) => name === search.get('show')) ?? 'all';
  return (
    <Page
      title={words.orders}
      exports={
        filter === 'to_pay' ? (
          <ListExport list="/api/farmer/unpaid-order" />
        ) : (
          <ListExport list="/api/farmer/order" query={queryByFilter[filter]} />
        )
      }
      actions={
        <>
          <Button component={Link} to="/records" variant="default" leftSection={<IconClipboardList size={20} aria-hidden />}>
            {records.title}
          </Button>
          <Button component={Link} to="/book" leftSection={<IconPlus size={20} aria-hidden />}>
            {words.bookSpray}
          </Button>
        </>
      }
    >
      <Segments
        fullWidth
        className={styles.filters}
        aria-label={words.filterLabel}
        value={filter}
        onChange={(chosen) => setSearch(chosen === 'all' ? {} : { show: chosen }, { replace: true })}
        data={filters.map((value) => ({ value, label: words.filters[value] }))}
      />
      <Orders filter={filter} />
    </Page>
  );
}

function Orders({ filter }: { filter: Filter }) {
  const words = useWords(farmerWords);
  const list = useInfiniteQuery({
    queryKey: [...ordersKey, 'mine', filter],
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
  });
  const orders = list.data?.pages.flatMap(({ content }) => content) ?? [];
  const priceOf = useAdjustedPrices(orders);
  if (list.data === undefined)
    return list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <Loading lines={4} />;
  const total = list.data.pages.at(-1)?.page.totalElements ?? 0;
  if (orders.length === 0) return <EmptyState title={words.noneTitle[filter]} text={words.noneText[filter]} />;
  return (
    <Stack>
      <Text c="dimmed" role="status">
        {words.count[filter === 'to_pay' ? 'toPay' : 'all'](total)}
      </Text>
      <ul className={cards.list}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} price={priceOf(order)} />
        ))}
      </ul>
      <ShowMore list={list} className={styles.more} />
    </Stack>
  );
}

function readPage(filter: Filter, page: number, signal: AbortSignal) {
  if (filter === 'to_pay') return read(api.GET('/api/farmer/unpaid-order', { params: { query: { pageable: { page, size } } }, signal }));
  const { orderStatus, sort } = queryByFilter[filter];
  return read(
    api.GET('/api/farmer/order/', {
      params: {
        query: { ...(orderStatus === undefined ? {} : { orderStatus }), pageable: { page, size, ...(sort === undefined ? {} : { sort }) } },
      },
      signal,
    }),
  );
}
