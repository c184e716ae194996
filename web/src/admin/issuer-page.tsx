import { Button, Card, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { PasswordField } from '../accounts/password-field.tsx';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFieldErrors, useFieldWords } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, issuersKey } from './admin-keys.ts';
import { issuerWords } from './issuer-words.ts';
import { Part } from './part.tsx';

const choice = { body: styles.choice ?? '', label: styles.choiceLabel ?? '' };
const offeredKey = ['issuers-offered'] as const;

interface IssuerForm extends Record<string, unknown> {
  name: string;
  url: string;
  clientId: string;
  clientSecret: string;
  enabled: boolean;
  forFarmers: boolean;
  forStaff: boolean;
  staffDomains: string;
}

const domainsOf = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '');

/** Errors of single domains belong to the one field that has them all. */
function useIssuerErrors() {
  const showFieldErrors = useFieldErrors();
  const wordsOf = useFieldWords();
  return (form: UseFormReturnType<IssuerForm>, error: unknown): void => {
    showFieldErrors(form, error);
    for (const [path, words] of wordsOf(error)) if (path.startsWith('staffDomains.')) form.setFieldError('staffDomains', words);
  };
}

function useIssuerForm(initialValues: IssuerForm, isNew: boolean): UseFormReturnType<IssuerForm> {
  const words = useWords(issuerWords);
  const { required } = useWords(uiWords);
  const need = (text: string) => (text.trim() === '' ? required : null);
  return useForm<IssuerForm>({
    initialValues,
    validate: {
      name: need,
      clientId: need,
      url: (text) => (/^https?:\/\/\S+$/i.test(text.trim()) ? null : words.badUrl),
      clientSecret: (text) => (isNew ? need(text) : null),
    },
  });
}

function RedirectUri({ address }: { address: string }) {
  const words = useWords(issuerWords);
  return (
    <TextInput
      label={words.redirectUri}
      description={words.redirectHint}
      value={address}
      readOnly
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}

function IssuerFields({ form, isNew }: { form: UseFormReturnType<IssuerForm>; isNew: boolean }) {
  const words = useWords(issuerWords);
  const box = (name: 'enabled' | 'forFarmers' | 'forStaff') => (
    <Checkbox size="md" label={words[name]} classNames={choice} {...form.getInputProps(name, { type: 'checkbox' })} />
  );
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHint}
        maxLength={60}
        autoComplete="off"
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={words.url}
        description={words.urlHint}
        type="url"
        maxLength={500}
        autoComplete="off"
        required
        readOnly={!isNew}
        {...form.getInputProps('url')}
      />
      <TextInput label={words.clientId} maxLength={500} autoComplete="off" required {...form.getInputProps('clientId')} />
      <PasswordField
        label={words.clientSecret}
        description={isNew ? words.secretHint : words.secretKept}
        maxLength={1000}
        autoComplete="off"
        required={isNew}
        {...form.getInputProps('clientSecret')}
      />
      <div>
        {box('enabled')}
        {box('forFarmers')}
        {box('forStaff')}
      </div>
      <Text c="dimmed">{words.staffHint}</Text>
      <TextInput
        label={words.staffDomains}
        description={words.domainsHint}
        maxLength={5000}
        autoComplete="off"
        {...form.getInputProps('staffDomains')}
      />
    </>
  );
}

const above = '/company/sign-in';

export function NewIssuerPage() {
  const words = useWords(issuerWords);
  const navigate = useNavigate();
  const showErrors = useIssuerErrors();
  const form = useIssuerForm(
    { name: '', url: '', clientId: '', clientSecret: '', enabled: true, forFarmers: true, forStaff: true, staffDomains: '' },
    true,
  );
  const create = useAction({
    act: (body: Shape<'NewIssuer'>) => read(api.POST('/api/admin/issuer', { body })),
    invalidates: [issuersKey, offeredKey, auditKey],
    successMessage: words.added,
    onSuccess: ({ id }) => void navigate(`${above}/${id}`, { replace: true }),
    onError: (error) => showErrors(form, error),
  });
  return (
    <Part title={words.newTitle} narrow above={{ to: above, name: words.title }}>
      <Card component="section">
        <form
          onSubmit={form.onSubmit(({ name, url, clientId, clientSecret, enabled, forFarmers, forStaff, staffDomains }) =>
            create.mutate({
              name: name.trim(),
              url: url.trim(),
              clientId: clientId.trim(),
              clientSecret,
              enabled,
              forFarmers,
              forStaff,
              staffDomains: domainsOf(staffDomains),
            }),
          )}
          noValidate
        >
          <Stack gap="lg">
            <RedirectUri address={`${location.origin}/sign-in/callback`} />
            <IssuerFields form={form} isNew />
            <Button type="submit" loading={create.isPending}>
              {words.add}
            </Button>
          </Stack>
        </form>
      </Card>
    </Part>
  );
}

export function IssuerPage() {
  const words = useWords(issuerWords);
  const id = Number(useParams().id);
  const query = useQuery({
    queryKey: [...issuersKey, 'one', id],
    queryFn: async ({ signal }) => {
      try {
        return await read(api.GET('/api/admin/issuer/{id}', { params: { path: { id } }, signal }));
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }
    },
  });
  const issuer = query.data;
  return (
    <Part
      title={issuer?.name ?? words.title}
      narrow
      above={{ to: above, name: words.title }}
      actions={issuer === undefined || issuer === null ? undefined : <OnOff on={issuer.enabled} words={words} />}
    >
      <QueryBoundary
        query={query}
        empty={{
          when: (found) => found === null,
          show: (
            <EmptyState
              title={words.gone}
              action={
                <Button component={Link} to={above} variant="default">
                  {words.title}
                </Button>
              }
            />
          ),
        }}
      >
        {(found) => (found === null ? null : <EditIssuer key={found.id} issuer={found} />)}
      </QueryBoundary>
    </Part>
  );
}

const formOf = ({ name, url, clientId, enabled, forFarmers, forStaff, staffDomains }: Shape<'Issuer'>): IssuerForm => ({
  name,
  url,
  clientId,
  clientSecret: '',
  enabled,
  forFarmers,
  forStaff,
  staffDomains: staffDomains.join(', '),
});

function EditIssuer({ issuer }: { issuer: Shape<'Issuer'> }) {
  const words = useWords(issuerWords);
  const { save, saved } = useWords(uiWords);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const showErrors = useIssuerErrors();
  const { id, name, redirectUri } = issuer;
  const params = { path: { id } };
  const form = useIssuerForm(formOf(issuer), false);
  const change = useAction({
    act: (body: Shape<'IssuerChange'>) => read(api.PATCH('/api/admin/issuer/{id}', { params, body })),
    invalidates: [issuersKey, offeredKey, auditKey],
    successMessage: saved,
    onSuccess: (changed) => {
      queries.setQueryData([...issuersKey, 'one', id], changed);
      form.setInitialValues(formOf(changed));
      form.reset();
    },
    onError: (error) => showErrors(form, error),
  });
  const check = useAction({
    act: () => read(api.POST('/api/admin/issuer/{id}/check', { params })),
    onSuccess: ({ answers }) =>
      notifications.show({ message: answers ? words.answers : words.answersNot, color: answers ? 'leaf' : 'clay', autoClose: 10_000 }),
  });
  const remove = useAction({
    act: () => read(api.DELETE('/api/admin/issuer/{id}', { params })),
    // The issuer itself would answer 404.
    invalidates: [[...issuersKey, 'list'], offeredKey, auditKey],
    successMessage: words.removed,
    onSuccess: () => void navigate(above, { replace: true }),
  });
  return (
    <Card component="section">
      <form
        onSubmit={form.onSubmit(({ name: newName, clientId, clientSecret, enabled, forFarmers, forStaff, staffDomains }) =>
          change.mutate({
            name: newName.trim(),
            clientId: clientId.trim(),
            enabled,
            forFarmers,
            forStaff,
            staffDomains: domainsOf(staffDomains),
            ...(clientSecret === '' ? {} : { clientSecret }),
          }),
        )}
        noValidate
      >
        <Stack gap="lg">
          <RedirectUri address={redirectUri} />
          <IssuerFields form={form} isNew={false} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {save}
            </Button>
            <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
              {words.check}
            </Button>
            <Confirm
              title={words.removeTitle(name)}
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
      </form>
    </Card>
  );
}
