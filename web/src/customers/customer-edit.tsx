import { Button, Grid, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { changesOf, formOf, personRules } from '../admin/user-form.ts';
import { usersWords } from '../admin/users-words.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { uiWords } from '../ui/words.ts';
import type { Customer } from './customer-queries.ts';
import { customerWords } from './customer-words.ts';

export function EditCustomer({ customer }: { customer: Customer }) {
  const words = useWords(customerWords);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.edit}
      </Button>
      <Sheet opened={opened} close={close} title={words.editTitle}>
        {opened ? <EditForm customer={customer} close={close} /> : null}
      </Sheet>
    </>
  );
}

const half = { base: 12, sm: 6 };

/** Autofill is off: the data is about another person. */
function EditForm({ customer: { farmer, language }, close }: { customer: Customer; close(): void }) {
  const words = useWords(customerWords);
  const rules = useWords(usersWords);
  const { required, save, saved } = useWords(uiWords);
  const showFieldErrors = useFieldErrors();
  const before = formOf(farmer, language);
  const form = useForm({ initialValues: before, validate: personRules({ ...rules, required }) });
  const change = useAction({
    act: (body: Shape<'CustomerChange'>) =>
      read(api.PATCH('/api/receptionist/customer/{id}', { params: { path: { id: farmer.id } }, body })),
    invalidates: [ordersKey, ['order']],
    successMessage: saved,
    onSuccess: close,
    onError: (error) => showFieldErrors(form, error),
  });
  const fields = [
    { name: 'fullName', span: 12, type: 'text', maxLength: 200 },
    { name: 'phoneNumber', span: half, type: 'tel', maxLength: 30 },
    { name: 'email', span: half, type: 'email', maxLength: 254 },
    { name: 'street', span: 12, type: 'text', maxLength: 200 },
    { name: 'city', span: half, type: 'text', maxLength: 100 },
    { name: 'province', span: half, type: 'text', maxLength: 100 },
    { name: 'postalCode', span: half, type: 'text', maxLength: 20 },
  ] as const;
  const labels = { ...words, phoneNumber: words.phone };
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        const { role: _role, expertise: _expertise, password: _password, ...changes } = changesOf(before, values);
        change.mutate(changes);
      })}
      noValidate
    >
      <Stack>
        <Grid>
          {fields.map(({ name, span, type, maxLength }) => (
            <Grid.Col key={name} span={span}>
              <TextInput
                label={labels[name]}
                type={type}
                required={name === 'fullName' || name === 'phoneNumber'}
                autoComplete="off"
                maxLength={maxLength}
                {...form.getInputProps(name)}
              />
            </Grid.Col>
          ))}
          <Grid.Col span={half}>
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
        </Grid>
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {save}
        </Button>
      </Stack>
    </form>
  );
}
