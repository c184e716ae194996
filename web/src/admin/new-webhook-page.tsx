import { Button, Card, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { auditKey, webhooksKey } from './admin-keys.ts';
import { Part } from './part.tsx';
import { SecretShown } from './secret-shown.tsx';
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx';
import { webhookWords } from './webhook-words.ts';

export function NewWebhookPage() {
  const words = useWords(webhookWords);
  const explain = useProblemWords();
  const navigate = useNavigate();
  const showFieldErrors = useFieldErrors();
  const form = useWebhookForm({
    url: '',
    description: '',
    eventTypes: ['order.created', 'order.completed', 'order.cancelled', 'order.paid'],
  });
  const create = useAction({
    act: (body: Shape<'NewWebhook'>) => read(api.POST('/api/admin/webhook', { body })),
    invalidates: [webhooksKey, auditKey],
    onError: (error) => {
      showFieldErrors(form, error);
      if (error instanceof Problem && error.code === 'TOO_MANY_WEBHOOKS') form.setFieldError('url', explain(error));
      // The form is long, so the field may be out of view.
      if (error instanceof Problem) form.getInputNode('url')?.focus();
    },
  });
  const made = create.data;
  return (
    <Part title={words.newTitle} narrow above={{ to: '/company/webhooks', name: words.title }}>
      {made === undefined ? (
        <Card component="section">
          <form
            onSubmit={form.onSubmit(({ url, description, eventTypes }) =>
              create.mutate({ url: url.trim(), description: description.trim(), eventTypes, active: true }),
            )}
            noValidate
          >
            <Stack gap="lg">
              <WebhookFields form={form} />
              <Button type="submit" loading={create.isPending}>
                {words.add}
              </Button>
            </Stack>
          </form>
        </Card>
      ) : (
        <SecretShown secret={made.secret} close={() => void navigate(`/company/webhooks/${made.id}`, { replace: true })} />
      )}
    </Part>
  );
}
