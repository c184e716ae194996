import type { Role } from '../api/session.ts';
import { IconAddressBook } from '../icons/address-book.ts';
import { IconBuildingStore } from '../icons/building-store.ts';
import { IconCalendarWeek } from '../icons/calendar-week.ts';
import { IconCash } from '../icons/cash.ts';
import { IconChartBar } from '../icons/chart-bar.ts';
import { IconClipboardList } from '../icons/clipboard-list.ts';
import { IconFileImport } from '../icons/file-import.ts';
import { IconHome } from '../icons/home.ts';
import { IconHourglass } from '../icons/hourglass.ts';
import type { Icon } from '../icons/icon.ts';
import { IconInbox } from '../icons/inbox.ts';
import { IconListDetails } from '../icons/list-details.ts';
import { IconPlus } from '../icons/plus.ts';
import { IconPolygon } from '../icons/polygon.ts';
import { IconReceipt } from '../icons/receipt.ts';
import { IconStar } from '../icons/star.ts';
import { IconSunHigh } from '../icons/sun-high.ts';
import { IconUser } from '../icons/user.ts';
import { IconUsers } from '../icons/users.ts';
import type { navWords } from './navigation-words.ts';

export interface NavItem {
  to: string;
  name: keyof (typeof navWords)['en'];
  icon: Icon;
}

const office: NavItem[] = [
  { to: '/', name: 'board', icon: IconCalendarWeek },
  { to: '/inbox', name: 'inbox', icon: IconInbox },
  { to: '/book', name: 'book', icon: IconPlus },
  { to: '/orders', name: 'orders', icon: IconListDetails },
  { to: '/waiting', name: 'waiting', icon: IconHourglass },
  { to: '/customers', name: 'customers', icon: IconUsers },
  { to: '/fields', name: 'fields', icon: IconPolygon },
  { to: '/sprayers', name: 'sprayers', icon: IconAddressBook },
  { to: '/records', name: 'records', icon: IconClipboardList },
  { to: '/payments', name: 'payments', icon: IconReceipt },
  { to: '/feedback', name: 'feedback', icon: IconStar },
  { to: '/import', name: 'import', icon: IconFileImport },
];

const navItems: Record<Role, NavItem[]> = {
  farmer: [
    { to: '/', name: 'home', icon: IconHome },
    { to: '/book', name: 'bookSpray', icon: IconPlus },
    { to: '/orders', name: 'myOrders', icon: IconListDetails },
    { to: '/fields', name: 'myFields', icon: IconPolygon },
    { to: '/account', name: 'account', icon: IconUser },
  ],
  receptionist: office,
  sprayer: [
    { to: '/', name: 'today', icon: IconSunHigh },
    { to: '/orders', name: 'myJobs', icon: IconListDetails },
    { to: '/cash', name: 'cash', icon: IconCash },
    { to: '/account', name: 'account', icon: IconUser },
  ],
  admin: [...office, { to: '/figures', name: 'figures', icon: IconChartBar }, { to: '/company', name: 'company', icon: IconBuildingStore }],
};

/** Navigation items of a role; on a phone the first few are in the bar, the others behind "More". */
export const navItemsFor = (role: Role): NavItem[] => navItems[role];
