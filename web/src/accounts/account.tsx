import { Button, Card, Grid, Stack, Text, TextInput, Title, useMantineColorScheme } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { meKey, useMe } from '../api/session.ts';
import { OwnChannels } from '../channels/own-channels.tsx';
import { MyLicences } from '../equipment/my-licences.tsx';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { uiWords } from '../ui/words.ts';
import { CalendarAddress } from './calendar-address.tsx';
import { useChangeLanguage } from './change-language.ts';
import { DeviceList } from './device-list.tsx';
import { EndedNotice } from './ended-notice.tsx';
import { FormOfAddress } from './form-of-address.tsx';
import { IdentityList } from './identity-list.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnPhone, ownPhoneKey } from './own-phone.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { accountWords } from './words.ts';

const fields = ['fullName', 'phoneNumber', 'email', 'street', 'city', 'province', 'postalCode'] as const;

export function Account() {
  const words = useWords(accountWords);
  const { back } = useWords(uiWords);
  const { role } = useMe();
  return (
    <Page title={words.accountTitle} back={<BackLink to="/" name={back} />} narrow>
      <EndedNotice />
      <AboutMe />
      <Choices />
      <OwnChannels />
      {role === 'sprayer' ? <MyLicences /> : null}
      <OwnPassword />
      <OwnPhone />
      <PasskeyList />
      <IdentityList />
      <CalendarAddress />
      <DeviceList />
      <SignOutButton />
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
