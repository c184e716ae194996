import { Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconMapOff, IconMoodSad } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useWords } from './language.tsx';
import { EmptyState } from './states.tsx';
import { uiWords } from './words.ts';

export function NotFound() {
  const words = useWords(uiWords);
  return (
    <EmptyState
      order={1}
      icon={<IconMapOff size={40} aria-hidden />}
      title={words.notFoundTitle}
      text={words.notFoundText}
      action={
        <Button component={Link} to="/">
          {words.toStart}
        </Button>
      }
    />
  );
}

/** Shown after a render error, or offline for a page that was not cached. */
export function ErrorPage() {
  const words = useWords(uiWords);
  const { online } = useNetwork();
  return (
    <EmptyState
      order={1}
      icon={online ? <IconMoodSad size={40} aria-hidden /> : <IconCloudOff size={40} aria-hidden />}
      title={online ? words.brokenTitle : words.notKeptTitle}
      text={online ? words.brokenText : words.notKeptText}
      action={
        online ? (
          <Button onClick={() => location.reload()}>{words.reload}</Button>
        ) : (
          <Button component={Link} to="/">
            {words.toStart}
          </Button>
        )
      }
    />
  );
}
