import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useCompany } from '../api/company.tsx';

interface PageProps {
  title: string;
  /** SidePanel the title: what one does on this page. */
  actions?: ReactNode;
  /** Lines of text should not run across a whole desk screen. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page's own frame: the heading, the window's title, the width. */
export function Page({ title, actions, narrow = false, children }: PageProps) {
  const { name } = useCompany();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <Stack gap="lg" maw={narrow ? 720 : undefined} mx={narrow ? 'auto' : undefined}>
      <Group justify="space-between" align="center">
        <Title order={1}>{title}</Title>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
