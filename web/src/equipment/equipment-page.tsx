import { Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditKey } from '../admin/admin-keys.ts';
import { Part } from '../admin/part.tsx';
import { api, read } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { NoMailNote } from '../ui/no-mail-note.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { Drones } from './drones.tsx';
import { equipmentKey, equipmentSettingQuery } from './equipment-queries.ts';
import { equipmentWords } from './equipment-words.ts';
import { Licences } from './licences.tsx';

/** Licences of sprayers and drones, for the admin. */
export function EquipmentPage() {
  const words = useWords(equipmentWords);
  const query = useQuery(equipmentSettingQuery);
  const change = useAction({
    act: (requiresValidLicences: boolean) => read(api.PUT('/api/admin/equipment-setting', { body: { requiresValidLicences } })),
    invalidates: [equipmentKey, auditKey],
    successMessage: ({ requiresValidLicences }) => (requiresValidLicences ? words.requireOn : words.requireOff),
  });
  return (
    <Part title={words.title} narrow>
      <QueryBoundary query={query}>
        {({ requiresValidLicences }) => (
          <Stack gap="xs">
            <Switch
              size="md"
              label={words.require}
              description={words.requireText}
              checked={requiresValidLicences}
              disabled={change.isPending}
              onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
            />
            <Text c="dimmed">{words.reminders}</Text>
            <NoMailNote />
          </Stack>
        )}
      </QueryBoundary>
      <Licences />
      <Drones />
    </Part>
  );
}
