import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { useWords } from '../ui/language.tsx';
import { alarmWords } from './alarm-words.ts';

const refetchMs = 300_000;

/** For the admin: budgets that are almost used or used up, and Zalo if it needs a new token. */
export function ChannelAlarms() {
  const words = useWords(alarmWords);
  const { data } = useQuery({
    queryKey: ['channel-alarms'],
    queryFn: ({ signal }) => read(api.GET('/api/admin/channel-alarm', { signal })),
    refetchInterval: refetchMs,
  });
  return (data?.alarms ?? []).map(({ kind, refused }) => {
    const texts = words[kind];
    const shown = 'usedUp' in texts && refused > 0 ? { title: texts.usedUp, text: texts.usedUpText } : texts;
    return (
      <Alert key={kind} color="clay" role="status" icon={<IconAlertTriangle aria-hidden />} title={shown.title}>
        {shown.text} {refused === 0 ? null : `${words.refused(refused)} `}
        <Anchor component={Link} to="/company/channels" inherit>
          {words.open}
        </Anchor>
      </Alert>
    );
  });
}
