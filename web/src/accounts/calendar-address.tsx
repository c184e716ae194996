import { Alert, Button, Card, CopyButton, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { IconCalendar } from '../icons/calendar.ts';
import { IconCheck } from '../icons/check.ts';
import { IconCopy } from '../icons/copy.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { calendarWords } from './calendar-words.ts';

export const calendarKey = ['calendar-feed'] as const;

/** Creates and revokes the private address for calendar apps. */
export function CalendarAddress() {
  const words = useWords(calendarWords);
  const format = useFormat();
  const { role } = useMe();
  const query = useQuery({ queryKey: calendarKey, queryFn: ({ signal }) => read(api.GET('/api/common/calendar-feed', { signal })) });
  const create = useAction({ act: () => read(api.POST('/api/common/calendar-feed')), invalidates: [calendarKey] });
  const revoke = useAction({
    act: () => read(api.DELETE('/api/common/calendar-feed')),
    invalidates: [calendarKey],
    successMessage: words.revoked,
    onSuccess: () => create.reset(),
  });
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{words.title}</Title>
        <Text c="dimmed">{words.intro[role]}</Text>
        <QueryBoundary query={query}>
          {({ createdAt }) =>
            createdAt === null ? (
              <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
                {words.create}
              </Button>
            ) : (
              <Stack>
                {create.data === undefined ? <Text>{words.exists(format.moment(createdAt))}</Text> : <NewAddress url={create.data.url} />}
                <Group>
                  <Confirm
                    title={words.replaceTitle}
                    text={words.replaceText}
                    action={words.replace}
                    danger={false}
                    busy={create.isPending}
                    onConfirm={(close) => create.mutate(undefined, { onSettled: close })}
                    trigger={(open) => (
                      <Button variant="default" onClick={open}>
                        {words.replace}
                      </Button>
                    )}
                  />
                  <Confirm
                    title={words.revokeTitle}
                    text={words.revokeText}
                    action={words.revoke}
                    busy={revoke.isPending}
                    onConfirm={(close) => revoke.mutate(undefined, { onSettled: close })}
                    trigger={(open) => (
                      <Button variant="outline" color="clay" onClick={open}>
                        {words.revoke}
                      </Button>
                    )}
                  />
                </Group>
              </Stack>
            )
          }
        </QueryBoundary>
      </Stack>
    </Card>
  );
}

/** Shows the address once. It is only in the memory of this page. */
export function NewAddress({ url }: { url: string }) {
  const words = useWords(calendarWords);
  return (
    <Alert color="sky" icon={<IconCalendar aria-hidden />} title={words.address} role="status">
      <Stack>
        <Text>{words.once}</Text>
        <TextInput aria-label={words.address} value={url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        {'clipboard' in navigator ? (
          <CopyButton value={url} timeout={4000}>
            {({ copied, copy }) => (
              <Button leftSection={copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />} onClick={copy}>
                <span aria-live="polite">{copied ? words.copied : words.copy}</span>
              </Button>
            )}
          </CopyButton>
        ) : null}
        <List spacing="xs">
          {words.steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  );
}
