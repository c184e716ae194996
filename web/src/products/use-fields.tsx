import { Button, Group, NativeSelect, NumberInput, Paper, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCrops } from '../catalog/quote.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import type { ProductValues } from './product-form-rules.ts';
import { productWords } from './product-words.ts';

const units = ['l/ha', 'ml/ha', 'kg/ha', 'g/ha'];

/** Fields of one use of a product. */
export function UseFields({ form, at }: { form: UseFormReturnType<ProductValues>; at: number }) {
  const words = useWords(productWords);
  const { crop: names } = useWords(stateWords);
  const { data } = useCrops();
  const crops = (data?.content ?? []).map(({ id, name }) => ({ value: String(id), label: names[name] ?? name }));
  const props = (field: string) => form.getInputProps(`uses.${at}.${field}`);
  const title = words.use(at + 1);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={3} size="h4">
            {title}
          </Title>
          <Button variant="subtle" color="clay" aria-label={`${words.removeUse}: ${title}`} onClick={() => form.removeListItem('uses', at)}>
            {words.removeUse}
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            size="md"
            label={words.crop}
            required
            data={[{ value: '', label: words.chooseCrop }, ...crops]}
            {...props('cropId')}
          />
          <TextInput label={words.target} required maxLength={200} {...props('target')} />
          <DecimalInput label={words.doseMin} required min={0} max={1_000_000} decimalScale={4} {...props('doseMin')} />
          <DecimalInput label={words.doseMax} required min={0} max={1_000_000} decimalScale={4} {...props('doseMax')} />
          <NativeSelect size="md" label={words.doseUnit} data={units} {...props('doseUnit')} />
          <DecimalInput label={words.waterRate} min={0} max={10_000} decimalScale={2} {...props('waterRate')} />
          <NumberInput label={words.maxApplications} min={1} max={100} allowDecimal={false} hideControls {...props('maxApplications')} />
          <NumberInput label={words.preHarvestDays} min={0} max={3650} allowDecimal={false} hideControls {...props('preHarvestDays')} />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
