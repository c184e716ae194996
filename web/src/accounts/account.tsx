import { Button, Card, Grid, Stack, Text, TextInput, Title, useMantineColorScheme } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { meKey, useMe } from '../api/session.ts';
import { OwnChannels } from '../channels/own-channels.tsx';
import { MyLicences } from '../equipment/my-licences.tsx';
import { useUnsentCount } from '../fieldwork/unsent.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { uiWords } from '../ui/words.ts';
import { CalendarAddress } from './calendar-address.tsx';
import { useChangeLanguage } from './change-language.ts';
import { DeviceList } from './device-list.tsx';
import { FormOfAddress } from './form-of-address.tsx';
import { IdentityList } from './identity-list.tsx';
import { OwnPhone, ownPhoneKey } from './own-phone.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { isGoodPassword, PasswordField } from './password-field.tsx';
import { useSignOut } from './sign-out.ts';
import { accountWords } from './words.ts';

const fields = ['fullName', 'phoneNumber', 'email', 'street', 'city', 'province', 'postalCode'] as const;

export function Account() {
  const words = useWords(accountWords);
  const { signOut: signOutWord, back } = useWords(uiWords);
  const { role } = useMe();
  const signOut = useSignOut();
  const unsent = useUnsentCount();
  return (
    <Page title={words.accountTitle} back={<BackLink to="/" name={back} />} narrow>
      <AboutMe />
      <Choices />
      <OwnChannels />
      {role === 'sprayer' ? <MyLicences /> : null}
      <ChangePassword />
      <OwnPhone />
      <PasskeyList />
      <IdentityList />
      <CalendarAddress />
      <DeviceList />
      <Confirm
        title={words.unsentTitle}
        text={words.unsentText(unsent)}
        action={words.signOutAnyway}
        keep={words.staySignedIn}
        busy={signOut.isPending}
        onConfirm={() => signOut.mutate()}
        trigger={(ask) => (
          <Button variant="default" onClick={() => (unsent > 0 ? ask() : signOut.mutate())} loading={signOut.isPending}>
            {signOutWord}
          </Button>
        )}
      />
    </Page>
  );
}

function AboutMe() {
  const words = useWords(accountWords);
  const { save, saved, required } = useWords(uiWords);
  const me = useMe();
  const queries = useQueryClient();
  const showFieldErrors = useFieldErrors();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: Object.fromEntries(fields.map((name) => [name, me[name] ?? ''])) as Record<(typeof fields)[number], string>,
    validate: { fullName: (text) => (text.trim() === '' ? required : null) },
  });
  const change = useAction({
    act: (body: Shape<'ProfileChange'>) => read(api.PATCH('/api/common/profile', { body })),
    invalidates: [ownPhoneKey],
    successMessage: saved,
    onSuccess: (profile) => queries.setQueryData(meKey, profile),
    onError: (error) => showFieldErrors(form, error),
  });
  const labels = {
    fullName: words.fullName,
    phoneNumber: words.phone,
    email: words.email,
    street: words.street,
    city: words.city,
    province: words.province,
    postalCode: words.postalCode,
  };
  const hints = {
    phoneNumber: 'tel',
    email: 'email',
    fullName: 'name',
    street: 'street-address',
    city: 'address-level2',
    province: 'address-level1',
  };
  return (
    <Card component="section">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <Title order={2}>{words.aboutMe}</Title>
          <Grid>
            {fields.map((name) => (
              <Grid.Col key={name} span={{ base: 12, sm: name === 'fullName' || name === 'street' ? 12 : 6 }}>
                <TextInput
                  label={labels[name]}
                  autoComplete={(hints as Record<string, string>)[name] ?? 'postal-code'}
                  type={name === 'phoneNumber' ? 'tel' : name === 'email' ? 'email' : 'text'}
                  key={form.key(name)}
                  {...form.getInputProps(name)}
                />
              </Grid.Col>
            ))}
          </Grid>
          <Button type="submit" loading={change.isPending}>
            {save}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

function Choices() {
  const words = useWords(accountWords);
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card component="section">
      <Stack gap="lg">
        <div>
          <Title order={2} id="language">
            {words.language}
          </Title>
          <Text c="dimmed" mb="xs">
            {words.languageHint}
          </Text>
          <Segments
            fullWidth
            aria-labelledby="language"
            value={language}
            onChange={changeLanguage.to}
            data={[
              { value: 'vi', label: 'Tiếng Việt' },
              { value: 'en', label: 'English' },
            ]}
          />
        </div>
        <FormOfAddress owner={{ scope: 'own' }} />
        <div>
          <Title order={2} id="look" mb="xs">
            {words.look}
          </Title>
          <Segments
            fullWidth
            aria-labelledby="look"
            value={colorScheme}
            onChange={setColorScheme}
            data={[
              { value: 'auto', label: words.automatic },
              { value: 'light', label: words.light },
              { value: 'dark', label: words.dark },
            ]}
          />
        </div>
      </Stack>
    </Card>
  );
}

function ChangePassword() {
  const words = useWords(accountWords);
  const { required } = useWords(uiWords);
  const showFieldErrors = useFieldErrors();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { oldPassword: '', newPassword: '' },
    validate: {
      oldPassword: (text) => (text === '' ? required : null),
      newPassword: (text) => (isGoodPassword(text) ? null : words.passwordWeak),
    },
  });
  const change = useAction({
    act: (body: Shape<'PasswordChange'>) => read(api.POST('/api/common/password', { body })),
    successMessage: words.passwordChanged,
    onSuccess: () => form.reset(),
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <Card component="section">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <Title order={2}>{words.changePassword}</Title>
          <PasswordField
            label={words.oldPassword}
            autoComplete="current-password"
            key={form.key('oldPassword')}
            {...form.getInputProps('oldPassword')}
          />
          <PasswordField
            label={words.newPassword}
            description={words.passwordHint}
            autoComplete="new-password"
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            {words.changePassword}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
