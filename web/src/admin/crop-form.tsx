import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useFarOffQuestion } from '../ui/far-off-question.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { uiWords } from '../ui/words.ts';
import { auditKey, catalogKeys, cropsKey } from './admin-keys.ts';
import { catalogWords } from './catalog-words.ts';

type Crop = Shape<'PricedCrop'>;

/** Form to add a crop or to change the given one. */
export function CropForm({ crop, close }: { crop: Crop | undefined; close(): void }) {
  const { crops: words } = useWords(catalogWords);
  const { required, save, saved } = useWords(uiWords);
  const explain = useProblemWords();
  const format = useFormat();
  const { currency } = useCompany();
  const showFieldErrors = useFieldErrors();
  const { check, question } = useFarOffQuestion();
  const form = useForm<{ name: string; price: number | string }>({
    initialValues: { name: crop?.name ?? '', price: crop?.price ?? '' },
    validate: {
      name: (text) => (text.trim() === '' ? required : null),
      price: (price) => (price === '' || Number(price) < 0 ? words.priceNeeded : null),
    },
  });
  const change = useAction({
    act: (body: { name: string; price: number }, idempotencyKey) =>
      crop === undefined
        ? read(api.POST('/api/admin/crop', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }))
        : read(api.PATCH('/api/admin/crop/{id}', { params: { path: { id: crop.id } }, body })),
    invalidates: [cropsKey, auditKey, ...catalogKeys],
    successMessage: crop === undefined ? words.added : saved,
    onSuccess: close,
    onError: (error) => {
      showFieldErrors(form, error);
      if (error instanceof Problem && error.code === 'CROP_EXISTS') form.setFieldError('name', explain(error));
    },
  });
  return (
    <form
      onSubmit={form.onSubmit(({ name, price }) =>
        check([{ amount: Number(price), last: crop?.price }], () => change.mutate({ name: name.trim(), price: Number(price) })),
      )}
      noValidate
    >
      <Stack>
        <TextInput label={words.name} description={words.nameHint} required maxLength={100} {...form.getInputProps('name')} />
        <MoneyInput
          label={words.price(format.unit, currency)}
          required
          min={0}
          max={999_999_999}
          decimals={4}
          {...form.getInputProps('price')}
        />
        {crop === undefined ? null : <Text c="dimmed">{words.priceNote}</Text>}
        {question}
        <Button type="submit" loading={change.isPending}>
          {crop === undefined ? words.add : save}
        </Button>
      </Stack>
    </form>
  );
}
