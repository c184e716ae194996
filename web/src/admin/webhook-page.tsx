import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, webhooksKey } from './admin-keys.ts';
import { Part } from './part.tsx';
import { SecretShown } from './secret-shown.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx';
import { type Webhook, webhooksQuery } from './webhook-queries.ts';
import { webhookWords } from './webhook-words.ts';

export function WebhookPage() {
  const words = useWords(webhookWords);
  const id = Number(useParams().id);
  // The API has no route for a single webhook, only the list.
  const query = useQuery({ ...webhooksQuery, select: ({ content }) => content.find((webhook) => webhook.id === id) ?? null });
  const webhook = query.data;
  return (
    <Part
      title={webhook?.description || words.title}
      narrow
      above={{ to: '/company/webhooks', name: words.title }}
      actions={webhook === undefined || webhook === null ? undefined : <OnOff on={webhook.active} words={words} />}
    >
      <QueryBoundary
        query={query}
        empty={{
          when: (found) => found === null,
          show: (
            <EmptyState
              title={words.gone}
              action={
                <Button component={Link} to="/company/webhooks" variant="default">
                  {words.title}
                </Button>
              }
            />
          ),
        }}
      >
        {(found) =>
          found === null ? null : (
            <>
              <Failing since={found.active ? found.failingSince : null} />
              <WebhookActions webhook={found} />
              <WebhookDeliveries id={found.id} active={found.active} />
              <About key={found.id} webhook={found} />
            </>
          )
        }
      </QueryBoundary>
    </Part>
  );
}

function Failing({ since }: { since: string | null }) {
  const words = useWords(webhookWords);
  const format = useFormat();
  if (since === null) return null;
  return (
    <Alert color="clay" icon={<IconAlertTriangle aria-hidden />} title={words.failing(format.moment(since))}>
      {words.failingHint}
    </Alert>
  );
}

function WebhookActions({ webhook: { id, url, active } }: { webhook: Webhook }) {
  const words = useWords(webhookWords);
  const navigate = useNavigate();
  const params = { path: { id } };
  const turn = useAction({
    act: () => read(api.PATCH('/api/admin/webhook/{id}', { params, body: { active: !active } })),
    invalidates: [webhooksKey, auditKey],
    successMessage: active ? words.turnedOff : words.turnedOn,
  });
  const rotate = useAction({
    act: () => read(api.POST('/api/admin/webhook/{id}/rotate-secret', { params })),
    invalidates: [webhooksKey, auditKey],
    successMessage: words.rotateDone,
  });
  const remove = useAction({
    act: () => read(api.DELETE('/api/admin/webhook/{id}', { params })),
    // The delivery log is deleted as well; refetching it would answer 404.
    invalidates: [webhooksQuery.queryKey],
    successMessage: words.removed,
    onSuccess: () => void navigate('/company/webhooks', { replace: true }),
  });
  return (
    <Stack>
      <Text className={styles.note ?? ''}>{url}</Text>
      {rotate.data === undefined ? null : <SecretShown secret={rotate.data.secret} close={() => rotate.reset()} />}
      <Group>
        <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
          {active ? words.turnOff : words.turnOn}
        </Button>
        <Confirm
          title={words.rotateTitle}
          text={words.rotateText}
          action={words.rotate}
          danger={false}
          busy={rotate.isPending}
          onConfirm={(close) => rotate.mutate(undefined, { onSettled: close })}
          trigger={(open) => (
            <Button variant="default" onClick={open}>
              {words.rotate}
            </Button>
          )}
        />
        <Confirm
          title={words.removeTitle}
          text={words.removeText}
          action={words.remove}
          busy={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
          trigger={(open) => (
            <Button variant="outline" color="clay" onClick={open}>
              {words.remove}
            </Button>
          )}
        />
      </Group>
    </Stack>
  );
}

function About({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhookWords);
  const { save, saved } = useWords(uiWords);
  const { url, description, eventTypes } = webhook;
  const showFieldErrors = useFieldErrors();
  const form = useWebhookForm({ url, description, eventTypes });
  const change = useAction({
    act: (body: Shape<'WebhookChanges'>) => read(api.PATCH('/api/admin/webhook/{id}', { params: { path: { id: webhook.id } }, body })),
    invalidates: [webhooksKey, auditKey],
    successMessage: saved,
    onSuccess: (changed) => {
      form.setInitialValues({ url: changed.url, description: changed.description, eventTypes: changed.eventTypes });
      form.reset();
    },
    onError: (error) => {
      showFieldErrors(form, error);
      // The form is long, so the field may be out of view.
      if (error instanceof Problem) form.getInputNode('url')?.focus();
    },
  });
  return (
    <Card component="section">
      <form onSubmit={form.onSubmit((values) => change.mutate({ ...values, url: values.url.trim() }))} noValidate>
        <Stack gap="lg">
          <Title order={2}>{words.about}</Title>
          <WebhookFields form={form} />
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            {save}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
