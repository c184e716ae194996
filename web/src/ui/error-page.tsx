import { Button, Group } from '@mantine/core';

import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { IconCloudOff } from '../icons/cloud-off.ts';
import { IconMapOff } from '../icons/map-off.ts';
import { IconMoodSad } from '../icons/mood-sad.ts';
import { useWords } from './language.tsx';
import { useIsOnline } from './online.ts';
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

/** Files of pages are loaded when the page is first opened, which fails without a network. */
const isLoadError = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload/i.test(error.message);

/** Shown after a render error, or offline for a page that was not opened before. Such a page is loaded as soon as there is a network. */
export function ErrorPage({ error }: { error: unknown }) {
  const words = useWords(uiWords);
  const online = useIsOnline();
  const isNotLoaded = isLoadError(error) || !online;
  const wasOffline = useRef(!online);
  useEffect(() => {
    if (online && wasOffline.current && isNotLoaded) location.reload();
    wasOffline.current = !online;
  }, [online, isNotLoaded]);
  return (
    <EmptyState
      order={1}
      icon={isNotLoaded ? <IconCloudOff size={40} aria-hidden /> : <IconMoodSad size={40} aria-hidden />}
      title={isNotLoaded ? words.notKeptTitle : words.brokenTitle}
      text={isNotLoaded ? words.notKeptText : words.brokenText}
      action={
        <Group justify="center">
          <Button onClick={() => location.reload()}>{isNotLoaded ? words.retry : words.reload}</Button>
          {isNotLoaded ? (
            <Button component={Link} to="/" variant="default">
              {words.toStart}
            </Button>
          ) : null}
        </Group>
      }
    />
  );
}
