import { Alert, Button, Card, Grid, Group, NumberInput, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { IconCloudOff } from '../icons/cloud-off.ts';
import { IconInfoCircle } from '../icons/info-circle.ts';
import { useAction } from '../ui/action.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useFieldWords } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { NoMailNote } from '../ui/no-mail-note.tsx';
import { Segments } from '../ui/segments.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { judgedKeys } from '../weather/spray-windows.ts';
import { auditKey } from './admin-keys.ts';
import { Part } from './part.tsx';
import { useSavedSetting } from './setting-form.ts';
import { weatherLimitWords } from './weather-words.ts';

type Setting = Shape<'SprayLimitSetting'>;
type LimitName = Exclude<keyof Setting['limits'], 'inversionStops'>;
type LimitForm = Record<LimitName, number | string> & {
  inversionStops: boolean;
  preset: Setting['preset'];
  eveningCheck: string;
  morningCheckMinutes: number | string;
};

const limitKey = ['admin', 'spray-limit'] as const;

const groups = [
  { name: 'wind', limits: ['windMinKmh', 'windGoKmh', 'windStopKmh', 'gustGoKmh', 'gustStopKmh'] },
  { name: 'deltaT', limits: ['deltaTMinC', 'deltaTGoC', 'deltaTStopC'] },
  { name: 'rain', limits: ['rainGoBelowMm', 'rainStopMm', 'rainGoBelowPercent', 'rainStopPercent'] },
  { name: 'rainFast', limits: ['rainFastHours', 'rainFastGoBelowMm', 'rainFastCautionBelowMm', 'rainFastGoBelowPercent'] },
  { name: 'air', limits: ['airStopBelowC', 'airGoMinC', 'airGoMaxC', 'airStopC'] },
] as const satisfies readonly { name: string; limits: readonly LimitName[] }[];
const names: readonly LimitName[] = groups.flatMap(({ limits }): readonly LimitName[] => limits);
const third = { base: 6, sm: 4 };

/** The company's weather limits for spraying. */
export function WeatherPage() {
  const words = useWords(weatherLimitWords);
  const query = useQuery({ queryKey: limitKey, queryFn: ({ signal }) => read(api.GET('/api/admin/spray-limit', { signal })) });
  return (
    <Part title={words.title} narrow>
      <Text>{words.intro}</Text>
      <QueryBoundary query={query}>
        {(setting) => (
          <>
            <Source source={setting.forecastSource} />
            <LimitsForm setting={setting} />
          </>
        )}
      </QueryBoundary>
    </Part>
  );
}

function Source({ source }: { source: string | null }) {
  const words = useWords(weatherLimitWords);
  if (source !== null && source !== 'demo') return <Text c="dimmed">{words.source(source)}</Text>;
  return source === null ? (
    <Alert color="clay" icon={<IconCloudOff aria-hidden />}>
      {words.off}
    </Alert>
  ) : (
    <Alert color="sky" icon={<IconInfoCircle aria-hidden />}>
      {words.demo}
    </Alert>
  );
}

const formOf = ({ limits, preset, eveningCheck, morningCheckMinutes }: Setting): LimitForm => ({
  ...limits,
  preset,
  eveningCheck,
  morningCheckMinutes,
});

function LimitsForm({ setting }: { setting: Setting }) {
  const words = useWords(weatherLimitWords);
  const { required, save, saved } = useWords(uiWords);
  const wordsOf = useFieldWords();
  const form = useForm<LimitForm>({
    initialValues: formOf(setting),
    validate: Object.fromEntries(
      [...names, 'eveningCheck', 'morningCheckMinutes'].map((name) => [name, (value: number | string) => (value === '' ? required : null)]),
    ),
  });
  const { preset } = form.getValues();
  const change = useAction({
    act: (body: Shape<'SprayLimitChange'>) => read(api.PATCH('/api/admin/spray-limit', { body })),
    invalidates: [...judgedKeys, auditKey],
    successMessage: saved,
    onSuccess: useSavedSetting(form, limitKey, formOf),
    onError: (error) => {
      for (const path of wordsOf(error).keys())
        form.setFieldError(path.replace('limits.', ''), path.startsWith('limits.') ? words.outOfOrder : wordsOf(error).get(path));
    },
  });
  const applyPreset = (next: Setting['preset']) => form.setValues({ ...setting.presets[next], preset: next });
  const send = ({ preset: chosen, inversionStops, eveningCheck, morningCheckMinutes, ...limits }: LimitForm) => {
    const numbers = Object.fromEntries(names.map((name) => [name, Number(limits[name])]));
    change.mutate({
      preset: chosen,
      limits: { ...numbers, inversionStops },
      eveningCheck,
      morningCheckMinutes: Number(morningCheckMinutes),
    });
  };
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack gap="lg">
        <div>
          <Group>
            <Segments
              aria-label={words.preset}
              value={preset}
              onChange={applyPreset}
              data={[
                { value: 'tropical', label: words.presets.tropical },
                { value: 'temperate', label: words.presets.temperate },
              ]}
            />
            <Button variant="default" onClick={() => applyPreset(preset)}>
              {words.reset}
            </Button>
          </Group>
          <Text c="dimmed" mt="xs">
            {words.presetHint}
          </Text>
        </div>
        {groups.map(({ name, limits }) => (
          <Card key={name} component="section">
            <Title order={2} size="h3" mb="sm">
              {words.groups[name]}
            </Title>
            <Grid align="flex-end">
              {limits.map((limit) => (
                <Grid.Col key={limit} span={third}>
                  <DecimalInput
                    label={words.limits[limit]}
                    aria-label={`${words.groups[name]}: ${words.limits[limit]}`}
                    decimalScale={2}
                    {...form.getInputProps(limit)}
                  />
                </Grid.Col>
              ))}
            </Grid>
          </Card>
        ))}
        <Card component="section">
          <Title order={2} size="h3" mb="sm">
            {words.groups.inversion}
          </Title>
          <Switch
            size="md"
            label={words.inversionStops}
            description={words.inversionHint}
            {...form.getInputProps('inversionStops', { type: 'checkbox' })}
          />
        </Card>
        <Card component="section">
          <Title order={2} size="h3">
            {words.checks}
          </Title>
          <Text c="dimmed" mb="sm">
            {words.checksText}
          </Text>
          <NoMailNote />
          <Grid>
            <Grid.Col span={{ base: 12, sm: 6 }}>
              <TextInput type="time" label={words.eveningCheck} {...form.getInputProps('eveningCheck')} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, sm: 6 }}>
              <NumberInput
                label={words.morningCheckMinutes}
                hideControls
                inputMode="numeric"
                allowDecimal={false}
                min={0}
                max={360}
                {...form.getInputProps('morningCheckMinutes')}
              />
            </Grid.Col>
          </Grid>
        </Card>
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {save}
        </Button>
      </Stack>
    </form>
  );
}
