import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { ordersKey } from '../api/live.ts';
import { SpanFields, type SpanValues, spanBody, startingToday, useSpanValidation } from '../catalog/span-fields.tsx';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { Segments } from '../ui/segments.tsx';
import { uiWords } from '../ui/words.ts';
import { type Absence, absenceKinds } from './absence-queries.ts';
import { absenceWords } from './absence-words.ts';

type AbsenceValues = SpanValues & {
  sprayerId: string;
  kind: Absence['kind'];
  note: string;
};

interface AbsenceFormProps {
  /** To choose from; undefined: the sprayer's own absence. */
  sprayers?: readonly { id: number; fullName: string }[] | undefined;
  send(body: Shape<'NewOwnAbsence'>, sprayerId: number, idempotencyKey: string): Promise<Absence>;
  savedMessage(openJobs: number): string;
  action: string;
  close(): void;
}

export function AbsenceForm({ sprayers, send, savedMessage, action, close }: AbsenceFormProps) {
  const words = useWords(absenceWords);
  const { required, optional } = useWords(uiWords);
  const { today } = useCompany();
  const showFieldErrors = useFieldErrors();
  const form = useForm<AbsenceValues>({
    initialValues: { ...startingToday(today), sprayerId: '', kind: 'leave', note: '' },
    validate: {
      ...useSpanValidation(required),
      sprayerId: (id: string) => (sprayers !== undefined && id === '' ? required : null),
    },
  });
  const add = useAction({
    act: ({ sprayerId, kind, note, ...span }: AbsenceValues, idempotencyKey) =>
      send({ ...spanBody(span), kind, ...(note.trim() === '' ? {} : { note }) }, Number(sprayerId), idempotencyKey),
    invalidates: [ordersKey],
    successMessage: ({ openJobs }) => savedMessage(openJobs),
    onSuccess: close,
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      <Stack>
        {sprayers === undefined ? null : (
          <NativeSelect
            size="md"
            label={words.sprayer}
            required
            data={[{ value: '', label: '–' }, ...sprayers.map(({ id, fullName }) => ({ value: String(id), label: fullName }))]}
            {...form.getInputProps('sprayerId')}
          />
        )}
        <Segments
          fullWidth
          aria-label={words.kind}
          value={form.values.kind}
          onChange={(kind) => form.setFieldValue('kind', kind)}
          data={absenceKinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
        />
        <SpanFields values={form.values} errors={form.errors} set={(name, value) => form.setFieldValue(name, value as never)} min={today} />
        <TextInput label={`${words.note} (${optional})`} maxLength={500} {...form.getInputProps('note')} />
        <Button type="submit" loading={add.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
