import { Button, Card, Checkbox, NativeSelect, NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { Role } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { useProblemWords } from '../ui/problem-words.ts';
import { stateWords } from '../ui/state-words.ts';
import { apiKeysKey, auditKey, usersKey } from './admin-keys.ts';
import { apiKeyWords } from './api-key-words.ts';
import { Part } from './part.tsx';
import { SecretShown } from './secret-shown.tsx';

type Scope = Shape<'ApiKey'>['scopes'][number];

/** The scopes that have an operation for the role; the service refuses others. */
const scopesByRole: Record<Role, Scope[]> = {
  farmer: ['orders:read', 'orders:write', 'payments:write', 'notifications:read', 'catalog:read'],
  receptionist: ['orders:read', 'orders:write', 'feedback:read', 'notifications:read', 'catalog:read'],
  sprayer: ['orders:read', 'notifications:read', 'catalog:read'],
  admin: ['orders:read', 'orders:write', 'feedback:read', 'notifications:read', 'catalog:read'],
};

const choice = { body: styles.choice ?? '', label: styles.choiceLabel ?? '' };
const searchDelayMs = 250;

type Values = {
  name: string;
  userId: string | null;
  scopes: Scope[];
  expiresInDays: string;
  requestsPerMinute: number | string;
};

export function NewApiKeyPage() {
  const words = useWords(apiKeyWords);
  const explain = useProblemWords();
  const navigate = useNavigate();
  const showFieldErrors = useFieldErrors();
  const [role, setRole] = useState<Role>();
  const form = useForm<Values>({
    initialValues: { name: '', userId: null, scopes: [], expiresInDays: '365', requestsPerMinute: 600 },
    validate: {
      name: (text) => (text.trim() === '' ? words.nameNeeded : null),
      userId: (id) => (id === null ? words.accountNeeded : null),
      scopes: (scopes) => (scopes.length === 0 ? words.scopesNeeded : null),
      requestsPerMinute: (count) => (Number(count) >= 1 && Number(count) <= 6000 ? null : words.limitWrong),
    },
  });
  const create = useAction({
    act: ({ name, userId, scopes, expiresInDays, requestsPerMinute }: Values) =>
      read(
        api.POST('/api/admin/api-key', {
          body: {
            name: name.trim(),
            userId: Number(userId),
            scopes,
            expiresInDays: Number(expiresInDays),
            requestsPerMinute: Number(requestsPerMinute),
          },
        }),
      ),
    invalidates: [apiKeysKey, auditKey],
    onError: (error) => {
      showFieldErrors(form, error);
      if (error instanceof Problem && error.code === 'API_KEY_EXISTS') form.setFieldError('name', explain(error));
    },
  });
  const made = create.data;
  return (
    <Part title={words.newTitle} narrow above={{ to: '/company/api-keys', name: words.title }}>
      {made === undefined ? (
        <Card component="section">
          <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
            <Stack gap="lg">
              <TextInput
                label={words.name}
                description={words.nameHint}
                required
                autoComplete="off"
                maxLength={100}
                {...form.getInputProps('name')}
              />
              <AccountField
                value={form.values.userId}
                error={form.errors.userId}
                onChange={(id, chosenRole) => {
                  form.setFieldValue('userId', id);
                  setRole(chosenRole);
                  form.setFieldValue(
                    'scopes',
                    form.values.scopes.filter((scope) => chosenRole !== undefined && scopesByRole[chosenRole].includes(scope)),
                  );
                }}
              />
              <Checkbox.Group label={words.scopes} {...form.getInputProps('scopes')}>
                {role === undefined ? (
                  <Text c="dimmed">{words.accountFirst}</Text>
                ) : (
                  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing={0}>
                    {scopesByRole[role].map((scope) => (
                      <Checkbox key={scope} size="md" value={scope} label={words.scope[scope]} classNames={choice} />
                    ))}
                  </SimpleGrid>
                )}
              </Checkbox.Group>
              <NativeSelect
                size="md"
                label={words.expiry}
                data={Object.entries(words.days).map(([value, label]) => ({ value, label }))}
                {...form.getInputProps('expiresInDays')}
              />
              <NumberInput
                label={words.limitLabel}
                hideControls
                inputMode="numeric"
                min={1}
                max={6000}
                allowDecimal={false}
                allowNegative={false}
                {...form.getInputProps('requestsPerMinute')}
              />
              <Button type="submit" loading={create.isPending}>
                {words.add}
              </Button>
            </Stack>
          </form>
        </Card>
      ) : (
        <SecretShown
          secret={made.key}
          words={{ title: words.secretTitle, text: words.secretText, label: words.secret, goOn: words.goOn }}
          close={() => void navigate('/company/api-keys', { replace: true })}
        />
      )}
    </Part>
  );
}

interface AccountFieldProps {
  value: string | null;
  error: ReactNode;
  onChange(id: string | null, role: Role | undefined): void;
}

/** Finds an active account by name, phone number or e-mail address. */
function AccountField({ value, error, onChange }: AccountFieldProps) {
  const words = useWords(apiKeyWords);
  const { role: roleNames } = useWords(stateWords);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), searchDelayMs);
  const [chosen, setChosen] = useState<Shape<'User'>>();
  const label = ({ fullName, role }: Shape<'User'>) => `${fullName} (${roleNames[role]})`;
  // The text of the chosen account is no search.
  const term = chosen !== undefined && label(chosen) === search ? '' : search;
  const { data, isFetching } = useQuery({
    queryKey: [...usersKey, 'for-api-key', term],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/admin/user', {
          params: {
            query: { ...(term === '' ? {} : { search: term }), active: true, pageable: { page: 0, size: 20, sort: ['fullName,asc'] } },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const found = data?.content ?? [];
  const users = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <Select
      label={words.account}
      description={words.accountHint}
      required
      searchable
      data={users.map((user) => ({ value: String(user.id), label: label(user) }))}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={isFetching ? words.searching : words.accountNone}
      value={value}
      error={error}
      onChange={(id) => {
        const user = users.find((one) => String(one.id) === id);
        setChosen(user);
        onChange(id, user?.role);
      }}
    />
  );
}
