import { ActionIcon, Indicator } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IconBell } from '../icons/bell.ts';
import { useWords } from '../ui/language.tsx';
import { bellWords } from './bell-words.ts';
import { unreadQuery } from './unread.ts';

export function Bell() {
  const words = useWords(bellWords);
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  return (
    <Indicator label={unread > 99 ? '99+' : unread} size={20} offset={8} disabled={unread === 0} color="clay">
      <ActionIcon component={Link} to="/notifications" aria-label={words.bell(unread)}>
        <IconBell size={24} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
