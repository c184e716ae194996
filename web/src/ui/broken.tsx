import { Button } from '@mantine/core';
import { IconMapOff, IconMoodSad } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useWords } from './language.tsx';
import { Empty } from './states.tsx';
import { uiWords } from './words.ts';

export function NotFound() {
  const words = useWords(uiWords);
  return (
    <Empty
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

/** A fault of our own must not leave an empty screen. */
export function Broken() {
  const words = useWords(uiWords);
  return (
    <Empty
      order={1}
      icon={<IconMoodSad size={40} aria-hidden />}
      title={words.brokenTitle}
      text={words.brokenText}
      action={<Button onClick={() => location.reload()}>{words.reload}</Button>}
    />
  );
}
