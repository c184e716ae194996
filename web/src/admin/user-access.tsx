import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { isGoodPassword, PasswordField } from '../accounts/password-field.tsx';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { useMe } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import { OnOff } from '../ui/on-off.tsx';
import { auditKey, usersKey } from './admin-keys.ts';
import { Refused } from './user-refused.tsx';
import { usersWords } from './users-words.ts';

type User = Shape<'User'>;
const changes = [usersKey, auditKey];
const paramsOf = (id: number, idempotencyKey: string) => ({ path: { id }, header: { 'Idempotency-Key': idempotencyKey } });

/** Password reset, deactivation and reactivation of a user. */
export function UserAccess({ user }: { user: User }) {
  const words = useWords(usersWords);
  const { sendsMail } = useCompany();
  return (
    <Card component="section">
      <Stack>
        <Group justify="space-between">
          <Title order={2}>{words.access}</Title>
          <OnOff on={user.active} words={{ on: words.active, off: words.inactive }} />
        </Group>
        <Text>{user.active ? words.isActive : words.isInactive}</Text>
        {user.active ? (
          <>
            {sendsMail && user.email !== null ? null : <Text c="dimmed">{sendsMail ? words.resetNoMail : words.resetNoServer}</Text>}
            <Group>
              {!sendsMail || user.email === null ? null : <ResetPassword id={user.id} email={user.email} />}
              <SetPassword id={user.id} />
              <EndAccess id={user.id} />
            </Group>
            <Deactivate user={user} />
          </>
        ) : (
          <Activate id={user.id} />
        )}
      </Stack>
    </Card>
  );
}

function ResetPassword({ id, email }: { id: number; email: string }) {
  const words = useWords(usersWords);
  const reset = useAction({
    act: (_, idempotencyKey) => read(api.POST('/api/admin/user/{id}/reset-password', { params: paramsOf(id, idempotencyKey) })),
    invalidates: changes,
    successMessage: words.resetDone(email),
  });
  return (
    <Confirm
      title={words.resetTitle}
      text={words.resetText(email)}
      action={words.reset}
      busy={reset.isPending}
      onConfirm={(close) => reset.mutate(undefined, { onSettled: close })}
      trigger={(open) => (
        <Button variant="default" onClick={open}>
          {words.reset}
        </Button>
      )}
    />
  );
}

function SetPassword({ id }: { id: number }) {
  const words = useWords(usersWords);
  const [password, setPassword] = useState('');
  const [weak, setWeak] = useState(false);
  const change = useAction({
    act: () => read(api.PATCH('/api/admin/user/{id}', { params: { path: { id } }, body: { password } })),
    invalidates: changes,
    successMessage: words.passwordSet,
    onSuccess: () => setPassword(''),
  });
  return (
    <Confirm
      title={words.newPassword}
      text={words.newPasswordText}
      action={words.newPassword}
      danger={false}
      busy={change.isPending}
      onConfirm={(close) => {
        setWeak(!isGoodPassword(password));
        if (isGoodPassword(password)) change.mutate(undefined, { onSuccess: close });
      }}
      trigger={(open) => (
        <Button variant="default" onClick={open}>
          {words.newPassword}
        </Button>
      )}
    >
      <PasswordField
        label={words.newPassword}
        autoComplete="new-password"
        description={words.weakPassword}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        error={weak && !isGoodPassword(password) ? words.weakPassword : undefined}
      />
    </Confirm>
  );
}

function EndAccess({ id }: { id: number }) {
  const words = useWords(usersWords);
  const end = useAction({
    act: () => read(api.POST('/api/admin/user/{id}/end-access', { params: { path: { id } } })),
    invalidates: changes,
    successMessage: words.accessEnded,
  });
  return (
    <Confirm
      title={words.endAccessTitle}
      text={words.endAccessText}
      action={words.endAccess}
      busy={end.isPending}
      onConfirm={(close) => end.mutate(undefined, { onSettled: close })}
      trigger={(open) => (
        <Button variant="default" onClick={open}>
          {words.endAccess}
        </Button>
      )}
    />
  );
}

function Deactivate({ user: { id, fullName } }: { user: User }) {
  const words = useWords(usersWords);
  const me = useMe();
  const deactivate = useAction({
    act: (_, idempotencyKey) => read(api.POST('/api/admin/user/{id}/deactivate', { params: paramsOf(id, idempotencyKey) })),
    invalidates: changes,
    successMessage: words.deactivated,
    showsOwnErrors: true,
  });
  return (
    <>
      <Refused error={deactivate.error} />
      <Group>
        <Confirm
          title={words.deactivateTitle(fullName)}
          text={me.id === id ? `${words.deactivateSelf} ${words.deactivateText}` : words.deactivateText}
          action={words.deactivate}
          busy={deactivate.isPending}
          onConfirm={(close) => deactivate.mutate(undefined, { onSettled: close })}
          trigger={(open) => (
            <Button variant="outline" color="clay" onClick={open}>
              {words.deactivate}
            </Button>
          )}
        />
      </Group>
    </>
  );
}

function Activate({ id }: { id: number }) {
  const words = useWords(usersWords);
  const activate = useAction({
    act: (_, idempotencyKey) => read(api.POST('/api/admin/user/{id}/activate', { params: paramsOf(id, idempotencyKey) })),
    invalidates: changes,
    successMessage: words.activated,
  });
  return (
    <Group>
      <Button onClick={() => activate.mutate()} loading={activate.isPending}>
        {words.activate}
      </Button>
    </Group>
  );
}
