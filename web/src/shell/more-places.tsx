import { Drawer, NavLink as MenuLink } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useDeferredOpen } from '../ui/deferred-open.ts';
import { useWords } from '../ui/language.tsx';
import type { NavItem } from '../ui/navigation.ts';
import { navWords } from '../ui/navigation-words.ts';
import { uiWords } from '../ui/words.ts';
import styles from './shell.module.css';

/** On a phone, the navigation items that do not fit into the bar. */
export function MorePlaces({ places, opened, close }: { places: NavItem[]; opened: boolean; close(): void }) {
  const words = useWords(uiWords);
  const names = useWords(navWords);
  const { pathname } = useLocation();
  return (
    <Drawer
      opened={useDeferredOpen(opened)}
      onClose={close}
      position="bottom"
      size="auto"
      title={words.more}
      closeButtonProps={{ 'aria-label': words.close, size: 44 }}
    >
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
    </Drawer>
  );
}
