import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import type { Role } from '../api/session.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { saveFile } from '../ui/save-file.ts';
import { fieldWords } from './field-words.ts';

const formats = [
  { format: 'geojson', label: 'GeoJSON', extension: 'geojson' },
  { format: 'kml', label: 'KML', extension: 'kml' },
  { format: 'isoxml', label: 'ISOXML (ZIP)', extension: 'zip' },
  { format: 'shapefile', label: 'Shapefile (ZIP)', extension: 'zip' },
] as const;
type Format = (typeof formats)[number]['format'];

function load(role: Role, farmerId: number | undefined, format: Format): Promise<unknown> {
  const options = { params: { path: { format } }, parseAs: 'blob' } as const;
  if (role === 'farmer') return read(api.GET('/api/farmer/field-export/{format}', options));
  const query = farmerId === undefined ? {} : { farmerId };
  return read(api.GET('/api/receptionist/field-export/{format}', { ...options, params: { ...options.params, query } }));
}

/** Saves all fields of the list with a boundary as a file. */
export function ExportFields({ role, farmerId }: { role: Role; farmerId: number | undefined }) {
  const words = useWords(fieldWords);
  const explain = useProblemWords();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: Format, extension: string) => {
    setIsBusy(true);
    try {
      saveFile((await load(role, farmerId, format)) as Blob, `swath-fields.${extension}`);
    } catch (error) {
      notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isBusy} leftSection={<IconFileExport size={20} aria-hidden />}>
          {words.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, extension }) => (
          <Menu.Item key={format} onClick={() => void save(format, extension)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
