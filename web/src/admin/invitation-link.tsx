import { Alert, Button, Card, CopyButton, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { IconCheck } from '../icons/check.ts';
import { IconCopy } from '../icons/copy.ts';
import { IconLink } from '../icons/link.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { auditKey } from './admin-keys.ts';
import { invitationWords } from './invitation-words.ts';

/** State of a navigation to a user for whom a link is wanted at once. */
export const withInvitationLink = { createsInvitationLink: true };

/** Creates a link to choose a password and shows it once. It is only in the memory of this page. */
export function InvitationLink({ user }: { user: Shape<'User'> }) {
  const words = useWords(invitationWords);
  const { sendsMail } = useCompany();
  const [link, setLink] = useState<string>();
  const create = useAction({
    act: () => read(api.POST('/api/admin/user/{id}/invitation-link', { params: { path: { id: user.id } } })),
    invalidates: [auditKey],
    onSuccess: (answer) => setLink(answer.link),
  });
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { mutate } = create;
  const isWanted = (state as Partial<typeof withInvitationLink> | null)?.createsInvitationLink === true;
  useEffect(() => {
    if (!isWanted) return;
    // Once: going back to the page must not create another one.
    void navigate(pathname, { replace: true, state: null });
    mutate();
  }, [isWanted, navigate, pathname, mutate]);
  if (link === undefined && (sendsMail || !user.active)) return null;
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{words.title}</Title>
        {link === undefined ? (
          <>
            <Text>{words.createText}</Text>
            <Button variant="default" onClick={() => create.mutate()} loading={create.isPending}>
              {words.create}
            </Button>
          </>
        ) : (
          <Alert color="sky" icon={<IconLink aria-hidden />} title={words.title} role="status">
            <Stack>
              <Text>{words.text(user.fullName)}</Text>
              <TextInput label={words.link} value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
              <Group>
                {/* On plain http origins the browser has no clipboard; the field selects its text on focus. */}
                {'clipboard' in navigator ? (
                  <CopyButton value={link} timeout={4000}>
                    {({ copied, copy }) => (
                      <Button
                        leftSection={copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
                        onClick={copy}
                      >
                        <span aria-live="polite">{copied ? words.copied : words.copy}</span>
                      </Button>
                    )}
                  </CopyButton>
                ) : null}
                <Button variant="default" onClick={() => setLink(undefined)}>
                  {words.close}
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
      </Stack>
    </Card>
  );
}
