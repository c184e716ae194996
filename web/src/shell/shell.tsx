import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useChangeLanguage } from '../accounts/change-language.ts';
import { useCompany } from '../api/company.tsx';
import { useMe } from '../api/session.ts';
import { IconDots } from '../icons/dots.ts';
import { IconLanguage } from '../icons/language.ts';
import { IconUser } from '../icons/user.ts';
import { IconWifiOff } from '../icons/wifi-off.ts';
import { Bell } from '../notifications/bell.tsx';
import { useWords } from '../ui/language.tsx';
import { navItemsFor } from '../ui/navigation.ts';
import { navWords } from '../ui/navigation-words.ts';
import { useIsOnline } from '../ui/online.ts';
import { lazyPart } from '../ui/pages.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { usePreloadOnInteraction } from '../ui/preload-on-interaction.ts';
import { uiWords } from '../ui/words.ts';
import { CompanyMark } from './company-mark.tsx';
import styles from './shell.module.css';

const MorePlaces = lazyPart(() => import('./more-places.tsx'), 'MorePlaces');
const loadOwnMenu = () => import('./own-menu.tsx');
const OwnMenu = lazyPart(loadOwnMenu, 'OwnMenu');

/** Frame of all pages: navigation of the role, notifications, user menu. */
export function Shell({ children, extra }: { children: ReactNode; extra?: ReactNode }) {
  const words = useWords(uiWords);
  const online = useIsOnline();
  // Only the actions of crews are queued.
  const offline = useMe().role === 'sprayer' ? words.offlineQueued : words.offline;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <header className={styles.top}>
        <Link to="/" className={styles.brand}>
          <CompanyMark size={32} />
          <span className={styles.company}>{useCompany().name}</span>
        </Link>
        <div className={styles.tools}>
          {extra}
          <Bell />
          <OwnTools />
        </div>
      </header>
      <Places />
      <main id="content" tabIndex={-1} className={styles.content}>
        {online ? null : (
          <p className={styles.offline} role="status">
            <IconWifiOff size={20} aria-hidden /> {offline}
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
  const [hasBeenOpened, setHasBeenOpened] = useState(false);
  if (opened && !hasBeenOpened) setHasBeenOpened(true);
  const { pathname } = useLocation();
  const places = navItemsFor(useMe().role);
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
          {hasBeenOpened ? (
            <Suspense>
              <MorePlaces places={hidden} opened={opened} close={close} />
            </Suspense>
          ) : null}
        </>
      )}
    </nav>
  );
}

/** The menu is rendered when it is first opened; until then a placeholder button is shown. */
function OwnTools() {
  const words = useWords(uiWords);
  const names = useWords(navWords);
  const changeLanguage = useChangeLanguage();
  usePreloadOnInteraction(loadOwnMenu);
  const [pressed, setPressed] = useState(false);
  const button = (
    <ActionIcon aria-label={names.account} aria-haspopup="menu" aria-expanded={false} onClick={() => setPressed(true)}>
      <IconUser size={24} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <ActionIcon onClick={() => changeLanguage.toggle()} aria-label={words.otherLanguage} title={words.otherLanguage}>
        <IconLanguage size={24} aria-hidden />
      </ActionIcon>
      {pressed ? (
        <Suspense fallback={button}>
          <OwnMenu />
        </Suspense>
      ) : (
        button
      )}
    </>
  );
}
