import { NavLink as MenuLink } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useWords } from '../ui/language.tsx';
import type { NavItem } from '../ui/navigation.ts';
import { navWords } from '../ui/navigation-words.ts';
import { SheetFrame } from '../ui/sheet-frame.tsx';
import { uiWords } from '../ui/words.ts';
import styles from './shell.module.css';

/** On a phone, the navigation items that do not fit into the bar. */
export function MorePlaces({ places, opened, close }: { places: NavItem[]; opened: boolean; close(): void }) {
  const words = useWords(uiWords);
  const names = useWords(navWords);
  const { pathname } = useLocation();
  return (
    <SheetFrame opened={opened} close={close} title={words.more}>
      {places.map(({ to, name, icon: Icon }) => (
        <MenuLink
          key={to}
          component={Link}
          to={to}
          onClick={close}
          label={names[name]}
          leftSection={<Icon size={24} aria-hidden />}
          active={pathname === to}
          className={styles.menuLink ?? ''}
        />
      ))}
    </SheetFrame>
  );
}
