import { Button, Card, Grid, NativeSelect, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { companyKey } from '../api/company.tsx';
import { ordersKey } from '../api/live.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { isEmailOrNothing } from '../ui/contact-rules.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { type Language, useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, settingKey } from './admin-keys.ts';
import { CompanyLogo } from './company-logo.tsx';
import { Part } from './part.tsx';
import { type Choice, currencyChoices, localeChoices, timeZoneChoices, unitChoices } from './setting-choices.ts';
import { useSavedSetting } from './setting-form.ts';
import { isCurrency, isLocale, isTimeZone } from './settings-rules.ts';
import { settingsWords } from './settings-words.ts';
import { SprayRecordSettings } from './spray-record-settings.tsx';
import { WaitingSettings } from './waiting-settings.tsx';

type Setting = Shape<'Setting'>;

const texts = ['companyName', 'areaUnit', 'currency', 'timeZone', 'locale', 'address', 'taxCode', 'phoneNumber', 'email'] as const;
const numbers = ['currencyDigits', 'openBookingLimit', 'rebookingDays', 'objectionDays'] as const;
type SettingForm = Record<(typeof texts)[number], string> & Record<(typeof numbers)[number], number | string>;

const maxLengths = {
  companyName: 200,
  areaUnit: 40,
  currency: 3,
  timeZone: 100,
  locale: 40,
  address: 300,
  taxCode: 40,
  phoneNumber: 40,
  email: 254,
};
const offered: Partial<Record<(typeof texts)[number], (language: Language, current: string) => Choice[]>> = {
  areaUnit: unitChoices,
  currency: currencyChoices,
  timeZone: timeZoneChoices,
  locale: localeChoices,
};
const half = { base: 12, sm: 6 };

const formOf = (setting: Setting): SettingForm => ({
  companyName: setting.companyName,
  areaUnit: setting.areaUnit,
  currency: setting.currency,
  currencyDigits: setting.currencyDigits,
  openBookingLimit: setting.openBookingLimit,
  rebookingDays: setting.rebookingDays,
  objectionDays: setting.objectionDays,
  timeZone: setting.timeZone,
  locale: setting.locale,
  address: setting.address ?? '',
  taxCode: setting.taxCode ?? '',
  phoneNumber: setting.phoneNumber ?? '',
  email: setting.email ?? '',
});

function changesOf(setting: Setting, form: SettingForm): Shape<'SettingChange'> {
  const before = formOf(setting);
  const change: Shape<'SettingChange'> = {};
  for (const field of texts) if (form[field].trim() !== before[field]) change[field] = form[field].trim();
  for (const field of numbers) if (Number(form[field]) !== before[field]) change[field] = Number(form[field]);
  return change;
}

export function SettingsPage() {
  const words = useWords(settingsWords);
  const query = useQuery({ queryKey: settingKey, queryFn: ({ signal }) => read(api.GET('/api/admin/setting', { signal })) });
  return (
    <Part title={words.title} narrow>
      <CompanyLogo />
      <QueryBoundary query={query}>{(setting) => <SettingsForm setting={setting} />}</QueryBoundary>
      <WaitingSettings />
      <SprayRecordSettings />
    </Part>
  );
}

function SettingsForm({ setting }: { setting: Setting }) {
  const words = useWords(settingsWords);
  const { required, save, saved } = useWords(uiWords);
  const { language } = useLanguage();
  const explain = useProblemWords();
  const showFieldErrors = useFieldErrors();
  const form = useForm<SettingForm>({
    initialValues: formOf(setting),
    validate: {
      companyName: (text) => (text.trim() === '' ? required : null),
      areaUnit: (text) => (text.trim() === '' ? required : null),
      currency: (text) => (isCurrency(text.trim()) ? null : words.badCurrency),
      currencyDigits: (digits) => (digits === '' ? required : null),
      openBookingLimit: (limit) => (limit === '' ? required : null),
      rebookingDays: (days) => (days === '' ? required : null),
      objectionDays: (days) => (days === '' ? required : null),
      timeZone: (text) => (isTimeZone(text.trim()) ? null : words.badTimeZone),
      locale: (text) => (isLocale(text.trim()) ? null : words.badLocale),
      email: (text) => (isEmailOrNothing(text) ? null : words.badEmail),
    },
  });
  const change = useAction({
    act: (body: Shape<'SettingChange'>) => read(api.PATCH('/api/admin/setting', { body })),
    invalidates: [companyKey, ['quote'], ordersKey, auditKey],
    successMessage: saved,
    onSuccess: useSavedSetting(form, settingKey, formOf),
    onError: (error) => {
      showFieldErrors(form, error);
      if (!(error instanceof Problem)) return;
      if (error.code === 'CURRENCY_IN_USE') form.setFieldError('currency', explain(error));
      if (error.code === 'UNIT_IN_USE') form.setFieldError('areaUnit', explain(error));
    },
  });
  const wholeNumber = (name: (typeof numbers)[number], description: string, min: number, max: number) => (
    <NumberInput
      label={words[name]}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      min={min}
      max={max}
      allowDecimal={false}
      hideControls
      inputMode="numeric"
      {...form.getInputProps(name)}
    />
  );
  const field = (name: (typeof texts)[number], more: { description?: string; required?: boolean; type?: 'tel' | 'email' } = {}) => {
    const shared = {
      label: words[name],
      inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
      ...form.getInputProps(name),
    };
    const choices = offered[name];
    const { type, ...described } = more;
    return choices === undefined ? (
      <TextInput {...shared} {...more} maxLength={maxLengths[name]} autoComplete="off" />
    ) : (
      <NativeSelect size="md" {...shared} {...described} data={choices(language, setting[name] ?? '')} />
    );
  };
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(changesOf(setting, values)))} noValidate>
      <Stack gap="lg">
        <Card component="section">
          <Stack>
            <div>
              <Title order={2}>{words.bills}</Title>
              <Text c="dimmed">{words.billsText}</Text>
            </div>
            <Grid>
              <Grid.Col span={12}>{field('companyName', { required: true })}</Grid.Col>
              <Grid.Col span={12}>{field('address')}</Grid.Col>
              <Grid.Col span={half}>{field('taxCode')}</Grid.Col>
              <Grid.Col span={half}>{field('phoneNumber', { type: 'tel' })}</Grid.Col>
              <Grid.Col span={12}>{field('email', { type: 'email' })}</Grid.Col>
            </Grid>
          </Stack>
        </Card>
        <Card component="section">
          <Stack>
            <div>
              <Title order={2}>{words.ways}</Title>
              <Text c="dimmed">{words.waysText}</Text>
            </div>
            <Grid>
              <Grid.Col span={12}>{field('areaUnit', { required: true, description: words.areaUnitHint })}</Grid.Col>
              <Grid.Col span={half}>{field('currency', { required: true, description: words.currencyHint })}</Grid.Col>
              <Grid.Col span={half}>{wholeNumber('currencyDigits', words.currencyDigitsHint, 0, 4)}</Grid.Col>
              <Grid.Col span={half}>{field('timeZone', { required: true, description: words.timeZoneHint })}</Grid.Col>
              <Grid.Col span={half}>{field('locale', { required: true, description: words.localeHint })}</Grid.Col>
            </Grid>
          </Stack>
        </Card>
        <Card component="section">
          <Stack>
            <Title order={2}>{words.bookings}</Title>
            {wholeNumber('openBookingLimit', words.openBookingLimitHint, 1, 1_000_000)}
            {wholeNumber('rebookingDays', words.rebookingDaysHint, 1, 14)}
            {wholeNumber('objectionDays', words.objectionDaysHint, 0, 365)}
          </Stack>
        </Card>
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {save}
        </Button>
      </Stack>
    </form>
  );
}
