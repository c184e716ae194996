import { Button, Menu } from '@mantine/core';
import { IconFileExport } from '../icons/file-export.ts';
import { useWords } from './language.tsx';
import { type ExportSource, useSaveExport } from './save-export.ts';
import { uiWords } from './words.ts';

/** A format that only this list has. */
export interface OtherFormat {
  label: string;
  extension: string;
  load(): Promise<Blob>;
}

/** Saves all rows of a list, with its filters, as a file for spreadsheet programs. */
export function ExportMenu({ others = [], ...source }: ExportSource & { others?: readonly OtherFormat[] | undefined }) {
  const words = useWords(uiWords);
  const { busy, save, saveLoaded } = useSaveExport(source);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconFileExport size={20} aria-hidden />}>
          {words.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('xlsx')}>{words.exportXlsx}</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>{words.exportCsv}</Menu.Item>
        {others.map(({ label, extension, load }) => (
          <Menu.Item key={extension} onClick={() => void saveLoaded(load, extension)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
