import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { api, read } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { IconArrowDown } from '../../icons/arrow-down.ts';
import { IconArrowUp } from '../../icons/arrow-up.ts';
import { IconArrowsSort } from '../../icons/arrows-sort.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { OrderPaymentBadge } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { useAdjustedPrices } from '../adjusted-prices.ts';
import { bulkWords } from '../bulk/bulk-words.ts';
import { SelectBox } from '../bulk/select-box.tsx';
import type { Selection } from '../bulk/selection.ts';
import { useChosenOrder } from '../detail/chosen-order.ts';
import type { Order } from '../detail/office-order-data.ts';
import { OrderArea } from '../order-area.tsx';
import { OrderState } from '../order-state.tsx';
import styles from './all-orders.module.css';
import { allOrdersWords } from './all-orders-words.ts';
import { type SortField, useOrderSearch } from './order-search.ts';

interface OrderListProps {
  orders: readonly Order[];
  selection: Selection;
}

/** Names of the crews of the orders on the page. */
function useCrewNames(orders: readonly Order[]): Record<number, string> {
  const ids = orders.map(({ id }) => id);
  const crews = useQuery({
    queryKey: [...ordersKey, 'crew-names', ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/order-crew', { params: { query: { orderId: ids, pageable: { page: 0, size: 200 } } }, signal })),
  });
  return Object.fromEntries(
    (crews.data?.content ?? []).map(({ orderId, sprayers }) => [orderId, sprayers.map(({ fullName }) => fullName).join(', ')]),
  );
}

/** Up and Down move between orders; Enter opens the link; X selects, with Shift up to here. */
function walk(event: KeyboardEvent<HTMLElement>, selection: Selection): void {
  const id = (event.target as HTMLElement).dataset.orderId;
  if (event.key.toLowerCase() === 'x' && id !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    selection.toggle(Number(id), event.shiftKey);
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-order-id]')];
  const next = links[links.indexOf(event.target as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Orders as a table, for desktops. */
export function OrderTable({ orders, selection }: OrderListProps) {
  const words = useWords(allOrdersWords);
  const bulk = useWords(bulkWords);
  const crews = useCrewNames(orders);
  const priceOf = useAdjustedPrices(orders);
  const ids = orders.map(({ id }) => id);
  const states = useWords(stateWords);
  const format = useFormat();
  const { chosen, addressOf, choose } = useChosenOrder();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} onKeyDown={(event) => walk(event, selection)} aria-label={words.table}>
        <thead>
          <tr>
            <th scope="col">
              <SelectBox label={bulk.selectPage} checked={ids.every(selection.has)} onToggle={() => selection.toggleAll(ids)} />
            </th>
            <Heading field="id" name={words.number} />
            <Heading field="date" name={words.date} />
            <th scope="col">{words.farmer}</th>
            <Heading field="location" name={words.place} lesser />
            <th scope="col" className={styles.lesser}>
              {words.crop}
            </th>
            <Heading field="area" name={words.area} right lesser />
            <Heading field="cost" name={words.cost} right />
            <th scope="col" className={styles.lesser}>
              {words.crew}
            </th>
            <Heading field="orderStatus" name={words.state} />
            <Heading field="paymentStatus" name={words.payment} />
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => {
            const { id, date, session, farmer, location, cropType } = order;
            return (
              <tr
                key={id}
                data-chosen={chosen === id || undefined}
                onClick={({ target }) => {
                  if ((target as HTMLElement).closest('a, [data-select]') === null) choose(id);
                }}
              >
                <td>
                  <SelectBox
                    label={bulk.select(id, farmer.fullName)}
                    checked={selection.has(id)}
                    onToggle={(upTo) => selection.toggle(id, upTo)}
                  />
                </td>
                <td>
                  <Link to={addressOf(id)} data-order-id={id} className={styles.number ?? ''} aria-label={words.open(id, farmer.fullName)}>
                    {id}
                  </Link>
                </td>
                <td className={styles.whole}>
                  {format.date(date)}
                  <span className={styles.quiet}>{format.session(session)}</span>
                </td>
                <td className={styles.whole}>
                  <span className={styles.name} title={farmer.fullName}>
                    {farmer.fullName}
                  </span>
                  <span className={styles.quiet}>{farmer.phoneNumber && formatPhone(farmer.phoneNumber)}</span>
                </td>
                <td className={styles.lesser} title={location}>
                  <span className={styles.lines}>{location}</span>
                </td>
                <td className={styles.lesser}>
                  <span className={styles.lines}>{states.crop[cropType.name] ?? cropType.name}</span>
                </td>
                <td className={`${styles.right} ${styles.lesser}`}>
                  <OrderArea order={order} />
                </td>
                <td className={styles.right}>{format.money(priceOf(order))}</td>
                <td className={styles.lesser} title={crews[id]}>
                  <span className={styles.lines}>{crews[id] ?? ''}</span>
                </td>
                <td className={styles.state}>
                  <OrderState order={order} />
                </td>
                <td className={styles.state}>
                  <OrderPaymentBadge order={order} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps {
  field: SortField;
  name: string;
  right?: boolean;
  /** Hidden on narrow screens. */
  lesser?: boolean;
}

function Heading({ field, name, right = false, lesser = false }: HeadingProps) {
  const words = useWords(allOrdersWords);
  const {
    asked: { sort },
    set,
  } = useOrderSearch();
  const mine = sort?.field === field ? sort : undefined;
  const Icon = mine === undefined ? IconArrowsSort : mine.down ? IconArrowDown : IconArrowUp;
  const next = mine === undefined ? `${field},asc` : mine.down ? undefined : `${field},desc`;
  return (
    <th
      scope="col"
      aria-sort={mine === undefined ? undefined : mine.down ? 'descending' : 'ascending'}
      className={`${right ? styles.right : ''} ${lesser ? styles.lesser : ''}`}
    >
      <button type="button" className={styles.sort} onClick={() => set('sort', next)} title={words.sortBy(name)}>
        {name} <Icon size={16} aria-hidden data-on={mine !== undefined || undefined} />
      </button>
    </th>
  );
}

/** Orders as a list, for phones. */
export function OrderCards({ orders, selection }: OrderListProps) {
  const bulk = useWords(bulkWords);
  const crews = useCrewNames(orders);
  const priceOf = useAdjustedPrices(orders);
  const states = useWords(stateWords);
  const format = useFormat();
  const { addressOf } = useChosenOrder();
  return (
    <ul className={styles.cards}>
      {orders.map((order) => {
        const { id, date, session, farmer, location, cropType } = order;
        return (
          <li key={id} className={styles.selectable}>
            <span className={styles.cardBox}>
              <SelectBox
                label={bulk.select(id, farmer.fullName)}
                checked={selection.has(id)}
                onToggle={(upTo) => selection.toggle(id, upTo)}
              />
            </span>
            <Link to={addressOf(id)} data-order-id={id} className={styles.card ?? ''}>
              <span className={styles.cardTop}>
                <strong>{farmer.fullName}</strong>
                <span>{format.money(priceOf(order))}</span>
              </span>
              <span>
                {format.date(date)}, {format.session(session)}
              </span>
              <span className={styles.quiet}>
                {location} · {states.crop[cropType.name] ?? cropType.name} · <OrderArea order={order} />
                {crews[id] === undefined ? '' : ` · ${crews[id]}`}
              </span>
              <span className={styles.badges}>
                <OrderState order={order} />
                <OrderPaymentBadge order={order} />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
