import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSignOut } from '../accounts/sign-out.ts';
import { useMe } from '../api/session.ts';
import { useUnsentCount } from '../fieldwork/unsent.ts';
import { IconLogout } from '../icons/logout.ts';
import { IconMoon } from '../icons/moon.ts';
import { IconSun } from '../icons/sun.ts';
import { IconUser } from '../icons/user.ts';
import { useWords } from '../ui/language.tsx';
import { navWords } from '../ui/navigation-words.ts';
import { uiWords } from '../ui/words.ts';

/** User menu: account, theme, sign-out. Rendered when it is first opened. */
export function OwnMenu() {
  const words = useWords(uiWords);
  const names = useWords(navWords);
  const me = useMe();
  const signOut = useSignOut();
  const navigate = useNavigate();
  // The account page shows first which unsent data would be lost.
  const unsent = useUnsentCount();
  // The placeholder button opened it, so the focus must be returned explicitly.
  const target = useRef<HTMLButtonElement>(null);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <Menu position="bottom-end" width={260} defaultOpened onClose={() => target.current?.focus()}>
      <Menu.Target>
        <ActionIcon ref={target} aria-label={names.account}>
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
        <Menu.Item
          leftSection={<IconLogout size={20} aria-hidden />}
          onClick={() => (unsent > 0 ? void navigate('/account') : signOut.mutate())}
        >
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
