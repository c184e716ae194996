import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { uiWords } from '../ui/words.ts';
import { AccountList, AccountRow, RemoveButton, useAccountList } from './account-list.tsx';
import { addPasskey, canAddPasskey } from './add-passkey.ts';
import { endedKey } from './ended-access.ts';
import { passkeyWords } from './passkey-words.ts';

const passkeysKey = ['passkeys'] as const;

/** The user's passkeys: add, rename, remove. */
export function PasskeyList() {
  const words = useWords(passkeyWords);
  const list = useAccountList(passkeysKey, (page, signal) =>
    read(api.GET('/api/common/passkey', { params: { query: { pageable: { page, size: 20 } } }, signal })),
  );
  return (
    <AccountList words={words} list={list} row={(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />}>
      <AddPasskey />
    </AccountList>
  );
}

function AddPasskey() {
  const words = useWords(passkeyWords);
  const explain = useProblemWords();
  const [name, setName] = useState('');
  const add = useAction({
    act: addPasskey,
    invalidates: [passkeysKey, endedKey],
    successMessage: words.added,
    onSuccess: () => setName(''),
    showsOwnErrors: true,
  });
  if (!canAddPasskey()) return <Text c="dimmed">{words.notSupported}</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(name.trim() === '' ? words.defaultName : name.trim());
      }}
    >
      <Stack>
        {add.isError ? (
          <Alert color="clay" role="alert">
            {add.error instanceof Problem ? explain(add.error) : words.failed}
          </Alert>
        ) : null}
        <TextInput
          label={words.name}
          description={words.nameHint}
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          {words.add}
        </Button>
      </Stack>
    </form>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Shape<'Passkey'> }) {
  const words = useWords(passkeyWords);
  const { save } = useWords(uiWords);
  const format = useFormat();
  const [newName, setNewName] = useState(name);
  const params = { path: { id } };
  const rename = useAction({
    act: () => read(api.PATCH('/api/common/passkey/{id}', { params, body: { name: newName.trim() } })),
    invalidates: [passkeysKey],
  });
  const remove = useAction({
    act: () => read(api.DELETE('/api/common/passkey/{id}', { params })),
    invalidates: [passkeysKey],
    successMessage: words.removed,
  });
  return (
    <AccountRow
      name={name}
      notes={[words.created(format.moment(createdAt)), lastUsedAt === null ? words.neverUsed : words.lastUsed(format.moment(lastUsedAt))]}
    >
      <Group gap="xs">
        <Confirm
          title={words.renameTitle}
          text={words.nameHint}
          action={save}
          danger={false}
          busy={rename.isPending}
          onConfirm={(close) => (newName.trim() === '' ? undefined : rename.mutate(undefined, { onSettled: close }))}
          trigger={(open) => (
            <Button variant="default" aria-label={words.renameLabel(name)} onClick={open}>
              {words.rename}
            </Button>
          )}
        >
          <TextInput
            label={words.name}
            maxLength={100}
            value={newName}
            error={newName.trim() === '' ? words.nameNeeded : undefined}
            onChange={({ currentTarget }) => setNewName(currentTarget.value)}
          />
        </Confirm>
        <RemoveButton
          title={words.removeTitle(name)}
          text={words.removeText}
          action={words.remove}
          label={words.removeLabel(name)}
          removal={remove}
        />
      </Group>
    </AccountRow>
  );
}
