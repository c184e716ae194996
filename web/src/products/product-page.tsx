import { Button, Group, NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { auditKey } from '../admin/admin-keys.ts';
import { Part } from '../admin/part.tsx';
import { api, read } from '../api/client.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { Problem } from '../api/problem.ts';
import { IconPlus } from '../icons/plus.ts';
import { useAction } from '../ui/action.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useFieldWords } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { bodyOf, newUse, nothing, type ProductValues, valuesOf } from './product-form-rules.ts';
import { type Product, productQuery, productsKey } from './product-queries.ts';
import { productWords } from './product-words.ts';
import { UseFields } from './use-fields.tsx';

export function NewProductPage() {
  const words = useWords(productWords);
  return (
    <Part title={words.add} narrow above={{ to: '/company/products', name: words.title }}>
      <ProductForm product={undefined} />
    </Part>
  );
}

export function ProductPage() {
  const words = useWords(productWords);
  const { id } = useParams();
  const query = useQuery(productQuery(Number(id)));
  return (
    <Part title={query.data?.name ?? words.title} narrow above={{ to: '/company/products', name: words.title }}>
      <QueryBoundary query={query}>{(product) => <ProductForm key={product.version} product={product} />}</QueryBoundary>
    </Part>
  );
}

const isDose = (value: number | string) => Number(value) > 0;

function ProductForm({ product }: { product: Product | undefined }) {
  const words = useWords(productWords);
  const { required, save, saved } = useWords(uiWords);
  const navigate = useNavigate();
  const explain = useProblemWords();
  const fieldWords = useFieldWords();
  const needed = (text: string) => (text.trim() === '' ? required : null);
  const form = useForm<ProductValues>({
    initialValues: valuesOf(product),
    validate: {
      name: needed,
      authorisationNumber: needed,
      activeIngredients: needed,
      uses: {
        cropId: needed,
        target: needed,
        doseMin: (dose) => (isDose(dose) ? null : words.doseNeeded),
        doseMax: (dose, { uses }, path) => {
          const least = uses[Number(path.split('.')[1])]?.doseMin ?? 0;
          return !isDose(dose) ? words.doseNeeded : Number(dose) < Number(least) ? words.doseOrder : null;
        },
      },
    },
  });
  const saving = useAction({
    act: (values: ProductValues, idempotencyKey) =>
      product === undefined
        ? read(api.POST('/api/admin/product', { body: bodyOf(values), params: { header: { 'Idempotency-Key': idempotencyKey } } }))
        : read(
            api.PUT('/api/admin/product/{id}', {
              params: { path: { id: product.id }, header: { 'If-Match': `"${product.version}"` } },
              body: { ...nothing, ...bodyOf(values) },
            }),
          ),
    invalidates: [productsKey, auditKey],
    successMessage: product === undefined ? words.added : saved,
    onSuccess: () => void navigate('/company/products'),
    onError: (error) => {
      for (const [path, text] of fieldWords(error)) form.setFieldError(path, text);
      if (error instanceof Problem && error.code === 'PRODUCT_EXISTS') form.setFieldError('authorisationNumber', explain(error));
    },
  });
  const { uses } = form.getValues();
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        <TextInput label={words.name} required maxLength={200} {...form.getInputProps('name')} />
        <TextInput label={words.authorisationNumber} required maxLength={60} {...form.getInputProps('authorisationNumber')} />
        <TextInput label={words.activeIngredients} required maxLength={500} {...form.getInputProps('activeIngredients')} />
        <Text c="dimmed">{words.emptyHint}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label={words.reEntryHours}
            min={0}
            max={8760}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('reEntryHours')}
          />
          <DecimalInput label={words.rainFastHours} min={0} max={720} decimalScale={2} {...form.getInputProps('rainFastHours')} />
          <NumberInput
            label={words.bufferMetres}
            min={0}
            max={10_000}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('bufferMetres')}
          />
          <NativeSelect
            size="md"
            label={words.beeHazard}
            data={(['', 'none', 'moderate', 'high'] as const).map((value) => ({ value, label: words.hazard[value] }))}
            {...form.getInputProps('beeHazard')}
          />
        </SimpleGrid>
        <TextInput type="date" label={words.withdrawnOn} description={words.withdrawnHint} {...form.getInputProps('withdrawnOn')} />
        <Title order={2} size="h3">
          {words.usesTitle}
        </Title>
        {uses.length === 0 ? <Text>{words.noUses}</Text> : null}
        {uses.map(({ key }, at) => (
          <UseFields key={key} form={form} at={at} />
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => form.insertListItem('uses', newUse(newIdempotencyKey()))}
          >
            {words.addUse}
          </Button>
        </Group>
        <Button type="submit" loading={saving.isPending}>
          {product === undefined ? words.add : save}
        </Button>
      </Stack>
    </form>
  );
}
