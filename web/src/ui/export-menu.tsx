import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from './language.tsx';
import { useProblemWords } from './problem-words.ts';
import { saveFile } from './save-file.ts';
import { uiWords } from './words.ts';

export type ExportFormat = 'csv' | 'xlsx';

interface ExportMenuProps {
  /** Without extension. */
  fileName: string;
  load(format: ExportFormat): Promise<Blob>;
}

/** Saves all rows of a list, with its filters, as a file for spreadsheet programs. */
export function ExportMenu({ fileName, load }: ExportMenuProps) {
  const words = useWords(uiWords);
  const explain = useProblemWords();
  const [busy, setBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    setBusy(true);
    try {
      saveFile(await load(format), `${fileName}.${format}`);
    } catch (error) {
      notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    } finally {
      setBusy(false);
    }
  };
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
      </Menu.Dropdown>
    </Menu>
  );
}
