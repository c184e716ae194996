import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ordersKey } from '../api/live.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { type FieldHarvest as Harvest, harvestQuery, planHarvest } from './harvest-queries.ts';
import { Intervals } from './intervals.tsx';
import { recordWords } from './record-words.ts';

/** On the page of a field: until when nobody enters or harvests it, and the planned harvest. */
export function FieldHarvest({ fieldId, isFarmer }: { fieldId: number; isFarmer: boolean }) {
  const { data } = useQuery(harvestQuery(isFarmer, fieldId));
  if (data === undefined) return null;
  return (
    <Stack gap="sm">
      <Intervals records={[data]} />
      <HarvestForm key={data.harvestDate} fieldId={fieldId} isFarmer={isFarmer} harvest={data} />
    </Stack>
  );
}

function HarvestForm({ fieldId, isFarmer, harvest }: { fieldId: number; isFarmer: boolean; harvest: Harvest }) {
  const words = useWords(recordWords);
  const format = useFormat();
  const [date, setDate] = useState(harvest.harvestDate ?? '');
  const save = useAction({
    act: (chosen: string) => planHarvest(isFarmer, fieldId, chosen === '' ? undefined : chosen),
    invalidates: [[...ordersKey, 'harvest', fieldId]],
    successMessage: words.harvestSaved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(date);
  };
  // Before it is saved, too.
  const isTooEarly = date !== '' && harvest.harvestFrom !== null && date < harvest.harvestFrom;
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          type="date"
          label={words.harvest}
          description={words.harvestHint}
          value={date}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={date === (harvest.harvestDate ?? '')}>
          {words.harvestSave}
        </Button>
      </Group>
      {isTooEarly ? (
        <Alert color="clay" role="status" mt="sm" icon={<IconAlertTriangle aria-hidden />}>
          {words.harvestTooEarly(format.longDate(harvest.harvestFrom ?? ''))}
        </Alert>
      ) : null}
    </form>
  );
}
