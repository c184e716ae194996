import { Grid, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import { expertises, type PersonForm, roles } from './user-form.ts';
import { usersWords } from './users-words.ts';

const half = { base: 12, sm: 6 };

/** Fields of a new or an existing user. Autofill is off: the data is about another person. */
export function PersonFields<Form extends PersonForm>({ form: given }: { form: UseFormReturnType<Form> }) {
  // The form may have more values than these fields.
  const form = given as unknown as UseFormReturnType<PersonForm>;
  const words = useWords(usersWords);
  const names = useWords(stateWords);
  const { role } = form.values;
  return (
    <Grid>
      <Grid.Col span={12}>
        <TextInput label={words.fullName} required autoComplete="off" maxLength={200} {...form.getInputProps('fullName')} />
      </Grid.Col>
      <Grid.Col span={half}>
        <NativeSelect
          size="md"
          label={words.role}
          data={roles.map((value) => ({ value, label: names.role[value] }))}
          {...form.getInputProps('role')}
        />
      </Grid.Col>
      {role === 'sprayer' ? (
        <Grid.Col span={half}>
          <NativeSelect
            size="md"
            label={words.expertise}
            description={words.expertiseHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[{ value: '', label: '–' }, ...expertises.map((value) => ({ value, label: names.expertise[value] }))]}
            {...form.getInputProps('expertise')}
          />
        </Grid.Col>
      ) : null}
      <Grid.Col span={half}>
        <TextInput
          label={words.phone}
          description={words.phoneHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="tel"
          required={role === 'farmer'}
          autoComplete="off"
          maxLength={30}
          {...form.getInputProps('phoneNumber')}
        />
      </Grid.Col>
      <Grid.Col span={half}>
        <TextInput label={words.email} type="email" autoComplete="off" maxLength={254} {...form.getInputProps('email')} />
      </Grid.Col>
      <Grid.Col span={12}>
        <NativeSelect
          size="md"
          label={words.language}
          data={[
            { value: 'vi', label: 'Tiếng Việt' },
            { value: 'en', label: 'English' },
          ]}
          {...form.getInputProps('language')}
        />
      </Grid.Col>
      <Grid.Col span={12}>
        <TextInput label={words.street} autoComplete="off" maxLength={200} {...form.getInputProps('street')} />
      </Grid.Col>
      <Grid.Col span={half}>
        <TextInput label={words.city} autoComplete="off" maxLength={100} {...form.getInputProps('city')} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 3 }}>
        <TextInput label={words.province} autoComplete="off" maxLength={100} {...form.getInputProps('province')} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 3 }}>
        <TextInput label={words.postalCode} autoComplete="off" maxLength={20} {...form.getInputProps('postalCode')} />
      </Grid.Col>
    </Grid>
  );
}
