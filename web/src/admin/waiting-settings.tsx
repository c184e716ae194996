import { Button, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, waitingSettingKey } from './admin-keys.ts';
import { QuietHoursFields } from './quiet-hours-fields.tsx';
import { SettingCard } from './setting-card.tsx';
import { useSavedSetting } from './setting-form.ts';
import { waitingSettingWords } from './waiting-setting-words.ts';

type Setting = Shape<'WaitingSetting'>;
type SettingForm = Omit<Setting, 'offerMinutes'> & { offerMinutes: number | string };

/** How long offers of the waiting list hold a place, and when none are sent. */
export function WaitingSettings() {
  const words = useWords(waitingSettingWords);
  const query = useQuery({
    queryKey: waitingSettingKey,
    queryFn: ({ signal }) => read(api.GET('/api/admin/waiting-setting', { signal })),
  });
  return (
    <SettingCard words={words} query={query}>
      {(setting) => <TimesForm setting={setting} />}
    </SettingCard>
  );
}

function TimesForm({ setting }: { setting: Setting }) {
  const words = useWords(waitingSettingWords);
  const { required, saved } = useWords(uiWords);
  const showFieldErrors = useFieldErrors();
  const form = useForm<SettingForm>({
    initialValues: { ...setting },
    validate: {
      offerMinutes: (minutes) => (minutes === '' ? required : Number(minutes) < 10 || Number(minutes) > 1440 ? words.badMinutes : null),
      quietFrom: (time) => (time === '' ? required : null),
      quietTo: (time) => (time === '' ? required : null),
    },
  });
  const change = useAction({
    act: (body: Setting, idempotencyKey) =>
      read(api.PUT('/api/admin/waiting-setting', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body })),
    invalidates: [auditKey],
    successMessage: saved,
    onSuccess: useSavedSetting(form, waitingSettingKey, (changed: Setting) => ({ ...changed })),
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate({ ...values, offerMinutes: Number(values.offerMinutes) }))} noValidate>
      <Stack>
        <NumberInput
          label={words.offerMinutes}
          description={words.offerMinutesHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          allowDecimal={false}
          allowNegative={false}
          hideControls
          inputMode="numeric"
          {...form.getInputProps('offerMinutes')}
        />
        <QuietHoursFields words={words} form={form} />
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {words.update}
        </Button>
      </Stack>
    </form>
  );
}
