import { Alert, Button, Card, Grid, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordField } from '../accounts/password-field.tsx';
import { auditKey } from '../admin/admin-keys.ts';
import { useSavedSetting } from '../admin/setting-form.ts';
import { webhookWords } from '../admin/webhook-words.ts';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors, useFieldWords } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import rows from '../ui/list-rows.module.css';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { statusKey } from './channel-keys.ts';
import { zaloWords } from './zalo-words.ts';

type Setting = Shape<'ZaloSetting'>;
type Template = Shape<'ZaloTemplate'>;
type Info = Shape<'ZaloTemplateInfo'>;
const settingKey = ['zalo'] as const;
const templatesKey = ['zalo-templates'] as const;
const half = { base: 12, sm: 6 };

/** Zalo of the company: the account, and the template of each message. */
export function ZaloPart() {
  const setting = useQuery({ queryKey: settingKey, queryFn: ({ signal }) => read(api.GET('/api/admin/zalo', { signal })) });
  return (
    <QueryBoundary query={setting}>
      {(stored) => (
        <>
          <AccountForm key={stored.appId ?? ''} setting={stored} />
          {stored.appId === null ? null : <Templates />}
        </>
      )}
    </QueryBoundary>
  );
}

/** Secrets are never sent back. */
const valuesOf = ({ appId }: Setting) => ({ appId: appId ?? '', appSecret: '', oaSecret: '', refreshToken: '' });

function AccountForm({ setting }: { setting: Setting }) {
  const words = useWords(zaloWords);
  const { required, saved } = useWords(uiWords);
  const showFieldErrors = useFieldErrors();
  const { state, appId, error, callbackUrl } = setting;
  const isNew = appId === null;
  const isFilled = (value: string) => (isNew && value.trim() === '' ? required : null);
  const form = useForm({
    initialValues: valuesOf(setting),
    validate: {
      appId: (value) => (value.trim() === '' ? required : null),
      appSecret: isFilled,
      oaSecret: isFilled,
      refreshToken: isFilled,
    },
  });
  const change = useAction({
    act: (values: typeof form.values) => {
      const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
      return read(api.PUT('/api/admin/zalo', { body: { appId: values.appId.trim(), ...Object.fromEntries(given) } }));
    },
    invalidates: [auditKey, statusKey],
    successMessage: saved,
    onSuccess: useSavedSetting(form, settingKey, valuesOf),
    onError: (problem) => showFieldErrors(form, problem),
  });
  const remove = useAction({
    act: () => read(api.DELETE('/api/admin/zalo')),
    invalidates: [settingKey, auditKey, statusKey],
    successMessage: words.removed,
  });
  const secret = (name: 'appSecret' | 'oaSecret' | 'refreshToken', hint?: string) => (
    <PasswordField
      label={words[name]}
      description={[hint, isNew ? undefined : words.keep].filter((text) => text !== undefined).join(' ') || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required={isNew}
      autoComplete="off"
      {...form.getInputProps(name)}
    />
  );
  return (
    <Card component="section">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <div>
            <Title order={2}>{words.title}</Title>
            <Text c="dimmed">{words.text}</Text>
          </div>
          {state === 'token_refused' ? (
            <Alert color="clay" role="status">
              {words.state.token_refused} ({error})
            </Alert>
          ) : (
            <Text>{words.state[state]}</Text>
          )}
          <TextInput label={words.appId} required inputMode="numeric" {...form.getInputProps('appId')} />
          {secret('appSecret')}
          {secret('oaSecret')}
          {secret('refreshToken', words.tokenHint)}
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {words.callback(callbackUrl)}
          </Text>
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              {words.save}
            </Button>
            {isNew ? null : (
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                {words.remove}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function useMessageNames(): (type: string) => string {
  const words = useWords(zaloWords);
  const { event } = useWords(webhookWords);
  return (type) => {
    const order = (event as Record<string, string>)[`order.${type}`];
    return words.other[type] ?? (order === undefined ? type : words.order(order));
  };
}

const languages = ['vi', 'en'] as const;

function Templates() {
  const words = useWords(zaloWords);
  const nameOf = useMessageNames();
  const [edited, setEdited] = useState<Template | 'new' | undefined>();
  const query = { pageable: { page: 0, size: 200 } };
  const list = useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => read(api.GET('/api/admin/zalo/template', { params: { query }, signal })),
  });
  const drop = useAction({
    act: ({ type, language }: Template) =>
      read(api.DELETE('/api/admin/zalo/template/{type}/{language}', { params: { path: { type, language } } })),
    invalidates: [templatesKey, auditKey, statusKey],
  });
  const label = ({ type, language }: Template) => `${nameOf(type)}, ${words.languages[language]}`;
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{words.templates}</Title>
        <QueryBoundary query={list}>
          {({ content }) =>
            content.length === 0 ? (
              <Text>{words.noTemplates}</Text>
            ) : (
              <ul className={rows.list}>
                {content.map((template) => (
                  <li key={`${template.type} ${template.language}`} className={rows.row}>
                    <span className={rows.main}>
                      <strong className={rows.name}>{label(template)}</strong>
                      <span className={rows.note}>
                        {template.templateId}: {template.fields.map(({ name, value }) => `${name} = ${words.value[value]}`).join(', ')}
                      </span>
                    </span>
                    <Button variant="default" aria-label={words.edit(label(template))} onClick={() => setEdited(template)}>
                      {words.change}
                    </Button>
                    <Button
                      variant="default"
                      aria-label={words.drop(label(template))}
                      loading={drop.isPending}
                      onClick={() => drop.mutate(template)}
                    >
                      {words.removeOne}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryBoundary>
        {edited === undefined ? (
          <Button variant="default" onClick={() => setEdited('new')}>
            {words.add}
          </Button>
        ) : (
          <TemplateForm
            key={edited === 'new' ? '' : `${edited.type} ${edited.language}`}
            template={edited === 'new' ? undefined : edited}
            onSaved={() => setEdited(undefined)}
          />
        )}
      </Stack>
    </Card>
  );
}

function TemplateForm({ template, onSaved }: { template: Template | undefined; onSaved: () => void }) {
  const words = useWords(zaloWords);
  const { saved } = useWords(uiWords);
  const { event } = useWords(webhookWords);
  const nameOf = useMessageNames();
  const wordsOf = useFieldWords();
  const [type, setType] = useState<Template['type']>(template?.type ?? 'confirmed');
  const [language, setLanguage] = useState<Template['language']>(template?.language ?? 'vi');
  const [templateId, setTemplateId] = useState(template?.templateId ?? '');
  const [values, setValues] = useState<Record<string, string>>(
    Object.fromEntries((template?.fields ?? []).map(({ name, value }) => [name, value])),
  );
  const [info, setInfo] = useState<Info | undefined>();
  const load = useAction({
    act: (id: string) => read(api.GET('/api/admin/zalo/template-info/{templateId}', { params: { path: { templateId: id } } })),
    onSuccess: setInfo,
    showsOwnErrors: (error) => wordsOf(error).size > 0,
  });
  const change = useAction({
    act: (body: Template) => read(api.PUT('/api/admin/zalo/template', { body })),
    invalidates: [templatesKey, auditKey, statusKey],
    successMessage: saved,
    onSuccess: onSaved,
    showsOwnErrors: (error) => wordsOf(error).size > 0,
  });
  const types = [...Object.keys(event).map((name) => name.replace(/^order\./, '')), ...Object.keys(words.other)];
  const errors = new Map([...wordsOf(load.error), ...wordsOf(change.error)]);
  const save = () =>
    change.mutate({
      type,
      language,
      templateId,
      fields: (info?.fields ?? []).flatMap(({ name }) => {
        const value = values[name] ?? '';
        return value === '' ? [] : [{ name, value: value as Template['fields'][number]['value'] }];
      }),
    });
  return (
    <Stack component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <Grid>
        <Grid.Col span={half}>
          <NativeSelect
            size="md"
            label={words.message}
            value={type}
            disabled={template !== undefined}
            onChange={({ currentTarget }) => setType(currentTarget.value as Template['type'])}
            data={types.map((value) => ({ value, label: nameOf(value) }))}
          />
        </Grid.Col>
        <Grid.Col span={half}>
          <NativeSelect
            size="md"
            label={words.language}
            value={language}
            disabled={template !== undefined}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value as Template['language'])}
            data={languages.map((value) => ({ value, label: words.languages[value] }))}
          />
        </Grid.Col>
      </Grid>
      <TextInput
        label={words.templateId}
        inputMode="numeric"
        value={templateId}
        error={errors.get('templateId')}
        onChange={({ currentTarget }) => {
          setTemplateId(currentTarget.value.trim());
          setInfo(undefined);
        }}
      />
      {info === undefined ? (
        <Group>
          <Button loading={load.isPending} disabled={templateId === ''} onClick={() => load.mutate(templateId)}>
            {words.load}
          </Button>
          <Button variant="default" onClick={onSaved}>
            {words.cancel}
          </Button>
        </Group>
      ) : (
        <>
          {info.approved ? null : (
            <Alert color="clay" role="status">
              {words.notApproved}
            </Alert>
          )}
          <Title order={3}>{words.fieldsOf(info.name)}</Title>
          {info.fields.map(({ name, required }) => (
            <NativeSelect
              key={name}
              size="md"
              label={name}
              required={required}
              error={errors.get(`fields.${name}`)}
              value={values[name] ?? ''}
              onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
              data={[{ value: '', label: words.noValue }, ...Object.entries(words.value).map(([value, label]) => ({ value, label }))]}
            />
          ))}
          <Group>
            <Button loading={change.isPending} disabled={!info.approved} onClick={save}>
              {words.saveTemplate}
            </Button>
            <Button variant="default" onClick={onSaved}>
              {words.cancel}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
