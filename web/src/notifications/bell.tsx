import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { notificationsKey } from '../api/live.ts';
import { useWords } from '../ui/language.tsx';
import { bellWords } from './bell-words.ts';

export function Bell() {
  const words = useWords(bellWords);
  const { data } = useQuery({
    queryKey: [...notificationsKey, 'unread'],
    queryFn: ({ signal }) => read(api.GET('/api/common/notification/unread', { signal })),
  });
  const unread = data?.unread ?? 0;
  return (
    <Indicator label={unread > 99 ? '99+' : unread} size={20} offset={8} disabled={unread === 0} color="clay">
      <ActionIcon component={Link} to="/notifications" aria-label={words.bell(unread)}>
        <IconBell size={24} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
