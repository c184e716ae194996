import { Button, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useFieldWords } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { importsKey, type SheetImport } from './import-queries.ts';
import { importWords } from './import-words.ts';
import { UnusedColumns } from './unused-columns.tsx';

type DateOrder = 'dmy' | 'mdy';
type Unit = SheetImport['unitSizes'][number]['unit'];
const units = ['m2', 'cong', 'sao', 'mau', 'decare', 'ha', 'acre'] as const;
const regionalSizes: Record<Unit, number[]> = { cong: [1000, 1296], sao: [360, 500, 1000], mau: [10_000, 3600, 5000] };

/** Which column of the file has which field, and what the file does not say about dates and areas. */
export function ChooseColumns({ sheet, onChecking }: { sheet: SheetImport; onChecking(): void }) {
  const words = useWords(importWords);
  const { language } = useLanguage();
  const [chosen, setChosen] = useState<Record<string, string>>(() =>
    Object.fromEntries(sheet.fields.map(({ field, column }) => [field, column === null ? '' : String(column)])),
  );
  const [dateOrder, setDateOrder] = useState<DateOrder | ''>(sheet.dateOrder ?? '');
  const [areaUnit, setAreaUnit] = useState<string>(sheet.areaUnit ?? '');
  const [sizes, setSizes] = useState<Partial<Record<Unit, number>>>(() =>
    Object.fromEntries(sheet.unitSizes.map(({ unit, squareMetres }) => [unit, squareMetres])),
  );
  const check = useAction({
    act: () =>
      read(
        api.POST('/api/receptionist/spreadsheet-import/{id}/check', {
          params: { path: { id: sheet.id } },
          body: {
            columns: Object.entries(chosen).flatMap(([field, column]) => (column === '' ? [] : [{ field, column: Number(column) }])),
            ...(dateOrder === '' ? {} : { dateOrder }),
            ...(areaUnit === '' ? {} : { areaUnit: areaUnit as (typeof units)[number] }),
            unitSizes: Object.entries(sizes).map(([unit, squareMetres]) => ({ unit: unit as Unit, squareMetres })),
          },
        }),
      ),
    invalidates: [importsKey],
    onSuccess: onChecking,
    showsOwnErrors: (error) => error instanceof Problem && error.errors.length > 0,
  });
  const errors = useFieldWords()(check.error);
  const columnData = [
    { value: '', label: words.notImported },
    ...sheet.columns.map(({ title }, at) => ({ value: String(at), label: words.column(at + 1, title) })),
  ];
  const asked = (about: string) =>
    errors.has(about === 'dateOrder' ? about : `unitSizes.${about}`) || sheet.questions.some((one) => one.about === about);
  const regional = (Object.keys(regionalSizes) as Unit[]).filter((unit) => asked(unit) || areaUnit === unit || sizes[unit] !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <Stack>
        <Title order={2} size="h3">
          {words.columns}
        </Title>
        <Text>{words.columnsHint(sheet.rows)}</Text>
        {sheet.fields.map((column) => {
          const { field, isRequired } = column;
          const samples = sheet.columns[Number(chosen[field] || -1)]?.samples ?? [];
          return (
            <NativeSelect
              key={field}
              label={isRequired ? `${column[language]} (${words.required})` : column[language]}
              description={samples.length === 0 ? undefined : words.examples(samples.join(' · '))}
              data={columnData}
              value={chosen[field] ?? ''}
              error={errors.get(`columns.${field}`)}
              onChange={({ currentTarget: { value } }) => setChosen((before) => ({ ...before, [field]: value }))}
            />
          );
        })}
        <UnusedColumns sheet={sheet} used={Object.values(chosen).map((column) => (column === '' ? null : Number(column)))} />
        {asked('dateOrder') || dateOrder === 'mdy' ? (
          <NativeSelect
            label={words.dateOrder}
            data={[
              ...(dateOrder === '' ? [{ value: '', label: '' }] : []),
              { value: 'dmy', label: words.dmy },
              { value: 'mdy', label: words.mdy },
            ]}
            value={dateOrder}
            error={errors.get('dateOrder')}
            onChange={({ currentTarget: { value } }) => setDateOrder(value as DateOrder)}
          />
        ) : null}
        {sheet.kind === 'orders' ? (
          <NativeSelect
            label={words.areaUnit}
            description={words.areaUnitHint}
            data={[{ value: '', label: words.ourUnit }, ...units.map((unit) => ({ value: unit, label: words.units[unit] ?? unit }))]}
            value={areaUnit}
            onChange={({ currentTarget: { value } }) => setAreaUnit(value)}
          />
        ) : null}
        {regional.map((unit) => (
          <NativeSelect
            key={unit}
            label={words.sizeOf[unit]}
            data={[
              { value: '', label: '' },
              ...regionalSizes[unit].map((size) => ({ value: String(size), label: words.squareMetres(size) })),
            ]}
            value={String(sizes[unit] ?? '')}
            error={errors.get(`unitSizes.${unit}`)}
            onChange={({ currentTarget: { value } }) =>
              setSizes(({ [unit]: _, ...others }) => (value === '' ? others : { ...others, [unit]: Number(value) }))
            }
          />
        ))}
        <Button type="submit" w="fit-content" loading={check.isPending}>
          {words.check}
        </Button>
      </Stack>
    </form>
  );
}
