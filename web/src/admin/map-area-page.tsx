import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { FieldMap } from '../map/field-map.tsx';
import { type MapArea, mapSettingKey, useMapSetting } from '../map/map-setting.ts';
import { positionText } from '../map/position-rules.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { auditKey } from './admin-keys.ts';
import { mapAreaWords } from './map-area-words.ts';
import { Part } from './part.tsx';

/** Sets where maps open. */
export function MapAreaPage() {
  const words = useWords(mapAreaWords);
  const query = useMapSetting();
  return (
    <Part title={words.title}>
      <Text c="dimmed">{words.intro}</Text>
      <QueryBoundary query={query}>{({ area }) => <MapAreaForm area={area} />}</QueryBoundary>
    </Part>
  );
}

const noPins: never[] = [];

/** A map with a button that takes its view as the company's area. */
export function MapAreaForm({ area }: { area: MapArea | null }) {
  const words = useWords(mapAreaWords);
  const [view, setView] = useState<MapArea>();
  const change = useAction({
    act: (next: MapArea | null) => read(api.PUT('/api/admin/setting/map-area', { body: { area: next } })),
    invalidates: [mapSettingKey, auditKey],
    successMessage: ({ area: saved }) => (saved === null ? words.cleared : words.saved),
  });
  const corner = (latitude: number, longitude: number) => positionText({ latitude: coarse(latitude), longitude: coarse(longitude) });
  return (
    <>
      <Text role="status">{area === null ? words.notSet : words.isSet(corner(area.south, area.west), corner(area.north, area.east))}</Text>
      <FieldMap pins={noPins} height={420} label={words.map} hasSearch onView={setView} />
      <Group>
        <Button loading={change.isPending} disabled={view === undefined} onClick={() => view !== undefined && change.mutate(view)}>
          {words.use}
        </Button>
        {area === null ? null : (
          <Button variant="default" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {words.clear}
          </Button>
        )}
      </Group>
    </>
  );
}

const coarse = (degrees: number): number => Math.round(degrees * 100) / 100;
