import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import type { Role } from '../api/session.ts';
import { sprayerAddress } from '../dispatch/sprayer-address.ts';
import { IconArrowsExchange } from '../icons/arrows-exchange.ts';
import { IconBuildingBank } from '../icons/building-bank.ts';
import { IconCalendarOff } from '../icons/calendar-off.ts';
import { IconCalendarX } from '../icons/calendar-x.ts';
import { IconCash } from '../icons/cash.ts';
import { IconHomeShield } from '../icons/home-shield.ts';
import type { Icon } from '../icons/icon.ts';
import { IconKeyboard } from '../icons/keyboard.ts';
import { IconListSearch } from '../icons/list-search.ts';
import { IconMap } from '../icons/map.ts';
import { IconPhonePlus } from '../icons/phone-plus.ts';
import { IconPlus } from '../icons/plus.ts';
import { IconPrinter } from '../icons/printer.ts';
import { IconRoute } from '../icons/route.ts';
import { IconUser } from '../icons/user.ts';
import { IconUserCheck } from '../icons/user-check.ts';
import { useOrderAddress } from '../orders/detail/chosen-order.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { navItemsFor } from '../ui/navigation.ts';
import { navWords } from '../ui/navigation-words.ts';
import { formatPhone } from '../ui/phone-number.ts';
import { plainText } from '../ui/plain-text.ts';
import { orderIcons } from '../ui/state-badge.tsx';
import { stateWords } from '../ui/state-words.ts';
import { findWords } from './find-words.ts';
import { orderNumberIn, rank, ranked, rankOf } from './rank-rules.ts';

export interface SearchResult {
  key: string;
  icon: Icon;
  label: string;
  detail?: string;
  to: string;
  /** See `rankOf`. */
  rank: number;
  act?(): void;
}

/** Pages of the office that are not in the menu. */
const otherPages = [
  { to: '/plan', icon: IconRoute, name: 'plan' },
  { to: '/rebooking', icon: IconArrowsExchange, name: 'rebooking' },
  { to: '/map', icon: IconMap, name: 'map' },
  { to: '/print', icon: IconPrinter, name: 'print' },
  { to: '/absences', icon: IconCalendarOff, name: 'absences' },
  { to: '/crew-rules', icon: IconUserCheck, name: 'crewRules' },
  { to: '/closures', icon: IconCalendarX, name: 'closures' },
  { to: '/places', icon: IconHomeShield, name: 'places' },
  { to: '/cash', icon: IconCash, name: 'cash' },
  { to: '/bank-statement', icon: IconBuildingBank, name: 'bankStatement' },
] as const;

interface Group {
  name: string;
  found: SearchResult[];
}

const looksLikePhone = (text: string): boolean => /^[\s\d+().-]{3,30}$/.test(text) && /\d{3}/.test(text.replace(/\D/g, ''));

/** The first orders of the list, of which the best are shown. */
const maxOrdersRanked = 20;
const maxOrders = 6;
const maxPeople = 4;

/** Results for the typed text, the best first: orders, farmers and sprayers from the service, pages and actions from the app. */
export function useSearchResults(
  text: string,
  role: Role,
  showHelp: () => void,
): { groups: Group[]; isLoading: boolean; isIncomplete: boolean; hasFailed: boolean } {
  const words = useWords(findWords);
  const states = useWords(stateWords);
  const names = useWords(navWords);
  const format = useFormat();
  const addressOf = useOrderAddress();
  const isAsked = text !== '';
  const findOrders = (search: string, size: number) => ({
    queryKey: [...ordersKey, 'find', search, size],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      read(api.GET('/api/receptionist/order', { params: { query: { search, pageable: { page: 0, size } } }, signal })),
    placeholderData: keepPreviousData,
  });
  const orders = useQuery({ ...findOrders(text, maxOrdersRanked), enabled: isAsked });
  // The list is sorted by date, so the order with this number may be on a later page.
  const orderNumber = orderNumberIn(text);
  const numbered = useQuery({ ...findOrders(`#${orderNumber}`, 1), enabled: orderNumber !== undefined });
  const sprayers = useQuery({
    queryKey: [...ordersKey, 'sprayers', 'find', text],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/sprayer', { params: { query: { search: text, pageable: { page: 0, size: maxPeople } } }, signal })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const farmers = useQuery({
    queryKey: [...ordersKey, 'customers', 'find', text],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/customer', { params: { query: { search: text, pageable: { page: 0, size: maxPeople } } }, signal })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const typed = plainText(text);
  const matchesText = ({ label }: SearchResult) => plainText(label).includes(typed);

  const exact = orderNumber === undefined ? [] : (numbered.data?.content ?? []).filter(({ id }) => id === orderNumber);
  const others = (orders.data?.content ?? []).filter(({ id }) => id !== orderNumber || exact.length === 0);
  const foundOrders = (isAsked ? [...exact, ...others] : []).map(
    ({ id, farmer: { fullName: name, phoneNumber }, date, session, location, orderStatus }): SearchResult => ({
      key: `order-${id}`,
      icon: orderIcons[orderStatus],
      label: words.order(id, name),
      detail: `${format.date(date)}, ${format.session(session)} · ${location} · ${states.order[orderStatus]}`,
      to: addressOf(id),
      rank: rankOf(text, { orderId: id, name, phoneNumber }),
    }),
  );
  const orderItems = ranked(foundOrders, (item) => item.rank).slice(0, maxOrders);
  if (orderItems.length > 0)
    orderItems.push({
      key: 'all',
      icon: IconListSearch,
      label: words.allMatching(text),
      to: `/orders?${new URLSearchParams({ search: text })}`,
      rank: rank.other,
    });
  const sprayerItems = (isAsked ? (sprayers.data?.content ?? []) : []).map(
    ({ sprayer: { id, fullName, phoneNumber, expertise } }): SearchResult => ({
      key: `sprayer-${id}`,
      icon: IconUserCheck,
      label: fullName,
      detail: [expertise && states.expertise[expertise], phoneNumber && formatPhone(phoneNumber)].filter(Boolean).join(' · '),
      to: role === 'admin' ? `/company/users/${id}` : sprayerAddress(id),
      rank: rankOf(text, { name: fullName, phoneNumber }),
    }),
  );
  const farmerItems = (isAsked ? (farmers.data?.content ?? []) : []).flatMap(({ id, fullName, phoneNumber, city }): SearchResult[] => {
    const detail = [phoneNumber && formatPhone(phoneNumber), city].filter(Boolean).join(' · ');
    const farmerRank = rankOf(text, { name: fullName, phoneNumber });
    const record = { key: `farmer-${id}`, icon: IconUser, label: fullName, detail, to: `/customers/${id}`, rank: farmerRank };
    // A phone number is usually typed during a call, so booking comes first.
    return looksLikePhone(text) && phoneNumber !== null
      ? [
          {
            key: `book-${id}`,
            icon: IconPhonePlus,
            label: words.bookFor(fullName),
            detail,
            to: `/book?${new URLSearchParams({ phone: phoneNumber })}`,
            rank: farmerRank,
          },
          {
            key: `orders-${id}`,
            icon: IconListSearch,
            label: words.ordersOf(fullName),
            detail,
            to: `/orders?farmer=${id}`,
            rank: farmerRank,
          },
          record,
        ]
      : [record];
  });
  const actions: SearchResult[] = [
    { key: 'book', icon: IconPlus, label: words.bookForCaller, to: '/book', rank: rank.other },
    { key: 'keyboard', icon: IconKeyboard, label: words.keyboard, to: '', act: showHelp, rank: rank.other },
  ];
  const pages: SearchResult[] = [
    ...navItemsFor(role).map(({ to, name, icon }) => ({ key: `page-${to}`, icon, label: names[name], to, rank: rank.other })),
    ...otherPages.map(({ to, icon, name }) => ({ key: `page-${to}`, icon, label: words.otherPages[name], to, rank: rank.other })),
  ];
  const groups = [
    { name: words.farmers, found: farmerItems },
    { name: words.sprayers, found: sprayerItems },
    { name: words.orders, found: orderItems },
    { name: words.actions, found: actions.filter(matchesText) },
    { name: words.pages, found: pages.filter(matchesText) },
  ].filter(({ found }) => found.length > 0);
  const queries = [orders, numbered, farmers, sprayers];
  return {
    groups: ranked(groups, ({ found }) => Math.min(...found.map((item) => item.rank))),
    isLoading: queries.some(({ isFetching }) => isFetching),
    /** Some of the results are not there yet, or are those of the text before. */
    isIncomplete: queries.some((query) => query.isLoading || query.isPlaceholderData),
    hasFailed: queries.some(({ isError }) => isError),
  };
}
