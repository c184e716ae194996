import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import rows from '../ui/list-rows.module.css';
import { formatPhone } from '../ui/phone-number.ts';
import { SearchField } from '../ui/search-field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { type Customer, useCustomer, useCustomers } from './customer-queries.ts';
import { Section } from './customer-section.tsx';
import { customerWords } from './customer-words.ts';

/** Finds a duplicate, shows what would move, and merges it into this account. */
export function MergeCustomer({ customer }: { customer: Customer }) {
  const words = useWords(customerWords);
  const [opened, setOpened] = useState(false);
  const [duplicate, setDuplicate] = useState<number>();
  const close = () => {
    setOpened(false);
    setDuplicate(undefined);
  };
  return (
    <Section title={words.merge}>
      <Text>{words.mergeText}</Text>
      <div>
        <Button variant="default" onClick={() => setOpened(true)}>
          {words.merge}
        </Button>
      </div>
      <Sheet opened={opened} close={close} title={words.merge}>
        {!opened ? null : duplicate === undefined ? (
          <ChooseDuplicate kept={customer} choose={setDuplicate} />
        ) : (
          <ConfirmMerge kept={customer} duplicateId={duplicate} close={close} />
        )}
      </Sheet>
    </Section>
  );
}

function ChooseDuplicate({ kept, choose }: { kept: Customer; choose(id: number): void }) {
  const words = useWords(customerWords);
  const [search, setSearch] = useState('');
  const list = useCustomers(search === '' ? kept.farmer.fullName : search, 10);
  const found = (list.data?.pages.flatMap(({ content }) => content) ?? []).filter(({ id }) => id !== kept.farmer.id);
  return (
    <Stack>
      <SearchField label={words.mergeSearch} maxLength={100} text={search} onSearch={setSearch} data-autofocus />
      {found.length === 0 && search !== '' && !list.isFetching ? <Text c="dimmed">{words.noDuplicate}</Text> : null}
      {found.length === 0 ? null : (
        <ul className={rows.list}>
          {found.map(({ id, fullName, phoneNumber, city }) => (
            <li key={id} className={rows.row}>
              <span className={rows.main}>
                <span className={rows.name}>{fullName}</span>
                <span className={rows.note}>{[phoneNumber && formatPhone(phoneNumber), city].filter(Boolean).join(' · ')}</span>
              </span>
              <Button
                variant="default"
                aria-label={words.mergeChoose(`${fullName}, ${phoneNumber === null ? id : formatPhone(phoneNumber)}`)}
                onClick={() => choose(id)}
              >
                {words.mergeChoose(fullName)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function ConfirmMerge({ kept, duplicateId, close }: { kept: Customer; duplicateId: number; close(): void }) {
  const words = useWords(customerWords);
  const { cancel } = useWords(uiWords);
  const query = useCustomer(duplicateId);
  const merge = useAction({
    act: (farmerId: number, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/customer/{id}/merge', {
          params: { path: { id: kept.farmer.id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { farmerId },
        }),
      ),
    invalidates: [ordersKey, ['order']],
    successMessage: words.mergeDone,
    onSuccess: close,
  });
  return (
    <QueryBoundary query={query}>
      {({ farmer, openOrders, completedOrders, cancelledOrders, messages, notes }) => (
        <Stack>
          <Text fw={600}>{words.mergeTitle(farmer.fullName, kept.farmer.fullName)}</Text>
          <Text>{words.mergeMoves(openOrders + completedOrders + cancelledOrders, messages, notes)}</Text>
          <Text>
            {words.mergeCloses(
              farmer.fullName,
              [farmer.phoneNumber && formatPhone(farmer.phoneNumber), farmer.email].filter(Boolean).join(', '),
            )}
          </Text>
          <Alert color="clay" icon={<IconAlertTriangle aria-hidden />}>
            {words.mergeWarning}
          </Alert>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {cancel}
            </Button>
            <Button color="clay" loading={merge.isPending} onClick={() => merge.mutate(duplicateId)}>
              {words.mergeDo}
            </Button>
          </Group>
        </Stack>
      )}
    </QueryBoundary>
  );
}
