import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { auditKey } from './admin-keys.ts';
import { bankAccountWords } from './bank-account-words.ts';
import { Part } from './part.tsx';

type Account = Shape<'BankAccountSetting'>['account'];
type Bank = Shape<'Bank'>;

const bankAccountKey = ['admin', 'bank-account'] as const;

export function BankAccountPage() {
  const words = useWords(bankAccountWords);
  const query = useQuery({
    queryKey: bankAccountKey,
    queryFn: async ({ signal }) => {
      const [banks, { account }] = await Promise.all([
        allPages((pageable) => read(api.GET('/api/admin/bank', { params: { query: { pageable } }, signal }))),
        read(api.GET('/api/admin/bank-account', { signal })),
      ]);
      return { banks, account };
    },
  });
  return (
    <Part title={words.title} narrow>
      <QueryBoundary query={query}>{({ banks, account }) => <AccountForm banks={banks} account={account} />}</QueryBoundary>
    </Part>
  );
}

function AccountForm({ banks, account }: { banks: Bank[]; account: Account }) {
  const words = useWords(bankAccountWords);
  const { required, save, saved } = useWords(uiWords);
  const form = useForm({
    initialValues: {
      bankBin: account?.bankBin ?? '',
      accountNumber: account?.accountNumber ?? '',
      accountHolder: account?.accountHolder ?? '',
    },
    validate: {
      bankBin: (value) => (value === '' ? words.noBank : null),
      accountNumber: (value) => (/^[0-9A-Za-z]{1,19}$/.test(value.trim()) ? null : words.badNumber),
      accountHolder: (value) => (value.trim() === '' ? required : null),
    },
  });
  const saving = useAction({
    act: (next: Account) => read(api.PUT('/api/admin/bank-account', { body: { account: next } })),
    invalidates: [bankAccountKey, auditKey, ordersKey],
    successMessage: ({ account: now }) => (now === null ? words.removed : saved),
    onSuccess: ({ account: now }) => {
      if (now === null) form.setValues({ bankBin: '', accountNumber: '', accountHolder: '' });
    },
  });
  return (
    <form
      onSubmit={form.onSubmit(({ bankBin, accountNumber, accountHolder }) =>
        saving.mutate({ bankBin, accountNumber: accountNumber.trim(), accountHolder: accountHolder.trim() }),
      )}
    >
      <Stack>
        <Text>{words.intro}</Text>
        <Select
          allowDeselect={false}
          label={words.bank}
          placeholder={words.bankHint}
          searchable
          data={banks.map(({ bin, shortName, name }) => ({ value: bin, label: `${shortName} · ${name}` }))}
          {...form.getInputProps('bankBin')}
          // With an empty text, the field would keep showing the bank that was removed.
          value={form.values.bankBin === '' ? null : form.values.bankBin}
        />
        <TextInput
          label={words.accountNumber}
          maxLength={40}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('accountNumber')}
        />
        <TextInput
          label={words.accountHolder}
          description={words.holderHint}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('accountHolder')}
        />
        <Group>
          <Button type="submit" loading={saving.isPending}>
            {save}
          </Button>
          {account === null ? null : (
            <Button variant="subtle" color="clay" onClick={() => saving.mutate(null)}>
              {words.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
