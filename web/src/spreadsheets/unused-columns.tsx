import { Text } from '@mantine/core';
import { useWords } from '../ui/language.tsx';
import type { SheetImport } from './import-queries.ts';
import { importWords } from './import-words.ts';

/** Names the columns of the file that are not imported. */
export function UnusedColumns({ sheet: { columns, kind }, used }: { sheet: SheetImport; used: readonly (number | null)[] }) {
  const words = useWords(importWords);
  const titles = columns.flatMap(({ title }, at) => (title === '' || used.includes(at) ? [] : [title]));
  if (titles.length === 0) return null;
  return (
    <Text c="dimmed">
      {words.unused(titles.join(', '))}
      {kind === 'fields' ? ` ${words.areaOfFields}` : null}
    </Text>
  );
}
