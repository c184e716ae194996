import { Button, Card, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { FormOfAddress } from '../accounts/form-of-address.tsx';
import { api, read, type Shape } from '../api/client.ts';
import { meKey, useMe } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { type Language, useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey, usersKey } from './admin-keys.ts';
import { InvitationLink } from './invitation-link.tsx';
import { Part } from './part.tsx';
import { PersonFields } from './person-fields.tsx';
import { UserAccess } from './user-access.tsx';
import { UserBookingLimit } from './user-booking-limit.tsx';
import { changesOf, formOf, personRules } from './user-form.ts';
import { Refused } from './user-refused.tsx';
import { usersWords } from './users-words.ts';

const languageKey = (id: number) => [...usersKey, 'one', id, 'language'];

export function UserPage() {
  const words = useWords(usersWords);
  const id = Number(useParams().id);
  const query = useQuery({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => read(api.GET('/api/admin/user/{id}', { params: { path: { id } }, signal })),
  });
  const language = useQuery({
    queryKey: languageKey(id),
    queryFn: ({ signal }) => read(api.GET('/api/admin/user/{id}/language', { params: { path: { id } }, signal })),
  });
  return (
    <Part title={query.data?.fullName ?? words.title} narrow above={{ to: '/company/users', name: words.title }}>
      <QueryBoundary query={query}>
        {(user) => (
          <>
            <QueryBoundary query={language}>{(chosen) => <AboutUser key={user.id} user={user} language={chosen.language} />}</QueryBoundary>
            {user.role === 'farmer' ? <UserBookingLimit farmerId={user.id} /> : null}
            <Card component="section">
              <FormOfAddress key={user.id} owner={{ scope: 'user', id: user.id }} />
            </Card>
            <InvitationLink key={`link-${user.id}`} user={user} />
            <UserAccess user={user} />
          </>
        )}
      </QueryBoundary>
    </Part>
  );
}

function AboutUser({ user, language }: { user: Shape<'User'>; language: Language }) {
  const words = useWords(usersWords);
  const { required, save, saved } = useWords(uiWords);
  const queries = useQueryClient();
  const me = useMe();
  const showFieldErrors = useFieldErrors();
  const form = useForm({
    initialValues: formOf(user, language),
    validate: personRules({ ...words, required }),
  });
  const change = useAction({
    act: (body: Shape<'UserChange'>) => read(api.PATCH('/api/admin/user/{id}', { params: { path: { id: user.id } }, body })),
    invalidates: [usersKey, auditKey],
    successMessage: saved,
    onSuccess: (changed, { language: chosen = language }) => {
      queries.setQueryData(languageKey(user.id), { language: chosen });
      form.setInitialValues(formOf(changed, chosen));
      form.reset();
      if (changed.id === me.id) void queries.invalidateQueries({ queryKey: meKey });
    },
    onError: (error) => showFieldErrors(form, error),
    showsOwnErrors: true,
  });
  return (
    <Card component="section">
      <form onSubmit={form.onSubmit((values) => change.mutate(changesOf(formOf(user, language), values)))} noValidate>
        <Stack gap="lg">
          <Title order={2}>{words.about}</Title>
          <PersonFields form={form} />
          <Refused error={change.error} />
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            {save}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
