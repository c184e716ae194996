import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useCompany } from '../api/company.tsx';

interface PageProps {
  title: string;
  /** The way back, above the title. */
  back?: ReactNode;
  /** The menu that exports the list of the page, after the buttons. */
  exports?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Limits the line length on a wide screen. */
  narrow?: boolean;
  children: ReactNode;
}

/** Page layout: heading, document title and width. */
export function Page({ title, back, exports, actions, narrow = false, children }: PageProps) {
  const { name } = useCompany();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <Stack gap="lg" maw={narrow ? 720 : undefined} mx={narrow ? 'auto' : undefined}>
      <div>
        {back}
        <Group justify="space-between" align="center">
          <Title order={1}>{title}</Title>
          {exports === undefined ? (
            actions
          ) : (
            <Group gap="xs">
              {actions}
              {exports}
            </Group>
          )}
        </Group>
      </div>
      {children}
    </Stack>
  );
}
