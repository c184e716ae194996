import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { clockTime } from '../ui/format-rules.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { uiWords } from '../ui/words.ts';
import { auditKey, catalogKeys, sessionsKey } from './admin-keys.ts';
import { catalogWords } from './catalog-words.ts';

type Session = Shape<'SessionPlaces'>;

type SessionValues = { startTime: string; endTime: string; capacity: number | string; maxArea: number | string };

/** Unchanged times are not sent: the service restricts changes of them. */
function changesOf(session: Session, { startTime, endTime, capacity, maxArea }: SessionValues): Shape<'SessionChange'> {
  return {
    ...(startTime === clockTime(session.startTime) ? {} : { startTime }),
    ...(endTime === clockTime(session.endTime) ? {} : { endTime }),
    capacity: Number(capacity),
    maxArea: Number(maxArea),
  };
}

/** Form to add a session or to change the given one. */
export function SessionForm({ session, close }: { session: Session | undefined; close(): void }) {
  const { sessions: words } = useWords(catalogWords);
  const { required, save, saved } = useWords(uiWords);
  const explain = useProblemWords();
  const { unit } = useFormat();
  const showFieldErrors = useFieldErrors();
  const form = useForm<SessionValues>({
    initialValues: {
      startTime: session === undefined ? '' : clockTime(session.startTime),
      endTime: session === undefined ? '' : clockTime(session.endTime),
      capacity: session?.capacity ?? 2,
      maxArea: session?.maxArea ?? '',
    },
    validate: {
      startTime: (time) => (time === '' ? required : null),
      endTime: (time, { startTime }) => (time === '' ? required : time <= startTime ? words.endLater : null),
      capacity: (places) => (places === '' || !Number.isInteger(Number(places)) || Number(places) < 0 ? words.capacityNeeded : null),
      maxArea: (area) => (area !== '' && Number(area) !== 0 && Number(area) < 1 ? words.maxAreaNeeded : null),
    },
  });
  const change = useAction({
    act: (values: SessionValues, idempotencyKey) =>
      session === undefined
        ? read(
            api.POST('/api/admin/session', {
              body: { ...values, capacity: Number(values.capacity), maxArea: Number(values.maxArea) },
              params: { header: { 'Idempotency-Key': idempotencyKey } },
            }),
          )
        : read(api.PATCH('/api/admin/session/{id}', { params: { path: { id: session.id } }, body: changesOf(session, values) })),
    invalidates: [sessionsKey, auditKey, ...catalogKeys],
    successMessage: session === undefined ? words.added : saved,
    onSuccess: close,
    onError: (error) => {
      showFieldErrors(form, error);
      if (error instanceof Problem && (error.code === 'SESSION_OVERLAPS' || error.code === 'SESSION_IN_USE'))
        form.setFieldError('startTime', explain(error));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack>
        <Group grow align="flex-start">
          <TextInput label={words.start} type="time" required {...form.getInputProps('startTime')} />
          <TextInput label={words.end} type="time" required {...form.getInputProps('endTime')} />
        </Group>
        {session === undefined ? null : <Text c="dimmed">{words.timesNote}</Text>}
        <NumberInput
          label={words.capacity}
          description={session === undefined ? words.capacityHint : words.capacityNote}
          required
          min={0}
          max={100_000}
          allowDecimal={false}
          hideControls
          inputMode="numeric"
          {...form.getInputProps('capacity')}
        />
        <DecimalInput
          label={words.maxArea(unit)}
          description={words.maxAreaHint}
          min={0}
          max={1_000_000}
          decimalScale={2}
          {...form.getInputProps('maxArea')}
        />
        <Button type="submit" loading={change.isPending}>
          {session === undefined ? words.add : save}
        </Button>
      </Stack>
    </form>
  );
}
