import { Grid, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

interface QuietHoursFieldsProps {
  words: { quietFrom: string; quietTo: string; quietHint: string };
  form: { getInputProps(name: 'quietFrom' | 'quietTo'): GetInputPropsReturnType };
}

const half = { base: 12, xs: 6 };

/** Start and end of the quiet hours. */
export function QuietHoursFields({ words, form }: QuietHoursFieldsProps) {
  return (
    <div>
      <Grid>
        <Grid.Col span={half}>
          <TextInput type="time" label={words.quietFrom} required {...form.getInputProps('quietFrom')} />
        </Grid.Col>
        <Grid.Col span={half}>
          <TextInput type="time" label={words.quietTo} required {...form.getInputProps('quietTo')} />
        </Grid.Col>
      </Grid>
      <Text c="dimmed" size="sm" mt={4}>
        {words.quietHint}
      </Text>
    </div>
  );
}
