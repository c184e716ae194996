import { Anchor, Button, Card, Grid, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, plannerSettingKey } from './admin-keys.ts';
import { Part } from './part.tsx';
import { plannerWords } from './planner-words.ts';

type Setting = Shape<'PlannerSetting'>;
type Field = keyof Setting;
type Values = Record<Field, number | string>;

/** The bounds of the service. */
const bounds: Record<Field, { from: number; to: number; decimals?: number }> = {
  pairArea: { from: 0, to: 100_000, decimals: 2 },
  workMinutes: { from: 5, to: 240 },
  toleranceMinutes: { from: 0, to: 120 },
  roadFactor: { from: 1, to: 3, decimals: 2 },
  roadSpeedKmh: { from: 5, to: 120, decimals: 1 },
  orderWithoutCrew: { from: 100_000, to: 10_000_000 },
  personTakenOff: { from: 0, to: 1_000_000 },
  personAdded: { from: 0, to: 1_000_000 },
  fairness: { from: 0, to: 1_000_000 },
  unneededSecond: { from: 0, to: 1_000_000 },
  apprenticeBonus: { from: 0, to: 1_000_000 },
  dailyJobLimit: { from: 1, to: 50 },
};
const groups = [
  { name: 'travel', fields: ['pairArea', 'workMinutes', 'toleranceMinutes', 'roadFactor', 'roadSpeedKmh'] },
  { name: 'costs', fields: ['orderWithoutCrew', 'personTakenOff', 'personAdded', 'fairness', 'unneededSecond', 'apprenticeBonus'] },
  { name: 'limits', fields: ['dailyJobLimit'] },
] as const;
const allFields = Object.keys(bounds) as Field[];
const valuesOf = (setting: Setting): Values => Object.fromEntries(allFields.map((name) => [name, setting[name] ?? ''])) as Values;

/** Settings of the crew planner. */
export function PlannerPage() {
  const words = useWords(plannerWords);
  const query = useQuery({
    queryKey: plannerSettingKey,
    queryFn: ({ signal }) => read(api.GET('/api/admin/planner-setting', { signal })),
  });
  return (
    <Part title={words.title} narrow>
      <Text>{words.intro}</Text>
      <Text>
        {words.toRules}{' '}
        <Anchor component={Link} to="/crew-rules">
          {words.rules}
        </Anchor>
        .
      </Text>
      <QueryBoundary query={query}>{(setting) => <SettingForm key={JSON.stringify(setting)} setting={setting} />}</QueryBoundary>
    </Part>
  );
}

/** Mounted again for other values, because the first ones may come from the persisted cache. */
function SettingForm({ setting }: { setting: Setting }) {
  const words = useWords(plannerWords);
  const { required, saved } = useWords(uiWords);
  const format = useFormat();
  const queries = useQueryClient();
  const showFieldErrors = useFieldErrors();
  const rangeOf = (name: Field) => [format.number(bounds[name].from), format.number(bounds[name].to)] as const;
  const errorOf = (name: Field) => (value: number | string) => {
    if (value === '') return name === 'dailyJobLimit' ? null : required;
    const { from, to } = bounds[name];
    return Number(value) < from || Number(value) > to ? words.outside(...rangeOf(name)) : null;
  };
  const form = useForm<Values>({
    initialValues: valuesOf(setting),
    validate: Object.fromEntries(allFields.map((name) => [name, errorOf(name)])),
  });
  const change = useAction({
    act: (body: Setting, idempotencyKey) =>
      read(api.PUT('/api/admin/planner-setting', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body })),
    invalidates: [auditKey],
    successMessage: saved,
    onSuccess: (changed) => queries.setQueryData(plannerSettingKey, changed),
    onError: (error) => showFieldErrors(form, error),
  });
  const send = (values: Values) =>
    change.mutate(
      Object.fromEntries(allFields.map((name) => [name, values[name] === '' ? null : Number(values[name])])) as unknown as Setting,
    );
  const hintOf = (name: Field): string => {
    const range = words.range(...rangeOf(name));
    if (name === 'orderWithoutCrew') return `${range}. ${words.tenth}`;
    return name === 'dailyJobLimit' ? `${range}. ${words.noLimit}` : range;
  };
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack>
        {groups.map(({ name: group, fields }) => (
          <Card key={group} component="section" aria-label={words[group]}>
            <Title order={2} size="h3" mb="sm">
              {words[group]}
            </Title>
            <Grid>
              {fields.map((name) => (
                <Grid.Col key={name} span={{ base: 12, xs: 6 }}>
                  <DecimalInput
                    label={words.fields[name]}
                    description={hintOf(name)}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    required={name !== 'dailyJobLimit'}
                    decimalScale={bounds[name].decimals ?? 0}
                    allowNegative={false}
                    hasThousands={bounds[name].decimals === undefined}
                    {...form.getInputProps(name)}
                  />
                </Grid.Col>
              ))}
            </Grid>
          </Card>
        ))}
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {words.update}
        </Button>
      </Stack>
    </form>
  );
}
