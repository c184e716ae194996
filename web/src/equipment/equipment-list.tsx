import { Button, Group, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { IconPlus } from '../icons/plus.ts';
import rows from '../ui/list-rows.module.css';
import { Sheet } from '../ui/sheet.tsx';
import { QueryBoundary } from '../ui/states.tsx';

interface EquipmentListProps<Item> {
  query: UseQueryResult<Item[]>;
  words: { title: string; add: string; change: string; none: string };
  /** The menu that exports the list. */
  exports: ReactNode;
  row(item: Item, edit: () => void): ReactNode;
  /** `item` undefined: a new one. */
  form(item: Item | undefined, close: () => void): ReactNode;
}

/** A list with a form to add and change its rows. */
export function EquipmentList<Item>({ query, words, exports, row, form }: EquipmentListProps<Item>) {
  const [edited, setEdited] = useState<{ item: Item | undefined }>();
  const close = () => setEdited(undefined);
  return (
    <section aria-label={words.title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {words.title}
        </Title>
        <Group gap="xs">
          {exports}
          <Button variant="default" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited({ item: undefined })}>
            {words.add}
          </Button>
        </Group>
      </Group>
      <QueryBoundary query={query} empty={{ when: (all) => all.length === 0, show: <Text>{words.none}</Text> }}>
        {(all) => <ul className={rows.list}>{all.map((item) => row(item, () => setEdited({ item })))}</ul>}
      </QueryBoundary>
      <Sheet opened={edited !== undefined} close={close} title={edited?.item === undefined ? words.add : words.change}>
        {edited === undefined ? null : form(edited.item, close)}
      </Sheet>
    </section>
  );
}
