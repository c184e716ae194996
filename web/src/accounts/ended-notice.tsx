import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useWords } from '../ui/language.tsx';
import { endedKey, endedPath, readEnded } from './ended-access.ts';
import { endedWords } from './ended-words.ts';

/** Leads to the list of what a password reset has ended, until it is dismissed. */
export function EndedNotice() {
  const words = useWords(endedWords);
  const { data } = useQuery({ queryKey: [...endedKey, 'first'], queryFn: ({ signal }) => readEnded(0, signal) });
  if (data === undefined || data.page.totalElements === 0) return null;
  return (
    <Alert color="sky">
      <Stack>
        <Text>{words.notice}</Text>
        <Button component={Link} to={endedPath} variant="default">
          {words.show}
        </Button>
      </Stack>
    </Alert>
  );
}
