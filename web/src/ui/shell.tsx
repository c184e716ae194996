import { ActionIcon, Drawer, Menu, NavLink as MenuLink, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { IconDots, IconLanguage, IconLogout, IconMoon, IconSun, IconUser, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useSignOut } from '../accounts/sign-out.ts';
import { useSpeak } from '../accounts/speak.ts';
import { useMe } from '../api/session.ts';
import { Bell } from '../notifications/bell.tsx';
import { useWords } from './language.tsx';
import { placesFor } from './places.ts';
import { navWords } from './places-words.ts';
import { useIsPhone } from './sheet.tsx';
import styles from './shell.module.css';
import { uiWords } from './words.ts';

/** What is around every page: the places of a role, the bell, the menu of one's own. */
export function Shell({ children, extra }: { children: ReactNode; extra?: ReactNode }) {
  const words = useWords(uiWords);
  const { online } = useNetwork();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <header className={styles.top}>
        <Link to="/" className={styles.brand}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          {words.brand}
        </Link>
        <div className={styles.tools}>
          {extra}
          <Bell />
          <OwnMenu />
        </div>
      </header>
      <Places />
      <main id="content" tabIndex={-1} className={styles.content}>
        {online ? null : (
          <p className={styles.offline} role="status">
            <IconWifiOff size={20} aria-hidden /> {words.offline}
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

function Places() {
  const words = useWords(uiWords);
  const names = useWords(navWords);
  const isPhone = useIsPhone();
  const [opened, { open, close }] = useDisclosure();
  const { pathname } = useLocation();
  const places = placesFor(useMe().role);
  const [shown, hidden] = isPhone && places.length > 4 ? [places.slice(0, 3), places.slice(3)] : [places, []];
  return (
    <nav className={styles.places} aria-label={words.mainMenu}>
      {shown.map(({ to, name, icon: Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className={styles.place ?? ''}>
          <Icon size={26} stroke={1.75} aria-hidden />
          <span>{names[name]}</span>
        </NavLink>
      ))}
      {hidden.length === 0 ? null : (
        <>
          <UnstyledButton
            className={styles.place}
            onClick={open}
            aria-haspopup="dialog"
            data-active={hidden.some(({ to }) => pathname.startsWith(to)) || undefined}
          >
            <IconDots size={26} stroke={1.75} aria-hidden />
            <span>{words.more}</span>
          </UnstyledButton>
          <Drawer
            opened={opened}
            onClose={close}
            position="bottom"
            size="auto"
            title={words.more}
            closeButtonProps={{ 'aria-label': words.close, size: 44 }}
          >
            {hidden.map(({ to, name, icon: Icon }) => (
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
        </>
      )}
    </nav>
  );
}

function OwnMenu() {
  const words = useWords(uiWords);
  const names = useWords(navWords);
  const me = useMe();
  const speak = useSpeak();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <>
      <ActionIcon onClick={() => speak.toggle()} aria-label={words.otherLanguage} title={words.otherLanguage}>
        <IconLanguage size={24} aria-hidden />
      </ActionIcon>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon aria-label={names.account}>
            <IconUser size={24} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{me.fullName}</Menu.Label>
          <Menu.Item component={Link} to="/account" leftSection={<IconUser size={20} aria-hidden />}>
            {names.account}
          </Menu.Item>
          <Menu.Item
            leftSection={isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
            onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
          >
            {isDark ? words.light : words.dark}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={20} aria-hidden />} onClick={() => signOut.mutate()}>
            {words.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
