import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { IconCheck } from '../icons/check.ts';
import { IconCopy } from '../icons/copy.ts';
import { IconKey } from '../icons/key.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Section } from './customer-section.tsx';
import { customerWords } from './customer-words.ts';

type By = Shape<'AccessReset'>['by'];

/** A link to a new password, by mail or shown once. It is only in the memory of this page. */
export function CustomerAccess({ farmer: { id, fullName, email } }: { farmer: Shape<'User'> }) {
  const words = useWords(customerWords);
  const { sendsMail } = useCompany();
  const [shown, setShown] = useState<Shape<'NewAccess'>>();
  const reset = useAction({
    act: (by: By) => read(api.POST('/api/receptionist/customer/{id}/reset-access', { params: { path: { id } }, body: { by } })),
    onSuccess: (access) => setShown(access),
  });
  const button = (by: By, name: string) => (
    <Confirm
      title={words.resetTitle}
      text={words.resetText(fullName)}
      action={name}
      busy={reset.isPending}
      onConfirm={(close) => reset.mutate(by, { onSettled: close })}
      trigger={(open) => (
        <Button variant="default" onClick={open}>
          {name}
        </Button>
      )}
    />
  );
  return (
    <Section title={words.access}>
      <Text>{words.accessText}</Text>
      {sendsMail || email === null ? null : <Text c="dimmed">{words.accessNoServer}</Text>}
      <Group gap="xs">
        {email === null || !sendsMail ? null : button('mail', words.byMail)}
        {button('link', words.byLink)}
      </Group>
      {shown === undefined ? null : shown.link === null ? (
        <Text role="status">{words.mailed}</Text>
      ) : (
        <ShownLink link={shown.link} until={shown.expiresAt ?? ''} close={() => setShown(undefined)} />
      )}
    </Section>
  );
}

function ShownLink({ link, until, close }: { link: string; until: string; close(): void }) {
  const words = useWords(customerWords);
  const format = useFormat();
  return (
    <Alert color="sky" icon={<IconKey aria-hidden />} title={words.linkTitle} role="status">
      <Stack>
        <Text>{words.linkText(format.moment(until))}</Text>
        <TextInput label={words.link} value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        <Group>
          {/* On plain http origins the browser has no clipboard; the field selects its text on focus. */}
          {'clipboard' in navigator ? (
            <CopyButton value={link} timeout={4000}>
              {({ copied, copy }) => (
                <Button leftSection={copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />} onClick={copy}>
                  <span aria-live="polite">{copied ? words.copied : words.copy}</span>
                </Button>
              )}
            </CopyButton>
          ) : null}
          <Button variant="default" onClick={close}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
