import { Drawer, NavLink as MenuLink } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useWords } from '../ui/language.tsx';
import { useOpening } from '../ui/opening.ts';
import type { Place } from '../ui/places.ts';
import { navWords } from '../ui/places-words.ts';
import { uiWords } from '../ui/words.ts';
import styles from './shell.module.css';

/** On a phone, the places that the bar has no room for. */
export function MorePlaces({ places, opened, close }: { places: Place[]; opened: boolean; close(): void }) {
  const words = useWords(uiWords);
  const names = useWords(navWords);
  const { pathname } = useLocation();
  return (
    <Drawer
      opened={useOpening(opened)}
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
