import { Button, Card, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { isGoodPassword, PasswordField } from '../accounts/password-field.tsx';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, usersKey } from './admin-keys.ts';
import { withInvitationLink } from './invitation-link.tsx';
import { invitationWords } from './invitation-words.ts';
import { Part } from './part.tsx';
import { PersonFields } from './person-fields.tsx';
import { emptyPerson, newUserOf, type PersonForm, personRules } from './user-form.ts';
import { Refused } from './user-refused.tsx';
import { usersWords } from './users-words.ts';

type NewUserForm = PersonForm & { signIn: 'mail' | 'password' | 'none'; password: string };

export function NewUserPage() {
  const words = useWords(usersWords);
  const { required } = useWords(uiWords);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const rules = personRules({ ...words, required });
  const showFieldErrors = useFieldErrors();
  const { sendsMail } = useCompany();
  const invitation = useWords(invitationWords);
  const form = useForm<NewUserForm>({
    initialValues: { ...emptyPerson, language, signIn: 'mail', password: '' },
    validate: {
      ...rules,
      email: (text, { signIn }) => (signIn === 'mail' && sendsMail && text.trim() === '' ? words.emailNeeded : rules.email(text)),
      password: (text, { signIn }) => (signIn === 'password' && !isGoodPassword(text) ? words.weakPassword : null),
    },
  });
  const create = useAction({
    act: (body: Shape<'NewUser'>, idempotencyKey) =>
      read(api.POST('/api/admin/user', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: [usersKey, auditKey],
    successMessage: (user) =>
      form.values.signIn === 'mail' && user.email !== null && sendsMail ? words.invited(user.email) : words.created,
    onSuccess: (user) =>
      void navigate(`/company/users/${user.id}`, {
        replace: true,
        state: form.values.signIn === 'mail' && !sendsMail ? withInvitationLink : undefined,
      }),
    onError: (error) => showFieldErrors(form, error),
    showsOwnErrors: true,
  });
  const { role, signIn } = form.values;
  const submit = ({ password, signIn: how, ...person }: NewUserForm) =>
    create.mutate({ ...newUserOf(person), ...(how === 'password' ? { password } : {}) });
  return (
    <Part title={words.newTitle} narrow above={{ to: '/company/users', name: words.title }}>
      <Card component="section">
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="lg">
            <PersonFields form={form} />
            <Radio.Group label={words.signIn} {...form.getInputProps('signIn')}>
              <Stack gap="sm" mt="xs">
                {sendsMail ? (
                  <Radio size="md" value="mail" label={words.byMail} description={words.byMailNote} />
                ) : (
                  <Radio size="md" value="mail" label={invitation.byLink} description={invitation.byLinkNote} />
                )}
                <Radio size="md" value="password" label={words.byPassword} description={words.byPasswordNote} />
                {role === 'farmer' ? <Radio size="md" value="none" label={words.noSignIn} description={words.noSignInNote} /> : null}
              </Stack>
            </Radio.Group>
            {signIn === 'password' ? (
              <PasswordField
                label={words.password}
                description={words.weakPassword}
                autoComplete="new-password"
                {...form.getInputProps('password')}
              />
            ) : null}
            <Refused error={create.error} />
            <Button type="submit" loading={create.isPending}>
              {words.create}
            </Button>
          </Stack>
        </form>
      </Card>
    </Part>
  );
}
