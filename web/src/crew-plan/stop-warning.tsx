import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IconCloudRain } from '../icons/cloud-rain.ts';
import { rebookingWords } from '../rebooking/rebooking-words.ts';
import { useWords } from '../ui/language.tsx';
import { stoppedCountQuery } from '../weather/stopped-count.ts';

/** Orders of the day that the weather stops: a plan would send crews for nothing. */
export function StopWarning({ date }: { date: string }) {
  const words = useWords(rebookingWords);
  const { data: stopped = 0 } = useQuery(stoppedCountQuery(date));
  if (stopped === 0) return null;
  return (
    <Alert color="clay" role="status" icon={<IconCloudRain aria-hidden />}>
      {words.stoppedCount(stopped)}.{' '}
      <Anchor component={Link} to={`/?view=day&from=${date}&rebook=stop`} underline="always">
        {words.rebookFirst}
      </Anchor>
    </Alert>
  );
}
