import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import type { EventType } from './webhook-queries.ts';
import { webhookWords } from './webhook-words.ts';

const choice = { body: styles.choice ?? '', label: `${styles.choiceLabel} ${styles.capitalised}` };

export type WebhookForm = { url: string; description: string; eventTypes: EventType[] };

export function useWebhookForm(initialValues: WebhookForm, onValuesChange?: () => void): UseFormReturnType<WebhookForm> {
  const words = useWords(webhookWords);
  return useForm<WebhookForm>({
    initialValues,
    ...(onValuesChange === undefined ? {} : { onValuesChange }),
    validate: {
      url: (text) => (/^https?:\/\/\S+$/i.test(text.trim()) ? null : words.badUrl),
      eventTypes: (types) => (types.length === 0 ? words.eventsNeeded : null),
    },
  });
}

export function WebhookFields({ form }: { form: UseFormReturnType<WebhookForm> }) {
  const words = useWords(webhookWords);
  const types = Object.keys(words.event) as EventType[];
  return (
    <Stack gap="lg">
      <TextInput
        label={words.url}
        description={words.urlHint}
        type="url"
        required
        autoComplete="off"
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <TextInput label={words.description} maxLength={500} autoComplete="off" {...form.getInputProps('description')} />
      <Checkbox.Group label={words.eventTypes} {...form.getInputProps('eventTypes')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing={0}>
          {types.map((type) => (
            <Checkbox key={type} size="md" value={type} label={words.event[type]} classNames={choice} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group gap="xs">
        <Button variant="default" onClick={() => form.setFieldValue('eventTypes', types)}>
          {words.allEvents}
        </Button>
        <Button variant="default" onClick={() => form.setFieldValue('eventTypes', [])}>
          {words.noEvents}
        </Button>
      </Group>
    </Stack>
  );
}
