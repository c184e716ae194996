import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read } from '../api/client.ts';
import { IconHome2 } from '../icons/home-2.ts';
import { positionText } from '../map/position-rules.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Loading, QueryBoundary } from '../ui/states.tsx';
import { BaseFields, baseOf, draftOf } from './base-fields.tsx';
import { type Base, companyBaseQuery, crewRulesKey } from './crew-rule-queries.ts';
import { crewRuleWords } from './crew-rule-words.ts';

/** Where sprayers without a base of their own start and end their day. */
export function CompanyBase() {
  const words = useWords(crewRuleWords);
  const query = useQuery(companyBaseQuery);
  return (
    <section aria-label={words.companyBase}>
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.companyBase}
        </Title>
        <Text c="dimmed">{words.companyBaseText}</Text>
        <QueryBoundary query={query} loading={<Loading lines={1} />}>
          {({ base }) => <Shown base={base} />}
        </QueryBoundary>
      </Stack>
    </section>
  );
}

function Shown({ base }: { base: Base | null }) {
  const words = useWords(crewRuleWords);
  const [editing, setEditing] = useState(false);
  const clear = useAction({
    act: () => read(api.DELETE('/api/receptionist/base', {})),
    invalidates: [crewRulesKey],
    successMessage: words.baseCleared,
  });
  return (
    <>
      <Text role="status">
        <IconHome2 size={20} aria-hidden style={{ verticalAlign: 'text-bottom', marginRight: 6 }} />
        {base === null ? words.noBase : `${base.name} · ${positionText(base)}`}
      </Text>
      <Group gap="xs">
        <Button variant={base === null ? 'filled' : 'default'} onClick={() => setEditing(true)}>
          {base === null ? words.setBase : words.changeBase}
        </Button>
        {base === null ? null : (
          <Confirm
            title={words.clearBaseTitle}
            text={words.clearBaseText}
            action={words.clearBase}
            busy={clear.isPending}
            onConfirm={(close) => clear.mutate(undefined, { onSuccess: close })}
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                {words.clearBase}
              </Button>
            )}
          />
        )}
      </Group>
      <Sheet opened={editing} close={() => setEditing(false)} title={words.companyBase}>
        {editing ? <BaseForm base={base} close={() => setEditing(false)} /> : null}
      </Sheet>
    </>
  );
}

function BaseForm({ base, close }: { base: Base | null; close(): void }) {
  const words = useWords(crewRuleWords);
  const [draft, setDraft] = useState(() => draftOf(base));
  const [isTried, setIsTried] = useState(false);
  const save = useAction({
    act: (body: Base, idempotencyKey) =>
      read(api.PUT('/api/receptionist/base', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body })),
    invalidates: [crewRulesKey],
    successMessage: words.baseSaved,
    onSuccess: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const complete = baseOf(draft);
    if (complete !== undefined) save.mutate(complete);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <BaseFields draft={draft} onChange={setDraft} isTried={isTried} />
        <Button type="submit" loading={save.isPending}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}
