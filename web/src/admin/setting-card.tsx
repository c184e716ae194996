import { Card, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryBoundary } from '../ui/states.tsx';

interface SettingCardProps<Setting> {
  words: { title: string; text: string };
  query: UseQueryResult<Setting>;
  /** The form of the loaded setting. */
  children(setting: Setting): ReactNode;
}

/** One of several settings on a page. */
export function SettingCard<Setting>({ words: { title, text }, query, children }: SettingCardProps<Setting>) {
  return (
    <Card component="section" aria-label={title}>
      <Stack>
        <div>
          <Title order={2}>{title}</Title>
          <Text c="dimmed">{text}</Text>
        </div>
        <QueryBoundary query={query}>{children}</QueryBoundary>
      </Stack>
    </Card>
  );
}
