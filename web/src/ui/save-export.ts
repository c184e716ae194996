import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useProblemWords } from './problem-words.ts';
import { saveFile } from './save-file.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportSource {
  /** Without extension. */
  fileName: string;
  load(format: ExportFormat): Promise<Blob>;
}

/** Loads a file for spreadsheet programs and saves it; a failure is shown as a toast. */
export function useSaveExport({ fileName, load }: ExportSource) {
  const explain = useProblemWords();
  const [busy, setBusy] = useState(false);
  const saveLoaded = async (loadFile: () => Promise<Blob>, extension: string) => {
    setBusy(true);
    try {
      saveFile(await loadFile(), `${fileName}.${extension}`);
    } catch (error) {
      notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: (format: ExportFormat) => saveLoaded(() => load(format), format), saveLoaded };
}
