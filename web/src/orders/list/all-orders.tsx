import { Button, Collapse, Group, Pagination, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { api, readSearch } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { IconFilter } from '../../icons/filter.ts';
import { IconPlus } from '../../icons/plus.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { useFormat } from '../../ui/format.ts';
import { useLanguage, useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone, useMedia } from '../../ui/phone.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Loading, QueryBoundary } from '../../ui/states.tsx';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { bulkWords } from '../bulk/bulk-words.ts';
import { useSelection } from '../bulk/selection.ts';
import { SidePanel } from '../detail/side-panel.tsx';
import { loadOrderExport } from '../order-export.ts';
import styles from './all-orders.module.css';
import { allOrdersWords } from './all-orders-words.ts';
import { OrderFilters } from './order-filters.tsx';
import { countFilters, type OrderSearch, statesAsked, useOrderSearch } from './order-search.ts';
import { OrderCards, OrderTable } from './order-table.tsx';

const pageSize = 25;

const filtersOf = (asked: OrderSearch) => ({
  search: asked.search,
  ...statesAsked(asked.state),
  paymentStatus: asked.payment,
  paymentMethod: asked.method,
  from: asked.from,
  to: asked.to,
  cropId: asked.crop,
  sessionId: asked.session,
  sprayerId: asked.sprayer,
  farmerId: asked.farmer,
});

const sortOf = ({ sort }: OrderSearch) => (sort === undefined ? [] : [`${sort.field},${sort.down ? 'desc' : 'asc'}`]);

function useFoundOrders(asked: OrderSearch) {
  return useQuery({
    queryKey: [...ordersKey, 'all', asked],
    queryFn: ({ signal }) =>
      readSearch(
        api.GET('/api/receptionist/order', {
          params: {
            query: {
              ...filtersOf(asked),
              pageable: {
                page: asked.page,
                size: pageSize,
                sort: sortOf(asked),
              },
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** All orders with search and filters. */
export function AllOrders() {
  const words = useWords(allOrdersWords);
  const format = useFormat();
  const { language } = useLanguage();
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(max-width: 61.99em)');
  const { asked, set, clear } = useOrderSearch();
  const orders = useFoundOrders(asked);
  const selection = useSelection(orders.data?.content ?? []);
  const count = countFilters(asked);
  const [filtering, { toggle }] = useDisclosure(count > 0);
  const narrowed = count > 0 || asked.search !== '' || asked.farmer !== undefined;
  return (
    <SidePanel>
      <Page
        title={words.title}
        actions={
          <Button component={Link} to="/book" leftSection={<IconPlus size={20} aria-hidden />}>
            {words.book}
          </Button>
        }
        exports={
          <ExportMenu
            fileName="orders"
            load={(format) => loadOrderExport({ ...filtersOf(asked), sort: sortOf(asked), language }, format)}
          />
        }
      >
        <div className={styles.tools}>
          <OrderSearchField text={asked.search} onSearch={(text) => set('search', text)} />
          <Button
            variant="default"
            onClick={toggle}
            aria-expanded={filtering}
            aria-controls="order-filters"
            leftSection={<IconFilter size={20} aria-hidden />}
          >
            {words.filtersOn(count)}
          </Button>
        </div>
        <Collapse expanded={filtering} id="order-filters">
          <OrderFilters />
        </Collapse>
        {asked.farmer === undefined ? null : (
          <Group gap="sm">
            <Text fw={600}>
              {orders.data?.content[0]?.farmer.id === asked.farmer
                ? words.ofOneFarmer(orders.data.content[0].farmer.fullName)
                : words.ofAFarmer}
            </Text>
            <Button variant="subtle" color="sky" onClick={() => set('farmer', undefined)}>
              {words.allFarmers}
            </Button>
          </Group>
        )}
        <QueryBoundary
          query={orders}
          loading={<Loading lines={6} />}
          empty={{
            when: ({ page }) => page.totalElements === 0,
            show: narrowed ? (
              <EmptyState
                title={words.none}
                text={words.noneText}
                action={
                  <Button variant="default" onClick={clear}>
                    {words.clear}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={words.noneAtAll} text={words.noneAtAllText} />
            ),
          }}
        >
          {({ content, page, hasMore }) => (
            <div className={styles.results} data-waiting={orders.isPlaceholderData || undefined}>
              <Text c="dimmed" role="status">
                {hasMore ? words.foundMore(format.number(page.totalElements)) : words.found(format.number(page.totalElements))}
              </Text>
              {isNarrow ? <OrderCards orders={content} selection={selection} /> : <OrderTable orders={content} selection={selection} />}
              {page.totalPages < 2 ? null : (
                <nav aria-label={words.pages}>
                  <Pagination
                    total={page.totalPages}
                    value={page.number + 1}
                    onChange={(next) => set('page', next === 1 ? undefined : String(next))}
                    size="lg"
                    siblings={isPhone ? 0 : 1}
                    getItemProps={(number) => ({ 'aria-label': words.page(number) })}
                    getControlProps={(control) => ({ 'aria-label': control === 'previous' ? words.previous : words.next })}
                  />
                </nav>
              )}
            </div>
          )}
        </QueryBoundary>
        <BulkBar selection={selection} />
      </Page>
    </SidePanel>
  );
}

function OrderSearchField({ text, onSearch }: { text: string; onSearch(text: string): void }) {
  const words = useWords(allOrdersWords);
  const bulk = useWords(bulkWords);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(words.keys, [
    { keys: 'S', description: words.keySearch, run: () => field.current?.focus() },
    { keys: ['↑', '↓'], description: words.keyMove },
    { keys: 'Enter', description: words.keyOpen },
    { keys: 'X', description: bulk.keySelect },
    { keys: 'Shift X', description: bulk.keyRange },
  ]);
  return (
    <SearchField
      ref={field}
      className={styles.search ?? ''}
      aria-label={words.search}
      placeholder={words.searchHint}
      maxLength={200}
      text={text}
      onSearch={onSearch}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'Enter') document.querySelector<HTMLElement>('[data-order-id]')?.focus();
      }}
    />
  );
}
